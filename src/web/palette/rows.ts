import type { CommandContext } from '../../../commands/engine/context.ts'
import { codeAmong } from '../../../commands/engine/targets.ts'
import { kindsIn, type TypedQuery } from '../../../commands/interpreter/query.ts'
import { ignoredIn, type Reading, textOf } from '../../../commands/interpreter/reading.ts'
import { capitalised, fold } from '../../domain/format/text.ts'
import { digitsOf } from '../../domain/freight/couriers.ts'
import { type IndexedRecord, keyOf } from '../../domain/records/indexed-record.ts'
import { isRecordKind, kindFacts, RECORD_KINDS, type RecordKind } from '../../domain/records/record-kind.ts'
import type { Band } from '../record-index/rank.ts'
import { readsFor } from '../record-index/read-by-code.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { commandRows } from './command-rows.ts'
import type { RecordRow, Remote, ResultRow, RowGroup, RowSources, ServerRow } from './machine/state.ts'
import { readingGroups } from './reading-rows.ts'
import { phoneAsCode, searchedKinds, serverList } from './server-requests.ts'

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
export function localRows(sources: RowSources): RowGroup[] {
  const { query, readings, context } = sources
  const [likeliest] = readings
  const commands = query.scope === 'all' || query.scope === 'commands' ? commandRows(sources) : []
  const onScreen = commands.filter(({ command: { target } }) => target !== null && !isRecordKind(target))
  const free = commands.filter(({ command }) => command.target === null)
  // A command of the screen precedes others of the same name: `manifest` closes the day at the end of the day.
  const named = [...onScreen, ...free].filter(({ band, blocked }) => band === 'title' && blocked === null)
  const namedGroup = { id: 'named', head: 'Commands', rows: named }
  const meant = readingGroups(sources)
  // Commands for the only record that the text names with a verb are not offered a second time.
  const code = likeliest?.kind === 'action' && likeliest.codes.length === 1 ? likeliest.codes.join() : null
  const onRecords = RECORD_KINDS.map((kind) =>
    recordGroup(
      kind,
      context,
      commands.filter(
        ({ command, subject }) => command.target === kind && (subject === null || subject !== code),
      ),
    ),
  )
  const here = [...onRecords, recentGroup(sources), { id: 'screen', head: 'On this screen', rows: onScreen }]
  const exact = exactGroup(sources)
  const matching = [exact, ...matchGroups(sources)]
  nameIgnored(matching, likeliest)
  // Of `to ship`, the list is the likelier meaning: it precedes the commands. Of words that it would search for, the name
  // of a saved view is.
  const isList = likeliest?.kind === 'list' && likeliest.filter.query === ''
  // A late row is added to the limit, so that it removes none of the rows shown before.
  const late = exact.rows.filter((row) => row.kind === 'record' && row.late)
  const most = (query.scope === 'commands' ? MAX_COMMANDS : MAX_ROWS) + late.length
  const isFuzzy = ({ id }: RowGroup) => FUZZY_GROUPS.includes(id)
  const found = matching.filter((group) => !isFuzzy(group))
  const first = capped(
    query.code === null
      ? [
          ...(isList ? [...meant, namedGroup] : [namedGroup, ...meant]),
          exact,
          ...here,
          ...found.slice(1),
          consignmentOfPhone(sources),
        ]
      : [...found, ...meant, ...here],
    most - Math.min(free.length, RESERVED_FOR_COMMANDS),
  )
  const fuzzy = code === null ? matching.filter(isFuzzy) : []
  return capped([...first, { id: 'commands', head: 'Commands', rows: free }, ...fuzzy], most)
}

/** Drops empty groups, rows past the limit, and rows that an earlier group has. */
function capped(groups: readonly RowGroup[], most: number): RowGroup[] {
  const ids = new Set<string>()
  return groups
    .map((group) => ({
      ...group,
      rows: group.rows.filter(({ id }) => {
        if (ids.has(id) || ids.size >= most) return false
        ids.add(id)
        return true
      }),
    }))
    .filter(({ line, rows }) => line !== undefined || rows.length > 0)
}

/** The commands of the open record or the active row, under a heading that names it. */
function recordGroup(kind: RecordKind, { targets }: CommandContext, rows: ResultRow[]): RowGroup {
  if (kind === 'order' && targets.orders)
    return { id: kind, head: `Selected orders: ${targets.orders.length}`, rows }
  const { name } = kindFacts(kind)
  const head = targets.record?.kind === kind ? capitalised(name) : `Active row, ${name}`
  return { id: kind, head, headCode: codeAmong(targets, kind), rows }
}

function recordRow(record: IndexedRecord, { fuzzy = false, late = false } = {}): RecordRow {
  return { kind: 'record', id: keyOf(record), record, fuzzy, late }
}

/** Without a text, the records last opened here, except the one on the screen. */
function recentGroup({ query, context, recentRecords }: RowSources): RowGroup {
  const open = context.targets.record
  const kinds = kindsIn(query.scope)
  const rows = recentRecords
    .filter(({ kind }) => kinds.includes(kind))
    .filter(({ kind, id, code }) => kind !== open?.kind || (id ?? code) !== open.code)
  return { id: 'recent', head: 'Recently opened', rows: rows.map((record) => recordRow(record)) }
}

/** Fuzzy matches are never chosen for the user. */
const FUZZY: readonly Band[] = ['did-you-mean', 'subsequence']

/** The ids of their groups. */
const FUZZY_GROUPS: readonly string[] = ['like', 'similar']

function matchGroup({ matches }: RowSources, id: string, head: string, bands: readonly Band[]): RowGroup {
  const rows = matches
    .filter(({ band }) => bands.includes(band))
    .map(({ record, band }) => recordRow(record, { fuzzy: FUZZY.includes(band) }))
  return { id, head, rows }
}

/** The records with exactly the typed code. Without one, the server's response, or the code until there is one. */
function exactGroup(sources: RowSources): RowGroup {
  const { code } = sources.query
  const group = matchGroup(sources, 'exact', 'Exact code', ['exact-code'])
  if (group.rows.length > 0 || code === null) return group
  const { answer, matches } = sources
  const hasMatch = matches.some(({ band }) => !FUZZY.includes(band))
  if (answer?.state === 'found') {
    const id = keyOf(answer.record)
    const isShown = matches.some(({ record }) => keyOf(record) === id)
    return isShown ? group : { ...group, rows: [recordRow(answer.record, { late: hasMatch })] }
  }
  if (hasMatch || answer?.state === 'missing' || answer?.state === 'several') return { ...group, line: code }
  return { ...group, rows: [{ kind: 'code', id: keyOf({ kind: 'order', code }), code }] }
}

/** The records of this browser that match, by band. */
function matchGroups(sources: RowSources): RowGroup[] {
  const { query, readings } = sources
  const quoted = `“${query.text}”`
  const about = aboutOf(readings)
  const group = (id: string, head: string, bands: readonly Band[]) => matchGroup(sources, id, head, bands)
  return [
    group('digits', about ?? `Digits ${quoted}`, ['exact-digits']),
    group('starts', about ?? `Starts with ${quoted}`, [
      'exact-company',
      'code-prefix',
      'digit-prefix',
      'name-starts',
    ]),
    group('words', about ?? wordsHead(query, readings), ['words-start']),
    group('contains', `Contains ${quoted}`, ['code-contains', 'name-contains']),
    group('like', 'Did you mean', ['did-you-mean']),
    group('similar', `Similar to ${quoted}`, ['subsequence']),
  ]
}

/** The heading of records found by something that their rows do not show: a phone number, an e-mail address or a total. */
function aboutOf([first]: readonly Reading[]): string | null {
  if (first?.kind === 'phone') return `Phone ${textOf(first)}`
  if (first?.kind === 'email') return `E-mail ${textOf(first)}`
  return first?.kind === 'amount' ? `Total ${textOf(first)}` : null
}

/** The words may be those of an address, which rows do not show. */
function wordsHead({ text }: TypedQuery, [first]: readonly Reading[]): string {
  if (first?.kind === 'place') return `A name or an address has “${text}”`
  return text.includes(' ') ? 'Matches every word' : `A word starts with “${text}”`
}

/** Names the words that the search leaves out in the first heading. */
function nameIgnored(groups: readonly RowGroup[], reading: Reading | undefined): void {
  const ignored = ignoredIn(reading)
  const first = groups.find(({ line, rows }) => line !== undefined || rows.length > 0)
  if (first && ignored !== null) first.head = `${first.head} · ${ignored}`
}

/**
 * The consignment with the digits of a phone number, once the server has responded. A late row, so that it gets no
 * digit.
 */
function consignmentOfPhone({ readings, named, records: reads }: RowSources): RowGroup {
  const digits = phoneAsCode(readings)
  const [read] = digits !== null && named ? readsFor(named, reads).records : []
  const records = read?.state === 'read' ? recordIndex.exact(read.code, ['consignment']) : []
  const rows = records
    .filter(({ code }) => digitsOf(code) === digits)
    .map((record) => recordRow(record, { late: true }))
  return { id: 'consignment-digits', head: `Consignment with the digits ${digits ?? ''}`, rows }
}

/** The maximum number of rows from the server; the list contains all of them. */
const MAX_SERVER_ROWS = 9

/**
 * Adds the row that opens the server's list, and below it what the server found that no other row shows. It is the last
 * group, so that a late response neither moves other rows nor renders them again.
 */
export function withServerRows(
  local: readonly RowGroup[],
  query: TypedQuery,
  remote: Remote,
): readonly RowGroup[] {
  const path = serverList(query)
  const ids = new Set(local.flatMap(({ rows }) => rows.map(({ id }) => id)))
  // The typed code already has a row, in upper or lower case.
  const code = query.code === null ? null : fold(query.code)
  const others = remote.records.filter((record) => !ids.has(keyOf(record)) && fold(record.code) !== code)
  const most = Math.floor(MAX_SERVER_ROWS / Math.max(1, searchedKinds(query).length))
  const records = firstOfEachKind(others, most).map((record) => recordRow(record))
  if (path === null && records.length === 0) return local
  const search: ServerRow[] =
    path === null
      ? []
      : [
          {
            kind: 'server',
            id: 'server',
            icon: 'search',
            title: 'Search all records for',
            detail: searchWords(remote, records.length, others.length),
            does: { do: 'go', path },
            leadsTo: '',
            others: remote.state === 'found' ? others.length : null,
          },
        ]
  return [...local, { id: 'server', head: 'More results', rows: [...search, ...records] }]
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
  if (state === 'none') return ''
  if (others === 0) return 'No other matches'
  return others > shown ? `${shown} of ${others} shown · Enter to see all` : `${others} more`
}
