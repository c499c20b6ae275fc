import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { Check, CircleX, CloudOff, Minus, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router-dom'
import type { ListMove } from '../../../../commands/engine/targets.ts'
import type { PickLine, PickRun } from '../../../contract/pick-runs.ts'
import { formatDateTime } from '../../../domain/calendar/nz-time.ts'
import { counted, nonBlank } from '../../../domain/format/text.ts'
import {
  lineName,
  lineState,
  needsNothing,
  type PickLineState,
  pickProgress,
  shortOrders,
  wantedOf,
  whyNotFinished,
} from '../../../domain/orders/pick-run.ts'
import { nameBeside } from '../../../domain/records/product.ts'
import { CallError } from '../../api/client.ts'
import { pickRunQueries, sendEnd } from '../../api/pick-runs.ts'
import { queryClient } from '../../api/query-client.ts'
import { recordAnswer } from '../../api/record-source.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { useCommandTarget } from '../../commands/targets.ts'
import { cn } from '../../lib/cn.ts'
import { useStableCallback } from '../../lib/use-stable-callback.ts'
import {
  allSaved,
  closePickAlert,
  noteScanned,
  type PickAlert,
  pickingAtom,
  resumeUnsaved,
  runOnScreenAtom,
  scanForRun,
  shownRun,
  tickLine,
  waitsToSaveAtom,
} from '../../picking/pick-run-store.ts'
import { RecordTitle } from '../../record/define-record-screen.tsx'
import { FormCrumb } from '../../record/record-crumb.tsx'
import { RecordFailure, RecordSkeleton } from '../../record/record-states.tsx'
import { paths } from '../../routing/paths.ts'
import { installation } from '../../state/installation.ts'
import { ARRIVED, useWait } from '../../state/key-queue.ts'
import { useWhileMounted } from '../../state/store.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { CameraScan, whyNoCamera } from './camera.tsx'
import { PickRunBadge } from './pick-runs-list.tsx'
import { LeftOutCard, OrdersCard } from './run-orders.tsx'

const MISSING = 'There is no such pick run.'
const LOAD_FAILED = 'Failed to load the pick run, please try again.'

/** Starts loading the run without waiting for it. Not found without the capability. */
export function loader({ params: { id = '' } }: LoaderFunctionArgs): null {
  if (!installation.capabilities.has('pick-runs'))
    throw new Response(null, { status: 404, statusText: 'Not Found' })
  void queryClient.prefetchQuery(pickRunQueries.run(id))
  return null
}

/** A run on a phone or at a desk: its lines are ticked, counted, scanned and noted as short (RUN-3, RUN-4). */
export function Component() {
  const { id = '' } = useParams()
  return <PickRunScreen key={id} id={id} />
}

function PickRunScreen({ id }: { id: string }) {
  const { record: run, state, reason, retry } = recordAnswer(useQuery(pickRunQueries.run(id)))
  useWait(
    state === 'loading' ? { label: 'the pick run', record: null, holds: { targets: ['pickRun'] } } : null,
    state === 'there' ? ARRIVED : { type: 'failed', reason: state === 'missing' ? MISSING : LOAD_FAILED },
  )
  useEffect(resumeUnsaved, [])
  useWhileMounted(runOnScreenAtom, id, null)
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <FormCrumb title="Pick runs" path={paths.pickRuns()} />
      <RecordTitle noun="Pick run" code={id}>
        {run && (
          <span className="flex items-center gap-2 text-small text-fg-3 max-sm:hidden">
            <PickRunBadge state={run.state} />
            {run.created_by}, {formatDateTime(run.created_at)}
          </span>
        )}
      </RecordTitle>
      {state === 'missing' && <RecordFailure message={MISSING} />}
      {state === 'failed' && <RecordFailure message={LOAD_FAILED} reason={reason} onRetry={retry} />}
      {run && <RunBody saved={run} />}
      {state === 'loading' && <RecordSkeleton />}
    </div>
  )
}

function RunBody({ saved }: { saved: PickRun }) {
  const { unsaved } = useAtomValue(pickingAtom)
  const shown = useMemo(() => shownRun(saved, unsaved), [saved, unsaved])
  const { run } = shown
  const { active, activate, activateNext } = useActiveLine(run)
  const [isCameraOpen, setCameraOpen] = useState(false)
  const toggleCamera = useStableCallback(() => setCameraOpen(!isCameraOpen))
  const scan = useStableCallback((text: string) => {
    const line = scanForRun(run.id, text)
    if (line !== null) activate(line)
  })
  const waits = useAtomValue(waitsToSaveAtom) && shown.unsaved.size > 0
  useRunTargets(run, { waits, active, activate, activateNext, scan, toggleCamera })
  return (
    <>
      <RunHead run={run} waits={waits} />
      {isCameraOpen && run.state === 'open' && <CameraScan onScan={scan} onClose={toggleCamera} />}
      <div className="scroll-pane">
        <ul aria-label="Lines" className="max-w-[880px]">
          {run.lines.map((line) => (
            <LineRow
              key={line.id}
              run={run}
              line={line}
              isActive={line === active}
              isUnsaved={shown.unsaved.has(line.id)}
              onActivate={activate}
              onTicked={activateNext}
            />
          ))}
        </ul>
        <div className="grid max-w-[880px] gap-4 p-4 max-sm:p-3">
          <OrdersCard run={run} />
          <LeftOutCard run={run} />
          {run.state === 'open' && whyNoCamera() !== null && (
            <p className="text-small text-fg-3">{whyNoCamera()}</p>
          )}
        </div>
      </div>
      <RunFoot />
    </>
  )
}

/**
 * The line that keys act on: the last one chosen, at first the first one that is open. Only the user moves it: another
 * picker's ticks do not, because the next key would act on another line than the user sees.
 */
function useActiveLine({ state, lines, orders }: PickRun) {
  const isOpen = (line: PickLine) => lineState(line, { orders }) === 'open'
  const [chosen, setChosen] = useState<string | null>(() => lines.find(isOpen)?.id ?? null)
  const active = lines.find(({ id }) => id === chosen) ?? lines[0] ?? null
  return {
    active: state === 'open' ? active : null,
    activate: setChosen,
    /** Goes on to the next open line, from the top after the last one. */
    activateNext(from: PickLine) {
      const index = lines.findIndex(({ id }) => id === from.id)
      const inOrder = [...lines.slice(index + 1), ...lines.slice(0, index)]
      setChosen(inOrder.find(isOpen)?.id ?? from.id)
    },
  }
}

/** Rows that Page Up and Page Down pass. */
const PAGE = 6

function moved(lines: readonly PickLine[], from: PickLine | null, to: ListMove): string | null {
  const last = lines.length - 1
  const index = from === null ? -1 : lines.indexOf(from)
  const steps = { next: 1, previous: -1, 'next-page': PAGE, 'previous-page': -PAGE, first: -last, last }
  return lines[Math.max(0, Math.min(last, index + steps[to]))]?.id ?? null
}

interface RunActions {
  /** Whether changes of the run wait for the server to answer. */
  waits: boolean
  active: PickLine | null
  activate(id: string | null): void
  activateNext(from: PickLine): void
  scan(text: string): void
  toggleCamera(): void
}

function useRunTargets(
  run: PickRun,
  { waits, active, activate, activateNext, scan, toggleCamera }: RunActions,
): void {
  const { id, state, lines } = run
  const move = useStableCallback((to: ListMove) => activate(moved(lines, active, to)))
  const toggle = useStableCallback(() => active && toggleLine(run, active, activateNext))
  const add = useStableCallback((amount: number) => active && addTo(run, active, amount))
  const noteShort = useStableCallback(() => active && noteShortage(run, active))
  const hasLine = active !== null
  const notFinished = whyNotFinished(run) ?? (waits ? NOT_SAVED : null)
  const unknown = useAtomValue(pickingAtom).alerts.find((alert) => alert.run === id && alert.unknown) ?? null
  useCommandTarget(
    'pickRun',
    useMemo(
      () => ({
        ...{ id, state, notFinished, scan },
        camera: whyNoCamera() === null ? toggleCamera : null,
        line: hasLine ? { toggle, add, noteShort } : null,
        noteBarcode: unknown && (() => noteScanned(unknown)),
        end: (as: 'finished' | 'given-up') => endRun(id, as),
      }),
      [id, state, notFinished, hasLine, unknown, scan, toggleCamera, toggle, add, noteShort],
    ),
  )
  useCommandTarget(
    'list',
    useMemo(
      () => ({
        ...{ noun: 'lines', page: 1, hasNextPage: false, isEmpty: false, move },
        goToPage: () => undefined,
      }),
      [move],
    ),
  )
}

const NOT_SAVED = 'Some changes are not saved yet'

/** Ends a run after what was ticked before: a tick that the server gets later is refused. */
async function endRun(id: string, as: 'finished' | 'given-up'): Promise<void> {
  const isSaved = await allSaved(id)
  if (as === 'finished' && !isSaved) throw new CallError(409, `${NOT_SAVED}.`)
  await sendEnd(id, as)
}

/** All of a line found, or all put back. */
function toggleLine(run: PickRun, line: PickLine, onDone: (line: PickLine) => void): void {
  const wanted = wantedOf(line, run)
  const isFound = line.found >= wanted && wanted > 0
  const found = line.found > wanted ? wanted : isFound ? 0 : wanted
  tickLine(run.id, { kind: 'set', line: line.id, found, is_short: false })
  if (!isFound) onDone(line)
}

function addTo(run: PickRun, line: PickLine, amount: number): void {
  tickLine(run.id, { kind: 'add', line: line.id, amount })
}

function noteShortage(run: PickRun, { id, found, is_short }: PickLine): void {
  tickLine(run.id, { kind: 'set', line: id, found, is_short: !is_short })
}

/** How far the run is, and what must be said. */
function RunHead({ run, waits }: { run: PickRun; waits: boolean }) {
  const { lines, settled, short } = pickProgress(run)
  const alerts = useAtomValue(pickingAtom).alerts.filter((alert) => alert.run === run.id)
  const words = `${settled} of ${counted(lines, 'line')}`
  return (
    <div className="grid shrink-0 gap-2 border-b border-line px-4 pt-1 pb-3 max-sm:px-3">
      <div className="grid w-full max-w-[848px] gap-2">
        <p className="flex items-baseline gap-3 tabular">
          <span className="text-[20px]/[26px] font-semibold">{words}</span>
          {short > 0 && <span className="text-amber-ink">{short} short</span>}
          <span className="ml-auto text-fg-3">{counted(run.orders.length, 'order')}</span>
        </p>
        <ProgressBar label={words} total={lines} done={settled - short} failed={short} />
        {run.state !== 'open' && <EndedAlert run={run} />}
        {waits && (
          <Alert tone="warning" title="Not saved yet">
            The server does not answer. What you tick is kept here and sent again.
          </Alert>
        )}
        {alerts.map((alert) => (
          <RefusedScan key={alert.id} alert={alert} />
        ))}
      </div>
    </div>
  )
}

function EndedAlert({ run: { state, ended_by, ended_at } }: { run: PickRun }) {
  const what = state === 'finished' ? 'Finished' : 'Given up'
  return (
    <Alert
      tone={state === 'finished' ? 'success' : 'info'}
      title={`${what} by ${nonBlank(ended_by) ?? 'somebody'}, ${formatDateTime(ended_at)}`}
    />
  )
}

/** A wrong scan or a refused change, as large as at the ship station. A press anywhere on it closes it. */
function RefusedScan({ alert }: { alert: PickAlert }) {
  const { id, text, unknown } = alert
  return (
    <div role="alert" className="grid gap-2">
      <button
        type="button"
        onClick={() => closePickAlert(id)}
        className="on-fill flex w-full items-center gap-3 rounded-l bg-danger px-4 py-3 text-left text-[20px]/[26px] font-semibold text-on-accent"
      >
        <CircleX className="size-7 shrink-0" aria-hidden="true" />
        <span className="min-w-0 break-words">{text}</span>
      </button>
      {unknown !== undefined && <CommandButton id="pick-run.note-barcode" label="Note it in Arrivals" />}
    </div>
  )
}

interface LineRowProps {
  run: PickRun
  line: PickLine
  isActive: boolean
  isUnsaved: boolean
  onActivate(id: string): void
  onTicked(line: PickLine): void
}

const reveal = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

/** Takes the focus out of a row that keys do not act on any more. */
function leave(row: HTMLElement | null): void {
  const { activeElement: focused } = document
  if (focused instanceof HTMLElement && row?.contains(focused)) focused.blur()
}

function LineRow({ run, line, isActive, isUnsaved, onActivate, onTicked }: LineRowProps) {
  const state = lineState(line, run)
  const wanted = wantedOf(line, run)
  const isSettled = state === 'done' && !isActive
  return (
    <li
      ref={isActive ? reveal : leave}
      aria-current={isActive || undefined}
      // A focused button takes Space for itself: it must be one of the line that keys act on.
      onFocus={() => onActivate(line.id)}
      className={cn(
        'border-b border-line-soft',
        isActive && 'bg-accent-soft shadow-[inset_3px_0_0_var(--accent-ink)]',
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 pr-2 pl-4 max-sm:pl-3">
        <button
          type="button"
          onClick={() => onActivate(line.id)}
          className={cn('grid min-h-[72px] content-center gap-0.5 py-2 text-left', isSettled && 'text-fg-3')}
        >
          <span className="flex items-baseline gap-3">
            <Location text={nonBlank(line.location)} />
            <LineBadge state={state} extra={line.found - wanted} />
            {isUnsaved && (
              <span className="flex items-center gap-1 text-small text-amber-ink">
                <CloudOff className="icon-14" aria-hidden="true" /> Not saved
              </span>
            )}
          </span>
          <span className="truncate text-[15px]/[20px]">
            <code className={cn('font-medium', !isSettled && 'text-fg')}>{lineName(line)}</code>{' '}
            <span className={cn(!isSettled && 'text-fg-2')}>
              {nameBeside({ code: lineName(line), name: line.name })}
            </span>
          </span>
          <Needs line={line} run={run} />
        </button>
        <TickButton run={run} line={line} state={state} wanted={wanted} onTicked={onTicked} />
      </div>
      {isActive && <LineControls run={run} line={line} state={state} />}
    </li>
  )
}

/** Where to go, the largest text of a line but for its sum. */
function Location({ text }: { text: string | null }) {
  if (text === null) return <span className="text-[15px]/[26px] text-fg-3">No location</span>
  return <code className="text-[20px]/[26px] font-semibold">{text}</code>
}

function LineBadge({ state, extra }: { state: PickLineState; extra: number }) {
  if (state === 'short') return <Badge tone="amber">Short</Badge>
  return state === 'over' ? <Badge tone="red">{`Put back ${extra}`}</Badge> : null
}

/** What each order needs: '104823 × 3'. */
function Needs({ line, run }: { line: PickLine; run: PickRun }) {
  const gone = new Set(run.orders.filter(needsNothing).map(({ code }) => code))
  return (
    <span className="flex flex-wrap gap-x-3 font-mono text-small text-fg-3">
      {line.parts.map(({ order, quantity }) => (
        <span key={order} className={cn(gone.has(order) && 'line-through')}>
          {order} × {quantity}
        </span>
      ))}
    </span>
  )
}

interface TickButtonProps {
  run: PickRun
  line: PickLine
  state: PickLineState
  wanted: number
  onTicked(line: PickLine): void
}

/** The count, and the tick within reach of the thumb. */
function TickButton({ run, line, state, wanted, onTicked }: TickButtonProps) {
  const isDone = state === 'done'
  const isStarted = line.found > 0 && !isDone
  return (
    <button
      type="button"
      aria-pressed={isDone}
      aria-label={`Found all ${wanted} of ${lineName(line)}`}
      aria-disabled={run.state !== 'open' || undefined}
      onClick={() => run.state === 'open' && toggleLine(run, line, onTicked)}
      className="grid min-h-16 grid-cols-[auto_44px] items-center gap-3 rounded-l pl-2 text-right aria-disabled:cursor-default"
    >
      <span className={cn('tabular', isDone && 'text-fg-3')}>
        <span className="block text-[28px]/[32px] font-semibold">{wanted}</span>
        {isStarted && <span className="block text-small text-amber-ink">{line.found} found</span>}
      </span>
      <span
        className={cn(
          'grid size-11 place-items-center rounded-full inset-ring-2',
          isDone
            ? 'bg-green-bg text-green-ink inset-ring-green-line'
            : 'text-transparent inset-ring-line-control',
          state === 'short' && 'bg-amber-bg text-amber-ink inset-ring-amber-line',
        )}
      >
        {state === 'short' ? <Minus aria-hidden="true" /> : <Check className="size-6" aria-hidden="true" />}
      </span>
    </button>
  )
}

/** Counting by hand, and the shortage with what follows from it. */
function LineControls({ run, line, state }: { run: PickRun; line: PickLine; state: PickLineState }) {
  const name = lineName(line)
  const held = shortOrders(line, run).map(({ order }) => order)
  return (
    <div className="flex flex-wrap items-center gap-2 pr-3 pb-3 pl-4 max-sm:pl-3">
      <Step label={`One less of ${name}`} onPress={() => addTo(run, line, -1)}>
        <Minus aria-hidden="true" />
      </Step>
      <output className="min-w-[64px] text-center text-[18px]/[24px] font-semibold tabular">
        {line.found} of {wantedOf(line, run)}
      </output>
      <Step label={`One more of ${name}`} onPress={() => addTo(run, line, 1)}>
        <Plus aria-hidden="true" />
      </Step>
      {(state === 'open' || state === 'short') && (
        <Button size="touch" className="ml-auto" onClick={() => noteShortage(run, line)}>
          {state === 'short' ? 'Not short' : shortLabel(held)}
          <CommandKeys id="pick-run.short" className="max-sm:hidden" />
        </Button>
      )}
    </div>
  )
}

/** Says what noting the shortage does. */
function shortLabel(held: readonly string[]): string {
  const [only, ...others] = held
  return others.length === 0 ? `No more: hold ${only}` : `No more: hold ${held.length} orders`
}

function Step({ label, onPress, children }: { label: string; onPress(): void; children: ReactNode }) {
  return (
    <Button aria-label={label} size="touch" className="w-12" onClick={onPress}>
      {children}
    </Button>
  )
}

/** The commands of the run, at the bottom, where a thumb reaches them. */
function RunFoot() {
  return (
    <div className="flex shrink-0 gap-2 border-t border-line bg-bg px-4 py-2 max-sm:px-3 [&_button]:max-sm:w-full [&_button]:max-sm:justify-center [&_button]:max-sm:px-1 [&_svg]:max-sm:hidden [&>span]:max-sm:flex-1">
      <CommandButton id="pick-run.give-up" variant="quiet" label="Give up" />
      <CommandButton id="pick-run.print" label="Print" />
      <span className="flex-1 max-sm:hidden" />
      <CommandButton id="pick-run.camera" label="Camera" />
      <CommandButton id="pick-run.finish" variant="primary" label="Finish" />
      <CommandButton id="pick-run.ship" variant="primary" />
    </div>
  )
}
