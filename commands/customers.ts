import { defineCommand } from './engine/command.ts'
import { copyCode } from './engine/copying.ts'
import { isOpen, tabPath } from './engine/open-record.ts'
import { placeholder, saysNotAvailable } from './engine/placeholders.ts'
import { offeredWhen } from './engine/rules.ts'

const section = 'Customer'
const target = 'customer'
const NOT_OPEN = 'Open the customer first'

export const customerCommands = [
  defineCommand({
    id: 'customer.open',
    title: 'Open customer',
    section,
    icon: 'customer',
    keywords: ['show', 'detail'],
    target,
    // The palette has the customer's own row for it.
    inPalette: false,
    offered: (_, context) => offeredWhen(!isOpen(target, context)),
    run: ({ code }, { powers, places }) => powers.navigate(places.record('customer', code)),
  }),
  defineCommand({
    id: 'customer.details',
    title: 'Show details',
    section,
    icon: 'customer',
    keywords: ['tab', 'address', 'phone', 'email'],
    target,
    keys: ['d'],
    hint: { label: 'Details', group: 'view' },
    offered: (_, context) => offeredWhen(isOpen(target, context), NOT_OPEN),
    run: ({ code }, context) =>
      context.powers.navigate(tabPath(target, context, 'details', context.places.record('customer', code))),
  }),
  defineCommand({
    id: 'customer.orders',
    title: 'Show orders',
    section,
    icon: 'order',
    keywords: ['tab', 'bought', 'history'],
    target,
    keys: ['t'],
    hint: { label: 'Orders', group: 'view' },
    run: ({ code }, context) =>
      context.powers.navigate(
        tabPath(target, context, 'orders', context.places.record('customer', code, 'orders')),
      ),
  }),
  defineCommand({
    id: 'customer.copy-code',
    title: 'Copy customer code',
    section,
    icon: 'copy',
    keywords: ['clipboard', 'id', 'account', 'number'],
    target,
    // Over the list of their orders this key copies the order's.
    unless: ['order'],
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
