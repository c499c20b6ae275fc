import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { kindsIn, questionOf, type TypedQuery } from '../../../commands/interpreter/query.ts'
import type { Reading } from '../../../commands/interpreter/reading.ts'
import { type IndexedRecord, keyOf } from '../../domain/records/indexed-record.ts'
import { kindFacts } from '../../domain/records/record-kind.ts'
import { questionKey } from '../../domain/sentences/questions.ts'
import { orderQueries } from '../api/orders.ts'
import { queryClient } from '../api/query-client.ts'
import { afterPaint } from '../lib/after-paint.ts'
import { answersTo } from '../record-index/answers.ts'
import { hasCode } from '../record-index/meant.ts'
import {
  type NamedRecords,
  readNamed,
  readsKey,
  requestCode,
  searchAll,
} from '../record-index/read-by-code.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { kindOf, kindsOf, type ReadableKind } from '../record-index/record-kinds.ts'
import { paths } from '../routing/paths.ts'
import { type PaletteState, queryOf, type Remote, type Responses } from './machine/state.ts'
import { dispatch } from './palette-store.ts'

/** A request for the rows of a text. */
interface PaletteRequest {
  /** Identifies all that is requested: another request aborts this one. */
  about: string
  /** Milliseconds without an edit after which it is sent; null if it is sent once the rows are painted. */
  pause: number | null
  /** Sends it. Never rejects. */
  send(signal: AbortSignal, report: (responses: Partial<Responses>) => void): Promise<void>
  /** The keys of records that another user may change while the palette shows them: their news repeat the request. */
  follows?: readonly string[]
}

/** Requests what the rows need from the server, and reports the responses to the state machine. */
export function useRequests(state: PaletteState): void {
  const { sources } = state
  useRequest(searchRequest(queryOf(state)))
  useRequest(sources?.named ? recordsRequest(sources.named) : null)
  useRequest(questionRequest(sources?.readings ?? []))
  useRequest(codeRequest(state))
}

function useRequest(request: PaletteRequest | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it identifies all that is requested
  useEffect(() => {
    if (request === null) return
    const { pause, send, follows = [] } = request
    const abort = new AbortController()
    const report = (responses: Partial<Responses>) => {
      if (!abort.signal.aborted) dispatch({ type: 'responded', responses })
    }
    const start = () => void send(abort.signal, report)
    const stop = pause === null ? afterPaint(start) : afterPause(pause, start)
    const stopNews = recordIndex.onNews((changes) => {
      if (follows.some((key) => changes.has(key))) start()
    })
    return () => {
      stop()
      stopNews()
      abort.abort()
    }
  }, [request?.about])
}

function afterPause(pause: number, start: () => void): () => void {
  const timer = setTimeout(start, pause)
  return () => clearTimeout(timer)
}

/** The pause in the typing after which records are read. */
const READ_PAUSE_MS = 80

/** The pause in the typing after which the server is searched, or asked. */
const SEARCH_PAUSE_MS = 120

/** After this long without a response the palette says that the server is slow. */
export const SLOW_MS = 1_000

/** Asks the question of a text. */
function questionRequest(readings: readonly Reading[]): PaletteRequest | null {
  const reading = readings.find(({ kind }) => kind === 'question')
  if (reading?.kind !== 'question') return null
  const { question } = reading
  const about = questionKey(question)
  return {
    about,
    pause: SEARCH_PAUSE_MS,
    async send(signal, report) {
      report({ answers: { about, answers: await answersTo(question, signal) } })
    },
  }
}

/** Reads the records that a text names. */
function recordsRequest(named: NamedRecords): PaletteRequest {
  const about = readsKey(named)
  const { kind, codes, match } = named
  return {
    about,
    pause: READ_PAUSE_MS,
    follows: [...codes.map((code) => keyOf({ kind, code })), ...(match ? [keyOf(match)] : [])],
    async send(signal, report) {
      report({ records: { about, ...(await readNamed(named, signal)) } })
    },
  }
}

/** Searches the server for a text. The results of each kind of record are shown immediately. */
function searchRequest(query: TypedQuery): PaletteRequest | null {
  const { about, state } = remoteFor(query, null)
  if (state === 'none') return null
  return {
    about,
    pause: SEARCH_PAUSE_MS,
    async send(signal, report) {
      const found: IndexedRecord[] = []
      const tell = (state: Remote['state']) => report({ search: { about, state, records: [...found] } })
      const slow = setTimeout(() => tell('slow'), SLOW_MS)
      const end = await searchAll(searchedKinds(query), query.text, signal, (records) => {
        found.push(...records)
        tell('waiting')
      })
      clearTimeout(slow)
      tell(end)
    },
  }
}

/** Requests the typed code. If a row has exactly this code, its record is prefetched instead. */
function codeRequest(state: PaletteState): PaletteRequest | null {
  const query = queryOf(state)
  const { code, scope } = query
  const about = questionOf(query)
  if (code === null || about === null) return null
  const exact = state.sources?.matches.find(
    ({ record, band }) => band === 'exact-code' && hasCode(record, code),
  )
  return {
    // Another attempt repeats the request.
    about: [about, state.attempt, exact && keyOf(exact.record)].join(' '),
    pause: null,
    async send(signal, report) {
      if (exact) prefetch(exact.record)
      else report({ code: { about, answer: await requestCode(code, kindsIn(scope), signal) } })
    },
  }
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
