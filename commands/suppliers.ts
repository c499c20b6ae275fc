import { supplierCode, supplierOrderCode } from '../src/domain/records/record-code.ts'
import { defineCommand } from './engine/command.ts'
import { copyCode } from './engine/copying.ts'
import { isOpen } from './engine/open-record.ts'
import { saysNotAvailable } from './engine/placeholders.ts'
import { offeredWhen } from './engine/rules.ts'

const section = 'Supplier'

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
    run: ({ other }, { powers }) => powers.navigate(other),
  }),
  defineCommand({
    id: 'supplier.open',
    title: 'Open supplier',
    section,
    icon: 'supplier',
    keywords: ['show', 'detail'],
    target: 'supplier',
    // The palette has the supplier's own row for it.
    inPalette: false,
    run: ({ id }, { powers, places }) => powers.navigate(places.record('supplier', id)),
  }),
  defineCommand({
    id: 'supplier.copy-code',
    title: 'Copy Infusion ID',
    section,
    icon: 'copy',
    keywords: ['clipboard', 'code', 'number'],
    target: 'supplier',
    keys: ['y'],
    hint: { label: 'Copy code', group: 'act' },
    run: (supplier, context) => copyCode(supplierCode(supplier), context),
  }),
  defineCommand({
    id: 'supplier-order.open',
    title: 'Open supplier order',
    section,
    icon: 'supplier-order',
    keywords: ['show', 'detail', 'po', 'purchase'],
    target: 'supplier-order',
    inPalette: false,
    offered: (_, context) => offeredWhen(!isOpen('supplier-order', context)),
    run: ({ id }, { powers, places }) => powers.navigate(places.record('supplier-order', id)),
  }),
  defineCommand({
    id: 'supplier-order.copy-code',
    title: 'Copy PO number',
    section,
    icon: 'copy',
    keywords: ['clipboard', 'code', 'purchase'],
    target: 'supplier-order',
    keys: ['y'],
    hint: { label: 'Copy code', group: 'act' },
    run: (order, context) => copyCode(supplierOrderCode(order), context),
  }),
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
