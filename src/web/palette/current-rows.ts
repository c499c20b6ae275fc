import { atom } from 'jotai'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { codeAmong } from '../../../commands/engine/targets.ts'
import { readTyped } from '../../../commands/interpreter/interpret.ts'
import { kindsIn, type TypedQuery } from '../../../commands/interpreter/query.ts'
import {
  ignoredIn,
  phoneAsCode,
  type Reading,
  recordsInText,
  textOf,
} from '../../../commands/interpreter/reading.ts'
import { todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { capitalised, fold } from '../../domain/format/text.ts'
import { digitsOf } from '../../domain/freight/couriers.ts'
import { type IndexedRecord, keyOf } from '../../domain/records/indexed-record.ts'
import { isRecordKind, kindFacts, RECORD_KINDS, type RecordKind } from '../../domain/records/record-kind.ts'
import { knownCartons } from '../api/freight.ts'
import { contextAtom } from '../commands/context.ts'
import { customShortcutsAtom } from '../commands/key-settings.ts'
import { recentCommandsAtom } from '../commands/run.ts'
import type { Band, Match } from '../record-index/rank.ts'
import { type CodeAnswer, matchOfPart, type NamedRecords, readsFor } from '../record-index/read-by-code.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { isLocationPendingAtom } from '../routing/location.ts'
import { now } from '../state/clock.ts'
import { installation } from '../state/installation.ts'
import { keyQueueAtom } from '../state/key-queue.ts'
import { store } from '../state/store.ts'
import { typedTexts } from '../storage/usual-values.ts'
import { actionContext, actionRows, commandRows } from './command-rows.ts'
import { chosenRow, pickable } from './machine/reduce.ts'
import {
  answerFor,
  type PaletteState,
  type PaletteWorld,
  pendingEnter,
  plainQuery,
  queryOf,
  type RecordRow,
  type Remote,
  type Responses,
  type ResultRow,
  type RowGroup,
  type RowSources,
  type ServerRow,
  type Sources,
  type Subject,
  type Where,
} from './machine/state.ts'
import { paletteAtom } from './palette-store.ts'
import { readingGroups } from './reading-rows.ts'
import { remoteFor, searchedKinds, serverList } from './server-requests.ts'

const MAX_RECENT = 6

/** What the palette's state machine looks up. */
export const paletteWorld: PaletteWorld = {
  lookUp,
  groupsOf: (state) => groupsOf(state, store.get(contextAtom)),
  typedTexts,
}

/** The data for the rows of a text. */
export function lookUp({ text, subject }: PaletteState): Sources {
  const { query, readings } = readText(text, subject)
  const named = namedRecords(readings)
  const { context, loading } = liveContext(subject, store.get(contextAtom), store.get(isLocationPendingAtom))
  return {
    text,
    query,
    readings,
    named,
    matches: matchesOf(query, readings, named),
    recentRecords: query.text === '' ? recordIndex.recent(MAX_RECENT) : [],
    recentCommands: store.get(recentCommandsAtom),
    context,
    // Once a text is typed, the context no longer follows the screen.
    settled: !loading || (text !== '' && context !== null),
  }
}

/** What a text searches for and means. Among the actions of a record it only searches for commands. */
function readText(text: string, subject: Subject | null): Pick<Sources, 'query' | 'readings'> {
  if (subject) return { query: plainQuery(text, subject), readings: [] }
  return readTyped(text, {
    today: todayInAuckland(now()),
    kindsOf: knownKinds,
    customShortcuts: store.get(customShortcutsAtom),
    capabilities: installation.capabilities,
    cartons: knownCartons(),
  })
}

function knownKinds(code: string): readonly RecordKind[] {
  return recordIndex.exact(code).map(({ kind }) => kind)
}

/** The records that have to be read for the rows of a text; null if there are none. */
function namedRecords(readings: readonly Reading[]): NamedRecords | null {
  const named = recordsInText(readings, knownKinds)
  const [code] = named?.codes ?? []
  return named && { ...named, match: named.mayBePart && code ? matchOfPart(code, named.kind) : null }
}

/** The records that match the text; of several codes without an order among them, the records with these codes. */
function matchesOf(
  { text, scope }: TypedQuery,
  [first]: readonly Reading[],
  named: NamedRecords | null,
): readonly Match[] {
  if (first?.kind !== 'codes' || named !== null) return recordIndex.search(text, kindsIn(scope))
  return first.codes
    .flatMap((code) => recordIndex.exact(code))
    .map((record) => ({ record, band: 'exact-code' }))
}

/** What commands act on now: the targets of the screen, or the record whose actions are shown. */
function liveContext(subject: Subject | null, screen: CommandContext, isPending: boolean) {
  const { record, list } = screen.targets
  const isLoading = isPending || record?.loading === true || list?.nextUnknown === 'loading'
  if (!subject) return { context: screen, loading: isLoading }
  const context = actionContextOf(screen, subject)
  return { context, loading: context === null }
}

export const liveContextAtom = atom((get) =>
  liveContext(get(subjectAtom), get(contextAtom), get(isLocationPendingAtom)),
)

const NO_ROWS: readonly RowGroup[] = []

/** All rows in their order. The server's results are appended below the other rows, which do not move. */
function groupsOf(state: PaletteState, screen: CommandContext): readonly RowGroup[] {
  const { sources, subject, responses } = state
  if (!sources) return NO_ROWS
  const live = subject && actionContextOf(screen, subject)
  const local = localGroups(sources, answerFor(state), responses.records, responses.answers, subject, live)
  return local === NO_ROWS || subject ? local : withResults(local, sources.query, responses.search)
}

/** Remembers the result for the latest arguments, so that rows which have not changed are not rendered again. */
function remembered<Args extends readonly unknown[], Result>(compute: (...args: Args) => Result) {
  let latest: { args: Args; result: Result } | null = null
  return (...args: Args): Result => {
    if (!latest?.args.every((arg, index) => arg === args[index])) latest = { args, result: compute(...args) }
    return latest.result
  }
}

const actionContextOf = remembered(actionContext)

/** The rows that need no results of the search. */
const localGroups = remembered(
  (
    sources: Sources,
    answer: CodeAnswer | null,
    records: Responses['records'],
    answers: Responses['answers'],
    subject: Subject | null,
    live: CommandContext | null,
  ): readonly RowGroup[] => {
    const { context } = sources
    if (!context) return NO_ROWS
    const from = { ...sources, context, answer, records, answers }
    if (!subject) return localRows(from)
    return live ? actionRows(from, subject.record, live) : NO_ROWS
  },
)

const withResults = remembered((local: readonly RowGroup[], query: TypedQuery, search: Remote | null) =>
  withServerRows(local, query, remoteFor(query, search)),
)

export const sourcesAtom = atom((get) => get(paletteAtom).sources)
export const subjectAtom = atom((get) => get(paletteAtom).subject)

/** The query of the rows. */
export const queryAtom = atom((get) => queryOf(get(paletteAtom)))

export const groupsAtom = atom((get) => groupsOf(get(paletteAtom), get(contextAtom)))

export const rowsAtom = atom((get) => get(groupsAtom).flatMap(({ rows }) => rows))

/** The rows that Alt and a digit pick. */
export const picksAtom = atom((get) => pickable(get(groupsAtom)))

/** The chosen row. */
export const chosenAtom = atom((get) => chosenRow(get(paletteAtom), get(rowsAtom)))

/** The request for the code of a query that this browser has not seen. */
export interface CodeStatus {
  code: string | null
  answer: CodeAnswer | null
  /** Where the pending Enter opens the record; null if no Enter is pending. */
  pending: Where | null
  /** The names of the keys that wait for the record which the pending Enter opens. */
  following: readonly string[]
  /** Enter was pressed. */
  entered: boolean
}

export const codeStatusAtom = atom((get): CodeStatus => {
  const state = get(paletteAtom)
  const pending = pendingEnter(state)
  const following = pending === null ? [] : get(keyQueueAtom).keys.map(({ name }) => name)
  const { code } = queryOf(state)
  return { code, answer: answerFor(state), pending, following, entered: state.enter !== null }
})

/** The maximum number of rows of this browser, and of commands alone; rows from the server are added below. */
const MAX_ROWS = 13
const MAX_COMMANDS = 30
/** Rows reserved for matching commands: a word like "new" starts many names. */
const RESERVED_FOR_COMMANDS = 3
/** Rows reserved, without a text, for the commands of the screen: those of the open record or the active row are many. */
const RESERVED_FOR_SCREEN = 3

/**
 * The rows that need no response from the server, in their order: the command and the list that the text names, the
 * likelier one first; other meanings of the text, the exact code, commands for the open record, recently opened records
 * (without a text), commands for the screen, records by band, other commands, fuzzy matches. If the text is a code, all
 * records precede the others.
 */
function localRows(sources: RowSources): RowGroup[] {
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
  const screen = { id: 'screen', head: 'On this screen', rows: onScreen }
  const here = [...onRecords, recentGroup(sources)]
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
  const others = { id: 'commands', head: 'Commands', rows: free }
  if (query.text === '') return rowsWithoutText(here, screen, others, most)
  const first = capped(
    query.code === null
      ? [
          ...(isList ? [...meant, namedGroup] : [namedGroup, ...meant]),
          exact,
          ...here,
          screen,
          ...found.slice(1),
          consignmentOfPhone(sources),
        ]
      : [...found, ...meant, ...here, screen],
    most - Math.min(free.length, RESERVED_FOR_COMMANDS),
  )
  const fuzzy = code === null ? matching.filter(isFuzzy) : []
  return capped([...first, others, ...fuzzy], most)
}

/** The rows without a text. Each of the last two groups has some. */
function rowsWithoutText(
  here: readonly RowGroup[],
  screen: RowGroup,
  commands: RowGroup,
  most: number,
): RowGroup[] {
  const mostBefore = most - Math.min(commands.rows.length, RESERVED_FOR_COMMANDS)
  const before = capped(here, mostBefore - Math.min(screen.rows.length, RESERVED_FOR_SCREEN))
  return capped([...capped([...before, screen], mostBefore), commands], most)
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
function withServerRows(local: readonly RowGroup[], query: TypedQuery, remote: Remote): readonly RowGroup[] {
  const path = serverList(query)
  const rows = local.flatMap((group) => group.rows)
  const ids = new Set(rows.map(({ id }) => id))
  // While the typed code is requested, its row means any record with this code, in upper or lower case.
  const code = query.code !== null && rows.some(({ kind }) => kind === 'code') ? fold(query.code) : null
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
  const kinds = [...new Set(records.map(({ kind }) => kind))]
  return kinds.flatMap((one) => records.filter(({ kind }) => kind === one).slice(0, most))
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
