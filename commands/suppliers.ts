import { defineCommand } from './engine/command.ts'
import { saysNotAvailable } from './engine/placeholders.ts'
import { recordCommandsOf } from './engine/record-commands.ts'

const section = 'Supplier'
const supplier = recordCommandsOf('supplier', section)
const supplierOrder = recordCommandsOf('supplier-order', section)

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
  supplier.copyCode({ title: 'Copy Infusion ID', keywords: ['clipboard', 'code', 'number'] }),
  supplierOrder.open(['po', 'purchase']),
  supplierOrder.copyCode({ title: 'Copy PO number', keywords: ['clipboard', 'code', 'purchase'] }),
  saysNotAvailable({
    id: 'supplier-order.new',
    title: 'New Order',
    section,
    icon: 'add',
    keywords: ['create', 'po', 'purchase'],
    place: ({ places }) => places.suppliers(),
  }),
  saysNotAvailable({
    id: 'supplier.new',
    title: 'New Supplier',
    section,
    icon: 'add',
    keywords: ['create', 'add'],
    place: ({ places }) => places.suppliers(),
  }),
]
