import { useEffect, useState } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { canPayAndPack, type Offer, orderCan } from '../../../domain/orders/order-can.ts'
import { shownStatus } from '../../../domain/orders/order-status.ts'
import { orderedBy } from '../../../domain/orders/order-words.ts'
import { refusalOf } from '../../api/failure.ts'
import { refreshOrders } from '../../api/orders.ts'
import { rendered } from '../../api/query-client.ts'
import type { FormDialogProps } from '../../form/form-dialog.tsx'
import { useSubmission } from '../../form/use-submission.ts'
import { paths } from '../../routing/paths.ts'
import { closeDialog, dialogAtom } from '../../state/dialogs.ts'
import { store } from '../../state/store.ts'
import { notify } from '../../state/toasts.ts'
import { ARRIVED, beginWait, endWait } from '../../state/waits.ts'
import { useDraft } from '../../storage/drafts.ts'
import { forgetOpenDialog, isRemembered, type OrderDialogName, rememberOpenDialog } from './dialog-memory.ts'

/** A link to the order, where the dialog opens again. */
const orderLink = (code: string) => ({ label: 'Open order', path: paths.record('order', code) })

/** Whether each dialog can act on the order. */
const OFFERS: Record<OrderDialogName, (order: Order) => Offer> = {
  'record-payment': (order) => orderCan('record-payment', order),
  'pack-order': (order) => orderCan('pack', order),
  'pay-and-pack': canPayAndPack,
  'record-collection': (order) => orderCan('record-collection', order),
  'add-tracking': (order) => orderCan('add-tracking', order),
}

interface OrderFormParts<Fields extends object> {
  order: Order
  /** Name of the dialog and of its draft. */
  name: OrderDialogName
  initial: Fields
  action(fields: Fields): Promise<void>
  /** Past participle for the toast: 'packed'. */
  done: string
  /** The message of the catalogue on failure, for the step that failed. */
  failureMessage(): string
}

/** Reloads the order. Keys for it wait until it is shown as the server has acknowledged it. */
function awaitRefreshed(code: string): void {
  const wait = beginWait({ label: code, record: null, holds: { targets: ['order', 'orders'] } })
  void refreshOrders()
    .then(rendered, rendered)
    .then(() => endWait(wait, ARRIVED))
}

export interface OrderForm<Fields> {
  fields: Fields
  change(patch: Partial<Fields>): void
  /** Props of the dialog. */
  dialog: Pick<
    FormDialogProps,
    'description' | 'status' | 'blocked' | 'failureMessage' | 'submission' | 'onCancel'
  >
}

/**
 * The state that all order dialogs have. Typed text is kept as a draft through failures, reloads and sign-ins until
 * it is submitted or cancelled. After any response the order is reloaded. If the user has left the dialog, a notice
 * reports a failure, and the dialog is open again at the order; a success does not close a dialog that was opened in
 * the meantime.
 */
export function useOrderForm<Fields extends object>(parts: OrderFormParts<Fields>): OrderForm<Fields> {
  const { order, name, initial, action, done, failureMessage } = parts
  const [fields, change, forget] = useDraft(`${name}/${order.code}`, initial)
  // Only a change while the dialog is open blocks it; otherwise the server decides.
  const [wasAllowed] = useState(() => OFFERS[name](order).offered)
  useEffect(() => rememberOpenDialog(name, order.code), [name, order.code])
  // Identified by name and order, because a scan may have closed the dialog and the user reopened it.
  function close(): void {
    if (isRemembered(name, order.code)) forgetOpenDialog()
    const open = store.get(dialogAtom)
    if (open && 'order' in open && open.name === name && open.order.code === order.code) closeDialog()
  }
  const submission = useSubmission({
    label: order.code,
    action: () => action(fields),
    failureOf: refusalOf,
    onDone() {
      forget()
      close()
      notify('success', `Order ${order.code} ${done}`)
      awaitRefreshed(order.code)
    },
    onFailed(here) {
      if (!here) notify('error', `Order ${order.code}: ${failureMessage()}`, orderLink(order.code))
      void refreshOrders()
    },
  })
  const customer = orderedBy(order)
  return {
    fields,
    change,
    dialog: {
      description: customer === null ? `Order ${order.code}` : `Order ${order.code}, ${customer}`,
      status: shownStatus(order.status),
      blocked: wasAllowed ? OFFERS[name](order).reason : null,
      failureMessage: failureMessage(),
      submission,
      onCancel() {
        forget()
        close()
      },
    },
  }
}
