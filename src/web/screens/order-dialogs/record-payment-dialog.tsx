import type { Order } from '../../../contract/orders.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { payInFull, paymentFault } from './pay-in-full.ts'
import { PaymentFields, paymentToday } from './payment-fields.tsx'
import { useOrderForm } from './use-order-form.ts'

/** Records the payment of an order's total (section 5, reading 43). */
export function RecordPaymentDialog({ order }: { order: Order }) {
  const { fields, change, dialog } = useOrderForm({
    order,
    name: 'record-payment',
    initial: paymentToday(),
    fault: (fields) => paymentFault(order, fields),
    action: (fields) => payInFull(order, fields),
    done: 'paid',
    failureMessage: () => MESSAGES.markPaid,
  })
  return (
    <FormDialog title="Record payment" confirmLabel="Record payment" {...dialog}>
      {(errorOf) => <PaymentFields order={order} fields={fields} change={change} errorOf={errorOf} />}
    </FormDialog>
  )
}
