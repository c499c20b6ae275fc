import { type Command, defineCommand, type IconName } from './engine/command.ts'

type Place =
  | 'orders'
  | 'consignments'
  | 'customers'
  | 'products'
  | 'suppliers'
  | 'emails'
  | 'notes'
  | 'quotes'
  | 'jobs'
  | 'settings'

/** @param key pressed after `g`; the places outside of the sidebar have none */
function goTo<Name extends Place>(
  place: Name,
  title: string,
  icon: IconName,
  key?: string,
): Command<`go.${Name}`> {
  return defineCommand({
    id: `go.${place}`,
    title,
    section: 'Go to',
    icon,
    keywords: ['go', 'open', 'list'],
    ...(key !== undefined && { keys: [`g ${key}`] }),
    run: ({ powers, places }) => powers.navigate(places[place]()),
  })
}

export const navigationCommands = [
  goTo('orders', 'Orders', 'order', 'o'),
  goTo('consignments', 'Consignments', 'consignment', 'n'),
  goTo('customers', 'Customers', 'customer', 'c'),
  goTo('products', 'Products', 'product', 'p'),
  goTo('suppliers', 'Suppliers', 'supplier', 's'),
  goTo('emails', 'Emails', 'email', 'e'),
  goTo('notes', 'Notes', 'note'),
  goTo('quotes', 'Quotes', 'quote'),
  goTo('jobs', 'Jobs', 'job'),
  goTo('settings', 'Settings', 'settings'),
]
