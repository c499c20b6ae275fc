import { describe, expect, test } from 'vitest'
import { availability } from '../../commands/engine/command.ts'
import type { CommandContext } from '../../commands/engine/context.ts'
import { COMMANDS, type CommandId, commandById } from '../../commands/index.ts'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { productCode } from '../../src/domain/records/record-kind.ts'
import {
  exampleConsignment,
  exampleCustomer,
  exampleOrder,
  exampleProduct,
  exampleSupplier,
  exampleSupplierOrder,
} from '../domain/example-records.ts'
import { contextWith, listTarget, recordTarget } from './example-context.ts'

const customer = exampleCustomer()
const product = exampleProduct()
const supplier = exampleSupplier()
const order = exampleSupplierOrder()
const list = listTarget()

const openCustomer = () => contextWith({ customer, record: recordTarget('10482', { kind: 'customer' }) })
const openProduct = () =>
  contextWith({ product, record: recordTarget(productCode(product), { kind: 'product' }) })

async function ran(id: CommandId, context: CommandContext): Promise<CommandContext['effects']> {
  expect(availability(commandById(id), context)).toEqual({ state: 'ready' })
  await commandById(id).run(context)
  return context.effects
}

// CUS-1, PRD-1, SUP-2
describe.each<[CommandId, () => CommandContext, string]>([
  ['customer.open', () => contextWith({ customer, list }), '/customers/10482'],
  ['customer.orders', () => contextWith({ customer, list }), '/customers/10482?tab=orders'],
  ['customer.details', openCustomer, '/customers/10482'],
  ['product.open', () => contextWith({ product, list }), '/products/2041'],
  ['product.suppliers', () => contextWith({ product, list }), '/products/2041?tab=suppliers'],
  ['product.details', openProduct, '/products/2041'],
  ['supplier.open', () => contextWith({ supplier, list }), '/suppliers/7'],
  ['supplier.orders', () => contextWith({ supplier, list }), '/suppliers/7?tab=orders'],
  ['supplier-order.open', () => contextWith({ 'supplier-order': order, list }), '/suppliers/orders/31'],
  ['tabs.other', () => contextWith({ tabs: { other: '/suppliers?tab=orders' } }), '/suppliers?tab=orders'],
  ['job.new', () => contextWith(), '/jobs/new'],
  ['go.quotes', () => contextWith(), '/quotes'],
])('%s', (id, context, path) => {
  test(`goes to ${path}`, async () => {
    expect((await ran(id, context())).navigate).toHaveBeenCalledWith(path)
  })
})

test.each<[CommandId, CommandContext['targets'], string]>([
  ['customer.copy-code', { customer }, '10482'],
  ['product.copy-code', { product }, 'VLV 20/FB#1'],
  ['supplier.copy-code', { supplier }, 'S0012'],
  ['supplier-order.copy-code', { 'supplier-order': order }, 'PO-1042'],
])('%s copies what staff know it by', async (id, targets, code) => {
  const { copy } = await ran(id, contextWith(targets))
  expect(copy).toHaveBeenCalledWith(code)
})

describe('disabled in the specification, with the reason', () => {
  // BIZ-4, CUS-5, PRD-4
  test.each<[CommandId, CommandContext]>([
    ['customer.edit', openCustomer()],
    ['product.edit', openProduct()],
    ['product.new', contextWith({ list }, { path: '/products' })],
  ])('%s', (id, context) => {
    expect(availability(commandById(id), context)).toEqual({
      state: 'blocked',
      reason: MESSAGES.featureNotAvailable,
    })
  })
})

// BIZ-5
describe('enabled, and says that there is no such feature', () => {
  // JOB-1
  test.each<[CommandId, CommandContext]>([
    ['customer.new', contextWith({}, { path: '/customers' })],
    ['note.new', contextWith({}, { path: '/notes' })],
    ['quote.new', contextWith({}, { path: '/quotes' })],
    ['supplier.new', contextWith({}, { path: '/suppliers' })],
    ['supplier-order.new', contextWith({}, { path: '/suppliers' })],
    ['product.add-supplier', openProduct()],
  ])('%s', async (id, context) => {
    const { notify } = await ran(id, context)
    expect(notify).toHaveBeenCalledExactlyOnceWith('info', 'Feature not available')
  })

  test.each(['customer.new', 'note.new', 'quote.new', 'supplier.new', 'product.new'] as const)(
    '%s is there on its own screen alone',
    (id) => {
      expect(availability(commandById(id), contextWith({}, { path: '/orders' })).state).toBe('hidden')
    },
  )
})

test('an open record is not offered to be opened, but its tabs are', () => {
  expect(availability(commandById('customer.open'), openCustomer()).state).toBe('hidden')
  expect(availability(commandById('product.open'), openProduct()).state).toBe('hidden')
  expect(availability(commandById('customer.details'), contextWith({ customer, list }))).toEqual({
    state: 'hidden',
    reason: 'Open the customer first',
  })
})

test('a record that the palette names has its tabs, although it is not open', async () => {
  const { navigate } = await ran('order.freight', contextWith({ order: exampleOrder() }))
  expect(navigate).toHaveBeenCalledWith('/orders/104823?tab=freight')
})

test('a list with rows that cannot be opened and without filters offers neither command', () => {
  const { openActive: _, focusFilters: __, ...bare } = listTarget()
  for (const id of ['list.open', 'list.filters'] as const) {
    expect(availability(commandById(id), contextWith({ list: bare })).state).toBe('hidden')
  }
})

/** They only open the palette with rows that it can show anyway. */
const TO_THE_PALETTE = ['actions.open', 'palette.type-code']

/** Screen readers capture single keys in reading mode; keys with Ctrl or Cmd reach the page. */
test.each([
  ['an order', { order: exampleOrder(), record: recordTarget('104823') }],
  [
    'a consignment',
    { consignment: exampleConsignment(), record: recordTarget('COC1', { kind: 'consignment' }) },
  ],
  ['a customer', { customer, record: recordTarget('10482', { kind: 'customer' }) }],
  ['a product', { product, record: recordTarget('2041', { kind: 'product' }) }],
  ['a supplier', { supplier, record: recordTarget('7', { kind: 'supplier' }) }],
  ['a supplier order', { 'supplier-order': order, record: recordTarget('31', { kind: 'supplier-order' }) }],
])('every key of the screen of %s has an alternative for screen readers', (_, targets) => {
  const context = contextWith(targets)
  const keyed = COMMANDS.filter(
    (command) =>
      command.keys.length > 0 &&
      !TO_THE_PALETTE.includes(command.id) &&
      command.layers.includes('page') &&
      availability(command, context).state !== 'hidden',
  )
  expect(keyed.length).toBeGreaterThan(3)
  const shut = keyed.filter(
    ({ inPalette, keys }) => !inPalette && !keys.some((key) => key.startsWith('mod+')),
  )
  expect(shut.map(({ id }) => id)).toEqual([])
})
