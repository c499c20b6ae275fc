import { useRef } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { isPaid } from '../../../domain/orders/order-stage.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { OrderNotes } from '../../record/order-notes.tsx'
import { Alert } from '../../ui/alert.tsx'
import { PackingFields, pack, packingFault, standardPacking, typedMessage } from './packing-fields.tsx'
import { payInFull, paymentFault } from './pay-in-full.ts'
import { PaymentFields, paymentToday } from './payment-fields.tsx'
import { useOrderForm } from './use-order-form.ts'

const ONLY_PAID = 'The payment has been recorded. The order has not been packed yet.'

/**
 * Records the payment of an order and packs it. If only the packing fails, or another user has recorded the payment
 * in the meantime, the dialog says so and repeats only the packing.
 */
export function PayAndPackDialog({ order }: { order: Order }) {
  const recorded = useRef(false)
  const isOnlyPaid = () => recorded.current || isPaid(order)
  const { fields, change, dialog } = useOrderForm({
    order,
    name: 'pay-and-pack',
    initial: { ...paymentToday(), ...standardPacking(order) },
    texts: typedMessage,
    fault: (fields) => (isOnlyPaid() ? null : paymentFault(order, fields)) ?? packingFault(order, fields),
    async action(fields) {
      const { date_paid, payment_method, reference } = fields
      if (!isOnlyPaid()) await payInFull(order, { date_paid, payment_method, reference })
      recorded.current = true
      await pack(order, fields)
    },
    done: 'paid and packed',
    failureMessage() {
      if (!isOnlyPaid()) return MESSAGES.markPaid
      // If the response to the payment was lost, the payment may be recorded while the order is not packed.
      return recorded.current ? `${ONLY_PAID} ${MESSAGES.markReady}` : ONLY_PAID
    },
  })
  const title = 'Record payment and pack'
  const { failure, busy } = dialog.submission
  const paid = isOnlyPaid()
  return (
    <FormDialog title={title} confirmLabel={paid ? 'Pack order items' : title} {...dialog}>
      {(errorOf) => (
        <>
          {paid && failure === null && !busy && <Alert tone="info">{ONLY_PAID}</Alert>}
          <OrderNotes order={order} />
          {!paid && <PaymentFields order={order} fields={fields} change={change} errorOf={errorOf} />}
          <PackingFields order={order} fields={fields} change={change} errorOf={errorOf} />
        </>
      )}
    </FormDialog>
  )
}
