import type { CommandContext } from '../../../commands/engine/context.ts'
import { codeAmong } from '../../../commands/engine/targets.ts'
import { ignoredIn, type Reading, textOf } from '../../../commands/interpreter/reading.ts'
import { capitalised, fold } from '../../domain/format/text.ts'
import { digitsOf } from '../../domain/freight/couriers.ts'
import { type IndexedRecord, keyOf } from '../../domain/records/indexed-record.ts'
import { isRecordKind, kindFacts, RECORD_KINDS, type RecordKind } from '../../domain/records/record-kind.ts'
import type { Band } from '../record-index/rank.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { commandRows } from './command-rows.ts'
import {
  type CodeRow,
  type CommandRow,
  kindsIn,
  type PaletteQuery,
  type RecordRow,
  type Remote,
  type Row,
  type RowGroup,
  type RowSources,
  type ServerRow,
} from './machine/state.ts'
import { phoneAsCode, readsFor } from './named-records.ts'
import { readingGroups } from './reading-rows.ts'
import { searchedKinds, serverList } from './server-requests.ts'

/** The maximum number of rows of this browser, and of commands alone; rows from the server are added below. */
const MAX_ROWS = 13
const MAX_COMMANDS = 30
/** Rows reserved for matching commands: a word like "new" starts many names. */
const RESERVED_FOR_COMMANDS = 3

/**
 * The rows that need no response from the server, in their order: the command and the list that the text names, the
 * likelier one first; other meanings of the text, the exact code, commands for the open record, recently opened records
 * (without a text), commands for the screen, records by band, other commands, fuzzy matches. If the text is a code, all
 * records precede the others.
 */
export function ownRows(sources: RowSources): RowGroup[] {
  const { query } = sources
  const commands = query.scope === 'all' || query.scope === 'commands' ? commandRows(sources) : []
  const records = query.scope === 'commands' ? [] : recordGroups(sources)
  const exact = records.filter(({ id }) => id === 'exact')
  const recent = records.filter(({ id }) => id === 'recent')
  const about = (kind: RecordKind) => commands.filter(({ command }) => command.target === kind)
  const onScreen = commands.filter(({ command: { target } }) => target !== null && !isRecordKind(target))
  const free = commands.filter(({ command }) => command.target === null)
  // A command of the screen precedes others of the same name: `manifest` closes the day at the end of the day.
  const named = [...onScreen, ...free].filter(({ band, blocked }) => band === 'title' && blocked === null)
  const fuzzy = records.filter(({ id }) => FUZZY_GROUPS.includes(id))
  const others = records.filter((group) => ![...exact, ...recent, ...fuzzy].includes(group))
  const meant = readingGroups(sources)
  const asked = askedCode(sources.readings)
  const here = [
    ...RECORD_KINDS.map((kind) =>
      recordGroup(
        kind,
        sources.context,
        about(kind).filter(({ subject }) => subject === null || subject !== asked),
      ),
    ),
    ...recent,
    { id: 'screen', head: 'On this screen', headCode: null, line: null, rows: onScreen },
  ]
  // Of `to ship`, the list is the likelier meaning: it precedes the commands. Of words that it would search for, the name
  // of a saved view is.
  const [likeliest] = sources.readings
  const namedAndMeant =
    likeliest?.kind === 'list' && likeliest.filter.query === ''
      ? [...meant, commandGroup('named', named)]
      : [commandGroup('named', named), ...meant]
  // A late row is added to the limit, so that it removes none of the rows shown before.
  const late = exact.flatMap(({ rows }) => rows).filter((row) => row.kind === 'record' && row.late)
  const most = (query.scope === 'commands' ? MAX_COMMANDS : MAX_ROWS) + late.length
  const first = capped(
    query.code === null
      ? [...namedAndMeant, ...exact, ...here, ...others, consignmentOfPhone(sources)]
      : [...exact, ...others, ...meant, ...here],
    most - Math.min(free.length, RESERVED_FOR_COMMANDS),
  )
  return capped([...first, commandGroup('commands', free), ...(asked === null ? fuzzy : [])], most)
}

/** The only code that the text names with a verb. Commands for this record are not offered a second time. */
function askedCode([first]: readonly Reading[]): string | null {
  return first?.kind === 'action' && first.codes.length === 1 ? first.codes.join() : null
}

function commandGroup(id: string, rows: CommandRow[]): RowGroup {
  return { id, head: 'Commands', headCode: null, line: null, rows }
}

/** Adds the server's results below the other rows, which neither move nor render again. */
export function withServerRows(
  own: readonly RowGroup[],
  query: PaletteQuery,
  remote: Remote,
): readonly RowGroup[] {
  const drawn = new Set(own.flatMap(({ rows }) => rows.map(({ id }) => id)))
  const server = serverGroup(query, remote, drawn)
  return server.rows.length === 0 ? own : [...own, server]
}

/** The commands of the open record or the active row, under a heading that names it. */
function recordGroup(kind: RecordKind, { targets }: CommandContext, rows: Row[]): RowGroup {
  if (kind === 'order' && targets.orders)
    return { id: kind, head: `Selected orders: ${targets.orders.length}`, headCode: null, line: null, rows }
  const { name } = kindFacts(kind)
  const head = targets.record?.kind === kind ? capitalised(name) : `Active row, ${name}`
  return { id: kind, head, headCode: codeAmong(targets, kind), line: null, rows }
}

/** Drops empty groups, rows past the limit, and rows that an earlier group has. */
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
    .filter(({ line, rows }) => line !== null || rows.length > 0)
}

/** The maximum number of rows from the server; the list contains all of them. */
const MAX_SERVER_ROWS = 9

/** Fuzzy matches are never chosen for the user. */
const FUZZY: readonly Band[] = ['did-you-mean', 'subsequence']

/** The ids of their groups. */
const FUZZY_GROUPS: readonly string[] = ['like', 'similar']

function recordRow(record: IndexedRecord, { fuzzy = false, late = false, openedAt = 0 } = {}): RecordRow {
  return { kind: 'record', id: keyOf(record), record, fuzzy, late, openedAt }
}

/** The records of this browser that match, by band; without a text the recently opened ones. */
function recordGroups({ query, context, matches, recentRecords, answer, readings }: RowSources): RowGroup[] {
  if (query.text === '') {
    const open = context.targets.record
    const kinds = kindsIn(query.scope)
    const elsewhere = recentRecords.filter(
      ({ record: { kind, id, code } }) =>
        kinds.includes(kind) && !(kind === open?.kind && (id ?? code) === open.code),
    )
    return [
      {
        id: 'recent',
        head: 'Recently opened',
        headCode: null,
        line: null,
        rows: elsewhere.map(({ record, openedAt }) => recordRow(record, { openedAt })),
      },
    ]
  }
  const under = (id: string, head: string, bands: readonly Band[]): RowGroup => ({
    id,
    head,
    headCode: null,
    line: null,
    rows: matches
      .filter(({ band }) => bands.includes(band))
      .map(({ record, band }) => recordRow(record, { fuzzy: FUZZY.includes(band) })),
  })
  const quoted = `“${query.text}”`
  const about = aboutOf(readings)
  const exact = under('exact', 'Exact code', ['exact-code'])
  if (exact.rows.length === 0 && query.code !== null) {
    const hasMatch = matches.some(({ band }) => !FUZZY.includes(band))
    const isShown = answer?.state === 'found' && matches.some(({ record }) => isSame(record, answer.record))
    if (answer?.state === 'found') exact.rows = isShown ? [] : [recordRow(answer.record, { late: hasMatch })]
    else if (hasMatch || answer?.state === 'missing' || answer?.state === 'several') exact.line = query.code
    else exact.rows = [codeRow(query.code)]
  }
  const groups = [
    exact,
    under('digits', about ?? `Digits ${quoted}`, ['exact-digits']),
    under('starts', about ?? `Starts with ${quoted}`, ['code-prefix', 'digit-prefix', 'name-starts']),
    under('words', about ?? wordsHead(query, readings), ['words-start']),
    under('contains', `Contains ${quoted}`, ['code-contains', 'name-contains']),
    under('like', 'Did you mean', ['did-you-mean']),
    under('similar', `Similar to ${quoted}`, ['subsequence']),
  ]
  return withIgnored(groups, readings[0])
}

function isSame(one: IndexedRecord, other: IndexedRecord): boolean {
  return keyOf(one) === keyOf(other)
}

/**
 * The consignment with the digits of a phone number, once the server has responded. A late row, so that it gets no
 * digit.
 */
function consignmentOfPhone({
  readings,
  named,
  reads,
}: Pick<RowSources, 'readings' | 'named' | 'reads'>): RowGroup {
  const digits = phoneAsCode(readings)
  const [read] = digits !== null && named ? readsFor(named, reads) : []
  const records = read?.state === 'read' ? recordIndex.exact(read.code, ['consignment']) : []
  const rows = records
    .filter(({ code }) => digitsOf(code) === digits)
    .map((record) => recordRow(record, { late: true }))
  return {
    id: 'consignment-digits',
    head: `Consignment with the digits ${digits ?? ''}`,
    headCode: null,
    line: null,
    rows,
  }
}

/** Names the words that the search leaves out in the first heading. */
function withIgnored(groups: RowGroup[], reading: Reading | undefined): RowGroup[] {
  const ignored = ignoredIn(reading)
  const first = groups.find(({ line, rows }) => line !== null || rows.length > 0)
  if (first && ignored !== null) first.head = `${first.head} · ${ignored}`
  return groups
}

/** The heading of records found by something that their rows do not show: a phone number, an e-mail address or a total. */
function aboutOf([first]: readonly Reading[]): string | null {
  if (first?.kind === 'phone') return `Phone ${textOf(first)}`
  if (first?.kind === 'email') return `E-mail ${textOf(first)}`
  return first?.kind === 'amount' ? `Total ${textOf(first)}` : null
}

/** The words may be those of an address, which rows do not show. */
function wordsHead({ text }: PaletteQuery, [first]: readonly Reading[]): string {
  if (first?.kind === 'place') return `A name or an address has “${text}”`
  return text.includes(' ') ? 'Matches every word' : `A word starts with “${text}”`
}

function codeRow(code: string): CodeRow {
  return { kind: 'code', id: keyOf({ kind: 'order', code }), code }
}

/**
 * The row that opens the server's list, and below it what the server found that no row above shows. It is the last group,
 * so that a late response moves no row.
 */
function serverGroup(query: PaletteQuery, remote: Remote, drawn: ReadonlySet<string>): RowGroup {
  const path = serverList(query)
  // The typed code already has a row, in upper or lower case.
  const code = query.code === null ? null : fold(query.code)
  const others = remote.records.filter((record) => !drawn.has(keyOf(record)) && fold(record.code) !== code)
  const shown = firstOfEachKind(
    others,
    Math.floor(MAX_SERVER_ROWS / Math.max(1, searchedKinds(query).length)),
  )
  const rows = shown.map((record) => recordRow(record))
  const row: ServerRow | null =
    path === null
      ? null
      : {
          kind: 'server',
          id: 'server',
          path,
          words: searchWords(remote, shown.length, others.length),
          others: remote.state === 'found' ? others.length : null,
        }
  return { id: 'server', head: 'More results', headCode: null, line: null, rows: row ? [row, ...rows] : [] }
}

/** The first records of each kind, so that no kind hides the others. */
function firstOfEachKind(records: readonly IndexedRecord[], most: number): IndexedRecord[] {
  const counts = new Map<string, number>()
  return records.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= most
  })
}

/** The state of the server's search, in words. */
function searchWords({ state }: Remote, shown: number, others: number): string {
  if (state === 'waiting') return 'Searching…'
  if (state === 'slow') return 'Searching… The server is slow to respond.'
  if (state === 'failed') return 'The search failed'
  if (state === 'offline') return 'Offline. Showing records you’ve already seen.'
  if (state === 'not-asked') return ''
  if (others === 0) return 'No other matches'
  return others > shown ? `${shown} of ${others} shown · Enter to see all` : `${others} more`
}
