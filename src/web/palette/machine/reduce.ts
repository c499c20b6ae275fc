import type { CommandContext } from '../../../../commands/engine/context.ts'
import type { Stroke } from '../../../../commands/engine/keymap.ts'
import { fold } from '../../../domain/format/text.ts'
import { type IndexedRecord, keyOf } from '../../../domain/records/indexed-record.ts'
import { chain, next, type Step } from '../../state/machine.ts'
import { chosenRow, hasCode, pickable } from './choice.ts'
import {
  type Answer,
  answerFor,
  CLOSED,
  type CodeRow,
  type Effect,
  NOTHING_SHOWN,
  type PaletteEvent,
  type PaletteQuery,
  type PaletteState,
  type PaletteWorld,
  queryOf,
  questionOf,
  type Reads,
  type Row,
  type Subject,
  type Where,
} from './state.ts'

type PaletteStep = Step<PaletteState, Effect>

/** The palette's state machine: decides what each key and each response does. docs/palette.md has a diagram. */
export function reduce(state: PaletteState, event: PaletteEvent, world: PaletteWorld): PaletteStep {
  if (event.type === 'focus') return next({ ...state, focused: event.focused })
  if (event.type === 'open' && state.phase === 'closed') {
    const openings = state.openings + 1
    return next({ ...closed(state), phase: 'opening', openings, text: event.text })
  }
  if (state.phase === 'closed') return next(state)
  switch (event.type) {
    case 'open':
    case 'type':
      return edit(state, event.text, world)
    case 'key':
      return key(state, event.stroke, world)
    case 'take':
      return state.shown.text === state.text ? pick(state, event.row, event.where) : next(state)
    case 'painted':
      return state.phase === 'opening'
        ? act(lookedUp({ ...state, phase: 'open' }, world), world)
        : next(state)
    case 'frame': {
      const begun = { ...state, frameDue: false }
      return next(state.phase === 'open' && isBehind(state) ? query(begun, world) : begun)
    }
    case 'context':
      return withContext(state, event.context, !event.loading)
    case 'shown':
      return next({ ...state, shown: { text: event.text, chosen: event.chosen, picks: event.picks } })
    case 'answered':
      return answered(state, event.question, event.answer)
    case 'searched':
      return next({ ...state, search: event.search })
    case 'reads':
      return read(state, event.reads, world)
    case 'changed':
      return next(withRecords(state, event.records))
    case 'read': {
      const { record, targets, failed } = event
      const { subject } = state
      return next(subject?.record === record ? { ...state, subject: { ...subject, targets, failed } } : state)
    }
    case 'close':
      return next(closed(state))
  }
}

/** The keys that pick one of the first nine rows. */
const PICK = /^alt\+[1-9]$/

/** Whether the rows belong to an older text. */
function isBehind({ sources, text }: PaletteState): boolean {
  return sources?.text !== text
}

function lookedUp(state: PaletteState, world: PaletteWorld): PaletteState {
  return { ...state, sources: world.lookUp(state) }
}

/** The rows of the text, in place of those of an older one. */
function query(state: PaletteState, world: PaletteWorld): PaletteState {
  return lookedUp({ ...state, choice: null }, world)
}

/** Rows are looked up once a frame: if every key did, keys faster than frames would leave no time to paint. */
function edit(state: PaletteState, text: string, world: PaletteWorld): PaletteStep {
  const edited = { ...withoutEnter(state), text, queuedKeys: [] }
  if (state.phase === 'opening' || state.frameDue || !isBehind(edited)) return next(edited)
  return next(query({ ...edited, frameDue: true }, world), { do: 'request-frame' })
}

function key(state: PaletteState, stroke: Stroke, world: PaletteWorld): PaletteStep {
  const { text, subject } = state
  // On a Mac, Option and a digit also type a character.
  if (stroke.character !== null && !PICK.test(stroke.chord)) {
    return edit(state, text + stroke.character, world)
  }
  if (stroke.chord === 'Escape') {
    if (state.jump.held !== null) return next(withoutEnter(state))
    return next(subject ? backFrom(subject, state, world) : closed(state))
  }
  if (stroke.chord === 'Backspace' && (text !== '' || !subject)) return edit(state, text.slice(0, -1), world)
  const queued = { ...state, queuedKeys: [...state.queuedKeys, stroke] }
  if (state.phase === 'opening' && !state.focused) return next(queued)
  return act(isBehind(state) ? query({ ...queued, phase: 'open' }, world) : queued, world)
}

/** Handles the queued keys in order, each with the rows that the one before it has left. */
function act(state: PaletteState, world: PaletteWorld): PaletteStep {
  const [stroke, ...queuedKeys] = state.queuedKeys
  if (!stroke) return next(state)
  return chain(press({ ...state, queuedKeys }, stroke.chord, world), (pressed) => act(pressed, world))
}

function press(state: PaletteState, chord: string, world: PaletteWorld): PaletteStep {
  const groups = world.groupsOf(state)
  const rows = groups.flatMap((group) => group.rows)
  const row = selectableRow(state, rows)
  const byUser = state.choice !== null
  if (chord === 'ArrowDown') return move(state, rows, 1)
  if (chord === 'ArrowUp') return move(state, rows, -1)
  if (chord === 'Enter') return enter(state, rows, row, 'here', byUser)
  if (chord === 'mod+Enter') return enter(state, rows, row, 'new-tab', byUser)
  if (PICK.test(chord)) {
    const place = Number(chord.slice(-1)) - 1
    const picked = pickable(groups)[place]
    if (picked && picked.id === state.shown.picks[place]) return pick(state, picked, 'here')
  }
  if (/^(Tab|ArrowRight)$/.test(chord) && row?.kind === 'record') {
    return next(actionsOf(row.record, state, world))
  }
  if (/^(shift\+Tab|Backspace)$/.test(chord) && state.subject) {
    return next(backFrom(state.subject, state, world))
  }
  return next(state)
}

/** Takes a row by a click or a digit, in place of a pending Enter. */
function pick(state: PaletteState, row: Row, where: Where): PaletteStep {
  return enter(withoutEnter(state), [], row, where, true)
}

function move(state: PaletteState, rows: readonly Row[], by: 1 | -1): PaletteStep {
  const chosen = chosenRow(state, rows)
  const row = rows[(chosen ? rows.indexOf(chosen) : -1) + by]
  const free = state.jump.held === null ? state : withoutEnter(state)
  return next(row ? { ...free, choice: row.id } : free)
}

/** Shows the actions of a record. */
function actionsOf(record: IndexedRecord, state: PaletteState, world: PaletteWorld): PaletteState {
  const subject: Subject = { record, before: state.text, targets: null, failed: false }
  return query({ ...withoutEnter(state), text: '', subject, shown: NOTHING_SHOWN }, world)
}

/** Returns from the actions of a record to the text and the row. */
function backFrom({ record, before }: Subject, state: PaletteState, world: PaletteWorld): PaletteState {
  const left = { ...withoutEnter(state), queuedKeys: [], shown: NOTHING_SHOWN }
  return lookedUp({ ...left, text: before, subject: null, choice: keyOf(record) }, world)
}

/** Rows follow a screen that is still loading, until it has loaded or the user has chosen a row. */
function withContext(state: PaletteState, context: CommandContext | null, settled: boolean): PaletteStep {
  const { sources, choice } = state
  if (!sources || sources.settled || choice) return next(state)
  return next({ ...state, sources: { ...sources, context, settled } })
}

/**
 * The row that Enter may take: the row that the document shows as chosen, even if responses have arrived since. If
 * the document still shows the rows of an older text, the new chosen row must be the same one, or be named by the
 * text.
 */
function selectableRow(state: PaletteState, rows: readonly Row[]): Row | null {
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
function enter(
  state: PaletteState,
  rows: readonly Row[],
  row: Row | null,
  where: Where,
  byUser: boolean,
): PaletteStep {
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
  const hasOther = row?.kind === 'record' && !isOf(row.record, record, code)
  if (record) {
    return hasOther ? next({ ...state, choice: keyOf(record) }) : open(state, record, where)
  }
  if (answer?.state === 'several') return next({ ...state, jump: notFound(state) })
  if (answer?.state === 'missing') {
    return canTake ? take(state, row, where) : next({ ...state, jump: notFound(state) })
  }
  // Wait for the response; after a failure request the code again.
  const attempt = jump.attempt + (answer ? 1 : 0)
  return next({ ...state, jump: { answer: null, attempt, held: where, entered: true } })
}

/** Whether a row's record is the one that Enter opens, or has the code as well. */
function isOf(shown: IndexedRecord, opened: IndexedRecord | null, code: string): boolean {
  return hasCode(shown, code) || (opened !== null && keyOf(shown) === keyOf(opened))
}

function open(state: PaletteState, record: IndexedRecord, where: Where): PaletteStep {
  return next(closed(state), { do: 'open', record, where })
}

/** No record has the code, several have, or the request failed: the next message says so. */
function notFound({ jump }: PaletteState): PaletteState['jump'] {
  return { ...jump, held: null, entered: true }
}

function take(state: PaletteState, row: Exclude<Row, CodeRow>, where: Where): PaletteStep {
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
function read(state: PaletteState, reads: Reads, world: PaletteWorld): PaletteStep {
  const { held } = state.jump
  if (held === null || queryOf(state).code !== null) return next({ ...state, reads })
  const enter = { chord: held === 'here' ? 'Enter' : 'mod+Enter', character: null, repeat: false }
  return act({ ...withoutEnter(state), reads, queuedKeys: [enter] }, world)
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
function answered(state: PaletteState, question: string, answer: Answer): PaletteStep {
  const { jump } = state
  if (questionOf(queryOf(state)) !== question) return next(state)
  if (jump.held !== null) {
    if (answer.state === 'found') return open(state, answer.record, jump.held)
    return next({ ...state, jump: { ...notFound(state), answer: { question, answer } } })
  }
  return next({ ...state, jump: { ...jump, answer: { question, answer } } })
}

/** The state with newer data of records, by their keys. No row moves, whatever the query would find now. */
function withRecords(state: PaletteState, records: ReadonlyMap<string, IndexedRecord>): PaletteState {
  const { sources, search } = state
  if (!sources) return state
  const renewed = <Has extends { record: IndexedRecord }>(one: Has): Has => {
    const record = records.get(keyOf(one.record))
    return record ? { ...one, record } : one
  }
  return {
    ...state,
    sources: {
      ...sources,
      matches: sources.matches.map(renewed),
      recentRecords: sources.recentRecords.map(renewed),
    },
    search: search && {
      ...search,
      records: search.records.map((record) => records.get(keyOf(record)) ?? record),
    },
  }
}

/** The input loses the focus when it leaves the document, possibly later. */
function closed({ focused, openings }: PaletteState): PaletteState {
  return { ...CLOSED, focused, openings }
}

/** No Enter is pending. */
const NO_ENTER = { held: null, entered: false } as const

/** The same text without a pending Enter. */
function withoutEnter(state: PaletteState): PaletteState {
  const { jump } = state
  const isPending = jump.held !== null || jump.entered
  return isPending ? { ...state, jump: { ...jump, ...NO_ENTER } } : state
}
