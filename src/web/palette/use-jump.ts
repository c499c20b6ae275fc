import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { likelyKind } from '../../domain/records/record-code.ts'
import type { RecordKind } from '../../domain/records/record-kind.ts'
import type { SeenRecord } from '../../domain/records/seen-record.ts'
import { CallError } from '../api/client.ts'
import { orderQueries } from '../api/orders.ts'
import { queryClient } from '../api/query-client.ts'
import { afterPaint } from '../lib/after-paint.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { type DeclaredKind, declaredKinds } from '../record-index/record-kinds.ts'
import { textAtom } from '../state/palette.ts'
import { store } from '../state/store.ts'
import { type Answer, answered, edited, type Jump, NO_JUMP, type Where } from './jump.ts'
import { kindsIn, type PaletteQuery, readQuery } from './query.ts'

interface JumpControl {
  /** As it is drawn. */
  jump: Jump
  /** As it is at this moment for what is typed: an answer or a key may have come since it was drawn. */
  now(typed: string, code: string | null): Jump
  /** Waits for the answer to this text and then opens the record. */
  hold(typed: string, where: Where): void
  letGo(): void
  /** Tells that nobody has the code. */
  say(): void
  askAgain(where: Where): void
}

/**
 * Asks the server about the code that is typed, as soon as its rows are painted; a code that the index knows is read
 * ahead. A question that is not current any more is aborted. `onFound` opens the record for which an Enter waited.
 * @param typed what the rows answer
 * @param codeOf the code in a text, another function when it is read otherwise: what stands in the input may be newer
 *   than the rows
 */
export function useJump(
  typed: string,
  { scope, code }: Pick<PaletteQuery, 'scope' | 'code'>,
  codeOf: (text: string) => string | null,
  onFound: (record: SeenRecord, where: Where) => void,
): JumpControl {
  const [drawn, draw] = useState(NO_JUMP)
  const [attempt, setAttempt] = useState(0)
  const jump = edited(drawn, typed, code)
  if (jump !== drawn) draw(jump)
  const latestOnFound = useRef(onFound)
  latestOnFound.current = onFound
  // On a busy machine an answer and an Enter can both come before React has drawn either.
  const latest = useRef(NO_JUMP)
  // An edit drops the Enter before its rows are drawn.
  useLayoutEffect(() => {
    const follow = () => {
      const text = store.get(textAtom)
      latest.current = edited(latest.current, text, codeOf(text))
    }
    follow()
    return store.sub(textAtom, follow)
  }, [codeOf])
  const change = (next: Jump) => {
    latest.current = next
    draw(next)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (code === null) return
    const [known] = recordIndex.exact(code, kindsIn(scope))
    if (known) return afterPaint(() => readAhead(known))
    const abort = new AbortController()
    const stop = afterPaint(async () => {
      const answer = await ask(code, kindsIn(scope), abort.signal)
      if (abort.signal.aborted) return
      const before = latest.current
      const { jump: next, open } = answered(before, code, answer)
      change(next)
      if (open) latestOnFound.current(open, before.held ?? 'here')
    })
    return () => {
      stop()
      abort.abort()
    }
  }, [scope, code, attempt])

  return {
    jump,
    now: (text, codeOfText) => edited(latest.current, text, codeOfText),
    hold(text, where) {
      const now = edited(latest.current, text, readQuery(text).code)
      change({ ...now, held: where, entered: true })
    },
    letGo: () => change({ ...latest.current, held: null, entered: false }),
    say: () => change({ ...latest.current, entered: true }),
    askAgain(where) {
      change({ ...latest.current, answer: null, held: where, entered: true })
      setAttempt((count) => count + 1)
    },
  }
}

/** An order whose very code is typed is likely to be opened: Enter finds it read. */
function readAhead({ kind, code }: SeenRecord): void {
  if (kind === 'order') void queryClient.prefetchQuery(orderQueries.detail(code))
}

/**
 * Asks for a code of the kind that its shape suggests, and where that has none, of the others at once: of these the
 * first kind that has it is the answer. Never rejects: a failure is an answer too.
 */
async function ask(code: string, kinds: readonly RecordKind[], signal: AbortSignal): Promise<Answer> {
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
        recordIndex.seen([record])
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
): Promise<SeenRecord | null | 'failed'> {
  try {
    return await (await source()).find(code, signal)
  } catch (error) {
    return error instanceof CallError && error.notFound ? null : 'failed'
  }
}
