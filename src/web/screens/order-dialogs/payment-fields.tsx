import { type Order, PAYMENT_METHODS, type PaymentBody } from '../../../contract/orders.ts'
import { todayInAuckland } from '../../../domain/calendar/nz-calendar.ts'
import { formatCents } from '../../../domain/format/money.ts'
import { EARLIEST_PAYMENT, paymentDayFault } from '../../../domain/orders/payment-day.ts'
import { RECORDED_METHODS } from '../../../domain/orders/payment-method.ts'
import { DateField } from '../../form/date-field.tsx'
import { Figure, SelectField, TextField } from '../../form/fields.tsx'
import { now } from '../../state/clock.ts'

/** The fields of a payment. Its amount is the order's total. */
export type Payment = Omit<PaymentBody, 'payment_amount'>

/** A payment by bank transfer today (reading 43). */
export function paymentToday(): Payment {
  return { date_paid: todayInAuckland(now()), payment_method: 'bank', reference: '' }
}

interface PaymentFieldsProps {
  order: Order
  fields: Payment
  change(patch: Partial<Payment>): void
  errorOf(field: string): string | null
}

/** Amount, day, method and reference of a payment. */
export function PaymentFields({ order, fields, change, errorOf }: PaymentFieldsProps) {
  const today = todayInAuckland(now())
  return (
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
  )
}
