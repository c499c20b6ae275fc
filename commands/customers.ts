import { copiedOf } from '../src/domain/sentences/record-facts.ts'
import { placeholder, saysNotAvailable } from './engine/placeholders.ts'
import { call, mail, recordCommandsOf } from './engine/record-commands.ts'

const section = 'Customer'
const customer = recordCommandsOf('customer')

export const customerCommands = [
  customer.open(),
  customer.showDetails(['address', 'phone', 'email']),
  customer.showTab({
    tab: 'orders',
    title: 'Show orders',
    icon: 'order',
    keywords: ['tab'],
    verbs: ['orders', 'bought', 'history'],
    key: 't',
    hint: 'Orders',
  }),
  customer.copyCode({
    selected: ({ customers }) => customers,
    sentence: 'copy-customer',
    copied: (customers, given) => copiedOf('customer', customers, given),
  }),
  mail('customer', { section, spoken: (customer) => ({ customer }) }),
  call('customer', { section, spoken: (customer) => ({ customer }) }),
  customer.openInNewTab(),
  placeholder({ id: 'customer.edit', title: 'Edit Customer', section, icon: 'edit', target: 'customer' }),
  saysNotAvailable({
    id: 'customer.new',
    title: 'New Customer',
    section,
    icon: 'add',
    keywords: ['create', 'add'],
    place: ({ places }) => places.list('customer'),
  }),
]
