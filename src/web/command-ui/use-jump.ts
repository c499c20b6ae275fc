import { useEffect, useRef, useState } from 'react'
import { getOrder } from '../../contract/orders.ts'
import { fold } from '../../domain/fold.ts'
import { CallError, send } from '../api/client.ts'
import { orderQueries } from '../api/orders.ts'
import { queryClient } from '../api/query-client.ts'
import { orderRecord, type SeenRecord } from '../record-index/record.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { type Answer, answered, edited, type Jump, NO_JUMP, type Where } from './jump.ts'
import { readQuery } from './palette-query.ts'

interface JumpControl {
  jump: Jump
  /** Waits for the answer to this text and then opens the record. */
  hold(typed: string, where: Where): void
  letGo(): void
  /** Tells that nobody has the code. */
  say(): void
  askAgain(where: Where): void
}

/**
 * Asks the server about the code that is typed, at once, unless the index knows it; a question that is not current any
 * more is aborted. `onFound` opens the record for which an Enter waited.
 */
export function useJump(
  typed: string,
  code: string | null,
  onFound: (record: SeenRecord, where: Where) => void,
): JumpControl {
  const [kept, setJump] = useState(NO_JUMP)
  const [attempt, setAttempt] = useState(0)
  const jump = edited(kept, typed, code)
  if (jump !== kept) setJump(jump)
  const latest = useRef({ jump, onFound })
  latest.current = { jump, onFound }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (code === null || recordIndex.exact(code).length > 0) return
    const abort = new AbortController()
    void ask(code, abort.signal).then((answer) => {
      if (abort.signal.aborted) return
      const before = latest.current.jump
      const { jump: next, open } = answered(before, code, answer)
      setJump(next)
      if (open) latest.current.onFound(open, before.held ?? 'here')
    })
    return () => abort.abort()
  }, [code, attempt])

  return {
    jump,
    hold(text, where) {
      setJump((now) => ({ ...edited(now, text, readQuery(text).code), held: where, entered: true }))
    },
    letGo: () => setJump((now) => ({ ...now, held: null, entered: false })),
    say: () => setJump((now) => ({ ...now, entered: true })),
    askAgain(where) {
      setJump((now) => ({ ...now, answer: null, held: where, entered: true }))
      setAttempt((count) => count + 1)
    },
  }
}

/** Asks for the record of one kind with exactly this code; it goes where its screen looks for it. Null where there is none. */
type Asked = (code: string, signal: AbortSignal) => Promise<SeenRecord | null>

const ASKED: readonly Asked[] = [
  async (code, signal) => {
    const order = await send(getOrder, { path: { code }, signal })
    if (fold(order.code) !== fold(code)) return null
    queryClient.setQueryData(orderQueries.detail(order.code).queryKey, order)
    return orderRecord(order)
  },
  async (code, signal) => (await import('../api/consignments.ts')).findConsignment(code, signal),
]

/**
 * Asks for a code of every kind at once; the first that has it is the answer. Never rejects: what went wrong is an
 * answer too.
 */
function ask(code: string, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    const asked = ASKED.map((one) => one(code, signal).catch(missingOrFailed))
    for (const one of asked) {
      void one.then((record) => {
        if (record === null || record === 'failed') return
        recordIndex.seen([record])
        resolve({ state: 'found', record })
      })
    }
    void Promise.all(asked).then((all) => resolve({ state: all.includes('failed') ? 'failed' : 'missing' }))
  })
}

function missingOrFailed(error: unknown): null | 'failed' {
  return error instanceof CallError && error.notFound ? null : 'failed'
}
