import { atom } from 'jotai'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { readTyped } from '../../../commands/interpreter/interpret.ts'
import { kindsIn, type TypedQuery } from '../../../commands/interpreter/query.ts'
import type { Reading } from '../../../commands/interpreter/reading.ts'
import { todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import { examplesOf } from '../../domain/sentences/arguments.ts'
import { SHIPPING } from '../../domain/sentences/ship-sentence.ts'
import { knownCartons } from '../api/freight.ts'
import { contextAtom } from '../commands/context.ts'
import { customShortcutsAtom } from '../commands/key-settings.ts'
import { recentCommandsAtom } from '../commands/run.ts'
import type { Match } from '../record-index/rank.ts'
import type { CodeAnswer, NamedRecords } from '../record-index/read-by-code.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { isLocationPendingAtom } from '../routing/location.ts'
import { now } from '../state/clock.ts'
import { installation } from '../state/installation.ts'
import { keyQueueAtom } from '../state/key-queue.ts'
import { store } from '../state/store.ts'
import { actionContext, actionRows } from './command-rows.ts'
import { chosenRow, pickable } from './machine/reduce.ts'
import {
  answerFor,
  type PaletteState,
  type PaletteWorld,
  pendingEnter,
  plainQuery,
  queryOf,
  type Remote,
  type Responses,
  type RowGroup,
  type Sources,
  type Subject,
  type Where,
} from './machine/state.ts'
import { paletteAtom, typedTexts } from './palette-store.ts'
import { localRows, withServerRows } from './rows.ts'
import { namedRecords, remoteFor } from './server-requests.ts'

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

/** What a text searches for and means. Among the actions of a record it only searches for commands. */
function readText(text: string, subject: Subject | null): Pick<Sources, 'query' | 'readings'> {
  if (subject) return { query: plainQuery(text, subject), readings: [] }
  return readTyped(text, {
    today: todayInAuckland(now()),
    kindsOf: (code) => recordIndex.exact(code).map(({ kind }) => kind),
    customShortcuts: store.get(customShortcutsAtom),
    capabilities: installation.capabilities,
    cartons: knownCartons(),
  })
}

/** An example of a text that can be typed. */
interface Example {
  text: string
  /** The effect of the text: 'records its payment'. */
  meaning: string
}

const WITH_ORDER: readonly ((code: string) => Example)[] = [
  (code) => ({ text: `${code} pay`, meaning: 'records its payment' }),
  (code) => ({ text: code.slice(-4), meaning: 'finds the newest order that ends so' }),
  (code) => ({ text: `pack ${code}`, meaning: 'packs it' }),
  (code) => ({ text: `ship ${code} ${examplesOf(SHIPPING)}`, meaning: 'shows the prices of that parcel' }),
]

const WITHOUT_ORDER: readonly Example[] = [
  { text: 'unpaid christchurch', meaning: 'opens that list' },
  { text: 'consignments yesterday', meaning: 'opens that list' },
  { text: '109 + 15%', meaning: 'copies the result' },
]

/** The example of a text to type; it changes with each opening. Names the order that was opened last. */
export function exampleOf(openings: number, recent: readonly IndexedRecord[]): Example | null {
  const order = recent.find(({ kind }) => kind === 'order')?.code
  const withOrder = order === undefined ? [] : WITH_ORDER.map((make) => make(order))
  const examples = [...withOrder, ...WITHOUT_ORDER]
  return examples[(openings - 1) % examples.length] ?? null
}
