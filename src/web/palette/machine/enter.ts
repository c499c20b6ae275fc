import { fold } from '../../../domain/format/fold.ts'
import { type IndexedRecord, keyOf } from '../../../domain/records/indexed-record.ts'
import { chosenRow, hasCode } from './choice.ts'
import { type PaletteQuery, questionOf } from './query.ts'
import type { CodeRow, Row } from './row.ts'
import { type Answer, answerFor, type PaletteState, queryOf, type Reads, type Where } from './state.ts'
import { closed, NO_ENTER, next, type Step, withoutEnter } from './step.ts'

/**
 * The row that Enter may take: the row that the document shows as chosen, even if responses have arrived since. If
 * the document still shows the rows of an older text, the new chosen row must be the same one, or be named by the
 * text.
 */
export function selectableRow(state: PaletteState, rows: readonly Row[]): Row | null {
  const { shown, text, choice } = state
  const isCurrent = shown.text === text && choice === null
  const row = isCurrent ? rows.find(({ id }) => id === shown.chosen) : chosenRow(state, rows)
  return row && (row.id === shown.chosen || isTyped(row, queryOf(state))) ? row : null
}

/**
 * Enter on a code opens the record with exactly that code, from the rows or from the server's response. It opens a
 * match only if the user chose it, or if no record has the code. If the match is shown although a record has the
 * code, Enter only chooses that record; the next Enter opens it.
 */
export function enter(
  state: PaletteState,
  rows: readonly Row[],
  row: Row | null,
  where: Where,
  byUser: boolean,
): Step {
  const { jump } = state
  const { code } = queryOf(state)
  const canTake = row !== null && row.kind !== 'code'
  if (canTake && (code === null || byUser)) return take(state, row, where)
  if (code === null) return next(state)
  const exact = rows.flatMap((one) =>
    one.kind === 'record' && hasCode(one.record, code) ? [one.record] : [],
  )
  const answer = answerFor(state)
  const found = answer?.state === 'found' ? answer.record : null
  const record = exact.find((one) => one.code === code) ?? exact[0] ?? found
  const hasOther = row?.kind === 'record' && !hasCode(row.record, code)
  if (record) {
    return hasOther ? next({ ...state, choice: keyOf(record) }) : open(state, record, where)
  }
  if (answer?.state === 'missing') {
    return canTake ? take(state, row, where) : next({ ...state, jump: notFound(state) })
  }
  // Wait for the response; after a failure request the code again.
  const attempt = jump.attempt + (answer ? 1 : 0)
  return next({ ...state, jump: { answer: null, attempt, held: where, entered: true } })
}

function open(state: PaletteState, record: IndexedRecord, where: Where): Step {
  return next(closed(state), { do: 'open', record, where })
}

/** No record has the code, or the request failed: the next message says so. */
function notFound({ jump }: PaletteState): PaletteState['jump'] {
  return { ...jump, held: null, entered: true }
}

function take(state: PaletteState, row: Exclude<Row, CodeRow>, where: Where): Step {
  const left = closed(state)
  switch (row.kind) {
    case 'record':
      return open(state, row.record, where)
    case 'server':
    case 'list':
      return next(left, { do: 'go', path: row.path, where })
    case 'copy':
      return next(left, { do: 'copy', text: row.text })
    case 'command': {
      const isAction = state.subject !== null
      if (row.loading)
        return next({ ...state, jump: { ...state.jump, ...NO_ENTER, held: where, entered: true } })
      // The palette stays open: the row shows the reason, and the rows below it the commands that can run.
      if (row.blocked !== null && !row.hasRemedy && !isAction) return next(withoutEnter(state))
      return next(left, { do: 'run', row, isAction: isAction || row.asked })
    }
  }
}

/** Stores the records that the text names. A pending Enter is repeated on their rows. */
export function read(state: PaletteState, reads: Reads): Step {
  const { held } = state.jump
  if (held === null || queryOf(state).code !== null) return next({ ...state, reads })
  const enter = { chord: held === 'here' ? 'Enter' : 'mod+Enter', character: null, repeat: false }
  return next({ ...withoutEnter(state), reads, queuedKeys: [enter] }, { do: 'act' })
}

/**
 * Whether the text names a row, so that it may be taken unseen: a command that it finds, or the record with this code. A
 * part of a code names no record, so that a command on a match must have been seen with its code.
 */
function isTyped(row: Row, { text }: PaletteQuery): boolean {
  if (text === '') return false
  if (row.kind === 'record') return hasCode(row.record, text)
  if (row.kind !== 'command' || !row.asked || row.loading || row.subject === null) return true
  return fold(row.subject) === fold(text)
}

/** Ignores a response about a code that is no longer queried. A pending Enter opens exactly this code, or nothing. */
export function answered(state: PaletteState, question: string, answer: Answer): Step {
  const { jump } = state
  if (questionOf(queryOf(state)) !== question) return next(state)
  if (jump.held !== null) {
    if (answer.state === 'found') return open(state, answer.record, jump.held)
    return next({ ...state, jump: { ...notFound(state), answer: { question, answer } } })
  }
  return next({ ...state, jump: { ...jump, answer: { question, answer } } })
}
