import { type Order, PAYMENT_METHODS, type PaymentBody, type ShippedBody } from '../../../contract/orders.ts'
import { todayInAuckland } from '../../../domain/calendar/nz-calendar.ts'
import { formatCents } from '../../../domain/format/money.ts'
import { capitalised, nonBlank } from '../../../domain/format/text.ts'
import { takesTrackingUrl } from '../../../domain/freight/couriers.ts'
import { longStepText, type StepTextName } from '../../../domain/orders/order-actions.ts'
import { packedMessage } from '../../../domain/orders/order-message.ts'
import {
  EARLIEST_PAYMENT,
  paymentDayFault,
  RECORDED_METHODS,
  USUAL_METHOD,
} from '../../../domain/orders/payment.ts'
import { CallError } from '../../api/client.ts'
import { actOnOrder } from '../../api/orders.ts'
import { DateField } from '../../form/day-input.tsx'
import { CheckField, Figure, SelectField, TextAreaField, TextField } from '../../form/fields.tsx'
import type { FieldFault } from '../../form/use-submission.ts'
import { now } from '../../state/clock.ts'

/** The first text that is too long to be sent, at its field; null if none is. */
export function longTextFault(texts: Readonly<Partial<Record<StepTextName, string>>>): FieldFault | null {
  const long = longStepText(texts)
  return long && { field: long.field, reason: `${capitalised(long.words)}: ${long.fault}.` }
}

/** The fields of a payment. Its amount is the order's total. */
type Payment = Omit<PaymentBody, 'payment_amount'>

/** A payment by bank transfer today (ORD-36). */
export function paymentToday(): Payment {
  return { date_paid: todayInAuckland(now()), payment_method: USUAL_METHOD, reference: '' }
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

const NO_TOTAL = 'The order has no total.'

/** Why the payment of an order's total cannot be sent; null if it can. */
export function paymentFault(
  order: Order,
  { date_paid, reference }: Pick<PaymentBody, 'date_paid' | 'reference'>,
): FieldFault | null {
  if (order.costs.total === null) return { field: 'payment_amount', reason: NO_TOTAL }
  const reason = paymentDayFault(date_paid, todayInAuckland(now()))
  return reason === null ? longTextFault({ reference }) : { field: 'date_paid', reason }
}

/**
 * Records the payment of an order's total (ORD-36). Returns the id by which it can be undone; null if there is none.
 * @throws CallError also if the order has no total
 */
export async function payInFull(
  order: Order,
  payment: Omit<PaymentBody, 'payment_amount'>,
): Promise<string | null> {
  const { total } = order.costs
  if (total === null) throw new CallError(409, NO_TOTAL)
  return actOnOrder('record-payment', order.code, { ...payment, payment_amount: total })
}

/** The fields of a packed order. The message follows the kind of order until the user edits it. */
interface Packing {
  is_pickup: boolean
  send_notification: boolean
  message: string
  messageTyped: boolean
}

/** The customer is notified with the standard message (ORD-37). */
export function standardPacking({ freight }: Order): Packing {
  return { is_pickup: freight.is_pickup, send_notification: true, message: '', messageTyped: false }
}

/** The message that Cancel keeps: one that was typed, and not deleted again. */
export function typedMessage({ message, messageTyped }: Packing): Partial<Packing> {
  return messageTyped && nonBlank(message) !== null ? { message, messageTyped } : {}
}

function messageFor(order: Order, { messageTyped, message, is_pickup }: Packing): string {
  return messageTyped ? message : packedMessage(order, is_pickup)
}

/** Why a packed order cannot be reported: a notification needs a message, which may be too long. Null if it can. */
export function packingFault(order: Order, packing: Packing): FieldFault | null {
  const message = messageFor(order, packing)
  return packing.send_notification && nonBlank(message) === null
    ? { field: 'message', reason: 'Enter a message, or send no notification.' }
    : longTextFault({ message })
}

/** Marks an order as packed. Returns the id by which it can be undone; null if there is none. */
export function pack(
  order: Order,
  packing: Packing,
  action: 'pack' | 'pack-on-account' = 'pack',
): Promise<string | null> {
  const { is_pickup, send_notification } = packing
  return actOnOrder(action, order.code, {
    is_pickup,
    send_notification,
    message: messageFor(order, packing),
  })
}

/** Ships an order with a tracking code. Returns the id by which it can be undone; null if there is none. */
export function sendTracking(code: string, fields: ShippedBody): Promise<string | null> {
  return actOnOrder('add-tracking', code, {
    shipping_company: fields.shipping_company,
    tracking_code: fields.tracking_code.trim(),
    tracking_url: takesTrackingUrl(fields.shipping_company) ? fields.tracking_url : '',
  })
}

interface PackingFieldsProps {
  order: Order
  fields: Packing
  change(patch: Partial<Packing>): void
  errorOf(field: string): string | null
}

/** The notification of the customer, and whether the order is collected. */
export function PackingFields({ order, fields, change, errorOf }: PackingFieldsProps) {
  const { send_notification } = fields
  return (
    <>
      <CheckField
        label="Send notification"
        value={send_notification}
        onChange={(send_notification) => change({ send_notification })}
      />
      {send_notification && nonBlank(order.customer.email) === null && (
        <p role="note" className="text-small text-fg-2">
          The order has no e-mail address: the customer is not notified.
        </p>
      )}
      <TextAreaField
        label="Message"
        value={messageFor(order, fields)}
        onChange={(typed) => change({ message: typed, messageTyped: true })}
        error={errorOf('message')}
      />
      <CheckField
        label="Click & collect"
        value={fields.is_pickup}
        onChange={(is_pickup) => change({ is_pickup })}
      />
    </>
  )
}
