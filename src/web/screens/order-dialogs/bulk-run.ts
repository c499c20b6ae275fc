import { useEffect, useState } from 'react'
import type { BulkAction } from '../../../../commands/engine/context.ts'
import type { Undoable } from '../../../../commands/engine/targets.ts'
import { getOrder, type Order } from '../../../contract/orders.ts'
import { capitalised, counted, nonBlank } from '../../../domain/format/text.ts'
import { cautionBefore, longStepText, ORDER_ACTIONS, orderCan } from '../../../domain/orders/order-actions.ts'
import { filledMessage, PACKED_TEMPLATE, templateFault } from '../../../domain/orders/order-message.ts'
import { keyOf } from '../../../domain/records/indexed-record.ts'
import type { Given } from '../../../domain/sentences/arguments.ts'
import { mayHaveHappened, refusalOf, send } from '../../api/client.ts'
import { actOnOrder, listedOrder, refreshOrders } from '../../api/orders.ts'
import {
  eachEntry,
  entriesIn,
  type RunAction,
  type RunOutcome,
  useRun,
  waitingEntries,
} from '../../form/run.ts'
import { recordIndex } from '../../record-index/record-index.ts'
import { closeDialog, dialogAtom } from '../../state/dialogs.ts'
import { deselect } from '../../state/selection.ts'
import { store } from '../../state/store.ts'
import { notifyDone } from '../../state/toasts.ts'
import { noteUndoable } from '../../state/undoables.ts'
import { dropDraft, mergeDraft, presetDraft, useDraft } from '../../storage/drafts.ts'
import { type BulkEntry, type BulkRun, bulkRunAtom, forgetRun, type Notification } from './bulk-state.ts'
import { payInFull, paymentToday } from './order-fields.tsx'

export interface BulkJob {
  /** Loads the current order, because the list that it was selected in may be old. */
  newest(order: Order): Promise<Order>
  /** Why the action is impossible on an order; null if it is possible. */
  refusal(order: Order): string | null
  /** Whether an order shows that the action was carried out. */
  isDone(order: Order): boolean
  /** Acts on one order. Returns the id by which it can be undone, or null. Rejects on failure. */
  send(order: Order): Promise<string | null>
}

interface BulkKind {
  /** Before a number of orders: 'Pack'. */
  verb: string
  /** Description of what each order gets. */
  terms: string
  /** The customers' default notification; null if they get none. */
  notification: Notification | null
  /** Whether the action records a payment. */
  isPayment: boolean
  /** Acts on one order, like that of `BulkJob`. */
  send(order: Order, terms: Pick<BulkRun, 'notification' | 'payment'>): Promise<string | null>
}

function packing(action: 'pack' | 'pack-on-account', terms: string): BulkKind {
  return {
    verb: 'Pack',
    terms,
    notification: { send: true, message: PACKED_TEMPLATE },
    isPayment: false,
    send(order, { notification }) {
      const { is_pickup } = order.freight
      return actOnOrder(action, order.code, {
        is_pickup,
        send_notification: notification?.send ?? false,
        message: filledMessage(notification?.message ?? PACKED_TEMPLATE, order, is_pickup),
      })
    },
  }
}

/** The actions on several orders, with the initial state of their dialogs. */
export const BULK_KINDS: Record<BulkAction, BulkKind> = {
  pack: packing('pack', 'Each customer gets the standard message.'),
  'pack-on-account': packing(
    'pack-on-account',
    'The orders stay unpaid. Each customer gets the standard message.',
  ),
  'record-payment': {
    verb: 'Record payment of',
    terms: 'Each order is recorded as paid in full today by bank transfer.',
    notification: null,
    isPayment: true,
    send: (order, { payment }) => payInFull(order, payment),
  },
}

/** Why an action is impossible on an order; null if it is possible. */
function refusalBy(action: BulkAction, order: Order): string | null {
  return orderCan(action, order).reason ?? cautionBefore(action, order)
}

/** '1 order', '3 orders'. */
export function ordersIn(count: number): string {
  return counted(count, 'order')
}

/**
 * A new run over the selected orders on which the action is possible.
 * @param given values that were typed for it, in place of the usual ones
 */
export function newBulkRun(action: BulkAction, orders: readonly Order[], given: Given = {}): BulkRun {
  const usual: Notification = BULK_KINDS[action].notification ?? { send: false, message: '' }
  const { send_notification, message } = mergeDraft(
    { send_notification: usual.send, message: usual.message },
    given,
  )
  return {
    action,
    phase: 'asking',
    ...judged(action, orders),
    notification: BULK_KINDS[action].notification && { send: send_notification, message },
    payment: mergeDraft(paymentToday(), given),
    path: location.pathname,
    startedAt: 0,
  }
}

/** The orders on which an action is possible, and the others with the reason. */
function judged(action: BulkAction, orders: readonly Order[]): Pick<BulkRun, 'entries' | 'leftOut'> {
  const all = orders.map((order) => ({ order, reason: refusalBy(action, order) }))
  return {
    entries: waitingEntries(
      all.filter(({ reason }) => reason === null).map(({ order }) => order),
      ({ code }) => code,
    ),
    leftOut: all.flatMap(({ order, reason }) => (reason === null ? [] : [{ order, reason }])),
  }
}

/** A run to confirm, after other users have changed some of its orders. */
function judgedAgain(run: BulkRun, changes: Pick<ReadonlySet<string>, 'has'>): BulkRun {
  const current = (order: Order): Order =>
    (changes.has(keyOf({ kind: 'order', code: order.code })) ? listedOrder(order.code) : null) ?? order
  const orders = [...run.entries.map(({ item }) => item), ...run.leftOut.map(({ order }) => order)]
  return { ...run, ...judged(run.action, orders.map(current)) }
}

/** A run as its dialog shows it. */
export interface Bulk extends BulkRun {
  kind: BulkKind & Pick<(typeof ORDER_ACTIONS)[BulkAction], 'done' | 'failure'>
  /** Why the notification or the payment cannot be sent; null if it can. The run cannot start before. */
  fault: string | null
  changeNotification(change: Partial<Notification>): void
  start(): void
  stop(): void
  close(): void
}

/**
 * The draft of the message to the customers of the selected orders, which Cancel keeps. Orders that are done are not
 * selected any more.
 */
function messageDraft({ entries, leftOut }: Pick<BulkRun, 'entries' | 'leftOut'>): string {
  const open = entries.flatMap(({ id, state }) => (state === 'done' ? [] : [id]))
  const codes = new Set([...open, ...leftOut.map(({ order }) => order.code)])
  return `bulk-message/${[...codes].toSorted().join(',')}`
}

/** Forgets the message of a run that has reached customers, and keeps it for the orders that are not done. */
function keepMessage(before: BulkRun, { entries, leftOut, notification }: BulkRun): void {
  const [was, is] = [messageDraft(before), messageDraft({ entries, leftOut })]
  if (notification === null || was === is) return
  dropDraft(was, { message: '' }, () => true)
  const isComplete = entries.every(({ state }) => state === 'done')
  if (!isComplete && notification.message !== PACKED_TEMPLATE) {
    presetDraft(is, { message: notification.message })
  }
}

const NONE_SELECTED = { entries: [], leftOut: [] }

/**
 * The run that a dialog asks to confirm; after the start, the run of the tab. While a run is pending, the dialog
 * shows it without a question, because a tab has one run at a time. Null if there is no run.
 * @param ask returns the run to confirm; called once
 */
export function useBulkRun(ask: () => BulkRun | null): Bulk | null {
  const { run: started, start, stop } = useRun<BulkEntry, BulkRun>(bulkRunAtom)
  const [selected] = useState(() => (started?.phase === 'running' ? null : ask()))
  const [draft, changeDraft] = useDraft(messageDraft(selected ?? NONE_SELECTED), { message: '' })
  const [asked, setAsked] = useState(() => withMessage(selected, draft.message))
  const isAsking = asked !== null
  useEffect(() => {
    if (!isAsking) return
    return recordIndex.onNews((changes) => setAsked((before) => before && judgedAgain(before, changes)))
  }, [isAsking])
  const run = asked ?? started
  if (run === null) return null
  const { phase } = run
  const { done, failure } = ORDER_ACTIONS[run.action]
  const fault = faultOf(run)
  return {
    ...run,
    kind: { ...BULK_KINDS[run.action], done, failure },
    fault,
    changeNotification(change) {
      setAsked((before) => before && withNotification(before, change))
      if (change.message !== undefined) changeDraft({ message: change.message })
    },
    start() {
      if (fault !== null) return
      setAsked(null)
      start(run, onEach(jobOf(run)), (ended) => {
        keepMessage(run, ended)
        conclude(ended)
      })
    },
    stop,
    close() {
      if (phase !== 'asking') {
        tell(run)
        forgetRun()
      }
      closeDialog()
    },
  }
}

/** The field that cannot be sent as it is, and why; null if all can. */
function faultOf({ action, notification, payment }: BulkRun): string | null {
  if (BULK_KINDS[action].isPayment) {
    const long = longStepText(payment)
    return long && `${capitalised(long.words)} ${long.fault}`
  }
  const fault = notification?.send ? templateFault(notification.message) : null
  return fault && `Message ${fault}`
}

function withNotification(run: BulkRun, change: Partial<Notification>): BulkRun {
  return { ...run, notification: run.notification && { ...run.notification, ...change } }
}

/** The run with the message that was typed before, unless it has another; a blank one was deleted. */
function withMessage(run: BulkRun | null, message: string): BulkRun | null {
  const isUsual = run?.notification?.message === PACKED_TEMPLATE
  return run && isUsual && nonBlank(message) !== null ? withNotification(run, { message }) : run
}

function jobOf(run: BulkRun): BulkJob {
  return {
    newest: ({ code }) => send(getOrder, { path: { code } }),
    refusal: (order) => refusalBy(run.action, order),
    isDone: (order) => ORDER_ACTIONS[run.action].isDone(order),
    send: (order) => BULK_KINDS[run.action].send(order, run),
  }
}

/** The dialog closes if every order succeeded, and stays after a failure. */
function conclude(run: BulkRun): void {
  const done = entriesIn(run, 'done')
  deselect(new Set(done.map(({ id }) => id)))
  const undoable = noteRun(run)
  void refreshOrders()
  const isComplete = done.length === run.entries.length
  const name = store.get(dialogAtom)?.name
  const isShown = name === 'bulk-orders' || name === 'bulk-outcome'
  if (isShown && !isComplete) return
  tell(run, undoable)
  if (!isComplete) return
  forgetRun()
  if (isShown) closeDialog()
}

/** Lets the user undo what a run has done, as one. Orders without an id cannot be undone, and do not prevent the others. */
function noteRun(run: BulkRun): Undoable | null {
  const done = entriesIn(run, 'done').filter(({ undo }) => undo !== null)
  const title = `${capitalised(ORDER_ACTIONS[run.action].noun)} of ${ordersIn(done.length)}`
  return noteUndoable(
    title,
    done.map(({ id }) => id),
    done.map(({ undo }) => undo),
  )
}

/** Shows a toast with the result, which remains after the dialog has closed. */
function tell(run: BulkRun, undoable: Undoable | null = null): void {
  const [failed, stopped] = [entriesIn(run, 'failed').length, entriesIn(run, 'stopped').length]
  const parts = [
    `${ordersIn(entriesIn(run, 'done').length)} ${ORDER_ACTIONS[run.action].done}`,
    failed > 0 && `${failed} failed`,
    stopped > 0 && `${stopped} not started`,
  ]
  notifyDone([], failed > 0 ? 'error' : 'success', parts.filter(Boolean).join(', '), undoable)
}

/** Number of concurrent requests: enough for speed, without loading the server. */
const AT_ONCE = 3

/**
 * Acts on every order of a run that is not done, a few at a time. No order is acted on twice: each one is loaded first, so
 * a retry finds that an order is done even if the first response was lost.
 */
export function onEach(job: BulkJob): RunAction<BulkEntry> {
  return eachEntry((entry, signal) => outcomeOf(entry, job, signal), AT_ONCE)
}

async function outcomeOf(
  { item, unsure }: BulkEntry,
  job: BulkJob,
  signal: AbortSignal,
): Promise<Partial<RunOutcome>> {
  try {
    const newest = await job.newest(item)
    if (unsure && job.isDone(newest)) return { state: 'done', unsure: false }
    const reason = job.refusal(newest)
    if (reason !== null) return { state: 'failed', reason }
    if (signal.aborted) return { state: 'stopped' }
    return { state: 'done', unsure: false, undo: await job.send(newest) }
  } catch (error) {
    return { state: 'failed', reason: refusalOf(error).reason, unsure: mayHaveHappened(error) }
  }
}
