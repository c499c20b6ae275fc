import { useEffect } from 'react'
import { commandById } from '../../../commands/index.ts'
import type { Reading } from '../../../commands/interpreter/reading.ts'
import { fold, nonBlank } from '../../domain/format/text.ts'
import { codesWithDigits } from '../../domain/freight/couriers.ts'
import { comparedNumber } from '../../domain/orders/order-code.ts'
import { type IndexedRecord, keyOf } from '../../domain/records/indexed-record.ts'
import { likelyKind } from '../../domain/records/kind-words.ts'
import { isRecordKind, kindFacts, type RecordKind, type Records } from '../../domain/records/record-kind.ts'
import { CallError, isAmbiguity } from '../api/client.ts'
import { ordersByCode } from '../api/orders-by-code.ts'
import { queryClient } from '../api/query-client.ts'
import { bareOf } from '../record-index/entry.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { kindOf } from '../record-index/record-kinds.ts'
import { installation } from '../state/installation.ts'
import { bestMatch, ordersNamed } from './machine/choice.ts'
import type { NamedRecords, ReadRecord, Reads } from './machine/state.ts'
import { dispatch } from './palette-store.ts'

/**
 * The records that have to be read for the rows of a text; null if it names neither records with a verb nor several
 * records.
 */
export function namedRecords(readings: readonly Reading[]): NamedRecords | null {
  const digits = phoneAsCode(readings)
  if (digits !== null) return { kind: 'consignment', codes: [digits], match: null }
  const reading = readings.find(({ kind }) => kind === 'action' || kind === 'codes')
  if (reading?.kind === 'codes') return orders(reading.codes)
  if (reading?.kind !== 'action') return null
  const { codes, command } = reading
  const { target } = commandById(command)
  const [only, other] = codes
  if (only === undefined || !isRecordKind(target)) return null
  // The code of an order means its consignments, not one whose code contains the same digits.
  const isOfOrder = target === 'consignment' && recordIndex.exact(only, ['order']).length > 0
  const match = other === undefined && !isOfOrder ? matchOfPart(only, target) : null
  return { kind: target, codes, match }
}

/** The digits of a phone number that may as well be those of a tracking code without its prefix: '2602541'. */
export function phoneAsCode([first, ...others]: readonly Reading[]): string | null {
  if (first?.kind !== 'phone') return null
  const code = others.find((reading) => reading.kind === 'code' && codesWithDigits(reading.code).length > 0)
  return code?.kind === 'code' ? code.code : null
}

/** Identifies the reading of records. */
export function readsKey({ kind, codes }: Pick<NamedRecords, 'kind' | 'codes'>): string {
  return `${kind} ${codes.join(' ')}`
}

/**
 * The record of this browser that a part of a code means: the one with these digits, otherwise the newest whose code
 * or reference contains the part. Null if a record has exactly this code.
 */
function matchOfPart(part: string, kind: RecordKind): IndexedRecord | null {
  if (recordIndex.exact(part, [kind]).length > 0) return null
  const bare = bareOf(fold(part))
  const has = (text: string | undefined) => bareOf(fold(text ?? '')).includes(bare)
  const matches = recordIndex.search(part, [kind]).map(({ record }) => record)
  return bestMatch(
    matches.filter(({ code, reference }) => has(code) || has(reference)),
    part,
  )
}

/** The orders among several codes; null if there is none. */
function orders(codes: readonly string[]): NamedRecords | null {
  const some = codes.filter((code) => {
    const known = recordIndex.exact(code)
    return known.length === 0 ? likelyKind(code) === 'order' : known.some(({ kind }) => kind === 'order')
  })
  return some.length === 0 ? null : { kind: 'order', codes: some, match: null }
}

/** The pause in the typing after which records are read. */
const PAUSE_MS = 80

/** At most this many records are read one by one. */
export const MOST_ONE_BY_ONE = 9

/** The records that a text names, given what has been read; all are loading until then. */
export function readsFor(named: NamedRecords, reads: Reads | null): readonly ReadRecord[] {
  if (reads?.about === readsKey(named)) return reads.records
  return named.match ? [loading(named.match.code)] : named.codes.map(loading)
}

function loading(code: string): ReadRecord {
  return { code, state: 'loading', targets: null }
}

/** Reads the records that the queried text names, and reports them to the state machine; aborted for another text. */
export function useRecordReads(named: NamedRecords | null): void {
  const about = named && readsKey(named)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds all that is read
  useEffect(() => {
    if (named === null || about === null) return
    const abort = new AbortController()
    const read = async () => {
      const records = await readAll(named, abort.signal)
      if (!abort.signal.aborted) dispatch({ type: 'reads', reads: { about, records } })
    }
    const timer = setTimeout(read, PAUSE_MS)
    const keys = named.codes.map((code) => keyOf({ kind: named.kind, code }))
    if (named.match) keys.push(keyOf(named.match))
    // Another user may change these records while the palette shows them.
    const stop = recordIndex.onNews((changes) => {
      if (keys.some((key) => changes.has(key))) void read()
    })
    return () => {
      stop()
      clearTimeout(timer)
      abort.abort()
    }
  }, [about])
}

/** Reads the records. Never rejects: a failure is the state of its record. */
async function readAll({ kind, codes, match }: NamedRecords, signal: AbortSignal): Promise<ReadRecord[]> {
  const [only, other] = codes
  if (only !== undefined && other === undefined) {
    return readEach(only, kind, () => meantBy(only, { kind, match }, signal))
  }
  if (kind === 'order') return readOrders(codes, signal)
  const some = codes.slice(0, MOST_ONE_BY_ONE)
  const exactly = async (code: string) => [await withCode(code, kind, signal)].filter((one) => one !== null)
  return (await Promise.all(some.map((code) => readEach(code, kind, () => exactly(code))))).flat()
}

/**
 * The record with exactly this code, otherwise the consignments of the order with this code, otherwise the record with
 * this part of a code.
 */
async function meantBy(
  code: string,
  { kind, match }: Pick<NamedRecords, 'kind' | 'match'>,
  signal: AbortSignal,
): Promise<IndexedRecord[]> {
  const exact = await withCode(code, kind, signal).catch((error: unknown) => {
    if (isAmbiguity(error)) return 'several' as const
    throw error
  })
  if (exact === 'several') return severalOrders(code, signal)
  if (exact) return [exact]
  const order = kind === 'consignment' ? await withCode(code, 'order', signal) : null
  if (order) {
    // For the reason that it has no consignment.
    recordIndex.add([order])
    return consignmentsOf(order, signal)
  }
  const similar = match ?? (await withPart(code, kind, signal))
  return similar ? [similar] : []
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
async function consignmentsOf(record: IndexedRecord, signal: AbortSignal): Promise<IndexedRecord[]> {
  if (installation.capabilities.has('another-consignment')) {
    const { consignmentQueries, consignmentRecord } = await import('../api/consignments.ts')
    const { consignments } = await queryClient.fetchQuery(consignmentQueries.ofOrder(record.code))
    return consignments.rows.map(consignmentRecord)
  }
  const { order } = await kindOf(record).readTarget(record)
  const code = nonBlank(order?.freight.tracking_code ?? null)
  const found = code === null ? null : await withCode(code, 'consignment', signal)
  return found ? [found] : []
}

async function readOrders(codes: readonly string[], signal: AbortSignal): Promise<ReadRecord[]> {
  try {
    const { orders, unreadable } = await ordersByCode(codes, signal)
    return codes.map((code): ReadRecord => {
      const order = orders.get(code)
      if (order) return { code: order.code, state: 'read', targets: { order } }
      return { code, state: unreadable > 0 ? 'failed' : 'missing', targets: null }
    })
  } catch {
    return codes.map((code) => ({ code, state: 'failed', targets: null }))
  }
}

/** @param meant finds the records that the code means */
async function readEach(
  code: string,
  kind: RecordKind,
  meant: () => Promise<IndexedRecord[]>,
): Promise<ReadRecord[]> {
  try {
    const records = (await meant()).slice(0, MOST_ONE_BY_ONE)
    if (records.length === 0) return [{ code, state: 'missing', targets: null }]
    return await Promise.all(
      records.map(async (record): Promise<ReadRecord> => {
        recordIndex.add([record])
        const targets = await kindOf({ kind }).readTarget(record)
        return { code: codeIn(targets, kind) ?? record.code, state: 'read', targets }
      }),
    )
  } catch (error) {
    return [{ code, state: isNotFound(error) ? 'missing' : 'failed', targets: null }]
  }
}

/** The code of the record that was read, on which commands act. */
function codeIn<Kind extends RecordKind>(targets: Partial<Records>, kind: Kind): string | null {
  const record = targets[kind]
  return record ? kindFacts(kind).code(record) : null
}

/** The record with exactly this code, from this browser, otherwise from the server. */
async function withCode(code: string, kind: RecordKind, signal: AbortSignal): Promise<IndexedRecord | null> {
  const known = recordIndex.exact(code, [kind])
  const seen = known.find((one) => one.code === code) ?? known[0]
  if (seen) return seen
  const { find } = await kindOf({ kind }).source()
  return find(code, signal).catch((error: unknown) => {
    if (isNotFound(error)) return null
    throw error
  })
}

/** The record that a part of a code means, from the results of the server's search. */
async function withPart(part: string, kind: RecordKind, signal: AbortSignal): Promise<IndexedRecord | null> {
  const { list } = await kindOf({ kind }).source()
  recordIndex.add(await list({ page: 1, query: part }, signal))
  return matchOfPart(part, kind)
}

function isNotFound(error: unknown): boolean {
  return error instanceof CallError && error.notFound
}
