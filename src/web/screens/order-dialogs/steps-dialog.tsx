import { useState } from 'react'
import type { DialogRequest } from '../../../../commands/engine/context.ts'
import type { Undoable } from '../../../../commands/engine/targets.ts'
import { getOrder, type Order } from '../../../contract/orders.ts'
import { todayInAuckland } from '../../../domain/calendar/nz-calendar.ts'
import { capitalised, counted } from '../../../domain/format/text.ts'
import type { Given } from '../../../domain/sentences/arguments.ts'
import { missingIn, type StepName, tooLongIn } from '../../../domain/sentences/order-sentences.ts'
import {
  firstRefusal,
  judgedSteps,
  MOST_STEPS,
  type Step,
  stepRule,
} from '../../../domain/sentences/order-steps.ts'
import { shipWords } from '../../../domain/sentences/ship-sentence.ts'
import { mayHaveHappened, refusalOf, send } from '../../api/client.ts'
import { knownCartons } from '../../api/freight.ts'
import { refreshOrders } from '../../api/orders.ts'
import { commandContext } from '../../commands/context.ts'
import {
  entriesIn,
  type Run,
  type RunAction,
  type RunEntry,
  type RunOutcome,
  useRun,
  waitingEntries,
} from '../../form/run.ts'
import {
  ENTRY_ICONS,
  MOST_UNTYPED,
  RunDialog,
  RunLine,
  RunList,
  RunProgress,
} from '../../form/run-dialog.tsx'
import { reasonBeside } from '../../lib/reason-beside.ts'
import { paths } from '../../routing/paths.ts'
import { now } from '../../state/clock.ts'
import { closeDialog, dialogAtom } from '../../state/dialogs.ts'
import { installation } from '../../state/installation.ts'
import { noteSent } from '../../state/last-booking.ts'
import { deselect } from '../../state/selection.ts'
import { privateAtom } from '../../state/session.ts'
import { store } from '../../state/store.ts'
import { notifyDone } from '../../state/toasts.ts'
import { noteUndoable } from '../../state/undoables.ts'
import { noteUsual } from '../../storage/usual-values.ts'
import { Alert } from '../../ui/alert.tsx'
import { awaitRefreshed } from './use-order-form.ts'

/**
 * Sends a step as its dialog would with the same values.
 * @returns the id by which it can be undone; null if there is none
 */
export type SendStep = (name: StepName, order: Order, given: Given) => Promise<string | null>

/** One step on one order. */
interface StepItem {
  order: Order
  step: Step
  sentence: string
}
type StepEntry = RunEntry<StepItem>

interface StepsRun extends Run<StepEntry> {
  /** Orders on which a step is impossible, with the reason. */
  leftOut: readonly { order: Order; reason: string }[]
}

/** The run that was started last in this tab. */
const stepsRunAtom = privateAtom<StepsRun | null>(null)

/** All steps on each order that allows them all, one order after the other. */
function newStepsRun(orders: readonly Order[], steps: readonly Step[]): StepsRun {
  const today = todayInAuckland(now())
  const judged = orders.map((order) => ({ order, refused: firstRefusal(order, steps, today) }))
  const items = judged.flatMap(({ order, refused }) =>
    refused !== null
      ? []
      : judgedSteps(order, steps, today).map((step, index) => ({
          order,
          step,
          sentence: step.sentence,
          index,
        })),
  )
  return {
    phase: 'asking',
    entries: waitingEntries(items, ({ order, index }) => `${order.code}/${index + 1}`),
    leftOut: judged.flatMap(({ order, refused }) =>
      refused === null ? [] : [{ order, reason: `Step ${refused.index + 1}: ${refused.reason}` }],
    ),
    startedAt: 0,
  }
}

interface StepsDialogProps {
  request: DialogRequest & { name: 'order-steps' }
  sendStep: SendStep
}

/**
 * Several steps of one sentence (PAL-13): shows each, then carries them out one after another, as one run that `z` undoes. It
 * ends with the first one that is refused.
 */
export function StepsDialog({ request, sendStep }: StepsDialogProps) {
  const { orders, steps, isConfirmed, ship } = request
  const { run: started, start, stop } = useRun<StepEntry, StepsRun>(stepsRunAtom)
  const [asked, setAsked] = useState<StepsRun | null>(() => newStepsRun(orders, steps))
  const run = asked ?? started
  if (run === null) return null
  const { phase, entries, leftOut } = run
  const done = entriesIn(run, 'done').length
  const failed = entriesIn(run, 'failed').length
  const title = `${counted(steps.length, 'step')} ${subjectOf(run)}`
  const blocked = busyWith(started) ?? blockedBecause(run, steps)
  const count = codesIn(entries).length
  return (
    <RunDialog
      run={run}
      title={title}
      description="They are carried out one after another. The first one that is refused ends the run."
      label="Steps"
      confirmLabel={`Carry out ${counted(entries.length, 'step')}`}
      numberToType={phase === 'asking' && count > MOST_UNTYPED ? count : null}
      blocked={blocked}
      startsAtOnce={isConfirmed}
      onConfirm={() => {
        setAsked(null)
        start(run, inTurn(sendStep), (ended) => conclude(ended, request), count === 1 ? 'the steps' : null)
      }}
      onStop={stop}
      onClose={closeDialog}
    >
      {phase === 'asking' && entries.length > 0 && blocked !== null && (
        <Alert tone="warning" title={`${blocked}.`} />
      )}
      {phase !== 'asking' && (
        <RunProgress
          label={`${done} of ${counted(entries.length, 'step')} done`}
          total={entries.length}
          done={done}
          failed={failed}
          failure={phase === 'ended' ? failureOf(run) : null}
        />
      )}
      <RunList>
        {entries.map((entry) => (
          <RunLine
            key={entry.id}
            icon={ENTRY_ICONS[entry.state]}
            code={entry.item.order.code}
            name={entry.item.sentence}
            isSentence
          >
            {phase === 'asking' ? '' : outcomeWords(entry)}
          </RunLine>
        ))}
        {ship &&
          orders.map((order) => (
            <RunLine
              key={`ship ${order.code}`}
              icon={ENTRY_ICONS.waiting}
              code={order.code}
              name={shipWords('Ship', order, ship, knownCartons())}
              isSentence
            >
              Opened afterwards
            </RunLine>
          ))}
        {leftOut.map(({ order, reason }) => (
          <RunLine key={order.code} icon={ENTRY_ICONS.stopped} code={order.code} name={reason} isSentence>
            Left out
          </RunLine>
        ))}
      </RunList>
    </RunDialog>
  )
}

/** 'on order 108856' */
function subjectOf({ entries, leftOut }: StepsRun): string {
  return `on ${ordersOf([...codesIn(entries), ...leftOut.map(({ order }) => order.code)])}`
}

/** The orders of steps, each once. */
function codesIn(entries: readonly StepEntry[]): string[] {
  return [...new Set(entries.map(({ item }) => item.order.code))]
}

/** Why no run can start while the last step of an earlier one, whose dialog was closed, is pending; null if none is. */
function busyWith(earlier: StepsRun | null): string | null {
  return earlier?.phase === 'running' ? `The steps ${subjectOf(earlier)} are still being carried out` : null
}

function blockedBecause({ entries, leftOut }: StepsRun, steps: readonly Step[]): string | null {
  if (steps.length > MOST_STEPS) return `At most ${MOST_STEPS} steps in one sentence`
  if (entries.length === 0) return leftOut[0]?.reason ?? 'No order allows all steps'
  const faults = steps.map(({ name, given }) => missingIn(name, given) ?? tooLongIn(given))
  const index = faults.findIndex((fault) => fault !== null)
  return index === -1 ? null : `Step ${index + 1}: ${faults[index]}`
}

function outcomeWords({ state, reason, unsure, item }: StepEntry): string {
  if (state === 'done') return stepRule(item.step.name).done
  if (state === 'failed') return reason ?? (unsure ? 'No answer from the server' : 'Failed')
  return { waiting: 'Waiting', pending: 'In progress', stopped: 'Not started' }[state]
}

/** The message of the catalogue for the step that failed; null if none did. */
function failureOf(run: StepsRun): string | null {
  const [failed] = entriesIn(run, 'failed')
  return failed ? stepRule(failed.item.step.name).failure : null
}

/** Carries out the steps one after another, up to the first one that fails. */
function inTurn(sendStep: SendStep): RunAction<StepEntry> {
  return async ({ waiting, dispatch }) => {
    const change = (id: string, outcome: Partial<RunOutcome>) => dispatch({ type: 'changed', id, outcome })
    for (let [entry, ...others] = waiting(); entry; [entry, ...others] = waiting()) {
      const { code } = entry.item.order
      change(entry.id, { state: 'pending' })
      const rest = others.filter(({ item }) => item.order.code === code)
      const { id, outcome } = await outcomeOf(entry, rest, sendStep)
      if (id !== entry.id) change(entry.id, { state: 'waiting' })
      change(id, outcome)
      if (outcome.state === 'failed') dispatch({ type: 'stopped' })
    }
  }
}

/**
 * Carries out a step, if the order as it is now allows it and the steps of the order behind it, and their sentences are
 * still those that were confirmed.
 * @returns the outcome of the step, or the refusal of a later one
 */
async function outcomeOf(
  entry: StepEntry,
  rest: readonly StepEntry[],
  sendStep: SendStep,
): Promise<{ id: string; outcome: Partial<RunOutcome> }> {
  const { id, item, unsure } = entry
  const { name, given } = item.step
  try {
    const order = await send(getOrder, { path: { code: item.order.code } })
    if (unsure && stepRule(name).isDone(order)) return { id, outcome: { state: 'done', unsure: false } }
    const entries = [entry, ...rest]
    const steps = entries.map((one) => one.item.step)
    for (const [index, { sentence, refusal }] of judgedSteps(
      order,
      steps,
      todayInAuckland(now()),
    ).entries()) {
      const { id, item } = entries[index] ?? entry
      const isOther = sentence !== item.sentence
      const reason = refusal ?? (isOther ? `The order has changed: ${sentence}` : null)
      if (reason !== null) return { id, outcome: { state: 'failed', reason } }
    }
    return { id, outcome: { state: 'done', unsure: false, undo: await sendStep(name, order, given) } }
  } catch (error) {
    const reason = reasonBeside(stepRule(name).failure, refusalOf(error).reason)
    return { id, outcome: { state: 'failed', reason, unsure: mayHaveHappened(error) } }
  }
}

/** The dialog of the run closes if every step succeeded, and stays after a failure. */
function conclude(run: StepsRun, request: DialogRequest): void {
  const done = entriesIn(run, 'done')
  const codes = codesIn(done)
  for (const { item } of done) {
    noteUsual(item.order.customer.code, item.step.given)
    if (stepRule(item.step.name).isLast) noteSent(item.order.code)
  }
  const isComplete = done.length === run.entries.length
  if (isComplete) deselect(new Set(codes))
  const lost = codesIn(done.filter(({ undo }) => undo === null))
  const undoable = noteSteps(done.filter(({ item }) => !lost.includes(item.order.code)))
  const words = isComplete
    ? wordsOf(run)
    : `${done.length} of ${counted(run.entries.length, 'step')} done ${subjectOf(run)}`
  const exception =
    lost.length > 0 && installation.capabilities.has('taking-back') ? `. No undo for ${lost.join(', ')}` : ''
  notifyDone(codes, isComplete ? 'success' : 'error', words + exception, undoable)
  const [code] = codes
  if (code !== undefined && codes.length === 1) awaitRefreshed(code)
  else void refreshOrders()
  if (!isComplete || store.get(dialogAtom) !== request) return
  closeDialog()
  if (code !== undefined) openShipping(code, request)
}

/** Leads to the form of the order with what was typed for its consignment. */
function openShipping(code: string, request: DialogRequest): void {
  if (request.name !== 'order-steps' || !request.ship) return
  const { ship: given } = request
  const asked = { order: code, isAnother: false, given, isPriced: Object.keys(given).length > 0 }
  commandContext().effects.openForm(paths.record('order', code, 'freight'), asked)
}

/** Lets the user undo steps as one. Orders with a lost answer cannot be undone, and do not prevent the others. */
function noteSteps(done: readonly StepEntry[]): Undoable | null {
  const codes = codesIn(done)
  const title = `${counted(done.length, 'step')} of ${ordersOf(codes)}`
  return noteUndoable(
    title,
    codes,
    done.map(({ undo }) => undo),
  )
}

/** 'order 108856', '3 orders' */
function ordersOf(codes: readonly string[]): string {
  return codes.length === 1 ? `order ${codes.join()}` : counted(codes.length, 'order')
}

/** 'Order 108856 paid, packed, collected' */
function wordsOf(run: StepsRun): string {
  const codes = codesIn(run.entries)
  const words = [...new Set(run.entries.map(({ item }) => stepRule(item.step.name).done))]
  return `${capitalised(ordersOf(codes))} ${words.join(', ')}`
}
