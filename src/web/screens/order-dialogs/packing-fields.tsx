import type { Order } from '../../../contract/orders.ts'
import { nonBlank } from '../../../domain/format/absent.ts'
import { readyMessage } from '../../../domain/orders/order-message.ts'
import { orderActions } from '../../api/orders.ts'
import { CheckField, TextAreaField } from '../../form/fields.tsx'
import type { FieldFault } from '../../form/use-submission.ts'

/** The fields of a packed order. The message follows the kind of order until the user edits it. */
export interface Packing {
  is_pickup: boolean
  send_notification: boolean
  message: string
  messageTyped: boolean
}

/** The customer is notified with the standard message (reading 43). */
export function standardPacking({ freight }: Order): Packing {
  return { is_pickup: freight.is_pickup, send_notification: true, message: '', messageTyped: false }
}

/** The message that Cancel keeps: one that was typed, and not deleted again. */
export function typedMessage({ message, messageTyped }: Packing): Partial<Packing> {
  return messageTyped && nonBlank(message) !== null ? { message, messageTyped } : {}
}

function messageFor(order: Order, { messageTyped, message, is_pickup }: Packing): string {
  return messageTyped ? message : readyMessage(order, is_pickup)
}

/** Why a packed order cannot be reported: a notification needs a message. Null if it can. */
export function packingFault(order: Order, packing: Packing): FieldFault | null {
  return packing.send_notification && nonBlank(messageFor(order, packing)) === null
    ? { field: 'message', reason: 'Enter a message, or send no notification.' }
    : null
}

/** Marks an order as packed. */
export function pack(order: Order, packing: Packing): Promise<void> {
  const { is_pickup, send_notification } = packing
  return orderActions.markReady(order.code, {
    is_pickup,
    send_notification,
    message: messageFor(order, packing),
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
