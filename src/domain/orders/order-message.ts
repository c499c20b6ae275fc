import type { Order } from '../../contract/orders.ts'
import { nonBlank } from '../format/absent.ts'

type MessageOrder = Pick<Order, 'code'> & { customer: Pick<Order['customer'], 'first_name'> }

/** What a message for several orders says differently to each. */
const PLACEHOLDERS: Record<string, (order: MessageOrder, isPickup: boolean) => string> = {
  '{first name}': ({ customer }) => nonBlank(customer.first_name) ?? 'there',
  '{order number}': ({ code }) => code,
  '{ready}': (_, isPickup) => (isPickup ? 'ready to collect' : 'packed and ready to ship'),
}

/** The standard message (section 2). Without a first name the greeting goes without one. */
export const READY_TEMPLATE = 'Hi {first name},\n\nYour order #{order number} is {ready}.'

const PLACEHOLDER = /\{[^{}]*\}/g

/** A message with its placeholders replaced by what an order has. */
export function filledMessage(template: string, order: MessageOrder, isPickup: boolean): string {
  return template.replace(PLACEHOLDER, (found) => PLACEHOLDERS[found]?.(order, isPickup) ?? found)
}

/** The message that the pack dialog starts with. */
export function readyMessage(order: MessageOrder, isPickup: boolean): string {
  return filledMessage(READY_TEMPLATE, order, isPickup)
}

/** What is wrong with a message for several orders, null when nothing is. */
export function templateFault(template: string): string | null {
  if (template.trim() === '') return 'is required for a notification'
  const unknown = template.match(PLACEHOLDER)?.find((found) => PLACEHOLDERS[found] === undefined)
  return unknown === undefined
    ? null
    : `has an unknown ${unknown}: use ${Object.keys(PLACEHOLDERS).join(', ')}`
}
