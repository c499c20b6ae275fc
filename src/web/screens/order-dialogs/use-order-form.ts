import { useEffect } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { shownStatus } from '../../../domain/orders/order-status.ts'
import { orderedBy } from '../../../domain/orders/order-words.ts'
import { refusalOf } from '../../api/failure.ts'
import { refreshOrders } from '../../api/orders.ts'
import type { FormDialogProps } from '../../form/form-dialog.tsx'
import { useSubmission } from '../../form/use-submission.ts'
import { paths } from '../../routing/paths.ts'
import { closeDialog, dialogAtom } from '../../state/dialogs.ts'
import { store } from '../../state/store.ts'
import { notify } from '../../state/toasts.ts'
import { useDraft } from '../../storage/drafts.ts'
import { forgetOpenDialog, isRemembered, type OrderDialogName, rememberOpenDialog } from './dialog-memory.ts'

/** The dialog is open again on the order's own screen. */
const orderLink = (code: string) => ({ label: 'Open order', path: paths.record('order', code) })

interface OrderFormParts<Fields extends object> {
  order: Order
  /** The dialog's name; also names the draft. */
  name: OrderDialogName
  initial: Fields
  action(fields: Fields): Promise<void>
  /** What the toast says has happened to the order: 'packed'. */
  done: string
  /** The catalogue's message when it fails. */
  failureMessage: string
}

export interface OrderForm<Fields> {
  fields: Fields
  change(patch: Partial<Fields>): void
  /** What its dialog is drawn with. */
  dialog: Pick<FormDialogProps, 'description' | 'status' | 'failureMessage' | 'submission' | 'onCancel'>
}

/**
 * What the four order dialogs have in common. What is typed is kept as a draft through a failure, a reload and a
 * sign-in, until it has been sent or is cancelled. Either way of an answer, the order is asked for again. Who has left
 * the dialog meanwhile is told of a failure too and finds it open again at its order, but not once it is done; another
 * dialog that is open by then stays.
 */
export function useOrderForm<Fields extends object>(parts: OrderFormParts<Fields>): OrderForm<Fields> {
  const { order, name, initial, action, done, failureMessage } = parts
  const [fields, change, forget] = useDraft(`${name}/${order.code}`, initial)
  useEffect(() => rememberOpenDialog(name, order.code), [name, order.code])
  // It may have been left by a scan, and be open again: it is told by its name and order.
  function close(): void {
    if (isRemembered(name, order.code)) forgetOpenDialog()
    const open = store.get(dialogAtom)
    if (open && 'order' in open && open.name === name && open.order.code === order.code) closeDialog()
  }
  const submission = useSubmission({
    action: () => action(fields),
    failureOf: refusalOf,
    onDone() {
      forget()
      close()
      notify('success', `Order ${order.code} ${done}`)
      refreshOrders()
    },
    onFailed(here) {
      if (!here) notify('error', `Order ${order.code}: ${failureMessage}`, orderLink(order.code))
      refreshOrders()
    },
  })
  const customer = orderedBy(order)
  return {
    fields,
    change,
    dialog: {
      description: customer === null ? `Order ${order.code}` : `Order ${order.code}, ${customer}`,
      status: shownStatus(order.status),
      failureMessage,
      submission,
      onCancel() {
        forget()
        close()
      },
    },
  }
}
