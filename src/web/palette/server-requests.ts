import { useEffect } from 'react'
import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import { likelyKind } from '../../domain/records/kind-words.ts'
import { kindFacts, type RecordKind } from '../../domain/records/record-kind.ts'
import { CallError, isAmbiguity, refusalOf } from '../api/client.ts'
import { orderQueries } from '../api/orders.ts'
import { queryClient } from '../api/query-client.ts'
import { afterPaint } from '../lib/after-paint.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { kindsOf, type ReadableKind } from '../record-index/record-kinds.ts'
import { paths } from '../routing/paths.ts'
import { type Answer, kindsIn, type PaletteQuery, questionOf, type Remote } from './machine/state.ts'
import { dispatch } from './palette-store.ts'

/** The pause in the typing after which the server is searched. */
const PAUSE_MS = 120

/** After this long without a response the palette says that the server is slow. */
export const SLOW_MS = 1_000

/** One letter finds too much to be worth a request. */
const MIN_SEARCH_LENGTH = 2

/** The kinds of record that the server searches for a query. */
export function searchedKinds({ scope, text }: Pick<PaletteQuery, 'scope' | 'text'>): ReadableKind[] {
  return text === '' ? [] : kindsOf(kindsIn(scope)).filter(({ kind }) => kindFacts(kind).list.all)
}

/**
 * The address of the list of everything that the server finds for a query; null if the query has nothing to search
 * for.
 */
export function serverList(query: PaletteQuery): string | null {
  const kind = searchedKinds(query)[0]?.kind
  return kind === undefined ? null : paths.list(kind, { query: query.text, ...kindFacts(kind).list.all })
}

function stateBefore(query: PaletteQuery): Remote['state'] {
  return [...query.text].length >= MIN_SEARCH_LENGTH && searchedKinds(query).length > 0
    ? 'waiting'
    : 'not-asked'
}

const subjectOf = ({ scope, text }: PaletteQuery) => `${scope} ${text}`

/** The search of a query, given the latest one that has started. */
export function remoteFor(query: PaletteQuery, search: Remote | null): Remote {
  const about = subjectOf(query)
  return search?.about === about ? search : { about, state: stateBefore(query), records: [] }
}

/** Searches the server for a text after a pause in the typing; a request that is no longer current is aborted. */
export function useServerSearch(query: PaletteQuery): void {
  const { scope, text } = query
  const about = subjectOf(query)
  const before = stateBefore(query)
  useEffect(() => {
    if (before === 'not-asked') return
    const abort = new AbortController()
    const report = (state: Remote['state'], records: readonly IndexedRecord[] = []) => {
      if (!abort.signal.aborted) dispatch({ type: 'searched', search: { about, state, records } })
    }
    let slow: ReturnType<typeof setTimeout> | undefined
    const pause = setTimeout(() => {
      const found: IndexedRecord[] = []
      slow = setTimeout(() => report('slow', [...found]), SLOW_MS)
      const onFound = (records: readonly IndexedRecord[]) => {
        found.push(...records)
        report('waiting', [...found])
      }
      void askAll(searchedKinds({ scope, text }), text, abort.signal, onFound).then((state) => {
        clearTimeout(slow)
        report(state, found)
      })
    }, PAUSE_MS)
    return () => {
      clearTimeout(pause)
      clearTimeout(slow)
      abort.abort()
    }
  }, [about, scope, text, before])
}

/** Never rejects: the results of each request are shown immediately, even if another is slow or fails. */
async function askAll(
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
  { scope, code }: Pick<PaletteQuery, 'scope' | 'code'>,
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
      const answer = await askForCode(code, kindsIn(scope), abort.signal)
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

/**
 * Requests a code of the kind that its shape suggests, then of all other kinds in parallel; the first kind that has it is
 * the answer. Never rejects: a failure is an answer too.
 */
export async function askForCode(
  code: string,
  kinds: readonly RecordKind[],
  signal: AbortSignal,
): Promise<Answer> {
  const likely = likelyKind(code)
  const asked = kindsOf(kinds)
  const turns = [asked.filter(({ kind }) => kind === likely), asked.filter(({ kind }) => kind !== likely)]
  let failed = false
  for (const turn of turns) {
    if (signal.aborted) break
    for (const answer of turn.map((kind) => find(kind, code, signal))) {
      const record = await answer
      if (record === 'failed') failed = true
      else if (record !== null && 'state' in record) return record
      else if (record !== null) {
        recordIndex.add([record])
        return { state: 'found', record }
      }
    }
  }
  return { state: failed ? 'failed' : 'missing' }
}

async function find(
  { kind, source }: ReadableKind,
  code: string,
  signal: AbortSignal,
): Promise<IndexedRecord | null | 'failed' | Extract<Answer, { state: 'several' }>> {
  try {
    return await (await source()).find(kind === 'order' ? code : code.replace(/^#/, ''), signal)
  } catch (error) {
    if (isAmbiguity(error)) return { state: 'several', reason: refusalOf(error).reason }
    return error instanceof CallError && error.notFound ? null : 'failed'
  }
}
