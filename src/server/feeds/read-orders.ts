import type { Transaction } from 'kysely'
import { TAKEABLE, withCorrections } from '../arrivals/keep.ts'
import { isAmong } from '../db/dialect/dialect.ts'
import type { FeedName } from '../db/intake-tables.ts'
import { pageOfIds } from '../db/page-of-ids.ts'
import type { Database } from '../db/schema.ts'
import { searchTerms } from '../db/search-text.ts'
import { translate } from '../import/export-records.ts'
import type { KindName } from '../import/kinds/kind.ts'
import { type CodePrefixes, withCodePrefix } from '../import/kinds/orders.ts'
import { itemPrefix, type RawRecord, type Unreadable, unreadable } from '../import/kinds/raw-record.ts'
import { namesOf } from '../import/profiles/customers.ts'
import type { Business } from '../import/profiles/fields.ts'
import { CUSTOMER, type RecordBook } from '../import/profiles/record-book.ts'
import { exportReader } from '../import/profiles/values.ts'
import type { Feed, FeedRow } from './feed.ts'
import { goSweetSpotFeed } from './go-sweet-spot.ts'
import type { OrderMessages } from './messages.ts'
import { shopifyFeed } from './shopify.ts'
import { woocommerceFeed } from './woocommerce.ts'

export const FEEDS: Record<FeedName, Feed> = {
  shopify: shopifyFeed,
  woocommerce: woocommerceFeed,
  gosweetspot: goSweetSpotFeed,
}

export interface ReadDeps {
  prefixes: CodePrefixes
  business: Business
}

/** An order of a feed with what is stored about it. */
export interface FeedOrder {
  key: string
  /** Null if it could not be read yet. */
  code: string | null
  /** The version that was applied last; blank if none was. */
  version: string
  messages: OrderMessages
}

/** What the messages about an order amount to. */
export type ReadOrder = { order: FeedOrder } & (
  | { is: 'older' | 'ahead' | 'left-out' }
  | ({ is: 'faulty'; faults: Unreadable[] } & Origin)
  | ({ is: 'readable'; records: { kind: KindName; raw: RawRecord }[] } & Origin)
)

/** Where an order comes from, for staff. */
interface Origin {
  code: string | null
  source: string
  /** 'orders/updated #1001'. */
  origin: string
  /** The body as it came. */
  original: string
}

/**
 * Reads orders from their messages. Which message came first makes no difference: the newest version counts, with the
 * refunds that it does not contain, and a later deletion cancels it.
 */
export async function readOrders(
  within: Transaction<Database>,
  deps: ReadDeps,
  orders: readonly FeedOrder[],
): Promise<ReadOrder[]> {
  const rows = orders.map((order) => ({ order, row: rowOf(order) }))
  const book = await bookFor(within, deps, rows)
  const all: ReadOrder[] = []
  for (const one of rows) all.push(await readOrder(within, deps, { ...one, book }))
  const known = [...(await storedCodes(within, all)), ...(await waitingCodes(within, all))]
  const read: ReadOrder[] = []
  for (const order of all) {
    const shop = 'code' in order ? otherShop(order, known, read) : null
    read.push(shop === null || !('code' in order) ? order : ofAnotherShop(order, shop))
  }
  return read
}

type Sourced = Extract<ReadOrder, Origin>

/** An order that has a code, and the source of the arrival in which it waits; null if it is stored. */
interface KnownCode {
  key: string
  code: string | null
  waitsFrom: string | null
}

/** The stored orders with the codes of these. */
async function storedCodes(
  within: Transaction<Database>,
  orders: readonly ReadOrder[],
): Promise<KnownCode[]> {
  const stored = await within
    .selectFrom('feed_orders')
    .select(['key', 'code'])
    .where(isAmong(within, 'code', codesOf(orders)))
    .where('version', '<>', '')
    .execute()
  return stored.map((one) => ({ ...one, waitsFrom: null }))
}

/** The orders with the codes of these that staff can still take. Their messages say of which shop they are. */
async function waitingCodes(
  within: Transaction<Database>,
  orders: readonly ReadOrder[],
): Promise<KnownCode[]> {
  const sources = orders.flatMap((one) => ('source' in one ? one.source : []))
  return within
    .selectFrom('feed_orders')
    .innerJoin('feed_messages', 'feed_messages.order_key', 'feed_orders.key')
    .innerJoin('arrivals', (join) =>
      join
        .onRef('arrivals.code', '=', 'feed_orders.code')
        .onRef('arrivals.original', '=', 'feed_messages.body'),
    )
    .select(['feed_orders.key', 'feed_orders.code', 'arrivals.source as waitsFrom'])
    .distinct()
    .where(isAmong(within, 'feed_orders.code', codesOf(orders)))
    .where(isAmong(within, 'arrivals.source', sources))
    .where('arrivals.kind', '=', 'orders')
    .where('arrivals.state', 'in', TAKEABLE)
    .execute()
}

function codesOf(orders: readonly ReadOrder[]): string[] {
  return orders.flatMap((one) => ('code' in one ? (one.code ?? []) : []))
}

/**
 * The other shop of the program whose order has this code already; null if there is none. A code belongs to the order that
 * is stored with it, otherwise to the one that came first and waits.
 */
function otherShop(
  { order: { key, version }, code, source }: Sourced,
  known: readonly KnownCode[],
  before: readonly ReadOrder[],
): string | null {
  if (code === null) return null
  const same = known.filter((one) => one.code === code)
  const stored = same.filter(({ waitsFrom }) => waitsFrom === null)
  const waiting = same.filter(({ waitsFrom }) => waitsFrom === source)
  const isHolder = version !== '' || waiting.some((one) => one.key === key)
  const beside = before.flatMap((one) => ('code' in one && one.code === code ? one.order : []))
  const others = isHolder ? stored : [...stored, ...waiting, ...beside]
  const other = others.find((one) => isOfOther(key, one.key))
  return other ? shopOf(other.key) : null
}

/** Whether an order is another one of the same program. */
export function isOfOther(key: string, other: string): boolean {
  const [feed = ''] = key.split('/')
  return other !== key && other.startsWith(`${feed}/`)
}

/** Why an order cannot be loaded whose code is that of an order of another shop (FEED-10). */
export function sharedCode(shop: string): string {
  return `is also the code of an order of ${shop}: give each shop a prefix in ORDER_CODE_PREFIXES`
}

/** Its source is its shop, so that the next version of the other order does not end its arrival. */
function ofAnotherShop({ order, code, origin, original }: Sourced, other: string): ReadOrder {
  const faults = [unreadable(0, sharedCode(other), 'code')]
  return { order, is: 'faulty', faults, code, source: shopOf(order.key), origin, original }
}

/** The shop of an order by its key: 'shopify/one.myshopify.com/1' is an order of one.myshopify.com. */
export function shopOf(key: string): string {
  return key.split('/').slice(1, -1).join('/')
}

type Row = FeedRow | { deletedCode: string } | { is: 'older' | 'ahead' }

function rowOf({ version, code, messages }: FeedOrder): Row {
  const { newest, deletion, refunds } = messages
  if (newest === null) return deletion !== null && code !== null ? { deletedCode: code } : { is: 'ahead' }
  if (newest.version < version) return { is: 'older' }
  return FEEDS[newest.feed].rowOf(JSON.parse(newest.body), {
    refunds: refunds.map(({ body }): unknown => JSON.parse(body)),
    isDeleted: deletion !== null && deletion.version > newest.version,
    isNew: version === '',
    receivedAt: newest.received_at,
  })
}

interface Reading {
  order: FeedOrder
  row: Row
  book: RecordBook
}

async function readOrder(
  within: Transaction<Database>,
  deps: ReadDeps,
  { order, row, book }: Reading,
): Promise<ReadOrder> {
  const message = order.messages.newest ?? order.messages.deletion
  if ('is' in row || message === null) return { order, is: 'is' in row ? row.is : 'ahead' }
  const feed = FEEDS[message.feed]
  const { prefixes } = deps
  // Two shops of one program have a prefix each, by their addresses.
  const source = prefixes.has(message.shop) ? message.shop : feed.program
  const from = { source, original: message.body }
  if ('deletedCode' in row) {
    const raw = { line: 0, cells: { code: row.deletedCode, status: 'Cancelled' }, items: null }
    const origin = { ...from, code: row.deletedCode, origin: `${message.topic} ${row.deletedCode}` }
    return { order, is: 'readable', records: [{ kind: 'orders', raw }], ...origin }
  }
  const reader = 'row' in row ? readerOf(feed, row.row, deps.business) : null
  const own = 'row' in row ? row.row.cells[reader?.columnOf('code') ?? ''] : row.code
  const named = { line: 0, cells: { code: own ?? '' }, items: null }
  const code = withCodePrefix(named, source, prefixes).cells.code || null
  const origin = { ...from, code, origin: [message.topic, code].filter(Boolean).join(' ') }
  if ('faults' in row || reader === null) {
    return { order, is: 'faulty', faults: 'faults' in row ? row.faults : [], ...origin }
  }
  const { records, faults } = translate(reader, row.row, readOnly(book))
  if (faults.length > 0) return { order, is: 'faulty', faults, ...origin }
  if (records.length === 0) return { order, is: 'left-out' }
  const products = row.products.map((raw) => ({ kind: 'products', raw }) as const)
  const prefixed = records.map(({ kind, raw }) => ({
    kind,
    raw: kind === 'orders' ? withCodePrefix(withItems(raw, row.sent), source, prefixes) : raw,
  }))
  const all = [...products, ...prefixed]
  const mended = await withCorrections(within, source, all)
  return {
    order,
    is: 'readable',
    records: all.map(({ kind, raw }, index) => ({ kind, raw: mended[index] ?? raw })),
    ...origin,
  }
}

function readerOf({ profile }: Feed, { cells, items }: RawRecord, business: Business) {
  const names = [cells, ...(items ?? []).map((item) => item.cells)].flatMap(Object.keys)
  return exportReader(profile, [...new Set(names)], business)
}

/** The items with names of their own for messages, and with how much of each was sent. */
function withItems(raw: RawRecord, sent: ReadonlyMap<number, number>): RawRecord {
  const items = raw.items?.map((item, index) => {
    // A discount has the line of an item, and no quantity.
    const isOpen = !item.cells.fulfilled_quantity && item.cells.quantity !== '0'
    const told = isOpen ? sent.get(item.line) : undefined
    const cells = told === undefined ? item.cells : { ...item.cells, fulfilled_quantity: String(told) }
    return { ...item, prefix: itemPrefix(index + 1), cells }
  })
  return { ...raw, items: items ?? null }
}

/** Customers of one name that are compared. */
const MOST_CANDIDATES = 200

/** The customers that these orders may name: those that a first translation looks for. */
async function bookFor(
  within: Transaction<Database>,
  { business }: ReadDeps,
  orders: readonly { order: FeedOrder; row: Row }[],
): Promise<RecordBook> {
  const asked = new Set<string>()
  const asking: RecordBook = {
    find(name) {
      asked.add(name)
      return null
    },
    add: () => undefined,
  }
  for (const { order, row } of orders) {
    const feed = order.messages.newest?.feed
    if (feed && 'row' in row) translate(readerOf(FEEDS[feed], row.row, business), row.row, asking)
  }
  const book = createBook()
  for (const customer of await candidates(within, [...asked])) book.add(customer.code, namesOf(customer))
  return book
}

const BY_CODE = new RegExp(`^${CUSTOMER} (.+)$`)
const BY_NAME = /^(?:no email|email|company|any) (.+)$/

/** The customers that have one of these names, and some that are like them, oldest first. */
async function candidates(within: Transaction<Database>, names: readonly string[]) {
  const codes = names.flatMap((name) => BY_CODE.exec(name)?.[1] ?? [])
  const texts = new Set(names.flatMap((name) => BY_NAME.exec(name)?.[1] ?? []))
  const found = new Set<number>()
  for (const text of texts) {
    const terms = searchTerms(text)
    if (terms.length === 0) continue
    const page = { from: 'customers', terms, oldestFirst: true, limit: MOST_CANDIDATES } as const
    for (const id of await pageOfIds({ list: within, deep: within }, page)) found.add(id)
  }
  return within
    .selectFrom('customers')
    .select(['id', 'code', 'company', 'name', 'email'])
    .where((where) => where.or([isAmong(within, 'id', [...found]), isAmong(within, 'code', codes)]))
    .orderBy('id')
    .execute()
}

/** Each order brings its customer along: one that is refused with its order must not be missing for another. */
function readOnly({ find }: RecordBook): RecordBook {
  return { find, add: () => undefined }
}

function createBook(): RecordBook {
  const known = new Map<string, { code: string; isShared: boolean }>()
  return {
    find: (name) => known.get(name) ?? null,
    add(code, names) {
      for (const name of names) {
        const before = known.get(name)
        if (before === undefined) known.set(name, { code, isShared: false })
        else if (before.code !== code) known.set(name, { ...before, isShared: true })
      }
    },
  }
}
