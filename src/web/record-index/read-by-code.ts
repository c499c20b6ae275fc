import { getOrderFigures } from '../../contract/answers.ts'
import { PAGE_SIZE } from '../../contract/call.ts'
import { listConsignments } from '../../contract/consignments.ts'
import type { ExportRequest } from '../../contract/exports.ts'
import { listOrders } from '../../contract/orders.ts'
import { fold, nonBlank } from '../../domain/format/text.ts'
import type { FilteredList } from '../../domain/lists/filtered-list.ts'
import type { OrderFilter } from '../../domain/lists/order-filter.ts'
import { comparedNumber } from '../../domain/orders/order-code.ts'
import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import { gluedName, likelyKind } from '../../domain/records/kind-words.ts'
import { kindFacts, type RecordKind, type Records } from '../../domain/records/record-kind.ts'
import { CallError, isAmbiguity, refusalOf, send } from '../api/client.ts'
import { exportedQuery, listQuery } from '../api/orders.ts'
import { ordersByCode } from '../api/orders-by-code.ts'
import { queryClient } from '../api/query-client.ts'
import { installation } from '../state/installation.ts'
import { bareOf } from './entry.ts'
import { bestMatch, ordersNamed } from './meant.ts'
import { recordIndex } from './record-index.ts'
import { kindOf, kindsOf, type ReadableKind } from './record-kinds.ts'

/** Records by their codes, in the order of the text, or those of a list. */
export interface NamedRecords {
  kind: RecordKind
  /** None for a list. */
  codes: readonly string[]
  /** The best match of this browser, which the only code means if no record has exactly this code. */
  match: IndexedRecord | null
  list?: FilteredList | undefined
  /** Whether the command is for all pages of the list, not for the first one. */
  isWhole?: boolean
}

/** A record that the text names, with the targets of its commands once the server has responded. */
export interface ReadRecord {
  code: string
  state: 'loading' | 'read' | 'missing' | 'failed'
  targets: Partial<Records> | null
}

/** The records that a text names, in the order of the text. */
export interface Reads {
  /** Identifies the request: the kind and the codes. */
  about: string
  records: readonly ReadRecord[]
  /** How many records a whole list has; absent if this is not known. */
  count?: number
}

/** The records of a kind on the screen that a command acts on: the open or active one, or the selected rows. */
export function readOnScreen(
  kind: RecordKind,
  {
    order,
    orders = order ? [order] : [],
    consignment,
    customer,
  }: Partial<Records> & { orders?: readonly Records['order'][] },
): ReadRecord[] {
  const read = (code: string, targets: Partial<Records>): ReadRecord => ({ code, state: 'read', targets })
  switch (kind) {
    case 'order':
      return orders.map((one) => read(one.code, { order: one }))
    case 'consignment':
      return consignment ? [read(consignment.tracking_code, { consignment })] : []
    case 'customer':
      return customer ? [read(customer.code, { customer })] : []
    default:
      return []
  }
}

/** The server's response about a code. */
export type CodeAnswer =
  | { state: 'found'; record: IndexedRecord }
  | { state: 'missing' }
  | { state: 'failed' }
  /** Several orders have the number, and the server names them (ORD-70). */
  | { state: 'several'; reason: string | null }

/** At most this many records are read at the same time, and shown one by one. */
export const MOST_ONE_BY_ONE = 9

/** Identifies the request for records. */
export function readsKey({
  kind,
  codes,
  list,
  isWhole,
}: Pick<NamedRecords, 'kind' | 'codes' | 'list' | 'isWhole'>): string {
  if (!list) return `${kind} ${codes.join(' ')}`
  return [isWhole ? 'all' : 'first', kind, ...Object.entries(list.filter).flat()].join(' ')
}

/** The records that a text names, given what has been read; all are loading until then. */
export function readsFor(named: NamedRecords, reads: Reads | null): Reads {
  const about = readsKey(named)
  if (reads?.about === about) return reads
  const codes = named.match ? [named.match.code] : named.codes
  // How many records a list has is not known before.
  const records = (named.list ? [''] : codes).map(
    (code): ReadRecord => ({ code, state: 'loading', targets: null }),
  )
  return { about, records }
}

/** Reads the records that a text names. Never rejects: a failure is the state of its record. */
export async function readNamed(named: NamedRecords, signal: AbortSignal): Promise<Omit<Reads, 'about'>> {
  if (named.list) return readList(named.list, named.isWhole === true, signal)
  return { records: await readByCode(named, signal) }
}

/** Reads records by their codes. Never rejects. */
export async function readByCode(
  { kind, codes, match }: NamedRecords,
  signal: AbortSignal,
): Promise<ReadRecord[]> {
  if (codes.length > 1 && kind === 'order') return readOrders(codes, signal)
  const readOne = async (code: string): Promise<ReadRecord[]> => {
    try {
      const meant = codes.length > 1 ? ofCode(code, kind, signal) : meantBy(code, { kind, match }, signal)
      return await readMeant(code, kind, [await meant].flat(), signal)
    } catch (error) {
      return [{ code, state: isNotFound(error) ? 'missing' : 'failed', targets: null }]
    }
  }
  return (await inParts(codes, readOne, signal)).flat()
}

/** The record with exactly this code; if consignments are meant, otherwise those of the order with this code. */
async function ofCode(
  code: string,
  kind: RecordKind,
  signal: AbortSignal,
): Promise<IndexedRecord | null | IndexedRecord[]> {
  const exact = await withCode(code, kind, signal)
  if (exact || kind !== 'consignment') return exact
  const order = await withCode(code, 'order', signal)
  if (order === null) return null
  // For the reason that it has no consignment.
  recordIndex.add([order])
  return consignmentsOf(order, signal)
}

async function readOrders(codes: readonly string[], signal: AbortSignal): Promise<ReadRecord[]> {
  try {
    const { orders, unreadable } = await ordersByCode(codes, signal)
    const records = codes.map((code): ReadRecord => {
      const order = orders.get(code)
      if (order) return { code: order.code, state: 'read', targets: { order } }
      return { code, state: unreadable > 0 ? 'failed' : 'missing', targets: null }
    })
    // Several codes may mean one order.
    return [...new Map(records.map((record) => [record.code, record])).values()]
  } catch {
    return codes.map((code) => ({ code, state: 'failed', targets: null }))
  }
}

/**
 * The records on the first page of a list, which is what a bulk run acts on, and the number of a whole list.
 */
async function readList(
  list: FilteredList,
  isWhole: boolean,
  signal: AbortSignal,
): Promise<Omit<Reads, 'about'>> {
  try {
    if (list.list === 'order') {
      const { rows, unreadable } = await send(listOrders, { query: listQuery(list.filter), signal })
      const read = rows.map((order) => ({ code: order.code, state: 'read', targets: { order } }) as const)
      const records = [...read, ...unread(unreadable)]
      if (!isWhole || records.length < PAGE_SIZE) return { records, count: records.length }
      return { records, ...(await countOf(list.filter, signal)) }
    }
    if (list.list === 'consignment') {
      const { from: _, ...query } = list.filter
      const { rows, unreadable } = await send(listConsignments, { query, signal })
      const read = rows.map(
        (consignment) =>
          ({ code: consignment.tracking_code, state: 'read', targets: { consignment } }) as const,
      )
      const records = [...read, ...unread(unreadable)]
      return { records, count: records.length }
    }
    throw new TypeError(`Nothing acts on a list of ${list.list}s.`)
  } catch {
    return { records: unread(1) }
  }
}

/** How many orders a list has on all of its pages; absent if the server cannot say. */
async function countOf(filter: OrderFilter, signal: AbortSignal): Promise<Pick<Reads, 'count'>> {
  if (!installation.capabilities.has('answers')) return {}
  return send(getOrderFigures, { query: exportedQuery(filter), signal }).then(
    ({ count }) => ({ count }),
    () => ({}),
  )
}

/** The export of all pages of a list; undefined if it cannot be exported. */
export function exportOf(list: FilteredList): ExportRequest | undefined {
  if (list.list === 'order') return { list: 'orders', filter: exportedQuery(list.filter) }
  if (list.list !== 'consignment') return undefined
  const { from: _, ...filter } = list.filter
  return { list: 'consignments', filter }
}

function unread(count: number): ReadRecord[] {
  return Array.from({ length: count }, () => ({ code: '', state: 'failed', targets: null }))
}

/** Reads all records that a code means: those of an order may be many. */
async function readMeant(
  code: string,
  kind: RecordKind,
  meant: readonly (IndexedRecord | null)[],
  signal: AbortSignal,
): Promise<ReadRecord[]> {
  const records = meant.filter((record) => record !== null)
  if (records.length === 0) return [{ code, state: 'missing', targets: null }]
  recordIndex.add(records)
  return inParts(
    records,
    async (record): Promise<ReadRecord> => {
      const targets = await kindOf({ kind }).readTarget(record)
      return { code: codeIn(targets, kind) ?? record.code, state: 'read', targets }
    },
    signal,
  )
}

/** The results in the order of the items, `MOST_ONE_BY_ONE` of which are read at the same time; incomplete once aborted. */
async function inParts<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length && !signal.aborted; at += MOST_ONE_BY_ONE) {
    results.push(...(await Promise.all(items.slice(at, at + MOST_ONE_BY_ONE).map(read))))
  }
  return results
}

/** The code of the record that was read, on which commands act. */
function codeIn<Kind extends RecordKind>(targets: Partial<Records>, kind: Kind): string | null {
  const record = targets[kind]
  return record ? kindFacts(kind).code(record) : null
}

/**
 * The record with exactly this code, otherwise the consignments of the order with this code, otherwise the record with
 * this part of a code.
 */
async function meantBy(
  code: string,
  { kind, match }: Pick<NamedRecords, 'kind' | 'match'>,
  signal: AbortSignal,
): Promise<IndexedRecord | null | IndexedRecord[]> {
  const found = await ofCode(code, kind, signal).catch((error: unknown) => {
    if (isAmbiguity(error)) return severalOrders(code, signal)
    throw error
  })
  // An order without consignments is not a part of another code.
  if (found !== null || (kind === 'consignment' && recordIndex.exact(code, ['order']).length > 0))
    return found
  if (match) return match
  const { list } = await kindOf({ kind }).source()
  recordIndex.add(await list({ page: 1, query: code }, signal))
  return matchOfPart(code, kind)
}

/** The orders that a code means, of which staff choose one. */
async function severalOrders(code: string, signal: AbortSignal): Promise<IndexedRecord[]> {
  const number = comparedNumber(code)
  const { list } = await kindOf({ kind: 'order' }).source()
  recordIndex.add(await list({ page: 1, query: number }, signal))
  const found = recordIndex.search(number, ['order']).map(({ record }) => record)
  return ordersNamed(found, code)
}

/** All consignments of an order. If the back end cannot list them, only the one whose tracking code the order has. */
async function consignmentsOf(
  record: IndexedRecord,
  signal: AbortSignal,
): Promise<IndexedRecord | null | IndexedRecord[]> {
  if (installation.capabilities.has('another-consignment')) {
    const { consignmentQueries, consignmentRecord } = await import('../api/consignments.ts')
    const { consignments } = await queryClient.fetchQuery(consignmentQueries.ofOrder(record.code))
    return consignments.rows.map(consignmentRecord)
  }
  const { order } = await kindOf(record).readTarget(record)
  const code = nonBlank(order?.freight.tracking_code ?? null)
  return code === null ? null : withCode(code, 'consignment', signal)
}

/** The record with exactly this code, from this browser, otherwise from the server. */
async function withCode(code: string, kind: RecordKind, signal: AbortSignal): Promise<IndexedRecord | null> {
  const known = recordIndex.exact(code, [kind])
  const exact = known.find((record) => record.code === code) ?? known[0]
  return exact ?? find(kindOf({ kind }), code, signal)
}

/** The record with this code from the server, otherwise with the number to which its kind is glued: `CUST001`; null if there is none. */
async function find(
  { kind, source }: Pick<ReadableKind, 'kind' | 'source'>,
  code: string,
  signal: AbortSignal,
): Promise<IndexedRecord | null> {
  try {
    // Only codes of orders have a number sign.
    return await (await source()).find(kind === 'order' ? code : code.replace(/^#/, ''), signal)
  } catch (error) {
    if (!isNotFound(error)) throw error
    const glued = kind === 'order' ? null : gluedName(code)
    return glued?.of === kind ? find({ kind, source }, glued.number, signal) : null
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof CallError && error.notFound
}

/**
 * Requests a code of the kind that its shape suggests, then of all other kinds in parallel; the first kind that has it is
 * the answer. Never rejects: a failure is an answer too.
 */
export async function requestCode(
  code: string,
  kinds: readonly RecordKind[],
  signal: AbortSignal,
): Promise<CodeAnswer> {
  const likely = likelyKind(code)
  const declared = kindsOf(kinds)
  const turns = [
    declared.filter(({ kind }) => kind === likely),
    declared.filter(({ kind }) => kind !== likely),
  ]
  let failed = false
  for (const turn of turns) {
    if (signal.aborted) break
    for (const answer of turn.map((kind) => find(kind, code, signal).catch(failureOf))) {
      const record = await answer
      if (record !== null && 'state' in record) {
        if (record.state === 'several') return record
        failed = true
      } else if (record !== null) {
        recordIndex.add([record])
        return { state: 'found', record }
      }
    }
  }
  return { state: failed ? 'failed' : 'missing' }
}

function failureOf(error: unknown): Extract<CodeAnswer, { state: 'failed' | 'several' }> {
  return isAmbiguity(error) ? { state: 'several', reason: refusalOf(error).reason } : { state: 'failed' }
}

/**
 * Searches the server for records of these kinds. Never rejects.
 * @param onFound receives the results of each request immediately, even if another is slow or fails
 */
export async function searchAll(
  kinds: readonly ReadableKind[],
  text: string,
  signal: AbortSignal,
  onFound: (records: readonly IndexedRecord[]) => void,
): Promise<'found' | 'failed' | 'offline'> {
  const answers = await Promise.allSettled(
    kinds.map(async ({ source }) => {
      const { list } = await source()
      const records = await list({ page: 1, query: text }, signal)
      if (signal.aborted) return
      recordIndex.add(records)
      onFound(records)
    }),
  )
  const failure = answers.find((answer) => answer.status === 'rejected')
  if (!failure) return 'found'
  const unanswered = failure.reason instanceof CallError && failure.reason.status === 0
  return unanswered && !navigator.onLine ? 'offline' : 'failed'
}

/**
 * The record of this browser that a part of a code means: the one with these digits, otherwise the newest whose code
 * or reference contains the part. Null if a record has exactly this code.
 */
export function matchOfPart(part: string, kind: RecordKind): IndexedRecord | null {
  if (recordIndex.exact(part, [kind]).length > 0) return null
  const bare = bareOf(fold(part))
  const has = (text: string | undefined) => bareOf(fold(text ?? '')).includes(bare)
  const matches = recordIndex.search(part, [kind]).map(({ record }) => record)
  return bestMatch(
    matches.filter(({ code, reference }) => has(code) || has(reference)),
    part,
  )
}
