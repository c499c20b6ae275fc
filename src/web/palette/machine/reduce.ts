import type { CommandContext } from '../../../../commands/engine/context.ts'
import type { Stroke } from '../../../../commands/engine/keymap.ts'
import { questionOf, type TypedQuery } from '../../../../commands/interpreter/query.ts'
import { fold } from '../../../domain/format/text.ts'
import { type IndexedRecord, keyOf } from '../../../domain/records/indexed-record.ts'
import { bestMatch, hasCode, isAmbiguous } from '../../record-index/meant.ts'
import { chain, next, type Transition } from '../../state/machine.ts'
import {
  answerFor,
  CLOSED,
  type CodeRow,
  type Effect,
  NOTHING_SHOWN,
  type PaletteEvent,
  type PaletteState,
  type PaletteWorld,
  pendingEnter,
  queryOf,
  type RecordRow,
  type Responses,
  type ResultRow,
  type RowGroup,
  type Subject,
  type Where,
} from './state.ts'

type PaletteTransition = Transition<PaletteState, Effect>

/** The palette's state machine: decides what each key and each response does. docs/palette.md has a diagram. */
export function reduce(state: PaletteState, event: PaletteEvent, world: PaletteWorld): PaletteTransition {
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
      return state.phase === 'opening' ? act(query({ ...state, phase: 'open' }, world), world) : next(state)
    case 'frame': {
      const begun = { ...state, frameDue: false }
      return next(state.phase === 'open' && isBehind(state) ? query(begun, world) : begun)
    }
    case 'context':
      return withContext(state, event.context, !event.loading)
    case 'shown': {
      const { type: _, ...shown } = event
      return next({ ...state, shown })
    }
    case 'responded':
      return responded(state, event.responses, world)
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

/** The rows of the text, in place of those of an older one. */
function query(state: PaletteState, world: PaletteWorld): PaletteState {
  return { ...state, sources: world.lookUp(state), choice: null }
}

/** Rows are looked up once a frame: if every key did, keys faster than frames would leave no time to paint. */
function edit(state: PaletteState, text: string, world: PaletteWorld): PaletteTransition {
  const edited = { ...withoutEnter(state), text, recalled: false, queuedKeys: [] }
  if (state.phase === 'opening' || state.frameDue || !isBehind(edited)) return next(edited)
  return next(query({ ...edited, frameDue: true }, world), { do: 'request-frame' })
}

function key(state: PaletteState, stroke: Stroke, world: PaletteWorld): PaletteTransition {
  const { text, subject } = state
  // On a Mac, Option and a digit also type a character.
  if (stroke.character !== null && !PICK.test(stroke.chord)) {
    return edit(state, text + stroke.character, world)
  }
  if (stroke.chord === 'Escape') {
    if (pendingEnter(state) !== null) return next(withoutEnter(state))
    return next(subject ? backFrom(subject, state, world) : closed(state))
  }
  if (stroke.chord === 'Backspace' && (text !== '' || !subject)) return edit(state, text.slice(0, -1), world)
  const queued = { ...state, queuedKeys: [...state.queuedKeys, stroke] }
  if (state.phase === 'opening' && !state.focused) return next(queued)
  return act(isBehind(state) ? query({ ...queued, phase: 'open' }, world) : queued, world)
}

/** Handles the queued keys in order, each with the rows that the one before it has left. */
function act(state: PaletteState, world: PaletteWorld): PaletteTransition {
  const [stroke, ...queuedKeys] = state.queuedKeys
  if (!stroke) return next(state)
  return chain(press({ ...state, queuedKeys }, stroke.chord, world), (pressed) => act(pressed, world))
}

function press(state: PaletteState, chord: string, world: PaletteWorld): PaletteTransition {
  const groups = world.groupsOf(state)
  const rows = groups.flatMap((group) => group.rows)
  const row = selectableRow(state, rows)
  const byUser = state.choice !== null
  if (chord === 'ArrowDown') return move(state, rows, 1)
  if (chord === 'ArrowUp') return recalled(state, world) ?? move(state, rows, -1)
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
  const text = chord === 'Tab' && row && 'leadsTo' in row ? row.leadsTo : ''
  if (text !== '') return next(query({ ...withoutEnter(state), text }, world))
  if (/^(shift\+Tab|Backspace)$/.test(chord) && state.subject) {
    return next(backFrom(state.subject, state, world))
  }
  return next(state)
}

/**
 * The text typed before the current one; without a text, the latest. Null if there is none, or if the user has chosen a
 * row, so that the key moves to the row above.
 */
function recalled(state: PaletteState, world: PaletteWorld): PaletteTransition | null {
  const { text, choice, subject } = state
  const typed = world.typedTexts()
  const before = text === '' || state.recalled ? typed[typed.indexOf(text) + 1] : undefined
  if (choice !== null || subject !== null || before === undefined) return null
  return next(query({ ...withoutEnter(state), text: before, recalled: true }, world))
}

/** Takes a row by a click or a digit, in place of a pending Enter. */
function pick(state: PaletteState, row: ResultRow, where: Where): PaletteTransition {
  return enter(withoutEnter(state), [], row, where, true)
}

function move(state: PaletteState, rows: readonly ResultRow[], by: 1 | -1): PaletteTransition {
  const chosen = chosenRow(state, rows)
  const row = rows[(chosen ? rows.indexOf(chosen) : -1) + by]
  const free = pendingEnter(state) === null ? state : withoutEnter(state)
  return next(row ? { ...free, choice: row.id } : free)
}

/** Shows the actions of a record. */
function actionsOf(record: IndexedRecord, state: PaletteState, world: PaletteWorld): PaletteState {
  const subject: Subject = { record, before: state.text, targets: null, failed: false }
  return query({ ...withoutEnter(state), text: '', subject, shown: NOTHING_SHOWN }, world)
}

/** Returns from the actions of a record to the text and the row. */
function backFrom({ record, before }: Subject, state: PaletteState, world: PaletteWorld): PaletteState {
  const left = { ...withoutEnter(state), queuedKeys: [], shown: NOTHING_SHOWN, text: before, subject: null }
  return { ...query(left, world), choice: keyOf(record) }
}

/** Rows follow a screen that is still loading, until it has loaded or the user has chosen a row. */
function withContext(
  state: PaletteState,
  context: CommandContext | null,
  settled: boolean,
): PaletteTransition {
  const { sources, choice } = state
  if (!sources || sources.settled || choice) return next(state)
  return next({ ...state, sources: { ...sources, context, settled } })
}

/**
 * The row that Enter may take: the row that the document shows as chosen, even if responses have arrived since. If
 * the document still shows the rows of an older text, the new chosen row must be the same one, or be named by the
 * text.
 */
function selectableRow(state: PaletteState, rows: readonly ResultRow[]): ResultRow | null {
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
  rows: readonly ResultRow[],
  row: ResultRow | null,
  where: Where,
  byUser: boolean,
): PaletteTransition {
  const { code } = queryOf(state)
  const canTake = row !== null && row.kind !== 'code'
  if (canTake && (code === null || byUser)) return take(state, row, where)
  if (code === null) return next(state)
  const records = rows.flatMap((listed) => (listed.kind === 'record' ? [listed.record] : []))
  const answer = answerFor(state)
  const record =
    records.find((record) => record.code === code) ??
    records.find((record) => hasCode(record, code)) ??
    (answer?.state === 'found' ? answer.record : null)
  const hasOther = row?.kind === 'record' && !isOf(row.record, record, code)
  if (record) {
    return hasOther ? next({ ...state, choice: keyOf(record) }) : open(state, record, where)
  }
  if (answer?.state === 'several') return next({ ...state, enter: 'failed' })
  if (answer?.state === 'missing') {
    return canTake ? take(state, row, where) : next({ ...state, enter: 'failed' })
  }
  // Wait for the response; after a failure request the code again.
  const responses = { ...state.responses, code: null }
  return next({ ...state, responses, attempt: state.attempt + (answer ? 1 : 0), enter: where })
}

/** Whether a row's record is the one that Enter opens, or has the code as well. */
function isOf(shown: IndexedRecord, opened: IndexedRecord | null, code: string): boolean {
  return hasCode(shown, code) || (opened !== null && keyOf(shown) === keyOf(opened))
}

function open(state: PaletteState, record: IndexedRecord, where: Where): PaletteTransition {
  return next(closed(state), { do: 'open', record, where })
}

function take(state: PaletteState, row: Exclude<ResultRow, CodeRow>, where: Where): PaletteTransition {
  const left = closed(state)
  switch (row.kind) {
    case 'record':
      return open(state, row.record, where)
    case 'text':
    case 'server':
      // While there is no answer, the palette stays open and shows it as soon as there is.
      return row.does === null ? next(withoutEnter(state)) : next(left, { ...row.does, where })
    case 'command': {
      const isAction = state.subject !== null
      // When it has been read, its dialog opens: nobody has seen what mod+Enter would then do.
      if (row.loading) return next({ ...state, enter: 'here' })
      // The palette stays open: the row shows the reason, and the rows below it the commands that can run.
      if (row.blocked !== null && !row.hasRemedy && !isAction) return next(withoutEnter(state))
      const isConfirmed = where === 'new-tab' && row.canConfirm && isOffered(row, state)
      return next(left, { do: 'run', row, isAction: isAction || row.isNamed, isConfirmed })
    }
  }
}

/** Whether the document says that mod+Enter carries a row of the typed text out. */
function isOffered({ id }: ResultRow, { shown, text }: PaletteState): boolean {
  return shown.text === text && shown.chosen === id && shown.canConfirm
}

/**
 * Stores responses, but none about a code that is no longer queried. A pending Enter then opens exactly this code, or
 * nothing; without a code, it is repeated on the rows of the records that the text names.
 */
function responded(
  state: PaletteState,
  { code, ...others }: Partial<Responses>,
  world: PaletteWorld,
): PaletteTransition {
  const asked = questionOf(queryOf(state))
  if (code && code.about !== asked) return next(state)
  const stored = { ...state, responses: { ...state.responses, ...others, ...(code && { code }) } }
  const pending = pendingEnter(state)
  if (pending === null) return next(stored)
  if (code) {
    const { answer } = code
    return answer.state === 'found'
      ? open(state, answer.record, pending)
      : next({ ...stored, enter: 'failed' })
  }
  if (!others.records || asked !== null) return next(stored)
  const enter = { chord: pending === 'here' ? 'Enter' : 'mod+Enter', character: null, repeat: false }
  return act({ ...withoutEnter(stored), queuedKeys: [enter] }, world)
}

/**
 * Whether the text names a row, so that it may be taken unseen: a command that it finds, or the record with this code. A
 * part of a code names no record, so that a command on a match must have been seen with its code.
 */
function isTyped(row: ResultRow, { text }: TypedQuery): boolean {
  if (text === '') return false
  if (row.kind === 'record') return hasCode(row.record, text)
  if (row.kind !== 'command' || !row.isNamed || row.loading || row.subject === null) return true
  return fold(row.subject) === fold(text)
}

/** The input loses the focus when it leaves the document, possibly later. */
function closed({ focused, openings }: PaletteState): PaletteState {
  return { ...CLOSED, focused, openings }
}

/** The same text without a pending Enter. */
function withoutEnter(state: PaletteState): PaletteState {
  return { ...state, enter: null }
}

/**
 * The chosen row: the one selected with the arrows, otherwise the default one. None of several records with a code, as the
 * server has found them, is chosen for the user (ORD-71, PRD-8).
 */
export function chosenRow(state: PaletteState, rows: readonly ResultRow[]): ResultRow | null {
  const { code } = queryOf(state)
  const row = rows.find(({ id }) => id === state.choice)
  if (row !== undefined) return row
  const first = defaultRow(rows, code)
  const isOneOfSeveral =
    code !== null &&
    answerFor(state)?.state === 'several' &&
    first?.kind === 'record' &&
    !hasCode(first.record, code)
  return isOneOfSeveral ? null : first
}

/** The id of the group of the actions of a record. */
export const ACTIONS = 'actions'

/**
 * The row that is chosen until the user selects another one: never a fuzzy match, nor a row on which Enter would do
 * nothing. A blocked command, which shows its reason, is preferred to the search of all records.
 */
export function defaultRow(rows: readonly ResultRow[], code: string | null): ResultRow | null {
  if (code !== null) return defaultForCode(rows, code)
  const [top] = rows
  // The command that the text names, even if it is blocked: Enter must not run another one.
  if (top?.kind === 'command' && top.isNamed) return top
  const leads = (row: ResultRow): boolean => {
    if (row.kind === 'record') return !row.fuzzy
    if (row.kind === 'command') return row.blocked === null
    // A single match of the search has a row of its own below.
    if (row.kind === 'server') return row.others === null || row.others > 1
    return row.kind !== 'code'
  }
  const first = rows.find(leads) ?? null
  if (first !== null && first.kind !== 'server') return first
  return rows.find(({ kind }) => kind === 'command') ?? first
}

/**
 * For a code: the record with this code, otherwise the one with these digits, otherwise the newest match of this
 * browser, otherwise the request to the server, otherwise the first result of the server's search. Later responses
 * never change the choice, because they only add late rows and rows below.
 */
function defaultForCode(rows: readonly ResultRow[], code: string): ResultRow | null {
  const server = rows.findIndex(({ kind }) => kind === 'server')
  const local = server === -1 ? rows : rows.slice(0, server)
  const matches = local.filter(isMatch).filter(({ late }) => !late)
  const known = matches.map(({ record }) => record)
  if (isAmbiguous(known, code)) return null
  const best = bestMatch(known, code)
  return (
    matches.find(({ record }) => record.code === code) ??
    matches.find(({ record }) => hasCode(record, code)) ??
    matches.find(({ record }) => record === best) ??
    rows.find(({ kind }) => kind === 'code') ??
    rows.find(isMatch) ??
    null
  )
}

function isMatch(row: ResultRow): row is RecordRow {
  return row.kind === 'record' && !row.fuzzy
}

/**
 * The rows that Alt and a digit pick: all except blocked commands and late rows, which would change the digits of
 * other rows. An action keeps its digit when it becomes blocked.
 */
export function pickable(groups: readonly RowGroup[]): ResultRow[] {
  const hasDigit = (row: ResultRow, group: string): boolean => {
    if (row.kind === 'record') return !row.late
    return group === ACTIONS || row.kind !== 'command' || row.blocked === null
  }
  return groups.flatMap(({ id, rows }) => rows.filter((row) => hasDigit(row, id))).slice(0, 9)
}
