import type { Kysely, Transaction } from 'kysely'
import * as z from 'zod'
import type { SourceChange } from '../../contract/orders.ts'
import { exact, inTurn } from '../../domain/orders/item-check.ts'
import type { SourceField } from '../../domain/orders/source-changes.ts'
import type { Database, OrderRow } from '../db/schema.ts'
import { ItemValues, readStepValues, type StepValues } from './steps.ts'
import type { ItemRow } from './store.ts'

/**
 * The groups of columns that a source changes together and staff take or leave together. A group with `unless` is no
 * difference once this order has that column: a payment that staff recorded stays theirs.
 */
export const SOURCE_GROUPS = {
  money: { columns: ['freight_cents', 'subtotal_cents', 'tax_cents', 'total_cents'], unless: null },
  address: {
    columns: ['street', 'suburb', 'city', 'region', 'postcode', 'is_rural', 'country'],
    unless: null,
  },
  customer: { columns: ['customer_id'], unless: null },
  reference: { columns: ['reference'], unless: null },
  notes: { columns: ['notes'], unless: null },
  branch: { columns: ['branch'], unless: null },
  pickup: { columns: ['is_pickup'], unless: null },
  paid: { columns: ['paid_at', 'payment_method', 'payment_reference'], unless: 'paid_at' },
  shipped: {
    columns: ['shipped_at', 'tracking_code', 'tracking_company', 'tracking_url'],
    unless: 'shipped_at',
  },
} as const satisfies Record<string, { columns: readonly (keyof OrderRow)[]; unless: keyof OrderRow | null }>
export type SourceGroup = keyof typeof SOURCE_GROUPS

export const SOURCE_GROUP_NAMES = Object.keys(SOURCE_GROUPS).filter(isGroup)

function isGroup(name: string): name is SourceGroup {
  return Object.hasOwn(SOURCE_GROUPS, name)
}

/** What a source wants in one group: the columns that differ, and the items if these do. */
const Wanted = z.object({
  columns: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** The code of the wanted customer, whose id is in the columns. */
  customer: z.exactOptional(z.string()),
  items: z.exactOptional(z.array(ItemValues)),
})
export type Wanted = z.output<typeof Wanted>
export type SourceWants = Partial<Record<SourceGroup, Wanted>>

const Wants = z.partialRecord(z.enum(SOURCE_GROUP_NAMES), Wanted)

/** Reads `source_changes` or `source_kept` of an order; empty without any. */
export function readWants(json: string | null): SourceWants {
  if (json === null) return {}
  const read = Wants.parse(JSON.parse(json))
  return Object.fromEntries(Object.entries(read).flatMap(([group, one]) => (one ? [[group, one]] : [])))
}

/** Null for no wants. The groups are in one order, so that equal wants are equal texts. */
export function writeWants(wants: SourceWants): string | null {
  const groups = SOURCE_GROUP_NAMES.filter((group) => wants[group] !== undefined)
  return groups.length === 0
    ? null
    : JSON.stringify(Object.fromEntries(groups.map((group) => [group, wants[group]])))
}

/**
 * Whether a source wants the same in a group. The names of products, the order of lines and what was sent of them are no
 * wants: no decision of staff is about them.
 */
export function isSameWanted(one: Wanted | undefined, other: Wanted | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  const [own, others] = [one, other].map(({ columns, customer }) => JSON.stringify([columns, customer]))
  return own === others && haveSameLines(one.items, other.items)
}

/** Whether two stored wants are the same in every group. */
export function areSameWants(one: string | null, other: string | null): boolean {
  const [own, others] = [readWants(one), readWants(other)]
  return SOURCE_GROUP_NAMES.every((group) => isSameWanted(own[group], others[group]))
}

/** Whether two lists of items have as much of each product at each price, for the same sum. */
export function haveSameLines(one: readonly ItemValues[] = [], other: readonly ItemValues[] = []): boolean {
  const [own, others] = [sumsOf(one), sumsOf(other)]
  return own.size === others.size && [...own].every(([key, sum]) => others.get(key) === sum)
}

/** The quantity and the cents of all lines of each product at each price, as one text. */
function sumsOf(items: readonly ItemValues[]): Map<string, string> {
  const lines = new Map<string, ItemValues[]>()
  for (const item of items) {
    const key = JSON.stringify([item.product_code, item.price_cents])
    lines.set(key, [...(lines.get(key) ?? []), item])
  }
  return new Map([...lines].map(([key, of]) => [key, `${quantityOf(of)} ${centsOf(of)}`]))
}

const quantityOf = (items: readonly ItemValues[]) =>
  items.reduce((sum, { quantity }) => exact(sum + quantity), 0)
const centsOf = (items: readonly ItemValues[]) => items.reduce((sum, item) => sum + item.subtotal_cents, 0)

/** The open wants after a change of the order: what staff have recorded themselves is no difference any more. */
export function wantsAfter(json: string | null, order: OrderRow): string | null {
  const wants = readWants(json)
  const open = SOURCE_GROUP_NAMES.filter((group) => {
    const { unless } = SOURCE_GROUPS[group]
    return unless === null || order[unless] === null
  })
  return writeWants(
    Object.fromEntries(open.flatMap((group) => (wants[group] ? [[group, wants[group]]] : []))),
  )
}

/** The values of an order after staff have taken over what its source wants. */
export function takenValues(json: string | null): { set: StepValues; items: ItemValues[] | null } {
  const wants = Object.values(readWants(json))
  const columns = Object.fromEntries(wants.flatMap((wanted) => Object.entries(wanted.columns)))
  return {
    set: readStepValues(columns),
    items: wants.find(({ items }) => items !== undefined)?.items ?? null,
  }
}

/** Replaces the items of an order. What was sent elsewhere stays as it was told last. Returns those before and after. */
export async function replaceItems(
  within: Transaction<Database>,
  orderId: number,
  after: readonly ItemValues[],
): Promise<{ before: ItemValues[]; after: ItemValues[] }> {
  const stored = await within
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  await within.deleteFrom('order_items').where('order_id', '=', orderId).execute()
  const next = inTurn(stored, ({ product_code }) => product_code)
  const rows = after.map((item) => {
    const fulfilled_quantity = next(item.product_code)?.fulfilled_quantity ?? item.fulfilled_quantity
    return { ...item, fulfilled_quantity, order_id: orderId }
  })
  if (rows.length > 0) await within.insertInto('order_items').values(rows).execute()
  return { before: stored.map((item) => ItemValues.parse(item)), after: [...after] }
}

type Here = OrderRow & { customer_code: string }

/** The differences of an order, in the form of the contract. */
export function presentSourceChanges(record: Here, items: readonly ItemRow[]): SourceChange[] {
  const wants = readWants(record.source_changes)
  return SOURCE_GROUP_NAMES.flatMap((group): SourceChange[] => {
    const wanted = wants[group]
    return wanted === undefined ? [] : PRESENTED[group](record, wanted, items)
  })
}

type Present = (here: Here, wanted: Wanted, items: readonly ItemRow[]) => SourceChange[]

const PRESENTED: Record<SourceGroup, Present> = {
  money: presentMoney,
  address: (here, { columns }) => [change('address', placeOf({ ...here }), placeOf({ ...here, ...columns }))],
  customer: (here, { customer = '' }) => [change('customer', here.customer_code, customer)],
  reference: (here, { columns }) => [change('reference', here.reference, columns.reference)],
  notes: (here, { columns }) => [change('notes', here.notes, columns.notes)],
  branch: (here, { columns }) => [change('branch', here.branch, columns.branch)],
  pickup: (here, { columns }) => [change('pickup', here.is_pickup, columns.is_pickup)],
  paid: (here, { columns }) => [change('paid', here.paid_at, columns.paid_at)],
  shipped: (here, { columns }) => [change('shipped', here.shipped_at, columns.shipped_at)],
}

type Value = string | number | null | undefined

function change(field: SourceField, here: Value, wanted: Value, product: string | null = null): SourceChange {
  return { field, product, here: textOf(here), wanted: textOf(wanted) }
}

function textOf(value: Value): string | null {
  return value === null || value === undefined ? null : String(value)
}

/**
 * Quantities and prices by product, then the freight and, if nothing else tells it, the total, or the GST in it. Never
 * empty, because staff could not decide on it then.
 */
function presentMoney(
  here: Here,
  { columns, items: wanted }: Wanted,
  items: readonly ItemRow[],
): SourceChange[] {
  const lines = wanted === undefined ? [] : presentItems(items, wanted)
  const { freight_cents: freight, tax_cents: tax, total_cents: total = here.total_cents } = columns
  const others = freight === undefined ? [] : [change('freight', here.freight_cents, freight)]
  const found = [...lines, ...others]
  if (found.length > 0) return found
  const isOnlyTax = total === here.total_cents && tax !== undefined
  return isOnlyTax ? [change('tax', here.tax_cents, tax)] : [change('total', here.total_cents, total)]
}

function presentItems(here: readonly ItemValues[], wanted: readonly ItemValues[]): SourceChange[] {
  const products = new Set([...here, ...wanted].map(({ product_code }) => product_code))
  return [...products].flatMap((product) => {
    const [own, theirs] = [here, wanted].map((items) => items.filter((item) => item.product_code === product))
    const quantities = [own, theirs].map((items = []) => quantityOf(items))
    const [ownPrice, theirPrice] = [own?.[0]?.price_cents, theirs?.[0]?.price_cents]
    const isRepriced = ownPrice !== undefined && theirPrice !== undefined && ownPrice !== theirPrice
    return [
      ...(quantities[0] === quantities[1] ? [] : [change('quantity', quantities[0], quantities[1], product)]),
      ...(isRepriced ? [change('price', ownPrice, theirPrice, product)] : []),
    ]
  })
}

function placeOf(order: Record<string, unknown>): string | null {
  const parts = ['street', 'suburb', 'city', 'postcode'].map((column) => order[column])
  return parts.filter((part) => typeof part === 'string' && part !== '').join(', ') || null
}

/** The number of orders whose source wants something else than is here, and nobody has decided. */
export async function countSourceChanges(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('source_changes', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
