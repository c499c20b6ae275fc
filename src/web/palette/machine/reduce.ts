import type { CommandContext } from '../../../../commands/engine/context.ts'
import type { Stroke } from '../../../../commands/engine/keymap.ts'
import { type IndexedRecord, keyOf } from '../../../domain/records/indexed-record.ts'
import { chosenRow, pickable } from './choice.ts'
import { answered, enter, read, selectableRow } from './enter.ts'
import type { Row, RowGroup } from './row.ts'
import {
  type Effect,
  NOTHING_SHOWN,
  type PaletteEvent,
  type PaletteState,
  type Subject,
  type Where,
} from './state.ts'
import { closed, next, type Step, withoutEnter } from './step.ts'
import { withRecords } from './with-records.ts'

/** The palette's state machine: decides what each key and each response does. docs/palette.md has a diagram. */
export function reduce(state: PaletteState, event: PaletteEvent): Step {
  if (event.type === 'focus') return next({ ...state, focused: event.focused })
  if (event.type === 'open' && state.phase === 'closed') {
    const openings = state.openings + 1
    return next({ ...closed(state), phase: 'opening', openings, text: event.text })
  }
  if (state.phase === 'closed') return next(state)
  switch (event.type) {
    case 'open':
    case 'type':
      return edit(state, event.text)
    case 'key':
      return key(state, event.stroke)
    case 'take':
      return state.shown.text === state.text ? pick(state, event.row, event.where) : next(state)
    case 'painted':
      return state.phase === 'opening' ? next({ ...state, phase: 'open' }, LOOK_UP, ACT) : next(state)
    case 'frame': {
      const begun = { ...state, frameDue: false }
      return state.phase === 'open' && isBehind(state) ? query(begun) : next(begun)
    }
    case 'looked-up':
      return next({ ...state, sources: event.sources })
    case 'context':
      return withContext(state, event.context, !event.loading)
    case 'shown':
      return next({ ...state, shown: { text: event.text, chosen: event.chosen, picks: event.picks } })
    case 'act':
      return act(state, event.groups)
    case 'answered':
      return answered(state, event.question, event.answer)
    case 'searched':
      return next({ ...state, search: event.search })
    case 'reads':
      return read(state, event.reads)
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

const LOOK_UP: Effect = { do: 'look-up' }
const ACT: Effect = { do: 'act' }

/** The keys that pick one of the first nine rows. */
const PICK = /^alt\+[1-9]$/

/** Whether the rows belong to an older text. */
function isBehind({ sources, text }: PaletteState): boolean {
  return sources?.text !== text
}

function query(state: PaletteState, ...effects: Effect[]): Step {
  return next({ ...state, choice: null }, LOOK_UP, ...effects)
}

/** Rows are looked up once a frame: if every key did, keys faster than frames would leave no time to paint. */
function edit(state: PaletteState, text: string): Step {
  const edited = { ...withoutEnter(state), text, queuedKeys: [] }
  if (state.phase === 'opening' || state.frameDue || !isBehind(edited)) return next(edited)
  return query({ ...edited, frameDue: true }, { do: 'request-frame' })
}

function key(state: PaletteState, stroke: Stroke): Step {
  const { text, subject } = state
  // On a Mac, Option and a digit also type a character.
  if (stroke.character !== null && !PICK.test(stroke.chord)) return edit(state, text + stroke.character)
  if (stroke.chord === 'Escape') {
    if (state.jump.held !== null) return next(withoutEnter(state))
    return subject ? goBack(state, subject) : next(closed(state))
  }
  if (stroke.chord === 'Backspace' && (text !== '' || !subject)) return edit(state, text.slice(0, -1))
  const queued = { ...state, queuedKeys: [...state.queuedKeys, stroke] }
  if (state.phase === 'opening' && !state.focused) return next(queued)
  return isBehind(state) ? query({ ...queued, phase: 'open' }, ACT) : next(queued, ACT)
}

function act(state: PaletteState, groups: readonly RowGroup[]): Step {
  const [stroke, ...queuedKeys] = state.queuedKeys
  if (!stroke) return next(state)
  const step = press({ ...state, queuedKeys }, stroke.chord, groups)
  return queuedKeys.length === 0 ? step : { ...step, effects: [...step.effects, ACT] }
}

function press(state: PaletteState, chord: string, groups: readonly RowGroup[]): Step {
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
  if (/^(Tab|ArrowRight)$/.test(chord) && row?.kind === 'record') return showActions(state, row.record)
  if (/^(shift\+Tab|Backspace)$/.test(chord) && state.subject) return goBack(state, state.subject)
  return next(state)
}

/** Takes a row by a click or a digit, in place of a pending Enter. */
function pick(state: PaletteState, row: Row, where: Where): Step {
  return enter(withoutEnter(state), [], row, where, true)
}

function move(state: PaletteState, rows: readonly Row[], by: 1 | -1): Step {
  const chosen = chosenRow(state, rows)
  const row = rows[(chosen ? rows.indexOf(chosen) : -1) + by]
  const free = state.jump.held === null ? state : withoutEnter(state)
  return next(row ? { ...free, choice: row.id } : free)
}

function showActions(state: PaletteState, record: IndexedRecord): Step {
  const subject: Subject = { record, before: state.text, targets: null, failed: false }
  return query({ ...withoutEnter(state), text: '', subject, shown: NOTHING_SHOWN })
}

function goBack(state: PaletteState, { record, before }: Subject): Step {
  const left = { ...withoutEnter(state), queuedKeys: [], shown: NOTHING_SHOWN }
  return next({ ...left, text: before, subject: null, choice: keyOf(record) }, LOOK_UP)
}

/** Rows follow a screen that is still loading, until it has loaded or the user has chosen a row. */
function withContext(state: PaletteState, context: CommandContext | null, settled: boolean): Step {
  const { sources, choice } = state
  if (!sources || sources.settled || choice) return next(state)
  return next({ ...state, sources: { ...sources, context, settled } })
}
