import type { Stroke } from '../../../commands/engine/keymap.ts'
import { commandById } from '../../../commands/index.ts'
import { type IndexedRecord, keyOf } from '../../../src/domain/records/indexed-record.ts'
import { chosenRow, pickable, reduce } from '../../../src/web/palette/machine/reduce.ts'
import {
  CLOSED,
  type CommandRow,
  type Effect,
  type PaletteEvent,
  type PaletteState,
  type PaletteWorld,
  plainQuery,
  type ResultRow,
  type RowGroup,
  type ServerRow,
  type Sources,
} from '../../../src/web/palette/machine/state.ts'
import type { Match } from '../../../src/web/record-index/rank.ts'
import { contextWith } from '../../commands/example-context.ts'

export function recordOf(code: string, name = ''): IndexedRecord {
  return { kind: 'order', code, name, contact: '', at: null, total: null, status: null }
}

export function recordRow(code: string, { fuzzy = false, late = false, at = '' } = {}): ResultRow {
  const record = { ...recordOf(code), at: at || null }
  return { kind: 'record', id: keyOf(record), record, fuzzy, late }
}

export function codeRow(code: string): ResultRow {
  return { kind: 'code', id: keyOf(recordOf(code)), code }
}

export const SERVER_ROW: ServerRow = {
  kind: 'server',
  id: 'server',
  icon: 'search',
  title: 'Search all records for',
  detail: '',
  does: { do: 'go', path: '/orders' },
  leadsTo: '',
  others: null,
}

export const PACK_ROW: CommandRow = {
  kind: 'command',
  id: 'command:order.pack',
  command: commandById('order.pack'),
  title: 'Pack order items',
  subject: null,
  blocked: null,
  hasRemedy: false,
  detail: null,
  isNamed: false,
  loading: false,
  band: 'title-start',
  hasKey: true,
  targets: {},
  spoken: null,
  completions: [],
  leadsTo: '',
  canConfirm: false,
  asks: null,
}

export function strokeOf(chord: string): Stroke {
  return { chord, character: chord.length === 1 ? chord : null, repeat: false }
}

const CONTEXT = contextWith()

/** Replaces the record index and the functions that make rows. */
export interface Finds {
  matches(text: string): Match[]
  /** The current rows of `state.sources`. */
  rows(state: PaletteState): readonly ResultRow[]
}

/** The palette without a screen. Runs the reducer, and records the effects that open, run or navigate. */
export class StatePalette implements PaletteWorld {
  state: PaletteState = CLOSED
  readonly done: Effect[] = []
  texts: readonly string[] = []
  readonly #finds: Finds

  constructor(finds: Finds) {
    this.#finds = finds
  }

  get groups(): RowGroup[] {
    return this.groupsOf(this.state)
  }

  groupsOf(state: PaletteState): RowGroup[] {
    if (!state.sources) return []
    return [{ id: 'all', head: '', rows: [...this.#finds.rows(state)] }]
  }

  typedTexts(): readonly string[] {
    return this.texts
  }

  lookUp({ text, subject }: PaletteState): Sources {
    return {
      text,
      query: plainQuery(text, subject),
      readings: [],
      named: null,
      matches: this.#finds.matches(text),
      recentRecords: [],
      recentCommands: [],
      context: CONTEXT,
      settled: true,
    }
  }

  dispatch(event: PaletteEvent): void {
    const { state, effects } = reduce(this.state, event, this)
    this.state = state
    this.done.push(...effects.filter((effect) => effect.do !== 'request-frame'))
  }

  /** Reports the current rows as rendered, like the component does after a commit. */
  show(): void {
    const { groups, state } = this
    const rows = groups.flatMap((group) => group.rows)
    this.dispatch({
      type: 'shown',
      text: state.sources?.text ?? null,
      chosen: chosenRow(state, rows)?.id ?? null,
      canConfirm: rows.some((row) => row.kind === 'command' && row.canConfirm),
      picks: pickable(groups).map(({ id }) => id),
    })
  }

  press(chord: string): void {
    this.dispatch({ type: 'key', stroke: strokeOf(chord) })
  }

  /** Opens the palette with a text, and renders its rows. */
  openOn(text: string): void {
    this.dispatch({ type: 'open', text })
    this.dispatch({ type: 'painted' })
    this.show()
  }
}
