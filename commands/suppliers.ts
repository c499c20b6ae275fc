import { defineCommand } from './engine/command.ts'
import { saysNotAvailable } from './engine/placeholders.ts'
import { recordCommandsOf } from './engine/record-commands.ts'

const section = 'Supplier'
const supplier = recordCommandsOf('supplier')

export const supplierCommands = [
  defineCommand({
    id: 'tabs.other',
    title: 'Switch between suppliers and their orders',
    section,
    icon: 'supplier-order',
    keywords: ['tab', 'switch', 'po', 'purchase'],
    target: 'tabs',
    keys: ['s'],
    hint: { label: 'Other tab', group: 'view' },
    run: ({ other }, { effects }) => effects.navigate(other),
  }),
  supplier.open(),
  supplier.showDetails(['website']),
  supplier.showTab({
    tab: 'orders',
    title: 'Show purchase orders',
    icon: 'supplier-order',
    keywords: ['tab', 'po'],
    verbs: ['orders', 'purchase orders', 'pos'],
    key: 't',
    hint: 'Orders',
  }),
  supplier.copyCode(),
  supplier.openInNewTab(),
]

export const newSupplierCommands = [
  saysNotAvailable({
    id: 'supplier-order.new',
    title: 'New Order',
    section,
    icon: 'add',
    keywords: ['po', 'purchase'],
    verbs: ['create order', 'add order', 'new purchase order', 'new po'],
    place: ({ places }) => places.list('supplier'),
  }),
  saysNotAvailable({
    id: 'supplier.new',
    title: 'New Supplier',
    section,
    icon: 'add',
    keywords: ['create', 'add'],
    place: ({ places }) => places.list('supplier'),
  }),
]
