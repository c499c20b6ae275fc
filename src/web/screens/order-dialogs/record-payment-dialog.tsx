import { type Order, PAYMENT_METHODS, type PaymentBody } from '../../../contract/orders.ts'
import { todayInAuckland } from '../../../domain/calendar/nz-calendar.ts'
import { formatCents } from '../../../domain/format/money.ts'
import { EARLIEST_PAYMENT, paymentDayFault } from '../../../domain/orders/payment-day.ts'
import { RECORDED_METHODS } from '../../../domain/orders/payment-method.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { DateField } from '../../form/date-field.tsx'
import { Figure, SelectField, TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { now } from '../../state/clock.ts'
import { payInFull } from './pay-in-full.ts'
import { useOrderForm } from './use-order-form.ts'

/** Records the payment of an order's total (section 5, reading 43). */
export function RecordPaymentDialog({ order }: { order: Order }) {
  const today = todayInAuckland(now())
  const { fields, change, dialog } = useOrderForm<Omit<PaymentBody, 'payment_amount'>>({
    order,
    name: 'record-payment',
    initial: { date_paid: today, payment_method: 'bank', reference: '' },
    action: (fields) => payInFull(order, fields),
    done: 'paid',
    failureMessage: MESSAGES.markPaid,
  })
  return (
    <FormDialog title="Record payment" confirmLabel="Record payment" {...dialog}>
      {(errorOf) => (
        <>
          <Figure label="Amount" value={formatCents(order.costs.total)} error={errorOf('payment_amount')} />
          <div className="grid grid-cols-2 gap-x-3 gap-y-2.5 max-sm:grid-cols-1">
            <DateField
              label="Date paid"
              value={fields.date_paid}
              today={today}
              min={EARLIEST_PAYMENT}
              max={today}
              onChange={(date_paid) => change({ date_paid })}
              fault={paymentDayFault(fields.date_paid, today)}
              error={errorOf('date_paid')}
            />
            <SelectField
              label="Method"
              options={PAYMENT_METHODS}
              labelOf={(method) => RECORDED_METHODS[method]}
              value={fields.payment_method}
              onChange={(payment_method) => change({ payment_method })}
              error={errorOf('payment_method')}
            />
          </div>
          <TextField
            label="Reference"
            hint="optional"
            value={fields.reference}
            onChange={(reference) => change({ reference })}
            error={errorOf('reference')}
          />
        </>
      )}
    </FormDialog>
  )
}
