import { keyOf, type SeenRecord } from '../../../domain/records/seen-record.ts'
import { chosenRow, hasCode } from './choice.ts'
import { type PaletteQuery, questionOf } from './query.ts'
import type { CodeRow, Row } from './row.ts'
import {
  type Answer,
  answerFor,
  type Effect,
  type PaletteState,
  queryOf,
  type Reads,
  type Where,
} from './state.ts'
import { closed, NO_ENTER, next, type Step, withoutEnter } from './step.ts'

/**
 * The row that Enter may take: the one that the document shows as chosen, whatever arrived since. If the document shows
 * the rows of an older text, the chosen row counts only if it is the same one, or if the text names it.
 */
export function selectableRow(state: PaletteState, rows: readonly Row[]): Row | null {
  const { shown, text, choice } = state
  const isCurrent = shown.text === text && choice === null
  const row = isCurrent ? rows.find(({ id }) => id === shown.chosen) : chosenRow(state, rows)
  return row && (row.id === shown.chosen || isTyped(row, queryOf(state))) ? row : null
}

/**
 * Enter on a code opens exactly that code, from the rows or by the server's response. A match that is shown as chosen
 * counts only if the user chose it or no record has the code; if one turns out to have it, Enter chooses that one first.
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
    return hasOther
      ? next({ ...state, choice: keyOf(record), jump: { ...jump, following: [] } })
      : open(state, record, where)
  }
  if (answer?.state === 'missing') {
    return canTake ? take(state, row, where) : next({ ...state, jump: notFound(state) })
  }
  // Wait for the response; after a failure request the code again.
  const attempt = jump.attempt + (answer ? 1 : 0)
  const following = where === 'here' ? jump.following : []
  return next({
    ...state,
    jump: { answer: null, attempt, held: where, following, dropped: [], entered: true },
  })
}

/** Opens a record and hands over the keys that were pressed for it. */
function open(state: PaletteState, record: SeenRecord, where: Where): Step {
  const strokes = state.jump.following.map(({ stroke }) => stroke)
  const opened: Effect = { do: 'open', record, where }
  return strokes.length === 0 || where === 'new-tab'
    ? next(closed(state), opened)
    : next(closed(state), opened, { do: 'queue-keys', record, strokes })
}

/** Enter has found no record: the keys behind it are dropped, and named. */
function notFound({ jump }: PaletteState): PaletteState['jump'] {
  const dropped = jump.following.flatMap(({ title }) => title ?? [])
  return { ...jump, held: null, following: [], dropped, entered: true }
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
      // The row has the reason, and the rows below it what can be done instead.
      if (row.blocked !== null && !row.hasRemedy && !isAction) return next(withoutEnter(state))
      return next(left, { do: 'run', row, isAction: isAction || row.asked })
    }
  }
}

/** Records that a text names were read: an Enter that waits for them is repeated on the new rows. */
export function read(state: PaletteState, reads: Reads): Step {
  const { held } = state.jump
  if (held === null || queryOf(state).code !== null) return next({ ...state, reads })
  const enter = { chord: held === 'here' ? 'Enter' : 'mod+Enter', character: null, repeat: false }
  return next({ ...withoutEnter(state), reads, queuedKeys: [enter] }, { do: 'act' })
}

/** Whether the text names a row, so that it may be taken unseen: a command that it finds, or the record with this code. */
function isTyped(row: Row, { text }: PaletteQuery): boolean {
  return text !== '' && (row.kind !== 'record' || hasCode(row.record, text))
}

/** A response about a code that the rows do not have is dropped. A pending Enter opens that code, or nothing. */
export function answered(state: PaletteState, question: string, answer: Answer): Step {
  const { jump } = state
  if (questionOf(queryOf(state)) !== question) return next(state)
  if (jump.held !== null) {
    if (answer.state === 'found') return open(state, answer.record, jump.held)
    return next({ ...state, jump: { ...notFound(state), answer: { question, answer } } })
  }
  return next({ ...state, jump: { ...jump, answer: { question, answer } } })
}
