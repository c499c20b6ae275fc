import { atom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { DialogRequest } from '../../../../commands/engine/context.ts'
import type { Undoable } from '../../../../commands/engine/targets.ts'
import { getOrder, type Order } from '../../../contract/orders.ts'
import { formatCents } from '../../../domain/format/money.ts'
import { ABSENT, counted, nonBlank } from '../../../domain/format/text.ts'
import { formOf } from '../../../domain/freight/consignment-payload.ts'
import { havePricesExpired, isTooSoon } from '../../../domain/freight/freight-options.ts'
import { formatWeight } from '../../../domain/freight/parcels.ts'
import { isShipped } from '../../../domain/orders/order-status.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { mayHaveHappened, refusalOf, send } from '../../api/client.ts'
import { consignmentQueries, refreshConsignments } from '../../api/consignments.ts'
import { bookOrAsk } from '../../api/freight.ts'
import { queryClient } from '../../api/query-client.ts'
import {
  eachEntry,
  entriesIn,
  type Run,
  type RunEntry,
  type RunOutcome,
  useRun,
  waitingEntries,
} from '../../form/run.ts'
import { ENTRY_ICONS, LeftOutOrders, MOST_UNTYPED, RunDialog, RunProgress } from '../../form/run-dialog.tsx'
import { cn } from '../../lib/cn.ts'
import { now } from '../../state/clock.ts'
import { closeDialog, dialogAtom, openDialog } from '../../state/dialogs.ts'
import { installation } from '../../state/installation.ts'
import { noteSent } from '../../state/last-booking.ts'
import { deselect } from '../../state/selection.ts'
import { store } from '../../state/store.ts'
import { notify, notifyDone } from '../../state/toasts.ts'
import { noteBookings } from '../../state/undoables.ts'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { forgetTyped } from '../consignment-form/use-consignment-draft.ts'
import {
  isTypedAsPriced,
  type NotBooked,
  type PlannedBooking,
  planBookings,
  whyNotBooked,
} from './plan-bookings.ts'

/** More would take longer than their prices can be booked. */
export const MOST_BOOKED = 50

/** `undo` is the code of the consignment. */
type BookingEntry = RunEntry<PlannedBooking>

interface BookingRun extends Run<BookingEntry> {
  leftOut: readonly NotBooked[]
}

const NO_RUN: BookingRun = { phase: 'asking', entries: [], leftOut: [], startedAt: 0 }

/**
 * Books several orders (ORD-100 to ORD-103): prices them, shows the price and the courier of each, and books exactly these prices one
 * after another. An order whose price is no longer the one that was shown is not booked: its new price is shown first.
 */
export function BookOrdersDialog({ request }: { request: DialogRequest & { name: 'book-orders' } }) {
  const [orders] = useState(() => request.orders.slice(0, MOST_BOOKED))
  const { run, pricing, isFresh, price, start, stop } = useBookingRun(request)
  // biome-ignore lint/correctness/useExhaustiveDependencies: prices once, the orders that it was opened for
  useEffect(() => price(orders, []), [])
  const { phase, entries } = run
  const left = entries.filter(({ state }) => state !== 'done')
  const title = `Book ${counted(orders.length, 'order')} by rule`
  const confirm = () => {
    const isExpired = left.some((entry) => !entry.unsure && hasExpired(entry.item))
    if (phase === 'ended' || isExpired) price(ordersOf(left), entries)
    else if (isFresh()) start()
  }
  const blocked = pricing
    ? 'The orders are being priced'
    : left.length === 0
      ? 'No order can be booked'
      : null
  return (
    <RunDialog
      run={run}
      title={title}
      description="With the courier of the first rule that applies, otherwise the cheapest. Prices exclude GST."
      label="Orders"
      isTable
      confirmLabel={`Book ${counted(left.length || entries.length, 'order')}`}
      numberToType={phase === 'asking' && left.length > MOST_UNTYPED ? left.length : null}
      blocked={blocked}
      onConfirm={confirm}
      onStop={stop}
      onClose={closeDialog}
    >
      {request.orders.length > MOST_BOOKED && (
        <p className="text-amber-ink">
          At most {MOST_BOOKED} orders at a time: the other {request.orders.length - MOST_BOOKED} are not
          booked.
        </p>
      )}
      {pricing && (
        <div className="grid gap-1.5">
          <ProgressBar label="Pricing" total={pricing.total} done={pricing.done} failed={0} />
          <p role="status" className="text-small text-fg-2 tabular">
            {`${pricing.done} of ${pricing.total} priced`}
          </p>
        </div>
      )}
      {(phase !== 'asking' || left.length < entries.length) && (
        <Progress run={run} onPrint={(codes) => void openLabelBatch(codes, request)} />
      )}
      <LeftOutList leftOut={run.leftOut} />
      {entries.length > 0 && <BookingTable run={run} />}
    </RunDialog>
  )
}

/** The prices of a run and their booking. */
function useBookingRun(request: DialogRequest & { name: 'book-orders' }) {
  const [runAtom] = useState(() => atom<BookingRun | null>(NO_RUN))
  const { run, start, stop } = useRun<BookingEntry, BookingRun>(runAtom)
  const [pricing, setPricing] = useState<{ done: number; total: number } | null>(null)
  const isOpen = useRef(true)
  /** What restores the typed forms of bookings that cannot be undone yet, by consignment. */
  const [restores] = useState(() => new Map<string, () => void>())
  const [shownAt, setShownAt] = useState(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  /** Prices orders; entries that are done, or may be, stay as they are. */
  async function plan(orders: readonly Order[], earlier: readonly BookingEntry[]): Promise<void> {
    setPricing({ done: 0, total: orders.length })
    const count = () => setPricing((before) => before && { ...before, done: before.done + 1 })
    const plans = await planBookings(orders, count, () => isOpen.current)
    if (!isOpen.current) return
    const planned = plans.flatMap((one) => ('planned' in one ? withBefore(one.planned, earlier) : []))
    const leftOut = plans.flatMap((one) => ('leftOut' in one ? one.leftOut : []))
    store.set(runAtom, (before) => {
      const kept = earlier.filter(({ id }) => !orders.some(({ code }) => code === id))
      const entries = inOrder(
        [...kept, ...waitingEntries(planned, ({ order }) => order.code)],
        request.orders,
      )
      return { ...NO_RUN, entries, leftOut: [...(before?.leftOut ?? []), ...leftOut] }
    })
    setPricing(null)
    setShownAt(performance.now())
  }

  return {
    run: run ?? NO_RUN,
    pricing,
    isFresh: () => !isTooSoon(performance.now(), shownAt),
    price: (orders: readonly Order[], earlier: readonly BookingEntry[]) => void plan(orders, earlier),
    start() {
      const act = eachEntry<BookingEntry>((entry, signal) => outcomeOf(entry, signal, restores))
      if (run) start(run, act, (ended) => conclude(ended, request, restores))
    },
    stop,
  }
}

function inOrder(entries: readonly BookingEntry[], orders: readonly Order[]): BookingEntry[] {
  const place = new Map(orders.map(({ code }, index) => [code, index]))
  return [...entries].sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
}

/** A new price, with the one that was shown before if that was another. */
function withBefore(planned: PlannedBooking, earlier: readonly BookingEntry[]): PlannedBooking {
  const shown = earlier.find(({ id }) => id === planned.order.code)?.item.option.cost ?? null
  return { ...planned, before: shown === planned.option.cost ? null : shown }
}

/** The orders that are priced again. One that may have been booked keeps its price: only that cannot book it twice. */
function ordersOf(entries: readonly BookingEntry[]): Order[] {
  return entries.flatMap(({ item, unsure }) => (unsure ? [] : item.order))
}

function hasExpired({ requestedAt }: PlannedBooking): boolean {
  return havePricesExpired(requestedAt, now())
}

/**
 * Books an order at its price. One that may have been booked is booked at the same price again, which makes no second one;
 * if it is not tried again, it still may have been.
 */
async function outcomeOf(
  entry: BookingEntry,
  signal: AbortSignal,
  restores: Map<string, () => void>,
): Promise<Partial<RunOutcome>> {
  const { order, payload, option } = entry.item
  const refusal = await whyNotNow(entry)
  if (refusal !== null) return { state: 'failed', reason: refusal }
  if (signal.aborted) return { state: 'stopped' }
  try {
    const consignment = await bookOrAsk(payload, option.id, null)
    noteSent(order.code)
    const restoreForm = forgetTyped(order, entry.item.typed)
    if (consignment !== null) restores.set(consignment, restoreForm)
    return { state: 'done', unsure: consignment === null, undo: consignment }
  } catch (error) {
    return { state: 'failed', reason: refusalOf(error).reason, unsure: mayHaveHappened(error) }
  }
}

/** Why an order is not booked at its price any more; null if it is. Never rejects. */
async function whyNotNow({ item, unsure }: BookingEntry): Promise<string | null> {
  if (!unsure && hasExpired(item)) return 'The price has expired'
  try {
    const newest = await send(getOrder, { path: { code: item.order.code } })
    // The server knows whether it was shipped by this booking.
    if (unsure && isShipped(newest)) return null
    const isSame = isPricedAs(newest, item.order) && isTypedAsPriced(item)
    return whyNotBooked(newest) ?? (isSame ? null : 'The order has changed since it was priced')
  } catch (error) {
    return refusalOf(error).reason ?? 'The order could not be loaded'
  }
}

function isPricedAs(newest: Order, priced: Order): boolean {
  const facts = (order: Order) => JSON.stringify([formOf(order), order.items])
  return facts(newest) === facts(priced)
}

/** Offers to undo what was booked. If all of it was, its labels are printed or the dialog closes; otherwise it stays. */
function conclude(run: BookingRun, request: DialogRequest, restores: Map<string, () => void>): void {
  const done = entriesIn(run, 'done')
  deselect(new Set(done.map(({ id }) => id)))
  refreshConsignments()
  // Those of an earlier try have their own time.
  const booked = done.flatMap(({ id, undo }) => {
    const restoreForm = undo === null ? undefined : restores.get(undo)
    return undo === null || restoreForm === undefined ? [] : { order: id, consignment: undo, restoreForm }
  })
  restores.clear()
  tell(run, noteBookings(booked))
  if (store.get(dialogAtom) !== request || done.length < run.entries.length) return
  const codes = labelsOf(run)
  if (codes.length > 0) void openLabelBatch(codes, request)
  else closeDialog()
}

function tell(run: BookingRun, undoable: Undoable | null): void {
  const [failed, stopped] = [entriesIn(run, 'failed').length, entriesIn(run, 'stopped').length]
  const parts = [
    `${counted(entriesIn(run, 'done').length, 'order')} booked`,
    failed > 0 && `${failed} failed`,
    stopped > 0 && `${stopped} not started`,
  ]
  notifyDone([], failed > 0 ? 'error' : 'success', parts.filter(Boolean).join(', '), undoable)
}

/** The consignments that were booked, if their labels can be printed as one job. */
function labelsOf(run: BookingRun): string[] {
  if (!installation.capabilities.has('label-batches')) return []
  return entriesIn(run, 'done').flatMap(({ undo }) => undo ?? [])
}

/**
 * Prints the labels as one job, in the order of the list, by a dialog that takes the place of this one: over another, it
 * would get the keys that are meant for that.
 */
async function openLabelBatch(codes: readonly string[], request: DialogRequest): Promise<void> {
  try {
    const consignments = await Promise.all(
      codes.map((code) => queryClient.fetchQuery({ ...consignmentQueries.detail(code), staleTime: 0 })),
    )
    const open = store.get(dialogAtom)
    if (open === request) openDialog({ name: 'print-labels', consignments, isAsked: false })
    else if (open?.name !== 'print-labels')
      notify('warning', `The labels of ${counted(codes.length, 'order')} have not been printed`)
  } catch {
    notify('error', MESSAGES.labels)
  }
}

function Progress({ run, onPrint }: { run: BookingRun; onPrint(codes: readonly string[]): void }) {
  const { phase, entries } = run
  const labels = labelsOf(run)
  const [done, failed] = [entriesIn(run, 'done').length, entriesIn(run, 'failed').length]
  const words = `${done} of ${entries.length} booked${failed > 0 ? `, ${failed} failed` : ''}`
  return (
    <RunProgress
      label={words}
      total={entries.length}
      done={done}
      failed={failed}
      failure={phase === 'ended' ? 'Another try shows their new prices first.' : null}
    >
      {phase !== 'running' && labels.length > 0 && (
        <div>
          <Button onClick={() => onPrint(labels)}>Print labels of {counted(done, 'order')}</Button>
        </div>
      )}
    </RunProgress>
  )
}

/** The orders that are not booked: problems come first. */
function LeftOutList({ leftOut }: { leftOut: readonly NotBooked[] }) {
  if (leftOut.length === 0) return null
  return (
    <section aria-label="Left out">
      <h3 className="pb-1 text-micro text-amber-ink">Left out: {leftOut.length}</h3>
      <LeftOutOrders leftOut={leftOut} />
    </section>
  )
}

const CELL = 'px-3 py-1.5 text-left align-top'

/** The orders side by side: courier, price and why, then the outcome. */
function BookingTable({ run: { phase, entries } }: { run: BookingRun }) {
  const total = entries.reduce((sum, { item }) => sum + item.option.cost, 0)
  return (
    <table className="w-full rounded-l border border-line max-sm:block [&_tr+tr]:border-t [&_tr]:border-line-soft">
      <thead className="text-micro text-fg-3 max-sm:sr-only">
        <tr>
          <th className={CELL}>Order</th>
          <th className={CELL}>To</th>
          <th className={CELL}>Courier</th>
          <th className={cn(CELL, 'text-right')}>Price</th>
          <th className={CELL}>{phase === 'asking' ? 'Why' : 'Outcome'}</th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {entries.map((entry) => (
          <BookingRow key={entry.id} entry={entry} isAsking={phase === 'asking'} />
        ))}
      </tbody>
      <tfoot className="max-sm:block">
        <tr className="font-semibold max-sm:flex max-sm:justify-between">
          <td className={CELL} colSpan={3}>
            {counted(entries.length, 'consignment')}
          </td>
          <td className={cn(CELL, 'text-right tabular')}>{formatCents(total)}</td>
          <td className="max-sm:hidden" />
        </tr>
      </tfoot>
    </table>
  )
}

function BookingRow({ entry, isAsking }: { entry: BookingEntry; isAsking: boolean }) {
  const { id, item, state } = entry
  const { payload, option, before, requirements } = item
  const pieces = payload.parcels.reduce((sum, { quantity }) => sum + quantity, 0)
  const weight = payload.parcels.reduce((sum, { quantity, weight }) => sum + quantity * weight, 0)
  return (
    <tr className="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto]">
      <td className={CELL}>
        <span className="flex items-center gap-2.5">
          {ENTRY_ICONS[state]}
          <code className="code-block">{id}</code>
        </span>
      </td>
      <td className={cn(CELL, 'wrap-anywhere max-sm:col-span-2 max-sm:row-start-2 max-sm:py-0')}>
        {nonBlank(payload.company) ?? (payload.contact || ABSENT)}
        <span className="block text-small text-fg-2">
          {payload.city || payload.suburb} {payload.postcode}
        </span>
        <span className="block text-small text-fg-2">
          {`${counted(pieces, 'parcel')}, ${formatWeight(weight)} kg. ${item.parcels}`}
        </span>
      </td>
      <td className={cn(CELL, 'max-sm:row-start-3')}>
        {option.courier}
        <span className="block text-small text-fg-2">{option.service}</span>
      </td>
      <td className={cn(CELL, 'text-right font-semibold tabular')}>
        {formatCents(option.cost)}
        {before !== null && (
          <span className="block text-small font-normal text-amber-ink">was {formatCents(before)}</span>
        )}
      </td>
      <td className={cn(CELL, 'wrap-anywhere max-sm:row-start-3 max-sm:text-right')}>
        {isAsking && state !== 'done' && !entry.unsure ? item.reason : outcomeIn(entry)}
        {isAsking &&
          requirements.map((text) => (
            <span key={text} className="block text-small text-amber-ink">
              {text}
            </span>
          ))}
      </td>
    </tr>
  )
}

/** What is known of an order that may have been booked. */
function doubtOf({ reason }: BookingEntry): string {
  return `No answer: it may have been booked. ${reason ?? 'Another try cannot book it twice.'}`
}

function outcomeIn(entry: BookingEntry): string {
  const { state, reason, unsure, undo } = entry
  switch (state) {
    case 'waiting':
      return 'Waiting'
    case 'pending':
      return 'Booking'
    case 'stopped':
      return unsure ? doubtOf(entry) : 'Not started'
    case 'done':
      return undo === null ? 'Booked, number unknown' : `Booked, ${undo}`
    case 'failed':
      return unsure ? doubtOf(entry) : (reason ?? MESSAGES.consignmentCreate)
  }
}
