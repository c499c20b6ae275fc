import type { BulkAction } from '../../../../commands/engine/context.ts'
import { getOrder, type Order, type PAYMENT_METHODS } from '../../../contract/orders.ts'
import { orderCan } from '../../../domain/orders/order-can.ts'
import { filledMessage, PACKED_TEMPLATE } from '../../../domain/orders/order-message.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { send } from '../../api/client.ts'
import { orderActions } from '../../api/orders.ts'
import type { BulkJob } from './bulk-run.ts'
import type { BulkRun, Notification } from './bulk-state.ts'
import { payInFull } from './order-fields.tsx'

export interface BulkKind extends Omit<BulkJob, 'send'> {
  /** Before a number of orders: 'Pack'. */
  verb: string
  /** The result for each order: 'packed'. */
  done: string
  /** Description of what each order gets. */
  terms: string
  /** The customers' default notification; null if they get none. */
  notification: Notification | null
  /** How each order is paid; null if the action records no payment. */
  payment: { method: (typeof PAYMENT_METHODS)[number] } | null
  /** Acts on one order. Rejects on failure. */
  send(order: Order, terms: Pick<BulkRun, 'notification' | 'day'>): Promise<void>
  /** The message of the catalogue on failure. */
  failure: string
}

const newest = ({ code }: Order) => send(getOrder, { path: { code } })

/** The actions on several orders, with the initial state of their dialogs. */
export const BULK_KINDS: Record<BulkAction, BulkKind> = {
  pack: {
    verb: 'Pack',
    done: 'packed',
    terms: 'Each customer gets the standard message.',
    notification: { send: true, message: PACKED_TEMPLATE },
    payment: null,
    failure: MESSAGES.pack,
    newest,
    refusal: (order) => orderCan('pack', order).reason,
    send(order, { notification }) {
      const { is_pickup } = order.freight
      return orderActions.pack(order.code, {
        is_pickup,
        send_notification: notification?.send ?? false,
        message: filledMessage(notification?.message ?? PACKED_TEMPLATE, order, is_pickup),
      })
    },
  },
  'record-payment': {
    verb: 'Record payment of',
    done: 'paid',
    terms: 'Each order is recorded as paid in full today by bank transfer.',
    notification: null,
    payment: { method: 'bank' },
    failure: MESSAGES.markPaid,
    newest,
    refusal: (order) => orderCan('record-payment', order).reason,
    send: (order, { day }) => payInFull(order, { date_paid: day, payment_method: 'bank', reference: '' }),
  },
}
