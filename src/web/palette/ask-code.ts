import { useEffect } from 'react'
import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import { likelyKind } from '../../domain/records/likely-kind.ts'
import type { RecordKind } from '../../domain/records/record-kind.ts'
import { CallError } from '../api/client.ts'
import { orderQueries } from '../api/orders.ts'
import { queryClient } from '../api/query-client.ts'
import { afterPaint } from '../lib/after-paint.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { type DeclaredKind, declaredKinds } from '../record-index/record-kinds.ts'
import { kindsIn, type PaletteQuery, questionOf } from './machine/query.ts'
import type { Answer } from './machine/state.ts'
import { dispatch } from './palette-store.ts'

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
  const asked = declaredKinds(kinds)
  const turns = [asked.filter(({ kind }) => kind === likely), asked.filter(({ kind }) => kind !== likely)]
  let failed = false
  for (const turn of turns) {
    if (signal.aborted) break
    for (const answer of turn.map((kind) => find(kind, code, signal))) {
      const record = await answer
      if (record === 'failed') failed = true
      else if (record !== null) {
        recordIndex.add([record])
        return { state: 'found', record }
      }
    }
  }
  return { state: failed ? 'failed' : 'missing' }
}

async function find(
  { source }: DeclaredKind,
  code: string,
  signal: AbortSignal,
): Promise<IndexedRecord | null | 'failed'> {
  try {
    return await (await source()).find(code, signal)
  } catch (error) {
    return error instanceof CallError && error.notFound ? null : 'failed'
  }
}
