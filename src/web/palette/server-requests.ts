import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { commandById } from '../../../commands/index.ts'
import { kindsIn, questionOf, type TypedQuery } from '../../../commands/interpreter/query.ts'
import type { Reading } from '../../../commands/interpreter/reading.ts'
import { getOrderFigures } from '../../contract/answers.ts'
import { PAGE_SIZE } from '../../contract/call.ts'
import { listConsignments } from '../../contract/consignments.ts'
import type { ExportRequest } from '../../contract/exports.ts'
import { listOrders } from '../../contract/orders.ts'
import { codesWithDigits } from '../../domain/freight/couriers.ts'
import type { FilteredList } from '../../domain/lists/filtered-list.ts'
import type { OrderFilter } from '../../domain/lists/order-filter.ts'
import { type IndexedRecord, keyOf } from '../../domain/records/indexed-record.ts'
import { likelyKind } from '../../domain/records/kind-words.ts'
import { isRecordKind, kindFacts } from '../../domain/records/record-kind.ts'
import { sentenceOf } from '../../domain/sentences/record-sentences.ts'
import { CallError, send } from '../api/client.ts'
import { exportedQuery, listQuery, orderQueries } from '../api/orders.ts'
import { queryClient } from '../api/query-client.ts'
import { afterPaint } from '../lib/after-paint.ts'
import {
  matchOfPart,
  type NamedRecords,
  type ReadRecord,
  readByCode,
  requestCode,
} from '../record-index/read-by-code.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { kindOf, kindsOf, type ReadableKind } from '../record-index/record-kinds.ts'
import { paths } from '../routing/paths.ts'
import { installation } from '../state/installation.ts'
import type { Reads, Remote } from './machine/state.ts'
import { dispatch } from './palette-store.ts'

/**
 * The records that have to be read for the rows of a text; null if it names neither records with a verb nor several
 * records.
 */
export function namedRecords(readings: readonly Reading[]): NamedRecords | null {
  const digits = phoneAsCode(readings)
  if (digits !== null) return { kind: 'consignment', codes: [digits], match: null }
  const reading = readings.find(({ kind }) => kind === 'action' || kind === 'codes')
  if (reading?.kind === 'codes') {
    const codes = reading.codes.filter(mayBeOrder)
    return codes.length === 0 ? null : { kind: 'order', codes, match: null }
  }
  if (reading?.kind !== 'action') return null
  const { codes, command, list } = reading
  const { target, sentence } = commandById(command)
  if (list && isRecordKind(target)) {
    const isWhole = sentence !== null && sentenceOf(sentence).takesWholeList === true
    return { kind: target, codes, match: null, list, isWhole }
  }
  const [code] = codes
  if (code === undefined || !isRecordKind(target)) return null
  // The code of an order means its consignments, not one whose code contains the same digits.
  const isOfOrder = target === 'consignment' && recordIndex.exact(code, ['order']).length > 0
  const match = codes.length === 1 && !isOfOrder ? matchOfPart(code, target) : null
  return { kind: target, codes, match }
}

/** The digits of a phone number that may as well be those of a tracking code without its prefix: '2602541'. */
export function phoneAsCode([first, ...others]: readonly Reading[]): string | null {
  if (first?.kind !== 'phone') return null
  const code = others.find((reading) => reading.kind === 'code' && codesWithDigits(reading.code).length > 0)
  return code?.kind === 'code' ? code.code : null
}

function mayBeOrder(code: string): boolean {
  const known = recordIndex.exact(code)
  return known.length === 0 ? likelyKind(code) === 'order' : known.some(({ kind }) => kind === 'order')
}

/** Identifies the reading of records. */
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

/** The pause in the typing after which records are read. */
const READ_PAUSE_MS = 80

/** Reads the records that the queried text names, and reports them to the state machine; aborted for another text. */
export function useRecordReads(named: NamedRecords | null): void {
  const about = named && readsKey(named)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds all that is read
  useEffect(() => {
    if (named === null || about === null) return
    const abort = new AbortController()
    const read = async () => {
      const read = named.list
        ? await readList(named.list, named.isWhole === true, abort.signal)
        : { records: await readByCode(named, abort.signal) }
      if (!abort.signal.aborted) dispatch({ type: 'reads', reads: { about, ...read } })
    }
    const timer = setTimeout(read, READ_PAUSE_MS)
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

/**
 * The records on the first page of a list, which is what a bulk run acts on, and the number of a whole list. Never rejects,
 * like `readByCode`.
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

/** The pause in the typing after which the server is searched, or asked. */
export const SEARCH_PAUSE_MS = 120

/** After this long without a response the palette says that the server is slow. */
export const SLOW_MS = 1_000

/** One letter finds too much to be worth a request. */
const MIN_SEARCH_LENGTH = 2

/** The kinds of record that the server searches for a query. */
export function searchedKinds({ scope, text }: Pick<TypedQuery, 'scope' | 'text'>): ReadableKind[] {
  return text === '' ? [] : kindsOf(kindsIn(scope)).filter(({ kind }) => kindFacts(kind).list.all)
}

/**
 * The address of the list of everything that the server finds for a query; null if the query has nothing to search
 * for.
 */
export function serverList(query: TypedQuery): string | null {
  const kind = searchedKinds(query)[0]?.kind
  return kind === undefined ? null : paths.list(kind, { query: query.text, ...kindFacts(kind).list.all })
}

/** The search of a query, given the latest one that has started. */
export function remoteFor(query: TypedQuery, search: Remote | null): Remote {
  const about = `${query.scope} ${query.text}`
  if (search?.about === about) return search
  const isSearched = [...query.text].length >= MIN_SEARCH_LENGTH && searchedKinds(query).length > 0
  return { about, state: isSearched ? 'waiting' : 'none', records: [] }
}

/** Searches the server for a text after a pause in the typing; a request that is no longer current is aborted. */
export function useServerSearch(query: TypedQuery): void {
  const { scope, text } = query
  const { about, state: before } = remoteFor(query, null)
  useEffect(() => {
    if (before === 'none') return
    const abort = new AbortController()
    const found: IndexedRecord[] = []
    const report = (state: Remote['state']) => {
      if (!abort.signal.aborted) dispatch({ type: 'searched', search: { about, state, records: [...found] } })
    }
    let slow: ReturnType<typeof setTimeout> | undefined
    const pause = setTimeout(async () => {
      slow = setTimeout(() => report('slow'), SLOW_MS)
      const state = await searchAll(searchedKinds({ scope, text }), text, abort.signal, (records) => {
        found.push(...records)
        report('waiting')
      })
      clearTimeout(slow)
      report(state)
    }, SEARCH_PAUSE_MS)
    return () => {
      clearTimeout(pause)
      clearTimeout(slow)
      abort.abort()
    }
  }, [about, scope, text, before])
}

/** Never rejects: the results of each request are shown immediately, even if another is slow or fails. */
async function searchAll(
  kinds: readonly ReadableKind[],
  text: string,
  signal: AbortSignal,
  onFound: (records: readonly IndexedRecord[]) => void,
): Promise<Remote['state']> {
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
 * Requests the code of a query from the server after its rows are painted, and aborts the request when the query changes.
 * If a row has exactly this code, its record is prefetched instead.
 * @param known the record of that row; null if there is none
 * @param attempt another number repeats the request
 */
export function useCodeRequest(
  { scope, code }: Pick<TypedQuery, 'scope' | 'code'>,
  known: IndexedRecord | null,
  attempt: number,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt repeats the request
  useEffect(() => {
    const question = questionOf({ scope, code })
    if (code === null || question === null) return
    if (known) return afterPaint(() => prefetch(known))
    const abort = new AbortController()
    const stop = afterPaint(async () => {
      const answer = await requestCode(code, kindsIn(scope), abort.signal)
      if (!abort.signal.aborted) dispatch({ type: 'answered', question, answer })
    })
    return () => {
      stop()
      abort.abort()
    }
  }, [scope, code, known, attempt])
}

/** An order whose exact code is typed is likely to be opened next. */
function prefetch({ kind, code }: IndexedRecord): void {
  if (kind === 'order') void queryClient.prefetchQuery(orderQueries.detail(code))
}

/** Reads the record whose actions are shown, and reports each of its versions to the state machine. Renders nothing. */
export function SubjectReader({ record }: { record: IndexedRecord }): null {
  const isOrder = record.kind === 'order'
  const order = useQuery(
    {
      ...orderQueries.detail(record.code),
      select: (order) => ({ order }),
      enabled: isOrder,
      refetchOnMount: 'always',
    },
    queryClient,
  )
  const target = useQuery(
    {
      queryKey: ['palette', keyOf(record)],
      queryFn: isOrder ? skipToken : () => kindOf(record).readTarget(record),
    },
    queryClient,
  )
  const { data, isError: failed } = isOrder ? order : target
  useLayoutEffect(() => {
    dispatch({ type: 'read', record, targets: data ?? null, failed })
  }, [record, data, failed])
  return null
}
