import { type Command, defineCommand, offeredWhen } from './command.ts'
import type { CommandContext } from './context.ts'
import { copyCode } from './copying.ts'
import { isOpen } from './open-record.ts'
import { placeholder, saysNotAvailable } from './placeholders.ts'

const section = 'Customer'
const target = 'customer'
const NOT_OPEN = 'Open the customer first'

/** Where a customer's tab is: its own screen knows where it was opened from, a list does not. */
function tabPath(code: string, context: CommandContext, tab?: 'orders'): string {
  const record = isOpen('customer', context) ? context.targets.record : undefined
  return record?.tab?.(tab ?? 'details') ?? context.places.customer(code, tab)
}

export const customerCommands: Command[] = [
  defineCommand({
    id: 'customer.open',
    title: 'Open customer',
    section,
    icon: 'customer',
    keywords: ['show', 'detail'],
    target,
    // The palette has the customer's own row for it.
    inPalette: false,
    offered: (_, context) => offeredWhen(!isOpen('customer', context)),
    run: ({ code }, { powers, places }) => powers.navigate(places.customer(code)),
  }),
  defineCommand({
    id: 'customer.details',
    title: 'Show the details',
    section,
    icon: 'customer',
    keywords: ['tab', 'address', 'phone', 'email'],
    target,
    keys: ['d'],
    hint: { label: 'Details', group: 'view' },
    offered: (_, context) => offeredWhen(isOpen('customer', context), NOT_OPEN),
    run: ({ code }, context) => context.powers.navigate(tabPath(code, context)),
  }),
  defineCommand({
    id: 'customer.orders',
    title: 'Show the orders',
    section,
    icon: 'order',
    keywords: ['tab', 'bought', 'history'],
    target,
    keys: ['t'],
    hint: { label: 'Orders', group: 'view' },
    run: ({ code }, context) => context.powers.navigate(tabPath(code, context, 'orders')),
  }),
  defineCommand({
    id: 'customer.copy-code',
    title: 'Copy customer code',
    section,
    icon: 'copy',
    keywords: ['clipboard', 'id', 'account', 'number'],
    target,
    keys: ['y'],
    hint: { label: 'Copy code', group: 'act' },
    run: ({ code }, context) => copyCode(code, context),
  }),
  placeholder({ id: 'customer.edit', title: 'Edit Customer', section, icon: 'edit', target }),
  saysNotAvailable({
    id: 'customer.new',
    title: 'New Customer',
    section,
    icon: 'add',
    keywords: ['create', 'add'],
    place: ({ places }) => places.customers(),
  }),
]
