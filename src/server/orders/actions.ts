import type {
  CollectedBody,
  OrderAction,
  OrderActionBodies,
  PackBody,
  PaymentBody,
  ShippedBody,
} from '../../contract/orders.ts'
import { aucklandDayStart, todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { formatCents } from '../../domain/format/money.ts'
import { codeFault, nonBlank, withNumberSign } from '../../domain/format/text.ts'
import { safeLink } from '../../domain/freight/couriers.ts'
import { type StepTextName, stepTextFault } from '../../domain/orders/order-actions.ts'
import { paymentDayFault } from '../../domain/orders/payment.ts'
import { timestamp } from '../db/times.ts'
import { invalidField, Refusal } from '../http/refusal.ts'
import type { OrderChange } from './change.ts'
import type { StepValues } from './steps.ts'
import type { OrderRecord } from './store.ts'

/** What an action changes on an order. */
interface ActionChange<Body> {
  /** @throws Refusal 422 if the request does not fit the order */
  decide(body: Body, order: OrderRecord, now: number): OrderChange
  /** The order without it, used when it is taken back and the values before it are unknown (ORD-52). */
  without: Omit<StepValues, 'status'>
}

/** What each action changes, and takes away again. */
export const ORDER_CHANGES: {
  readonly [Action in OrderAction]: ActionChange<OrderActionBodies[Action]>
} = {
  'record-payment': {
    decide: recordPayment,
    without: { paid_at: null, payment_method: null, payment_reference: null },
  },
  pack: { decide: pack, without: { ready_at: null } },
  'record-collection': { decide: recordCollection, without: { shipped_at: null, collected_by: null } },
  'add-tracking': {
    decide: addTracking,
    without: { shipped_at: null, tracking_company: null, tracking_code: null, tracking_url: null },
  },
  'pack-on-account': { decide: pack, without: { ready_at: null } },
}

/** Records payment of the whole total on a day up to today; today's payment is recorded with its time. */
function recordPayment(body: PaymentBody, order: OrderRecord, now: number): OrderChange {
  const today = todayInAuckland(now)
  const fault = paymentDayFault(body.date_paid, today)
  if (fault !== null) throw new Refusal(422, fault, 'date_paid')
  if (body.payment_amount !== order.total_cents) {
    throw invalidField(422, 'payment_amount', `must be the order total, ${formatCents(order.total_cents)}`)
  }
  return {
    set: {
      paid_at: timestamp(body.date_paid === today ? now : aucklandDayStart(body.date_paid)),
      payment_method: body.payment_method,
      payment_reference: written('reference', body.reference),
    },
  }
}

/** Marks an order as packed and notifies the customer if requested. The choice of collection becomes the order's. */
function pack(body: PackBody, order: OrderRecord, now: number): OrderChange {
  const message = written('message', body.message)
  const is_pickup = body.is_pickup ? 1 : 0
  const set = { ready_at: timestamp(now), is_pickup }
  if (!body.send_notification) return { set }
  if (message === null) throw invalidField(422, 'message', 'is needed for a notification')
  const recipient = nonBlank(order.customer_email)
  if (recipient === null) {
    return { set, message: 'The order is packed. The customer was not told: there is no e-mail address.' }
  }
  return { set, mail: { recipient, subject: packedSubject(order.code, body.is_pickup), body: message } }
}

/** Subject of the e-mail to the customer of a packed order. */
export function packedSubject(code: string, isPickup: boolean): string {
  return `Your order ${withNumberSign(code)} is ${isPickup ? 'ready to collect' : 'packed and ready to ship'}`
}

/** Marks an order as handed to the customer. The collector's name and the notes may be blank. */
function recordCollection(body: CollectedBody, _order: OrderRecord, now: number): OrderChange {
  written('notes', body.notes)
  return {
    set: {
      shipped_at: timestamp(now),
      collected_by: written('collected_by', body.collected_by),
    },
  }
}

/** Marks an order as sent with a courier. A tracking address is optional, and must be a web address (ORD-39). */
function addTracking(body: ShippedBody, _order: OrderRecord, now: number): OrderChange {
  const trackingCode = written('tracking_code', body.tracking_code)
  if (trackingCode === null) throw invalidField(422, 'tracking_code', 'is required')
  const fault = codeFault(trackingCode)
  if (fault !== null) throw invalidField(422, 'tracking_code', fault)
  const url = written('tracking_url', body.tracking_url)
  if (url !== null && safeLink(url) === null)
    throw invalidField(422, 'tracking_url', 'must be an http or https address')
  return {
    set: {
      shipped_at: timestamp(now),
      tracking_company: body.shipping_company,
      tracking_code: trackingCode,
      tracking_url: url,
    },
  }
}

function written(field: StepTextName, text: string): string | null {
  const fault = stepTextFault(field, text)
  if (fault !== null) throw invalidField(422, field, fault)
  return nonBlank(text)
}
