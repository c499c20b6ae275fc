import type { Transaction } from 'kysely'
import { withCorrections } from '../arrivals/keep.ts'
import { isAmong } from '../db/dialect/dialect.ts'
import { pageOfIds } from '../db/dialect/page-of-ids.ts'
import type { FeedName } from '../db/intake-tables.ts'
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
  const known = await storedCodes(within, all)
  const read: ReadOrder[] = []
  for (const order of all) {
    const shop = 'code' in order ? otherShop(order, known, read) : null
    read.push(shop === null || !('code' in order) ? order : ofAnotherShop(order, shop))
  }
  return read
}

type Sourced = Extract<ReadOrder, Origin>

interface StoredCode {
  key: string
  code: string | null
}

/** The stored orders with the codes of these. Of one that only waits in Arrivals, nothing could be overwritten. */
async function storedCodes(
  within: Transaction<Database>,
  orders: readonly ReadOrder[],
): Promise<StoredCode[]> {
  const codes = orders.flatMap((one) => ('code' in one ? (one.code ?? []) : []))
  return within
    .selectFrom('feed_orders')
    .select(['key', 'code'])
    .where(isAmong(within, 'code', codes))
    .where('version', '<>', '')
    .execute()
}

/** The other shop of the program whose order has this code already; null if there is none. */
function otherShop(
  { order: { key }, code }: Sourced,
  known: readonly StoredCode[],
  before: readonly ReadOrder[],
): string | null {
  if (code === null) return null
  const [feed = ''] = key.split('/')
  const isOther = (other: string) => other !== key && other.startsWith(`${feed}/`)
  const stored = known.filter((one) => one.code === code)
  const beside = before.flatMap((one) => (one.is === 'readable' && one.code === code ? one.order : []))
  const other = [...stored, ...beside].find((one) => isOther(one.key))
  return other ? shopOf(other.key) : null
}

/** Its source is its shop, so that the next version of the other order does not end its arrival. */
function ofAnotherShop({ order, code, origin, original }: Sourced, other: string): ReadOrder {
  const reason = `is also the code of an order of ${other}: give each shop a prefix in ORDER_CODE_PREFIXES`
  const faults = [unreadable(0, reason, 'code')]
  return { order, is: 'faulty', faults, code, source: shopOf(order.key), origin, original }
}

/** 'shopify/one.myshopify.com/1' is an order of one.myshopify.com. */
function shopOf(key: string): string {
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
