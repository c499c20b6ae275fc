import type { CommandContext } from '../../../../commands/engine/context.ts'
import type { Stroke } from '../../../../commands/engine/keymap.ts'
import type { JudgedCommand } from '../../../../commands/interpreter/judge.ts'
import { questionOf, readQuery, type TypedQuery } from '../../../../commands/interpreter/query.ts'
import type { Reading } from '../../../../commands/interpreter/reading.ts'
import type { FoundCommand } from '../../../../commands/interpreter/verbs.ts'
import type { IndexedRecord } from '../../../domain/records/indexed-record.ts'
import type { Answer } from '../../../domain/sentences/questions.ts'
import type { Match } from '../../record-index/rank.ts'
import type { CodeAnswer, NamedRecords, Reads } from '../../record-index/read-by-code.ts'

/** The state of the server's search for a text. */
export interface Remote {
  /** The scope and the text that are searched for. */
  about: string
  state: 'none' | 'waiting' | 'slow' | 'found' | 'failed' | 'offline'
  records: readonly IndexedRecord[]
}

/** The latest response of the server to each kind of request. Its `about` says to which one: it counts for no other. */
export interface Responses {
  /** About the typed code. */
  code: { about: string; answer: CodeAnswer } | null
  search: Remote | null
  /** The records that a text with a verb or several codes names. */
  records: Reads | null
  /** To a question. */
  answers: { about: string; answers: readonly Answer[] } | null
}

/** Where a record or a list opens. */
export type Where = 'here' | 'new-tab'

/** The data from which the rows of a text are made. It is looked up once per text, so that later changes move no row. */
export interface Sources {
  /** The queried text. */
  text: string
  query: TypedQuery
  /** The meanings of the text, the most likely first. */
  readings: readonly Reading[]
  /** The records that the text names with a verb, or as one of several; null if it names none. */
  named: NamedRecords | null
  matches: readonly Match[]
  recentRecords: readonly IndexedRecord[]
  /** The ids of the commands last run, the latest first. */
  recentCommands: readonly string[]
  /** What commands act on; null until the record whose actions are shown has been read. */
  context: CommandContext | null
  /** Whether the targets of commands had loaded. From then on `context` no longer follows the screen. */
  settled: boolean
}

/** The sources of the rows, once commands have a context, with the server's responses. */
export interface RowSources extends Sources, Pick<Responses, 'records' | 'answers'> {
  context: CommandContext
  /** About the typed code. */
  answer: CodeAnswer | null
}

/** The record whose actions replace all other rows. */
export interface Subject {
  record: IndexedRecord
  /** The text to go back to. */
  before: string
  /** What its commands act on, null until it has been read. */
  targets: CommandContext['targets'] | null
  failed: boolean
}

export interface PaletteState {
  /** `opening` until the empty field has been painted or a key needs rows: the field appears sooner without rows. */
  phase: 'closed' | 'opening' | 'open'
  /** How often the palette was opened; selects the example. */
  openings: number
  /** Whether the input has the focus. If not, the hotkey listener passes the keys on. */
  focused: boolean
  text: string
  /** The data from which the rows are made, looked up once for the queried text (`sources.text`). */
  sources: Sources | null
  /** Whether an animation frame is pending. Until it runs, edits do not look up rows. */
  frameDue: boolean
  /** The record whose actions are shown in place of everything else. */
  subject: Subject | null
  /** Whether the text was brought back by ↑ and not edited since. */
  recalled: boolean
  /** The id of the row chosen with the arrows, until the text is queried again. */
  choice: string | null
  responses: Responses
  /** Counts the requests that Enter repeated after a failure. */
  attempt: number
  /**
   * Where the pending Enter opens the record when the response arrives; `failed` if it has found none, which is shown
   * until the text changes; null if Enter was not pressed on this text.
   */
  enter: Where | 'failed' | null
  /** The rows in the document: the only rows that the user can have seen. */
  shown: {
    text: string | null
    chosen: string | null
    /** Whether it says that mod+Enter carries the chosen row out. */
    canConfirm: boolean
    picks: readonly string[]
  }
  /** Keys that act on rows, queued until the rows of the text have been looked up. */
  queuedKeys: readonly Stroke[]
}

export type PaletteEvent =
  /** Opens the palette on a text, or changes the text of the open one. */
  | { type: 'open'; text: string }
  | { type: 'close' }
  | { type: 'type'; text: string }
  | { type: 'key'; stroke: Stroke }
  /** A row was clicked. */
  | { type: 'take'; row: ResultRow; where: Where }
  | { type: 'focus'; focused: boolean }
  /** The field of the opening palette was painted. */
  | { type: 'painted' }
  | { type: 'frame' }
  /** What commands act on changed. */
  | { type: 'context'; context: CommandContext | null; loading: boolean }
  /** Rows were committed to the document. */
  | ({ type: 'shown' } & PaletteState['shown'])
  | { type: 'responded'; responses: Partial<Responses> }
  /** The record whose actions are shown was read, or could not be. */
  | { type: 'read'; record: IndexedRecord; targets: CommandContext['targets'] | null; failed: boolean }

/** What the machine can look up: pure functions of its state. */
export interface PaletteWorld {
  /** The data for the rows of the text; null until the palette is mounted. */
  lookUp(state: PaletteState): Sources | null
  /** The rows of a state. */
  groupsOf(state: PaletteState): readonly RowGroup[]
  /** The texts from which rows were taken, the latest first, each once. */
  typedTexts(): readonly string[]
}

export type Effect =
  | { do: 'request-frame' }
  | { do: 'open'; record: IndexedRecord; where: Where }
  | { do: 'go'; path: string; where: Where }
  /** `isAction`: on the records of the row, whatever the screen shows. `isConfirmed`: without looking at its dialog. */
  | { do: 'run'; row: CommandRow; isAction: boolean; isConfirmed: boolean }
  | { do: 'copy'; text: string }

export const NOTHING_SHOWN: PaletteState['shown'] = { text: null, chosen: null, canConfirm: false, picks: [] }

export const CLOSED: PaletteState = {
  phase: 'closed',
  openings: 0,
  focused: false,
  text: '',
  sources: null,
  frameDue: false,
  subject: null,
  recalled: false,
  choice: null,
  responses: { code: null, search: null, records: null, answers: null },
  attempt: 0,
  enter: null,
  shown: NOTHING_SHOWN,
  queuedKeys: [],
}

/** The query of the rows; before rows have been looked up, that of the text by its shape. */
export function queryOf({ sources, text, subject }: PaletteState): TypedQuery {
  return sources?.query ?? plainQuery(text, subject)
}

/** The query of a text by its shape: among the actions of a record every text is one for commands. */
export function plainQuery(text: string, subject: Subject | null): TypedQuery {
  return subject ? { scope: 'commands', text: text.trim(), code: null } : readQuery(text)
}

/**
 * Whether an Enter is pending: until the server responds or, while the palette opens, until its rows have been looked
 * up. Keys pressed behind it are for what it opens.
 */
export function awaitsEnter({ enter, queuedKeys }: PaletteState): boolean {
  const queued = queuedKeys.findLast(({ chord }) => chord.endsWith('Enter'))
  return queued ? queued.chord === 'Enter' : enter === 'here'
}

/** Where the pending Enter opens the record; null if no Enter is pending. */
export function pendingEnter({ enter }: PaletteState): Where | null {
  return enter === 'failed' ? null : enter
}

/** The server's response about the code of the rows; null while there is none. */
export function answerFor(state: PaletteState): CodeAnswer | null {
  const { code } = state.responses
  return code && code.about === questionOf(queryOf(state)) ? code.answer : null
}

/** A command, with what the text says of its values and records. */
export interface CommandRow
  extends FoundCommand,
    Required<Pick<JudgedCommand, 'spoken' | 'canConfirm' | 'asks'>> {
  kind: 'command'
  /** Unique among the rows of a text, also of other kinds. */
  id: string
  /** Whether Enter takes the step that must come first. */
  hasRemedy: boolean
  /** Whether the text names it with its records: it then stays chosen even if it cannot run. */
  isNamed: boolean
  /** Whether the records that it acts on are still being read: Enter then waits for them. */
  loading: boolean
  /** Whether its keys run it here. */
  hasKey: boolean
  /** The targets for which the row was rendered, and the only ones that its command may act on. */
  targets: CommandContext['targets']
  /** What may be added to the text, the most usual first (PAL-14). */
  completions: readonly string[]
  /** The text that Tab leads to, with the first of them; blank if there is none. */
  leadsTo: string
}

export interface RecordRow {
  kind: 'record'
  id: string
  record: IndexedRecord
  /** A fuzzy match is never chosen for the user. */
  fuzzy: boolean
  /** Whether the server found it after matches were shown: it is not chosen in their place, and has no digit. */
  late: boolean
}
/** A code that this browser has not seen: Enter waits for the server. */
export interface CodeRow {
  kind: 'code'
  id: string
  code: string
}
/** A list with the filters that the text names, a text to copy, or an answer to the question of the text (PAL-17). */
export interface TextRow {
  kind: 'text'
  id: string
  icon: 'list' | 'copy' | 'answer' | 'search'
  title: string
  /** A remark after the title; may be blank. */
  detail: string
  /** What Enter does; null while there is no answer, or nothing to copy. */
  does: { do: 'go'; path: string } | { do: 'copy'; text: string } | null
  /** The text that Tab leads to: the list or the record behind an answer; blank if there is none. */
  leadsTo: string
}
/** The list of everything that the server finds for the text; `detail` is the state of the search. */
export interface ServerRow extends Omit<TextRow, 'kind'> {
  kind: 'server'
  /** The number of records found that no row above shows; null while the search is pending. */
  others: number | null
}
export type ResultRow = CommandRow | RecordRow | CodeRow | TextRow | ServerRow

/** Rows under one heading. */
export interface RowGroup {
  /** A band, a kind of record or a group of commands. */
  id: string
  head: string
  /** A code drawn after the heading. */
  headCode?: string | null
  /** A code that no record here has, as a line of text above the rows. */
  line?: string
  rows: ResultRow[]
}
