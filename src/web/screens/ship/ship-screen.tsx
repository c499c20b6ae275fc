import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Link } from 'react-router-dom'
import { CARTON_COMMANDS } from '../../../../commands/consignment-form.ts'
import { isSeparator } from '../../../../commands/engine/keymap.ts'
import type { StationTarget } from '../../../../commands/engine/targets.ts'
import type { Order } from '../../../contract/orders.ts'
import { formatCents } from '../../../domain/format/money.ts'
import { stillToScan, toConfirm } from '../../../domain/orders/item-check.ts'
import { withNextParcel } from '../../../domain/orders/parcel-contents.ts'
import { SEPARATOR } from '../../../domain/records/barcode.ts'
import { orderQueries } from '../../api/orders.ts'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { ownsKey, strokeOfEvent } from '../../commands/key-press.ts'
import { useCommandTarget } from '../../commands/targets.ts'
import { cn } from '../../lib/cn.ts'
import { OrderNotes } from '../../record/facts.tsx'
import { paths } from '../../routing/paths.ts'
import { installation } from '../../state/installation.ts'
import { ARRIVED, useWait } from '../../state/key-queue.ts'
import { store } from '../../state/store.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Spinner } from '../../ui/progress.tsx'
import { askedFirst, isBookable } from './confirm.ts'
import { CourierAtStation } from './courier-at-station.tsx'
import { OrderAtStation } from './order-at-station.tsx'
import { BOOKED_WITHOUT_NUMBER } from './reduce-station.ts'
import { nextOfRun, RunAtStation, useFollowedRun } from './run-at-station.tsx'
import type { Opened, Phase, Station } from './station.ts'
import { StationBoard, useBoard } from './station-board.tsx'
import { dispatchStation, stationAtom } from './station-store.ts'
import { useStationForm } from './use-station-form.ts'

/** The ship station: scan an order, check it, press Enter. */
export function Component() {
  const station = useStation()
  const { phase, text } = station
  const field = useRef<HTMLInputElement>(null)
  const opened = openedIn(phase)
  const order = phase.name === 'refused' ? phase.code : (opened?.order.code ?? null)
  const run = useFollowedRun(phase, order)
  const board = useBoard(isIdle(phase))
  const ofRun = nextOfRun(run, phase)
  // After a booking, an Enter too many must not open an order that nobody has fetched.
  const ofBoard = phase.name === 'waiting' ? (board.data?.next?.code ?? null) : null
  const next = ofRun ?? ofBoard
  useStationTarget(station, opened, field)
  useChanges(opened?.order ?? null, phase.name)
  useOpeningWait(phase)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: returns the focus to the scan field
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys work in the scan field
    <div className="scroll-pane p-4 pt-0 max-sm:p-3" onClick={(event) => refocus(event, field.current)}>
      <div className="flex h-11 items-center max-sm:sr-only">
        <h1 className="text-title">Ship station</h1>
      </div>
      <div className="detail-width grid gap-5">
        <ScanField
          field={field}
          text={text}
          next={text === '' ? next : null}
          takesItems={installation.verifiesItems && opened !== null}
          books={enterIn(station) === 'book'}
        />
        {run && <RunAtStation run={run} phase={phase} order={opened?.order.code ?? null} />}
        <StationMessage phase={phase} />
        {phase.name === 'opening' && (
          <p role="status" className="flex items-center gap-3 text-[22px]/[30px] text-fg-2">
            <Spinner label={`Opening ${phase.code}`} /> Opening {phase.code}
          </p>
        )}
        {phase.name === 'waiting' && (
          <p className="text-[22px]/[30px] text-fg-2">
            Scan an order. Enter then books it and prints its label.
          </p>
        )}
        {isIdle(phase) && <StationBoard board={board} ofRun={ofRun} isOpenedByEnter={next !== null} />}
        {opened && phase.name !== 'booked' && (
          <Opening key={opened.order.code} opened={opened} phase={phase} />
        )}
      </div>
    </div>
  )
}

/**
 * The state of the station. Unlike `useAtomValue`, it is followed from the commit on that shows the field: of a key before
 * the effects of this commit, React would restore the text that it has rendered, and the next key would lose it.
 */
function useStation(): Station {
  const [station, show] = useState(() => store.get(stationAtom))
  useLayoutEffect(() => {
    const follow = () => show(store.get(stationAtom))
    follow()
    return store.sub(stationAtom, follow)
  }, [])
  return station
}

/** Whether the bench waits for the next order: its last one is booked, or there was none. */
function isIdle({ name }: Phase): boolean {
  return name === 'waiting' || name === 'booked'
}

/** The keys that act on the order at the station. */
const FOR_ORDER = {
  commands: [
    ...CARTON_COMMANDS,
    'parcels.as-last',
    'ship.next-option',
    'ship.previous-option',
    'ship.freight',
  ],
} as const

/** Lets keys for an order wait while it is opened. They are dropped if the station then shows a message instead. */
function useOpeningWait(phase: Phase): void {
  const failure = phase.name === 'refused' ? phase.reason : phase.name === 'open' ? phase.alert : null
  useWait(
    phase.name === 'opening' ? { label: phase.code, record: null, holds: FOR_ORDER } : null,
    failure === null ? ARRIVED : { type: 'failed', reason: failure },
  )
}

/** The order that the station shows; null if it shows none. */
function openedIn(phase: Phase): Opened | null {
  switch (phase.name) {
    case 'open':
    case 'booking':
    case 'booked':
      return phase.opened
    case 'unknown':
      return phase.doubt.opened
    case 'opening':
      return phase.behind
    default:
      return null
  }
}

function Opening({ opened, phase }: { opened: Opened; phase: Phase }) {
  const station = useStationForm(opened, phase)
  return (
    <>
      <OrderNotes
        order={opened.order}
        className="px-5 py-3 text-[22px]/[30px] max-sm:px-4 max-sm:text-[18px]/[26px]"
      />
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,42%)] gap-8 max-sm:grid-cols-1 max-sm:gap-4">
        <OrderAtStation {...station} opened={opened} />
        <CourierAtStation opened={opened} phase={phase} isPreparing={station.pending} />
      </div>
    </>
  )
}

/**
 * Tells the station what becomes of its order, as far as this browser learns of it; again once an order was opened or
 * booked, because it takes no change meanwhile.
 */
function useChanges(order: Order | null, phase: Phase['name']): void {
  const { data } = useQuery({
    ...orderQueries.detail(order?.code ?? ''),
    initialData: () => order ?? undefined,
    enabled: order !== null,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (order && data && data !== order) dispatchStation({ type: 'changed', order: data })
  }, [data, order, phase])
}

/** The effect of Enter, for the hint bar. */
function enterIn({ text, phase }: Station): StationTarget['enter'] {
  if (text !== '' || phase.name === 'waiting' || phase.name === 'refused' || phase.name === 'booked')
    return 'open'
  if (phase.name === 'unknown') {
    if (!installation.capabilities.has('book-once')) return 'open'
    return phase.isShown ? 'book' : null
  }
  if (phase.name !== 'open') return null
  if (phase.alert !== null && phase.alert !== askedFirst(phase.opened)) return null
  if (phase.opened.prices.state === 'failed' && stillToScan(phase.opened.items) === null) return 'price'
  return isBookable(phase.opened) ? 'book' : null
}

function useStationTarget(
  station: Station,
  opened: Opened | null,
  field: RefObject<HTMLInputElement | null>,
): void {
  const enter = enterIn(station)
  const { phase, text } = station
  const prices = phase.name === 'open' ? phase.opened.prices : null
  const options = prices?.state === 'shown' ? prices.options.length : 0
  const orderCode = phase.name === 'booked' ? null : (opened?.order.code ?? null)
  const confirms = phase.name === 'open' && text === '' ? (toConfirm(phase.opened.items)?.code ?? null) : null
  const canBeginParcel =
    phase.name === 'open' && phase.opened.items.length > 0 && withNextParcel(phase.opened.contents) !== null
  const canNote =
    phase.name === 'open'
      ? phase.opened.unknown !== null
      : phase.name === 'refused' && phase.meaning.is === 'unknown-barcode'
  const clears = text !== '' || !(phase.name === 'waiting' || phase.name === 'booking')
  useCommandTarget(
    'station',
    useMemo(
      () => ({
        enter,
        options,
        orderCode,
        confirms,
        canBeginParcel,
        noteBarcode: canNote ? () => dispatchStation({ type: 'note' }) : null,
        scan: (code) => dispatchStation({ type: 'scanned', code, at: performance.now() }),
        type(text) {
          dispatchStation({ type: 'typed', text: store.get(stationAtom).text + text, at: performance.now() })
          field.current?.focus()
        },
        move: (step) => dispatchStation({ type: 'move', step }),
        close: clears ? () => dispatchStation({ type: 'close' }) : null,
      }),
      [enter, options, orderCode, confirms, canBeginParcel, canNote, clears, field],
    ),
  )
}

/** A click outside the field returns the focus to it, unless the click chose something or selected text. */
function refocus({ target }: MouseEvent, field: HTMLInputElement | null): void {
  if (target instanceof Element && ownsKey(target.closest('a, input'), 'Enter')) return
  if (getSelection()?.isCollapsed !== false) field?.focus()
}

interface ScanFieldProps {
  field: RefObject<HTMLInputElement | null>
  text: string
  /** Whether the items of the open order are scanned here, too. */
  takesItems: boolean
  /** Whether Enter books what is shown. */
  books: boolean
  /** The order of the pick run or of the board that Enter opens; null if it opens none. */
  next: string | null
}

/** The field for scans, and the button that does what Enter does with an empty field. */
function ScanField({ field, text, takesItems, books, next }: ScanFieldProps) {
  const id = useId()
  /** When the key was pressed that the next input comes from: a busy page gets the input later. */
  const pressedAt = useRef<number | null>(null)
  const enter = (at: number, isRepeat: boolean) =>
    dispatchStation(
      next === null || isRepeat ? { type: 'enter', at, isRepeat } : { type: 'scanned', code: next, at },
    )
  function onKeyDown(event: KeyboardEvent): void {
    pressedAt.current = event.timeStamp
    const stroke = strokeOfEvent(event.nativeEvent)
    if (stroke && isSeparator(stroke)) {
      event.preventDefault()
      dispatchStation({ type: 'typed', text: text + SEPARATOR, at: event.timeStamp })
      return
    }
    // A held Space would confirm all items without a code.
    if (stroke?.repeat && stroke.character === ' ' && text === '') {
      event.preventDefault()
      return
    }
    // Some scanners end a code with Tab.
    const ends = stroke?.chord === 'Enter' || (stroke?.chord === 'Tab' && text !== '')
    if (!stroke || !ends) return
    event.preventDefault()
    enter(event.timeStamp, stroke.repeat)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 max-sm:grid-cols-1">
      <label htmlFor={id} className="col-span-full text-[15px]/[22px] font-medium text-fg-2">
        {takesItems ? 'Scan or type an order or one of its items' : 'Scan or type an order'}
      </label>
      <Input
        id={id}
        ref={field}
        autoFocus
        value={text}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        onChange={(event) => {
          const at = pressedAt.current ?? event.timeStamp
          pressedAt.current = null
          dispatchStation({ type: 'typed', text: event.target.value, at })
        }}
        onKeyDown={onKeyDown}
        className="h-14! px-4! font-mono text-[28px] max-sm:text-[22px]/[20px]!"
      />
      <Button
        variant="primary"
        aria-disabled={(!books && next === null) || undefined}
        onClick={(event) => enter(event.timeStamp, false)}
        className="h-14! text-[18px] sm:px-5 max-sm:justify-center"
      >
        {next === null ? 'Book and print' : `Open ${next}`}
        {books && <CommandKeys id="ship.book" className="max-sm:hidden" />}
      </Button>
    </div>
  )
}

interface MessageProps {
  tone: 'error' | 'success'
  Icon: LucideIcon
  title: ReactNode
  children?: ReactNode
}

/** A message that is read from a metre away. */
function Message({ tone, Icon, title, children }: MessageProps) {
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cn(
        'grid grid-cols-[44px_minmax(0,1fr)] items-start gap-x-4 rounded-xl px-5 py-4 max-sm:grid-cols-1',
        tone === 'error'
          ? 'on-fill bg-danger text-on-accent'
          : 'bg-green-bg text-fg inset-ring-2 inset-ring-green-line',
      )}
    >
      <Icon
        className={cn('mt-0.5 size-11 max-sm:hidden', tone === 'success' && 'text-green-ink')}
        aria-hidden="true"
      />
      <div className="min-w-0">
        <p className="text-[34px]/[42px] font-semibold break-words max-sm:text-[24px]/[30px]">{title}</p>
        {children && (
          <div className="mt-1 text-[20px]/[28px] break-words max-sm:text-[16px]/[24px] [&_a]:underline">
            {children}
          </div>
        )}
      </div>
    </div>
  )
}

/** Important messages: a wrong or finished order, a wrong item, a booking that has failed or is done. */
function StationMessage({ phase }: { phase: Phase }) {
  switch (phase.name) {
    case 'refused':
      return (
        <Message tone="error" Icon={CircleX} title={phase.code}>
          {phase.reason}
          {phase.meaning.is === 'product' && (
            <p>
              <Link to={paths.record('product', phase.meaning.code)}>Open {phase.meaning.code}</Link>
            </p>
          )}
          {phase.meaning.is === 'unknown-barcode' && <NotesBarcode />}
        </Message>
      )
    case 'open':
      return phase.alert === null ? null : (
        <Message tone="error" Icon={CircleX} title={phase.alert}>
          {phase.opened.unknown !== null && <NotesBarcode />}
        </Message>
      )
    case 'unknown':
      return <Doubtful phase={phase} />
    case 'booked':
      return <Booked phase={phase} />
    default:
      return null
  }
}

function NotesBarcode() {
  return (
    <p>
      <CommandKeys id="ship.note-barcode" steady className="align-middle" /> notes it in Arrivals
    </p>
  )
}

function Doubtful({ phase: { doubt } }: { phase: Extract<Phase, { name: 'unknown' }> }) {
  const { order } = doubt.opened
  return (
    <Message tone="error" Icon={TriangleAlert} title={`Order ${order.code} may have been booked`}>
      <p>{doubt.reason ?? 'The server did not answer.'}</p>
      {installation.capabilities.has('book-once') ? (
        <p>
          Enter asks again for {doubt.option.courier}, {formatCents(doubt.option.cost)}. It cannot be booked
          twice.
        </p>
      ) : (
        <p>
          Look for it among <Link to={paths.list('consignment')}>today’s consignments</Link>. It is not booked
          again here.
        </p>
      )}
    </Message>
  )
}

function Booked({ phase }: { phase: Extract<Phase, { name: 'booked' }> }) {
  const { opened, option, consignment } = phase
  const title = `Order ${opened.order.code} booked`
  if (consignment === null) {
    return (
      <Message tone="error" Icon={TriangleAlert} title={title}>
        {BOOKED_WITHOUT_NUMBER} <Link to={paths.list('consignment')}>Today’s consignments</Link>
      </Message>
    )
  }
  return (
    <Message tone="success" Icon={CircleCheck} title={title}>
      {option.courier}, {formatCents(option.cost)},{' '}
      <Link to={paths.record('consignment', consignment, 'labels')} className="font-mono">
        {consignment}
      </Link>
      <p>Scan the next order.</p>
    </Message>
  )
}
