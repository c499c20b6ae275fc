import type { BulkAction } from '../../../../commands/context.ts'
import { getOrder, type Order } from '../../../contract/orders.ts'
import { MESSAGES } from '../../../domain/catalogue.ts'
import { todayInAuckland } from '../../../domain/nz-calendar.ts'
import { orderCan } from '../../../domain/order-can.ts'
import { readyMessage } from '../../../domain/order-message.ts'
import { send } from '../../api/client.ts'
import { orderActions } from '../../api/orders.ts'
import { now } from '../../state/clock.ts'
import type { BulkJob } from './bulk-run.ts'
import { payInFull } from './pay-in-full.ts'

export interface BulkKind extends BulkJob {
  /** 'Pack': stands before a number of orders. */
  verb: string
  /** 'packed': what has then been done to each. */
  done: string
  /** What each order gets, since nobody fills in a form for it. */
  terms: string
  /** The catalogue's message for one that failed. */
  failure: string
}

const newest = ({ code }: Order) => send(getOrder, { path: { code } })

/** What can be done to several orders in one run, with what their dialogs start with. */
export const BULK_KINDS: Record<BulkAction, BulkKind> = {
  pack: {
    verb: 'Pack',
    done: 'packed',
    terms: 'Each customer is sent the usual message.',
    failure: MESSAGES.markReady,
    newest,
    refusal: (order) => orderCan('pack', order).reason,
    send: (order) =>
      orderActions.markReady(order.code, {
        is_pickup: order.freight.is_pickup,
        send_notification: true,
        message: readyMessage(order, order.freight.is_pickup),
      }),
  },
  'record-payment': {
    verb: 'Record payment of',
    done: 'paid',
    terms: 'Each is recorded as paid today by bank, with its total.',
    failure: MESSAGES.markPaid,
    newest,
    refusal: (order) => orderCan('record-payment', order).reason,
    send: (order) =>
      payInFull(order, { date_paid: todayInAuckland(now()), payment_method: 'bank', reference: '' }),
  },
}
