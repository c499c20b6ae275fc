import type { Order } from '../../contract/orders.ts'
import { nonBlank, withNumberSign } from '../format/text.ts'
import { stepTextFault } from './order-actions.ts'

type MessageOrder = Pick<Order, 'code'> & { customer: Pick<Order['customer'], 'first_name'> }

/** Placeholders of a message to several customers, and their values for an order. */
const PLACEHOLDERS: Record<string, (order: MessageOrder, isPickup: boolean) => string> = {
  '{first name}': ({ customer }) => nonBlank(customer.first_name) ?? 'there',
  '{order number}': ({ code }) => code,
  '{ready}': (_, isPickup) => (isPickup ? 'ready to collect' : 'packed and ready to ship'),
}

/** The standard message (ORD-37). Without a first name, the greeting omits it. */
export const PACKED_TEMPLATE = 'Hi {first name},\n\nYour order #{order number} is {ready}.'

/** With its number sign, of which a code that begins with one does not get a second (ORD-72). */
const SIGNED_NUMBER = '#{order number}'

const PLACEHOLDER = /\{[^{}]*\}/g

/** A message with its placeholders replaced by the order's values. */
export function filledMessage(template: string, order: MessageOrder, isPickup: boolean): string {
  return template
    .replaceAll(SIGNED_NUMBER, () => withNumberSign(order.code))
    .replace(PLACEHOLDER, (found) => PLACEHOLDERS[found]?.(order, isPickup) ?? found)
}

/** The initial message of the pack dialog. */
export function packedMessage(order: MessageOrder, isPickup: boolean): string {
  return filledMessage(PACKED_TEMPLATE, order, isPickup)
}

/** Why a message to several customers cannot be sent; null when it can. */
export function templateFault(template: string): string | null {
  if (template.trim() === '') return 'is required for a notification'
  const unknown = template.match(PLACEHOLDER)?.find((found) => PLACEHOLDERS[found] === undefined)
  return unknown === undefined
    ? stepTextFault('message', template)
    : `has an unknown ${unknown}: use ${Object.keys(PLACEHOLDERS).join(', ')}`
}
