import { atom } from 'jotai'
import { isSupported } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { commandById } from '../../../commands/index.ts'
import { interpret } from '../../../commands/interpreter/interpret.ts'
import type { CodeReading, Reading } from '../../../commands/interpreter/reading.ts'
import { todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { contextAtom } from '../commands/context.ts'
import { customShortcutsAtom } from '../commands/key-settings.ts'
import { recentCommandsAtom } from '../commands/run.ts'
import type { Match } from '../record-index/rank.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { isLocationPendingAtom } from '../routing/location.ts'
import { now } from '../state/clock.ts'
import { installation } from '../state/installation.ts'
import { keyQueueAtom } from '../state/key-queue.ts'
import { store } from '../state/store.ts'
import { actionContext, actionRows } from './actions.ts'
import { chosenRow, hasCode, pickable } from './machine/choice.ts'
import {
  type Answer,
  answerFor,
  codeIn,
  type Example,
  kindsIn,
  type NamedRecords,
  type OpenedRecord,
  type PaletteQuery,
  type PaletteState,
  type PaletteWorld,
  plainQuery,
  queryOf,
  type Reads,
  type Remote,
  type RowGroup,
  type Scope,
  type Sources,
  type Subject,
} from './machine/state.ts'
import { namedRecords } from './named-records.ts'
import { paletteAtom } from './palette-store.ts'
import { ownRows, withServerRows } from './rows.ts'
import { remoteFor } from './server-requests.ts'

const MAX_RECENT = 6

const NONE: readonly RowGroup[] = []

export const phaseAtom = atom((get) => get(paletteAtom).phase)
export const sourcesAtom = atom((get) => get(paletteAtom).sources)
export const subjectAtom = atom((get) => get(paletteAtom).subject)
const jumpAtom = atom((get) => get(paletteAtom).jump)
export const attemptAtom = atom((get) => get(paletteAtom).jump.attempt)

/** The query of the rows. */
export const queryAtom = atom((get) => queryOf(get(paletteAtom)))

/** The records that the queried text names with a verb, or as one of several. */
export const namedRecordsAtom = atom((get) => get(sourcesAtom)?.named ?? null)

/** What commands act on now. */
export const liveContextAtom = atom((get) =>
  liveContext(get(subjectAtom), get(contextAtom), get(isLocationPendingAtom)),
)

/** The targets of the screen, or the record whose actions are shown. */
function liveContext(subject: Subject | null, screen: CommandContext, isPending: boolean) {
  if (!subject) return { context: screen, loading: isPending || isLoading(screen) }
  const context = actionContextOf(screen, subject)
  return { context, loading: context === null }
}

const actionContextOf = remembered(actionContext)

function isLoading({ targets: { record, list } }: CommandContext): boolean {
  return record?.loading === true || list?.nextUnknown === 'loading'
}

/** What the palette's state machine looks up. */
export const paletteWorld: PaletteWorld = {
  lookUp,
  groupsOf: (state) => groupsOf(state, store.get(contextAtom)),
}

/** The data for the rows of a text. */
export function lookUp({ text, subject, openings }: PaletteState): Sources {
  const { query, readings } = readText(text, subject)
  const named = namedRecords(readings)
  const { context, loading } = liveContext(subject, store.get(contextAtom), store.get(isLocationPendingAtom))
  const records = query.text === '' ? recordIndex.recent(MAX_RECENT) : []
  const recent = records.map((record) => ({ record, openedAt: recordIndex.openedAt(record) }))
  return {
    text,
    query,
    readings,
    named,
    matches: matchesOf(query, readings, named),
    recentRecords: recent,
    example: text === '' && !subject ? exampleOf(openings, recent) : null,
    recentCommands: store.get(recentCommandsAtom),
    context,
    // Once a text is typed, the context no longer follows the screen.
    settled: !loading || (text !== '' && context !== null),
  }
}

/** The records that match the text; of several codes without an order among them, the records with these codes. */
function matchesOf(
  { text, scope }: PaletteQuery,
  [first]: readonly Reading[],
  named: NamedRecords | null,
): readonly Match[] {
  if (first?.kind !== 'codes' || named !== null) return recordIndex.search(text, kindsIn(scope))
  return first.codes
    .flatMap((code) => recordIndex.exact(code))
    .map((record) => ({ record, band: 'exact-code' }))
}

/** The response about the queried code. */
const answerAtom = atom((get) => answerFor(get(paletteAtom)))

/** All rows in their order. The server's results are appended below the other rows, which do not move. */
function groupsOf(state: PaletteState, screen: CommandContext): readonly RowGroup[] {
  const { sources, subject, reads, search } = state
  if (!sources) return NONE
  const context = subject && actionContextOf(screen, subject)
  const own = ownGroups(sources, answerFor(state), reads, subject, context)
  return own === NONE || subject ? own : withResults(own, sources.query, search)
}

/** The rows that need no results of the search. */
const ownGroups = remembered(
  (
    sources: Sources,
    answer: Answer | null,
    reads: Reads | null,
    subject: Subject | null,
    live: CommandContext | null,
  ): readonly RowGroup[] => {
    const { context } = sources
    if (!context) return NONE
    const from = { ...sources, context, answer, reads }
    if (!subject) return ownRows(from)
    return live ? actionRows(from, subject.record, live) : NONE
  },
)

const withResults = remembered((own: readonly RowGroup[], query: PaletteQuery, search: Remote | null) =>
  withServerRows(own, query, remoteFor(query, search)),
)

/** Remembers the result for the latest arguments, so that rows which have not changed are not rendered again. */
function remembered<Args extends readonly unknown[], Result>(compute: (...args: Args) => Result) {
  let latest: { args: Args; result: Result } | null = null
  return (...args: Args): Result => {
    const { args: before } = latest ?? { args: [] }
    if (!latest || args.some((arg, place) => arg !== before[place]))
      latest = { args, result: compute(...args) }
    return latest.result
  }
}

export const groupsAtom = atom((get) => groupsOf(get(paletteAtom), get(contextAtom)))

export const rowsAtom = atom((get) => get(groupsAtom).flatMap(({ rows }) => rows))

/** The rows that Alt and a digit pick. */
export const picksAtom = atom((get) => pickable(get(groupsAtom)))

/** The chosen row. */
export const chosenAtom = atom((get) => chosenRow(get(paletteAtom), get(rowsAtom)))

const NO_NAMES: readonly string[] = []

/** The names of the keys that wait for the record which Enter opens. */
const followingAtom = atom((get) => get(keyQueueAtom).keys.map(({ name }) => name))

/** The request for the code in the queried text. */
export const codeStatusAtom = atom((get) => {
  const { held, entered } = get(jumpAtom)
  const following = held === null ? NO_NAMES : get(followingAtom)
  return { code: get(queryAtom).code, answer: get(answerAtom), held, following, entered }
})

/** The record with exactly the queried code that the rows have. */
export const exactMatchAtom = atom((get) => {
  const sources = get(sourcesAtom)
  const isExact = ({ record, band }: Match) =>
    band === 'exact-code' && hasCode(record, sources?.query.code ?? record.code)
  return sources?.matches.find(isExact)?.record ?? null
})

/** Interprets a text and derives the query. After `>` and `@` the text is searched for literally. */
function readText(text: string, subject: Subject | null): Pick<Sources, 'query' | 'readings'> {
  const plain = plainQuery(text, subject)
  if (plain.text === '' || plain.scope === 'commands' || plain.scope === 'customers') {
    return { query: plain, readings: [] }
  }
  const readings = interpret(text, {
    today: todayInAuckland(now()),
    kindsOf: (code) => recordIndex.exact(code).map(({ kind }) => kind),
    customShortcuts: store.get(customShortcutsAtom),
    capabilities: installation.capabilities,
  }).filter((reading) => reading.kind !== 'action' || isSupported(commandById(reading.command), installation))
  const counts = plain.scope === 'all' || readings.slice(0, 1).some(countsBesidePrefix)
  return counts ? { query: queryIn(readings, plain), readings } : { query: plain, readings: [] }
}

/** Whether a reading is used although the text begins with the prefix `#` or `$`. */
function countsBesidePrefix(reading: Reading): boolean {
  if (reading.kind === 'action') return reading.codes.length > 0
  return reading.kind === 'code' || reading.kind === 'codes' || reading.kind === 'amount'
}

/** The query of the most likely reading. */
function queryIn(readings: readonly Reading[], plain: PaletteQuery): PaletteQuery {
  const [first] = readings
  const all = (text: string): PaletteQuery => ({ scope: 'all', text, code: null })
  switch (first?.kind) {
    case 'code':
      return {
        scope: plain.scope === 'all' ? scopeOf(first) : plain.scope,
        text: first.code,
        code: codeIn(plain.scope, first.code),
      }
    case 'action':
      if (first.codes.length === 0) return { ...plain, code: null }
      return first.codes.length === 1
        ? all(first.codes.join())
        : { ...all(first.codes.join(' ')), scope: 'several' }
    case 'codes':
      return { ...all(first.codes.join(' ')), scope: 'several' }
    case 'amount':
      return all((first.cents / 100).toFixed(2))
    case 'phone':
      return all(first.digits)
    case 'email':
      return all(first.address)
    case 'place':
      return all(first.text)
    case 'list':
    case 'sum':
      return { ...plain, code: null }
    default:
      return plain
  }
}

/** The number of a purchase order may be the customer's or ours. */
function scopeOf({ of }: CodeReading): Scope {
  if (of === 'reference' || of === 'supplier-order') return 'references'
  return of ?? 'all'
}

const WITH_ORDER: readonly ((code: string) => Example)[] = [
  (code) => ({ text: `${code} pay`, meaning: 'records its payment' }),
  (code) => ({ text: code.slice(-4), meaning: 'finds the newest order that ends so' }),
  (code) => ({ text: `pack ${code}`, meaning: 'packs it' }),
  (code) => ({ text: `${code} freight`, meaning: 'books its freight' }),
]

const OTHERS: readonly Example[] = [
  { text: 'unpaid christchurch', meaning: 'opens that list' },
  { text: 'consignments yesterday', meaning: 'opens that list' },
  { text: '109 + 15%', meaning: 'copies the result' },
]

/** The example of a text to type; it changes with each opening. Names the order that was opened last. */
export function exampleOf(openings: number, recent: readonly OpenedRecord[]): Example | null {
  const order = recent.find(({ record }) => record.kind === 'order')?.record.code
  const withOrder = order === undefined ? [] : WITH_ORDER.map((make) => make(order))
  const examples = [...withOrder, ...OTHERS]
  return examples[(openings - 1) % examples.length] ?? null
}
