import type { SeenRecord } from '../../domain/records/seen-record.ts'
import { readQuery } from './query.ts'

/** What the server said about a code. */
export type Answer = { state: 'found'; record: SeenRecord } | { state: 'missing' } | { state: 'failed' }

/** Where a record opens. */
export type Where = 'here' | 'new-tab'

/** The palette's question to the server about one code, and the Enter that waits for its answer. */
export interface Jump {
  /** The text as it stands; the code and the held Enter belong to exactly this text. */
  typed: string
  /** The code that is asked about, null while none is typed. */
  code: string | null
  answer: Answer | null
  /** Enter was pressed before the answer came. */
  held: Where | null
  /** Enter was pressed on this text: only then is a failure said, not at every letter on the way to a code. */
  entered: boolean
}

export const NO_JUMP: Jump = { typed: '', code: null, answer: null, held: null, entered: false }

/** A row of the palette as Enter sees it: what it opens or runs, and the text that it answers. */
export interface EnterRow {
  id: string
  /** The text that was typed when this row was found. */
  answers: string
  /** Null for a command, and for the row of a code that nobody knows yet. */
  record: SeenRecord | null
  command: string | null
  /** The address of a list that it opens. */
  path?: string
}

/** Everything that decides what Enter does. */
export interface EnterState {
  jump: Jump
  /** The chosen row, null when there is none. */
  chosen: EnterRow | null
  /** Whether the user chose it, and not the palette. */
  chosenByUser: boolean
  /** The records with exactly the typed code, in this browser's index. */
  known: readonly SeenRecord[]
}

export type Enter =
  | { do: 'open'; record: SeenRecord }
  | { do: 'run'; command: string }
  | { do: 'go'; path: string }
  | { do: 'hold' }
  | { do: 'ask-again' }
  /** Nobody has this code. */
  | { do: 'say' }
  | { do: 'nothing' }

/**
 * What Enter does. A code opens exactly that code, from the index or by the server's answer; only where the server has
 * none does the chosen row count, and a row counts only while it answers the text that stands there.
 */
export function resolveEnter({ jump, chosen, chosenByUser, known }: EnterState): Enter {
  const current = chosen !== null && chosen.answers === jump.typed ? chosen : null
  if (current && chosenByUser && take(current).do !== 'nothing') return take(current)
  if (jump.code === null) return current ? take(current) : { do: 'nothing' }
  const [exact] = known
  if (exact) return { do: 'open', record: known.find(({ code }) => code === jump.code) ?? exact }
  if (jump.answer === null) return { do: 'hold' }
  if (jump.answer.state === 'found') return { do: 'open', record: jump.answer.record }
  if (jump.answer.state === 'failed') return { do: 'ask-again' }
  // Nobody has the code: a row shown as chosen instead is what Enter means.
  return current && take(current).do !== 'nothing' ? take(current) : { do: 'say' }
}

function take({ record, command, path }: EnterRow): Enter {
  if (record) return { do: 'open', record }
  if (path !== undefined) return { do: 'go', path }
  return command === null ? { do: 'nothing' } : { do: 'run', command }
}

/** The text changed: the question, its answer and a held Enter were about the older one. */
export function edited(jump: Jump, typed: string, code: string | null): Jump {
  if (jump.typed === typed && jump.code === code) return jump
  const same = jump.code === code && readQuery(jump.typed).scope === readQuery(typed).scope
  return { ...NO_JUMP, typed, code, answer: same ? jump.answer : null }
}

/**
 * An answer came. One about another code than the one that stands there is dropped. An Enter that waited for it opens
 * what was found.
 */
export function answered(jump: Jump, code: string, answer: Answer): { jump: Jump; open: SeenRecord | null } {
  if (jump.code !== code) return { jump, open: null }
  const open = jump.held !== null && answer.state === 'found' ? answer.record : null
  return { jump: { ...jump, answer, held: null }, open }
}
