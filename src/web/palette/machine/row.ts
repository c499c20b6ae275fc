import type { Command } from '../../../../commands/engine/command.ts'
import type { CommandContext } from '../../../../commands/engine/context.ts'
import type { CommandId } from '../../../../commands/index.ts'
import type { IndexedRecord } from '../../../domain/records/indexed-record.ts'

/** How the query matches a command, best first. Recently run commands come first only inside their band. */
export const COMMAND_BANDS = ['title', 'title-start', 'title-words', 'other-words'] as const
export type CommandBand = (typeof COMMAND_BANDS)[number]

export interface CommandRow {
  kind: 'command'
  /** Unique among the rows of a text, also of other kinds. */
  id: string
  command: Command<CommandId>
  /** The command's title here: plural while it acts on several records. */
  title: string
  /** The code of the record that it acts on. */
  subject: string | null
  /** The reason why it cannot run. */
  blocked: string | null
  /** Whether Enter takes the step that must come first. */
  hasRemedy: boolean
  /** A further remark: the records that it cannot run on. */
  detail: string | null
  /** Whether the text names it with its records: it then stays chosen even if it cannot run. */
  asked: boolean
  /** Whether the records that it acts on are still being read: Enter then waits for them. */
  loading: boolean
  band: CommandBand
  /** Whether its keys run it here. */
  hasKey: boolean
  /** The targets for which the row was rendered, and the only ones that its command may act on. */
  targets: CommandContext['targets']
}
export interface RecordRow {
  kind: 'record'
  id: string
  record: IndexedRecord
  /** A fuzzy match is never chosen for the user. */
  fuzzy: boolean
  /** Whether the server found it after matches were shown: it is not chosen in their place, and has no digit. */
  late: boolean
  /** When a recently opened record was last opened here, in ms; otherwise 0. */
  openedAt: number
}
/** A code that this browser has not seen: Enter waits for the server. */
export interface CodeRow {
  kind: 'code'
  id: string
  code: string
}
/** The list of everything that the server finds for the text. */
export interface ServerRow {
  kind: 'server'
  id: string
  path: string
  /** The state of the search, in words. */
  words: string
  /** The number of records found that no row above shows; null while the search is pending. */
  others: number | null
}
/** A list with the filters that the text names. */
export interface ListRow {
  kind: 'list'
  id: string
  path: string
  words: string
}
/** A text to copy. */
export interface CopyRow {
  kind: 'copy'
  id: string
  title: string
  detail: string
  text: string
}
export type Row = CommandRow | RecordRow | CodeRow | ServerRow | ListRow | CopyRow

/** Rows under one heading. */
export interface RowGroup {
  /** A band, a kind of record or a group of commands. */
  id: string
  head: string
  /** A code drawn after the heading. */
  headCode: string | null
  /** A code that no record here has, as a line of text above the rows. */
  line: string | null
  rows: Row[]
}
