import { atom, useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import type { Order, OrderAction } from '../../../contract/orders.ts'
import { todayInAuckland } from '../../../domain/calendar/nz-calendar.ts'
import { capitalised } from '../../../domain/format/text.ts'
import {
  cautionInDialog,
  type Offer,
  ORDER_ACTIONS,
  type OrderDialogName,
  orderCan,
} from '../../../domain/orders/order-actions.ts'
import { shownStatus } from '../../../domain/orders/order-status.ts'
import { orderedBy } from '../../../domain/orders/order-words.ts'
import { ORDER_SENTENCES } from '../../../domain/sentences/order-sentences.ts'
import { CallError, mayHaveHappened, refusalOf } from '../../api/client.ts'
import { currentOrder, refreshOrders } from '../../api/orders.ts'
import { rendered } from '../../api/query-client.ts'
import type { FormDialogProps } from '../../form/form-dialog.tsx'
import { type FieldFault, type Submission, useSubmission } from '../../form/use-submission.ts'
import { paths } from '../../routing/paths.ts'
import { now } from '../../state/clock.ts'
import { closeDialog, dialogAtom } from '../../state/dialogs.ts'
import { ARRIVED, beginWait, endWait } from '../../state/key-queue.ts'
import { noteSent } from '../../state/last-booking.ts'
import { store } from '../../state/store.ts'
import { notifyAbout, notifyDone } from '../../state/toasts.ts'
import { noteUndoable } from '../../state/undoables.ts'
import { mergeDraft, orderDraft, useDraft } from '../../storage/drafts.ts'
import { noteUsual } from '../../storage/usual-values.ts'
import { forgetOpenDialog, isRemembered, rememberAtOrder } from './dialog-memory.ts'

/** A link to the order, where the dialog opens again. */
const orderLink = (code: string) => ({ label: 'Open order', path: paths.record('order', code) })

interface OrderFormParts<Fields extends object> {
  order: Order
  name: OrderDialogName
  /** Whether the dialog can act on an order. */
  offer(order: Order): Offer
  /** Whether an order shows that the dialog has acted on it. */
  isDone(order: Order): boolean
  /** Whether the order leaves the business with it. */
  isLast?: boolean
  initial: Fields
  /**
   * The typed message or notes, which Cancel keeps as a draft while it forgets the other fields; empty if nothing was
   * typed. Absent if the dialog has no such text.
   */
  texts?(fields: NoInfer<Fields>): Partial<NoInfer<Fields>>
  /** The first field that cannot be sent as it is; null if all can. Default: the server checks. */
  fault?(fields: NoInfer<Fields>): FieldFault | null
  /** Returns the ids by which it can be undone; null for one without. */
  action(fields: Fields): Promise<readonly (string | null)[]>
  /** Past participle for the toast: 'packed'. */
  done: string
  /** What an undo undoes, before 'of order 104823': 'Packing'. Absent if the action returns no ids. */
  undone?: string
  /** The message of the catalogue on failure, for the step that failed. */
  failureMessage(): string
  /**
   * Called after a failure, for what was carried out in spite of it.
   * @param here whether the dialog is still on screen
   */
  onFailed?(here: boolean): void
}

/** What the dialog of an action takes from the action's declaration. */
export function orderForm(name: OrderAction) {
  const { isDone, isLast, done, failure, noun } = ORDER_ACTIONS[name]
  return {
    name,
    offer: (order: Order) => orderCan(name, order),
    isDone,
    isLast,
    done,
    undone: capitalised(noun),
    failureMessage: (): string => failure,
  }
}

/**
 * Awaits an action. If its answer is lost, the order is asked what became of it.
 * @returns the ids by which it can be undone; null if the order had to be asked
 * @throws the error of the action, if the order does not show that it was carried out
 */
async function confirmed(
  action: Promise<readonly (string | null)[]>,
  isDone: (order: Order) => boolean,
  before: Order,
): Promise<readonly (string | null)[] | null> {
  try {
    return await action
  } catch (error) {
    const isOpen = mayHaveHappened(error) && !isDone(before)
    const order = isOpen ? await currentOrder(before.code) : null
    if (order && isDone(order)) return null
    throw error
  }
}

/** Reloads the order. Keys for it wait until it is shown as the server has acknowledged it. */
export function awaitRefreshed(code: string): void {
  const wait = beginWait({ label: code, record: null, holds: { targets: ['order', 'orders'] } })
  void refreshOrders()
    .then(rendered, rendered)
    .then(() => endWait(wait, ARRIVED))
}

/** The open dialog of an order, with what was typed for it in the palette. */
const openAtom = atom((get) => {
  const dialog = get(dialogAtom)
  return dialog && 'order' in dialog ? dialog : null
})

/** What was typed for the dialog in the palette, and the check before it is sent without having been looked at (PAL-11). */
function useTyped({ name, offer }: Pick<OrderFormParts<object>, 'name' | 'offer'>) {
  const open = useAtomValue(openAtom)
  const { given = {}, isConfirmed = false } = open ?? {}
  // What is confirmed in the dialog itself has been seen there.
  const isUnseen = useRef(isConfirmed)
  return {
    given,
    isConfirmed,
    /** @throws CallError with the reason, if the order refuses what the sentence says or is not as it was seen */
    async assertAsSeen(): Promise<void> {
      if (!open || !isUnseen.current) return
      isUnseen.current = false
      const newest = await currentOrder(open.order.code)
      if (newest === null) throw new CallError(409, 'The order could not be read again.')
      const says = (order: Order) => ORDER_SENTENCES[name].says(order, given, todayInAuckland(now()))
      const isOther = says(newest) !== says(open.order)
      const refusal = offer(newest).reason ?? cautionInDialog(name, newest)
      const reason = refusal ?? (isOther ? `The order has changed: ${says(newest)}` : null)
      if (reason !== null) throw new CallError(409, `${reason}.`)
    },
  }
}

interface OrderForm<Fields> {
  fields: Fields
  change(patch: Partial<Fields>): void
  /** Props of the dialog. */
  dialog: Pick<
    FormDialogProps,
    | 'description'
    | 'status'
    | 'blocked'
    | 'caution'
    | 'failureMessage'
    | 'submission'
    | 'submitsAtOnce'
    | 'onCancel'
  >
}

/**
 * The state that all order dialogs have. Typed text is kept as a draft through failures, reloads and sign-ins until it is
 * submitted. Cancel keeps only messages and notes. After any response the order is reloaded. If the user has left the
 * dialog, a notice reports a failure, and the dialog is open again at the order; a success does not close a dialog that was
 * opened in the meantime.
 */
export function useOrderForm<Fields extends object>(parts: OrderFormParts<Fields>): OrderForm<Fields> {
  const {
    order,
    name,
    offer,
    isDone,
    isLast = false,
    initial,
    texts,
    action,
    done,
    undone,
    failureMessage,
  } = parts
  const { given, isConfirmed, assertAsSeen } = useTyped(parts)
  const [fields, change, forget] = useDraft(orderDraft(name, order.code), mergeDraft(initial, given))
  // Identified by name and order, because a scan may have closed the dialog and the user reopened it.
  function close(): void {
    if (isRemembered(name, order.code)) forgetOpenDialog()
    const open = store.get(dialogAtom)
    if (open && 'order' in open && open.name === name && open.order.code === order.code) closeDialog()
  }
  const fault = parts.fault?.(fields) ?? null
  const sent = useSubmission({
    label: order.code,
    action: () => assertAsSeen().then(() => confirmed(action(fields), isDone, order)),
    failureOf: refusalOf,
    onDone(steps) {
      if (isLast) noteSent(order.code)
      noteUsual(order.customer.code, fields)
      forget()
      close()
      const codes = [order.code]
      const words = steps === null ? `${done}: the answer was lost, but the server has recorded it` : done
      const undoable = noteUndoable(`${undone} of order ${order.code}`, codes, steps ?? [])
      notifyDone(codes, 'success', `Order ${order.code} ${words}`, undoable)
      awaitRefreshed(order.code)
    },
    onFailed(here) {
      if (!here) tellFailed(name, order.code, failureMessage())
      parts.onFailed?.(here)
      void refreshOrders()
    },
  })
  const caution = cautionInDialog(name, order)
  const { submission, isAsked } = useChecked(sent, fault, caution)
  return {
    fields,
    change,
    dialog: {
      description: describedOrder(order),
      status: shownStatus(order.status),
      blocked: offer(order).reason,
      caution: caution === null ? null : { reason: caution, isAsked },
      failureMessage: failureMessage(),
      submission,
      submitsAtOnce: isConfirmed,
      onCancel() {
        const kept = texts?.(fields) ?? {}
        forget()
        if (Object.keys(kept).length > 0) change(kept)
        close()
      },
    },
  }
}

/** Reports the failure of a dialog that was left, which then opens again at its order. */
function tellFailed(name: OrderDialogName, code: string, failure: string): void {
  notifyAbout([code], 'error', `Order ${code}: ${failure}`, { link: orderLink(code) })
  if (store.get(dialogAtom) === null) rememberAtOrder(name, code)
}

function describedOrder(order: Order): string {
  const customer = orderedBy(order)
  return customer === null ? `Order ${order.code}` : `Order ${order.code}, ${customer}`
}

/**
 * Sends the form only without a fault. After the first attempt the field shows its fault until it is mended. An order
 * that is on hold is asked about once more.
 */
function useChecked(
  sent: Submission,
  fault: FieldFault | null,
  caution: string | null,
): { submission: Submission; isAsked: boolean } {
  const [tried, setTried] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  // What else there is to confirm by now was not asked.
  const isAsked = caution !== null && asked === caution
  const submission = {
    ...sent,
    failure: tried && fault !== null ? { ...fault, unsent: true } : sent.failure,
    submit() {
      setTried(fault !== null)
      if (fault !== null) return
      if (caution === null || isAsked) sent.submit()
      else setAsked(caution)
    },
  }
  return { submission, isAsked }
}
