import type { CommandContext } from '../../../../commands/engine/context.ts'
import type { Stroke } from '../../../../commands/engine/keymap.ts'
import type { Reading } from '../../../../commands/interpreter/reading.ts'
import type { SeenRecord } from '../../../domain/records/seen-record.ts'
import type { Match } from '../../record-index/rank.ts'
import { type PaletteQuery, questionOf, readQuery } from './query.ts'
import type { CommandRow, Row, RowGroup } from './row.ts'

/** The server's response about a code. */
export type Answer = { state: 'found'; record: SeenRecord } | { state: 'missing' } | { state: 'failed' }

/** The state of the server's search for a text. */
export interface Remote {
  /** The scope and the text that are searched for. */
  about: string
  state: 'not-asked' | 'waiting' | 'slow' | 'found' | 'failed' | 'offline'
  records: readonly SeenRecord[]
}

/** A record that a text names, read as the target of commands. */
export interface ReadRecord {
  code: string
  state: 'loading' | 'read' | 'missing' | 'failed'
  targets: CommandContext['targets'] | null
}

/** The records that a text names, in its order. */
export interface Reads {
  /** The kind and the codes. */
  about: string
  records: readonly ReadRecord[]
}

/** A key for the record that a pending Enter opens. */
export interface RecordKey {
  stroke: Stroke
  /** The title of the command that it begins; null if it continues the key before. */
  title: string | null
}

/** Where a record or a list opens. */
export type Where = 'here' | 'new-tab'

/** A text that the palette understands, and what it does with it. */
export interface Example {
  text: string
  meaning: string
}

export interface OpenedRecord {
  record: SeenRecord
  /** When it was last opened here, in ms. */
  openedAt: number
}

/** What the rows of a text are made from, looked up once: what changes later moves no row. */
export interface Sources {
  /** The queried text. */
  text: string
  query: PaletteQuery
  /** The meanings of the text, the most likely first. */
  readings: readonly Reading[]
  matches: readonly Match[]
  recentRecords: readonly OpenedRecord[]
  /** A text that the empty palette suggests; null beside a text. */
  example: Example | null
  /** The ids of the commands last run, the latest first. */
  recentCommands: readonly string[]
  /** What commands act on; null until the record whose actions are shown has been read. */
  context: CommandContext | null
  /** Whether everything that commands act on had loaded: from then on the context stays. */
  settled: boolean
}

/** The record whose actions are shown in place of everything else. */
export interface Subject {
  record: SeenRecord
  /** The text to go back to. */
  before: string
  /** What its commands act on, null until it has been read. */
  targets: CommandContext['targets'] | null
  failed: boolean
}

export interface PaletteState {
  /** `opening` until the field has been painted or a key needs rows: without them the field appears sooner. */
  phase: 'closed' | 'opening' | 'open'
  /** How often it was opened: another example is shown each time. */
  openings: number
  /** Whether the input has the focus. Without it the hotkey listener passes the keys on. */
  focused: boolean
  text: string
  sources: Sources | null
  /** Whether a frame has been requested: until it begins, edits do not look up rows. */
  frameDue: boolean
  subject: Subject | null
  /** The id of the row chosen with the arrows. */
  choice: string | null
  jump: {
    /** The latest response about a code, and the question (scope and code) that it answers. */
    answer: { question: string; answer: Answer } | null
    /** Counts the requests that Enter repeated after a failure. */
    attempt: number
    /** Where to open the record when the response arrives: Enter waits for it until the text is edited. */
    held: Where | null
    /** Keys pressed while Enter waits, for the record that it opens. */
    following: readonly RecordKey[]
    /** The titles of the commands that were to run on a record that was not found. */
    dropped: readonly string[]
    /** Enter was pressed on this text: only then is a failure shown. */
    entered: boolean
  }
  /** The text search on the server. */
  search: Remote | null
  /** The records that the latest text with a verb or several codes names. */
  reads: Reads | null
  /** The rows in the document: the only rows that the user can have seen. */
  shown: { text: string | null; chosen: string | null; picks: readonly string[] }
  /** Keys that act on rows, until the rows of the text have been looked up. */
  queuedKeys: readonly Stroke[]
}

export type PaletteEvent =
  /** Opens the palette on a text, or changes the text of the open one. */
  | { type: 'open'; text: string }
  | { type: 'close' }
  | { type: 'type'; text: string }
  /** `title`: of the command of a record that the key begins, if Enter waits for a record. */
  | { type: 'key'; stroke: Stroke; title?: string | null }
  /** A row was clicked. */
  | { type: 'take'; row: Row; where: Where }
  | { type: 'focus'; focused: boolean }
  /** The field of the opening palette was painted. */
  | { type: 'painted' }
  | { type: 'frame' }
  | { type: 'looked-up'; sources: Sources }
  /** What commands act on changed. */
  | { type: 'context'; context: CommandContext | null; loading: boolean }
  /** Rows were committed to the document. */
  | { type: 'shown'; text: string | null; chosen: string | null; picks: readonly string[] }
  /** Handles the first queued key with the current rows. */
  | { type: 'act'; groups: readonly RowGroup[] }
  | { type: 'answered'; question: string; answer: Answer }
  | { type: 'searched'; search: Remote }
  | { type: 'reads'; reads: Reads }
  /** The record whose actions are shown was read, or could not be. */
  | { type: 'read'; record: SeenRecord; targets: CommandContext['targets'] | null; failed: boolean }

export type Effect =
  | { do: 'look-up' }
  | { do: 'request-frame' }
  | { do: 'act' }
  | { do: 'open'; record: SeenRecord; where: Where }
  /** Hands keys over to the key listener, which runs them on this record alone. */
  | { do: 'queue-keys'; record: SeenRecord; strokes: readonly Stroke[] }
  | { do: 'go'; path: string; where: Where }
  /** `isAction`: on the records of the row, whatever the screen shows. */
  | { do: 'run'; row: CommandRow; isAction: boolean }
  | { do: 'copy'; text: string }

export const NOTHING_SHOWN: PaletteState['shown'] = { text: null, chosen: null, picks: [] }

export const CLOSED: PaletteState = {
  phase: 'closed',
  openings: 0,
  focused: false,
  text: '',
  sources: null,
  frameDue: false,
  subject: null,
  choice: null,
  jump: { answer: null, attempt: 0, held: null, following: [], dropped: [], entered: false },
  search: null,
  reads: null,
  shown: NOTHING_SHOWN,
  queuedKeys: [],
}

/** The query of the rows; before rows have been looked up, that of the text by its shape. */
export function queryOf({ sources, text, subject }: PaletteState): PaletteQuery {
  return sources?.query ?? plainQuery(text, subject)
}

/** The query of a text by its shape: among the actions of a record every text is one for commands. */
export function plainQuery(text: string, subject: Subject | null): PaletteQuery {
  return subject ? { scope: 'commands', text: text.trim(), code: null } : readQuery(text)
}

/** The server's response about the code of the rows; null while there is none. */
export function answerFor(state: PaletteState): Answer | null {
  const { answer } = state.jump
  return answer && answer.question === questionOf(queryOf(state)) ? answer.answer : null
}
