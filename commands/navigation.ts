import { type Command, defineCommand, type IconName } from './command.ts'
import type { Places } from './context.ts'

type Place = 'orders' | 'consignments' | 'customers' | 'products' | 'suppliers' | 'emails'

function goTo(place: keyof Places & Place, title: string, key: string, icon: IconName): Command {
  return defineCommand({
    id: `go.${place}`,
    title,
    section: 'Go to',
    icon,
    keywords: ['go', 'open', 'list'],
    keys: [`g ${key}`],
    run: ({ powers, places }) => powers.navigate(places[place]()),
  })
}

export const navigationCommands: Command[] = [
  goTo('orders', 'Orders', 'o', 'order'),
  goTo('consignments', 'Consignments', 'n', 'consignment'),
  goTo('customers', 'Customers', 'c', 'customer'),
  goTo('products', 'Products', 'p', 'product'),
  goTo('suppliers', 'Suppliers', 's', 'supplier'),
  goTo('emails', 'Emails', 'e', 'email'),
]
