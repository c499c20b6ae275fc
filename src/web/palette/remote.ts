import { useEffect, useState } from 'react'
import type { SeenRecord } from '../../domain/records/seen-record.ts'
import { CallError } from '../api/client.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { type DeclaredKind, declaredKinds } from '../record-index/record-kinds.ts'
import { kindsIn, type PaletteQuery } from './query.ts'

/** A pause in the typing after which the server is asked. */
const PAUSE_MS = 120

/** After so long without an answer the palette says that it is the server that is slow. */
export const SLOW_MS = 1_000

/** One letter finds too much to be worth a question. */
const LEAST_ASKED = 2

/** How the question to the server about a text stands. */
export interface Remote {
  /** Scope and text that it is about. */
  about: string
  state: 'not-asked' | 'waiting' | 'slow' | 'found' | 'failed' | 'offline'
  records: readonly SeenRecord[]
}

/** The kinds of record that the server searches for a query. */
export function searchedKinds({ scope, text }: Pick<PaletteQuery, 'scope' | 'text'>): DeclaredKind[] {
  return text === '' ? [] : declaredKinds(kindsIn(scope)).filter(({ searchPath }) => searchPath)
}

/** The address of the list that has everything the server finds for a query; null where it searches nothing. */
export function serverList(query: PaletteQuery): string | null {
  return searchedKinds(query)[0]?.searchPath?.(query.text) ?? null
}

/** Asks the server for a text after a pause in the typing; a question that is not current any more is aborted. */
export function usePaletteRemote(query: PaletteQuery): Remote {
  const { scope, text } = query
  const about = `${scope} ${text}`
  const start = [...text].length >= LEAST_ASKED && searchedKinds(query).length > 0 ? 'waiting' : 'not-asked'
  const [remote, setRemote] = useState<Remote>({ about: '', state: 'not-asked', records: [] })
  useEffect(() => {
    if (start === 'not-asked') return
    const abort = new AbortController()
    const tell = (state: Remote['state'], records: readonly SeenRecord[] = []) => {
      if (!abort.signal.aborted) setRemote({ about, state, records })
    }
    let slow: ReturnType<typeof setTimeout> | undefined
    const pause = setTimeout(() => {
      const found: SeenRecord[] = []
      slow = setTimeout(() => tell('slow', [...found]), SLOW_MS)
      const onFound = (records: readonly SeenRecord[]) => {
        found.push(...records)
        tell('waiting', [...found])
      }
      void askAll(searchedKinds({ scope, text }), text, abort.signal, onFound).then((state) => {
        clearTimeout(slow)
        tell(state, found)
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

/** Never rejects: what one source found is shown at once, though another is slow or fails. */
async function askAll(
  kinds: readonly DeclaredKind[],
  text: string,
  signal: AbortSignal,
  onFound: (records: readonly SeenRecord[]) => void,
): Promise<Remote['state']> {
  const answers = await Promise.allSettled(
    kinds.map(async ({ source }) => {
      const { list } = await source()
      const records = await list({ page: 1, query: text }, signal)
      if (signal.aborted) return
      recordIndex.seen(records)
      onFound(records)
    }),
  )
  const failure = answers.find((answer) => answer.status === 'rejected')
  if (!failure) return 'found'
  const unanswered = failure.reason instanceof CallError && failure.reason.status === 0
  return unanswered && !navigator.onLine ? 'offline' : 'failed'
}
