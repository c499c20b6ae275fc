import { useEffect, useState } from 'react'
import { listOrders } from '../../contract/orders.ts'
import { CallError, send } from '../api/client.ts'
import { paths } from '../paths.ts'
import { orderRecord, type SeenRecord } from '../record-index/record.ts'
import { recordIndex } from '../record-index/record-index.ts'
import type { PaletteQuery, Scope } from './palette-query.ts'

/** A pause in the typing after which the server is asked. */
const PAUSE_MS = 120

/** After so long without an answer the palette says that it is the server that is slow. */
export const SLOW_MS = 1_000

/** One letter finds too much to be worth a question. */
const LEAST_ASKED = 2

/** One kind of record that the server searches. */
interface Source {
  scope: Scope
  ask(text: string, signal: AbortSignal): Promise<SeenRecord[]>
  /** Its list of everything that the text finds. */
  list(text: string): string
}

const SOURCES: readonly Source[] = [
  {
    scope: 'orders',
    ask: async (query, signal) =>
      (await send(listOrders, { query: { query }, signal })).rows.map(orderRecord),
    list: (query) => paths.orders({ query, daterange: 'all' }),
  },
]

/** How the question to the server about a text stands. */
export interface Remote {
  /** Scope and text that it is about. */
  about: string
  state: 'not-asked' | 'waiting' | 'slow' | 'found' | 'failed' | 'offline'
  records: readonly SeenRecord[]
}

function sourcesOf({ scope, text }: PaletteQuery): Source[] {
  if (text === '') return []
  return SOURCES.filter((source) => scope === 'all' || scope === source.scope)
}

/** The address of the list that has everything the server finds for a query; null where it searches nothing. */
export function serverList(query: PaletteQuery): string | null {
  return sourcesOf(query)[0]?.list(query.text) ?? null
}

/** Asks the server for a text after a pause in the typing; a question that is not current any more is aborted. */
export function usePaletteRemote(query: PaletteQuery): Remote {
  const { scope, text } = query
  const about = `${scope} ${text}`
  const start = [...text].length >= LEAST_ASKED && sourcesOf(query).length > 0 ? 'waiting' : 'not-asked'
  const [remote, setRemote] = useState<Remote>({ about: '', state: 'not-asked', records: [] })
  useEffect(() => {
    if (start === 'not-asked') return
    const abort = new AbortController()
    const tell = (state: Remote['state'], records: readonly SeenRecord[] = []) => {
      if (!abort.signal.aborted) setRemote({ about, state, records })
    }
    let slow: ReturnType<typeof setTimeout> | undefined
    const pause = setTimeout(() => {
      slow = setTimeout(() => tell('slow'), SLOW_MS)
      void askAll(sourcesOf({ scope, text, code: null }), text, abort.signal).then(({ state, records }) => {
        clearTimeout(slow)
        tell(state, records)
      })
    }, PAUSE_MS)
    return () => {
      clearTimeout(pause)
      clearTimeout(slow)
      abort.abort()
    }
  }, [about, scope, text, start])
  return remote.about === about ? remote : { about, state: start, records: NOTHING }
}

const NOTHING: readonly SeenRecord[] = []

/** Never rejects: what one source found is shown though another failed. */
async function askAll(
  sources: readonly Source[],
  text: string,
  signal: AbortSignal,
): Promise<Pick<Remote, 'state' | 'records'>> {
  const answers = await Promise.allSettled(sources.map((source) => source.ask(text, signal)))
  const records = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (!signal.aborted) recordIndex.seen(records)
  const failure = answers.find((answer) => answer.status === 'rejected')
  if (!failure) return { state: 'found', records }
  const unanswered = failure.reason instanceof CallError && failure.reason.status === 0
  return { state: unanswered && !navigator.onLine ? 'offline' : 'failed', records }
}
