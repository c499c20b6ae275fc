import { availability, type Command } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { codeAmong } from '../../../commands/engine/targets.ts'
import type { CommandId } from '../../../commands/index.ts'
import { COMMANDS } from '../../../commands/index.ts'
import { capitalised } from '../../domain/format/capitalised.ts'
import { fold } from '../../domain/format/fold.ts'
import { isRecordKind, kindFacts, RECORD_KINDS, type RecordKind } from '../../domain/records/record-kind.ts'
import type { SeenRecord } from '../../domain/records/seen-record.ts'
import type { Match } from '../record-index/rank.ts'
import type { EnterRow, Jump } from './jump.ts'
import { LEAST_CODE, type PaletteQuery } from './query.ts'
import { recordGroups, serverGroup } from './record-rows.ts'
import type { Remote } from './remote.ts'

/** No more rows of this browser's own are drawn, and so many of commands alone; those of the server come below them. */
const MOST_ROWS = 13
const MOST_COMMANDS = 30
/** Rows that records leave to the commands that are found as well: a word like "new" starts many a name. */
const KEPT_FOR_COMMANDS = 3

export interface CommandRow extends EnterRow {
  kind: 'command'
  details: Command<CommandId>
  /** The command's title here: in the plural while it acts on several. */
  title: string
  /** The code of the record that it acts on. */
  subject: string | null
  /** The reason why it cannot run. */
  blocked: string | null
  /** What it was drawn for: this and nothing else is what it may act on. */
  targets: CommandContext['targets']
}
export interface RecordRow extends EnterRow {
  kind: 'record'
  record: SeenRecord
  /** It is only much like what is typed. */
  fuzzy: boolean
}
/** A code that this browser has not seen: Enter waits for the server. */
export interface CodeRow extends EnterRow {
  kind: 'code'
  code: string
}
/** Everything that the server finds for the text, as a list. */
export interface ServerRow extends EnterRow {
  kind: 'server'
  path: string
  /** How the search there stands. */
  words: string
  /** How many records it found that no row above shows; null while that is not known. */
  others: number | null
}
export type Row = CommandRow | RecordRow | CodeRow | ServerRow

/** The group of what can be done with the record whose actions are shown. */
export const ACTIONS = 'actions'

/** Rows under one head. */
export interface RowGroup {
  /** What its rows are: one of the bands, of the kinds of record, or of the groups of commands. */
  id: string
  head: string
  /** A code drawn after the head. */
  headCode: string | null
  rows: Row[]
}

export interface RowSources {
  /** The text as typed; every row carries it as what it answers. */
  typed: string
  query: PaletteQuery
  context: CommandContext
  /** The ids of the commands last run, the latest first. */
  recentCommands: readonly string[]
  matches: readonly Match[]
  recentRecords: readonly SeenRecord[]
  /** What the server found for the typed code. */
  found: SeenRecord | null
}

/**
 * The rows that this browser has, in the order drawn: the exact code, what can be done with the record, what was opened
 * last (while nothing is typed), what can be done on the screen, records by band, and other commands.
 */
export function ownRows(sources: RowSources): RowGroup[] {
  const { query } = sources
  const commands = query.scope === 'all' || query.scope === 'commands' ? commandRows(sources) : []
  const records = query.scope === 'commands' ? [] : recordGroups(sources)
  const exact = records.filter(({ id }) => id === 'exact')
  const recent = records.filter(({ id }) => id === 'recent')
  const about = (kind: RecordKind) => commands.filter(({ details }) => details.target === kind)
  const onScreen = commands.filter(({ details: { target } }) => target !== null && !isRecordKind(target))
  const free = commands.filter(({ details }) => details.target === null)
  const most = query.scope === 'commands' ? MOST_COMMANDS : MOST_ROWS
  const first = capped(
    [
      ...exact,
      ...RECORD_KINDS.map((kind) => recordGroup(kind, sources.context, about(kind))),
      ...recent,
      { id: 'screen', head: 'On this screen', headCode: null, rows: onScreen },
      ...records.filter(({ id }) => id !== 'exact' && id !== 'recent'),
    ],
    most - Math.min(free.length, KEPT_FOR_COMMANDS),
  )
  return capped([...first, { id: 'commands', head: 'Commands', headCode: null, rows: free }], most)
}

/** The same with what the server found for the text below them: none of them moves, and none is drawn anew. */
export function withServerRows(
  own: readonly RowGroup[],
  query: PaletteQuery,
  typed: string,
  remote: Remote,
): readonly RowGroup[] {
  const drawn = new Set(own.flatMap(({ rows }) => rows.map(({ id }) => id)))
  const server = serverGroup(query, typed, remote, drawn)
  return server.rows.length === 0 ? own : [...own, server]
}

/**
 * What Enter takes as long as the user has chosen nothing: never a fuzzy match, nor a row known to lead nowhere. While a
 * code is typed it is that code, else a record that matches. A command that cannot run is taken, to tell its reason,
 * rather than the search of all records.
 */
export function defaultRow(
  rows: readonly Row[],
  { code, answer }: Pick<Jump, 'code' | 'answer'>,
): Row | null {
  const leads = (row: Row): boolean => {
    if (row.kind === 'record') return !row.fuzzy
    if (row.kind === 'code') return answer?.state !== 'missing'
    if (code !== null) return false
    // The search is for more than one match: a sole one is a row of its own, below.
    return row.kind === 'command' ? row.blocked === null : row.others === null || row.others > 1
  }
  const first = rows.find(leads) ?? null
  if (first !== null && first.kind !== 'server') return first
  return (code === null && rows.find(({ kind }) => kind === 'command')) || first
}

/** What can be done with the open record or the active row comes under a head that names it. */
function recordGroup(kind: RecordKind, { targets }: CommandContext, rows: Row[]): RowGroup {
  if (kind === 'order' && targets.orders)
    return { id: kind, head: `Selected orders: ${targets.orders.length}`, headCode: null, rows }
  const { name } = kindFacts(kind)
  const head = targets.record?.kind === kind ? capitalised(name) : `Active row, ${name}`
  return { id: kind, head, headCode: codeAmong(targets, kind), rows }
}

/** The code of the record that a command acts on; null where it acts on none, or on several. */
function subjectOf({ target }: Command, { targets }: CommandContext): string | null {
  if (!isRecordKind(target) || (target === 'order' && targets.orders)) return null
  return codeAmong(targets, target)
}

/**
 * The commands that what is typed finds.
 * @param offer `all`: also those that the palette leaves to a record's own row, and what is blocked without being looked for
 */
export function commandRows(
  { typed, query, context, recentCommands }: RowSources,
  offer: 'all' | 'palette' = 'palette',
): CommandRow[] {
  const words = fold(query.text).split(/\s+/).filter(Boolean)
  const rows = COMMANDS.flatMap((command): CommandRow[] => {
    if (!command.inPalette && offer === 'palette') return []
    const state = availability(command, context)
    // What is not offered here is found by those who look for it, with the reason.
    if (state.state === 'hidden' && (state.reason === null || words.length === 0)) return []
    if (state.state === 'blocked' && words.length === 0 && offer === 'palette') return []
    const subject = subjectOf(command, context)
    const title = command.titleIn(context)
    const blocked = state.state === 'ready' ? null : state.reason
    // What cannot run is found by its own words, not by the code of the row that it cannot act on.
    if (!matchesWords(command, title, blocked === null ? subject : null, words)) return []
    const id = `command:${command.id}`
    return [
      {
        kind: 'command',
        id,
        answers: typed,
        record: null,
        command: command.id,
        details: command,
        title,
        subject,
        blocked,
        targets: context.targets,
      },
    ]
  })
  const recency = (row: CommandRow) => {
    const index = recentCommands.indexOf(row.details.id)
    return index === -1 ? recentCommands.length : index
  }
  const order = (row: CommandRow) => Number(row.blocked !== null)
  return rows.sort((one, other) => order(one) - order(other) || recency(one) - recency(other))
}

/** The words of a command are the same at every key. */
const OWN_WORDS = new Map<string, readonly string[]>()

function wordsIn(text: string): string[] {
  return fold(text).split(/[^\p{L}\p{N}?]+/u)
}

/** Every word starts a word of the command's title or its other words, or is much of the code that it acts on. */
function matchesWords(
  { title: ownTitle, keywords }: Command,
  title: string,
  subject: string | null,
  words: readonly string[],
): boolean {
  const all = `${ownTitle} ${title} ${keywords.join(' ')}`
  const own = OWN_WORDS.get(all) ?? wordsIn(all)
  OWN_WORDS.set(all, own)
  const code = wordsIn(subject ?? '')
  const starts = (word: string) => (one: string) => one.startsWith(word)
  return words.every(
    (word) => own.some(starts(word)) || (word.length >= LEAST_CODE && code.some(starts(word))),
  )
}

/** Drops empty groups, rows past the limit, and a row that stands in an earlier group already. */
function capped(groups: readonly RowGroup[], most: number): RowGroup[] {
  const drawn = new Set<string>()
  return groups
    .map((group) => ({
      ...group,
      rows: group.rows.filter(({ id }) => {
        if (drawn.has(id) || drawn.size >= most) return false
        drawn.add(id)
        return true
      }),
    }))
    .filter(({ rows }) => rows.length > 0)
}
