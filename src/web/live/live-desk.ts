import type { Query } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import { CHANGE_EVENTS, type Change, Changes } from '../../contract/changes.ts'
import { isRecordKind, RECORD_KINDS, type RecordKind } from '../../domain/records/record-kind.ts'
import { followArrival, refreshArrivals } from '../api/arrivals.ts'
import { BOARD } from '../api/consignments.ts'
import type { StreamEvent } from '../api/event-stream.ts'
import { readImportsAgain } from '../api/imports.ts'
import { addNewRow, followLoadedLists } from '../api/new-rows.ts'
import { NEWEST } from '../api/orders.ts'
import { followPickRun } from '../api/pick-runs.ts'
import { changeInCache, queryClient } from '../api/query-client.ts'
import { keyRoot, listsKey } from '../api/record-source.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { installation } from '../state/installation.ts'
import { currentUser } from '../state/session.ts'
import { isLiveKind, isTemporary, LIVE_KINDS, type LiveKind, type ReadAgain } from './live-kinds.ts'
import { shareStream } from './share-stream.ts'

/** Milliseconds between two redraws, in which changes are collected: a busy minute costs a few requests a second. */
const COLLECT_MS = 200

/** Milliseconds until changed records are read again that could not be read, and how often that is tried. */
const RETRY_MS = 5_000
const MOST_RETRIES = 5

/**
 * Keeps the records of this tab up to date while others change them, if the back end streams changes.
 * @returns a function that ends it
 */
export function startLiveDesk(): () => void {
  // Locks exist on secure addresses only. Without them the console refetches on focus.
  if (!installation.capabilities.has('changes') || !('locks' in navigator)) return () => undefined
  const ending = new AbortController()
  const { signal } = ending
  const liveKinds = RECORD_KINDS.filter(isLiveKind)
  const collectors = new Map<string, Collector>(liveKinds.map((kind) => [kind, collector(kind, signal)]))
  const board = throttled(refetchBoard, BOARD_MS)
  const dependents = throttled(() => {
    for (const queryKey of liveKinds.flatMap((kind) => LIVE_KINDS[kind].dependent)) {
      void queryClient.invalidateQueries({ queryKey })
    }
  }, BOARD_MS)
  const followed = throttled(() => {
    for (const kind of liveKinds) {
      for (const code of LIVE_KINDS[kind].followed?.() ?? []) collectors.get(kind)?.add(code, false)
    }
  }, FOLLOWED_MS)
  const afterMany = () => {
    dependents.request()
    followed.request()
  }
  const onChange = ({ kind, code, is_new }: Change) => {
    const live = collectors.get(kind)
    if (live) board.request()
    if (live && code === null) afterMany()
    if (live && code !== null) live.add(code, is_new)
    else if (kind === 'arrival') followArrival({ code, is_new })
    else if (kind === 'pick-run') followPickRun({ code })
    else if (isRecordKind(kind)) markStale(kind)
    else if (kind === 'import') void readImportsAgain()
  }
  const stops = [
    followLoadedLists(),
    shareStream(currentUser(), (event) => {
      if (event.event === CHANGE_EVENTS.reset) {
        refetchVisible()
        board.request()
        afterMany()
      }
      for (const change of changesIn(event)) onChange(change)
    }),
  ]
  return () => {
    ending.abort()
    for (const stop of stops) stop()
    for (const { stop } of collectors.values()) stop()
    for (const { stop } of [board, dependents, followed]) stop()
  }
}

/** The changes that an event reports. */
function changesIn({ event, data }: StreamEvent): Change[] {
  if (event !== CHANGE_EVENTS.change) return []
  const read = Changes.safeParse(JSON.parse(data))
  return read.success ? read.data : []
}

/** Changes may have been missed: refetches what is on screen, and the rest when it is shown. */
function refetchVisible(): void {
  for (const root of new Set(RECORD_KINDS.map(keyRoot))) {
    void queryClient.invalidateQueries({ queryKey: [root], predicate: isNoLabel })
  }
  void refreshArrivals()
  followPickRun({ code: null })
  void readImportsAgain()
}

/**
 * Refetches an open record of a kind immediately, and lists when they are next shown, so that no row moves by itself.
 */
function markStale(kind: RecordKind): void {
  const queryKey = [keyRoot(kind)]
  void queryClient.invalidateQueries({ queryKey, predicate: isNoLabel, refetchType: 'none' })
  void queryClient.invalidateQueries({ queryKey, predicate: isOneRecord })
}

const isOneRecord = ({ queryKey }: Pick<Query, 'queryKey'>) =>
  RECORD_KINDS.some((kind) => kind === queryKey[1])

/** Labels do not change. */
const isNoLabel = ({ queryKey }: Pick<Query, 'queryKey'>) => queryKey[1] !== 'labels'

/** Milliseconds in which any number of changes cost one request: of what counts records, and of orders sent from here. */
const BOARD_MS = 2_000
const FOLLOWED_MS = 10_000

/** Calls an action once, after a time, for any number of requests. */
function throttled(action: () => void, milliseconds: number): { request(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const act = () => {
    timer = undefined
    action()
  }
  return {
    request() {
      timer ??= setTimeout(act, milliseconds)
    },
    stop: () => clearTimeout(timer),
  }
}

/** The board counts all orders: any change of one may affect it. A hidden tab requests it when it is shown. */
function refetchBoard(): void {
  void queryClient.invalidateQueries({ queryKey: BOARD, refetchType: document.hidden ? 'none' : 'active' })
}

/** Collects the changes of one kind of record. */
interface Collector {
  add(code: string, isNew: boolean): void
  stop(): void
}

/**
 * Redraws changed records: at once after a quiet moment, otherwise together with those that change meanwhile. A hidden
 * tab waits until it is shown.
 */
function collector<Kind extends keyof typeof LIVE_KINDS>(kind: Kind, signal: AbortSignal): Collector {
  let changed = new Map<string, boolean>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false
  let redrawnAt = Number.NEGATIVE_INFINITY
  let failures = 0
  const schedule = () => {
    if (changed.size === 0 || isBusy || document.hidden || signal.aborted) return
    const wait = failures === 0 ? COLLECT_MS : RETRY_MS
    // By a timer in any case: the changes of one event belong together.
    timer ??= setTimeout(flush, Math.max(0, redrawnAt + wait - performance.now()))
  }
  const addAll = (codes: ChangedCodes) => {
    for (const [code, isNew] of codes) changed.set(code, isNew || changed.get(code) === true)
    schedule()
  }
  const flush = async () => {
    timer = undefined
    isBusy = true
    redrawnAt = performance.now()
    const batch = changed
    changed = new Map()
    void firstResponses(LIVE_KINDS[kind], batch).then((isAny) => isAny && addAll(batch))
    try {
      await redraw(LIVE_KINDS[kind], batch, signal)
      failures = 0
    } catch (error) {
      redrawnAt = performance.now()
      failures = isTemporary(error) && failures < MOST_RETRIES ? failures + 1 : 0
      if (failures > 0) addAll(batch)
      // They are refetched when they are next shown.
      else markStale(kind)
    }
    isBusy = false
    schedule()
  }
  document.addEventListener('visibilitychange', schedule)
  return {
    add: (code, isNew) => addAll(new Map([[code, isNew]])),
    stop() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', schedule)
    },
  }
}

/** The codes of changed records, each with whether it is new. */
type ChangedCodes = ReadonlyMap<string, boolean>

/**
 * Reads changed records of a kind again if this browser has them, or if new ones may belong to a list on screen, and
 * redraws them in place. Rejects if they cannot be read.
 */
export async function redraw<One>(
  live: LiveKind<One>,
  changed: ChangedCodes,
  signal: AbortSignal,
): Promise<void> {
  const before = knownBefore(live, changed)
  restartRequests(live)
  for (const queryKey of live.dependent) void queryClient.invalidateQueries({ queryKey })
  const codes = codesToRead(live, changed)
  for (let start = 0; start < codes.length; start += live.most) {
    const again = await live.read(codes.slice(start, start + live.most), signal)
    if (signal.aborted) return
    replaceInLists(live, again)
    replaceDetails(live, again)
    for (const one of again.found) live.noticed?.(before.get(live.codeOf(one)), one)
    recordIndex.add(again.found.map(live.toIndexed))
    for (const code of again.gone) {
      recordIndex.forget({ kind: live.kind, code })
      live.forgotten?.(code)
    }
    announceNew(
      live,
      again.found.filter((one) => changed.get(live.codeOf(one))),
    )
  }
}

/** The changed records as this browser has them now. */
function knownBefore<One>(live: LiveKind<One>, changed: ChangedCodes): Map<string, One> {
  const known = new Map<string, One>()
  if (!live.noticed) return known
  for (const [, list] of queryClient.getQueriesData<Rows<One>>(listsOf(live))) {
    for (const row of list?.rows ?? []) if (changed.has(live.codeOf(row))) known.set(live.codeOf(row), row)
  }
  for (const code of changed.keys()) {
    const detail = queryClient.getQueryData<One>(live.detailKey(code))
    if (detail !== undefined) known.set(code, detail)
  }
  return known
}

const listsOf = <One>({ kind }: LiveKind<One>) => ({ queryKey: listsKey(kind) })

/** A request under way may have been answered before the change: it is sent again if its query has data already. */
function restartRequests<One>(live: LiveKind<One>): void {
  void queryClient.invalidateQueries({ queryKey: [keyRoot(live.kind)], predicate: isUnderWay(live) })
}

/**
 * Resolves once those requests under way are answered that show nothing yet. They are not sent again, or a busy minute
 * would put off a first list for ever: what changes meanwhile is read again after them.
 * @returns whether there were any
 */
async function firstResponses<One>(live: LiveKind<One>, changed: ChangedCodes): Promise<boolean> {
  const queries = queryClient
    .getQueryCache()
    .findAll({ queryKey: [keyRoot(live.kind)], predicate: isUnderWay(live) })
    .filter((query) => query.state.data === undefined || !query.isActive())
    .filter(({ queryKey }) => queryKey[1] === 'list' || changed.has(String(queryKey[2])))
  await Promise.allSettled(queries.map(({ promise }) => promise))
  return queries.length > 0
}

const isUnderWay =
  <One>({ kind }: LiveKind<One>) =>
  ({ state, queryKey }: Query) =>
    state.fetchStatus === 'fetching' &&
    (queryKey[1] === 'list' || queryKey[1] === kind || queryKey[1] === NEWEST)

function codesToRead<One>(live: LiveKind<One>, changed: ChangedCodes): string[] {
  const rows = queryClient
    .getQueriesData<Rows<One>>(listsOf(live))
    .flatMap(([, list]) => list?.rows.map(live.codeOf) ?? [])
  const listed = new Set([...rows, ...(live.followed?.() ?? [])])
  const isListOpen = listsOnScreen(live).length > 0
  return [...changed].flatMap(([code, isNew]) => {
    const isKnown =
      listed.has(code) ||
      queryClient.getQueryState(live.detailKey(code)) !== undefined ||
      recordIndex.has({ kind: live.kind, code })
    return isKnown || (isNew && isListOpen) ? code : []
  })
}

function listsOnScreen<One>(live: LiveKind<One>): Query[] {
  return queryClient.getQueryCache().findAll({ ...listsOf(live), type: 'active' })
}

function replaceInLists<One>(live: LiveKind<One>, again: ReadAgain<One>): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll(listsOf(live))) {
    changeInCache<Rows<One>>(queryKey, (list) => withRows(live, list, again))
  }
}

/** The list with changed rows in their places; the same object if it contains none of them. */
function withRows<One>(
  { codeOf, goneRow }: Pick<LiveKind<One>, 'codeOf' | 'goneRow'>,
  list: Rows<One>,
  { found, gone }: ReadAgain<One>,
): Rows<One> {
  const byCode = new Map(found.map((one) => [codeOf(one), one]))
  const left = new Set(gone)
  if (!list.rows.some((row) => byCode.has(codeOf(row)) || left.has(codeOf(row)))) return list
  const rows = list.rows.map((row) =>
    left.has(codeOf(row)) ? goneRow(row) : (byCode.get(codeOf(row)) ?? row),
  )
  return { ...list, rows }
}

function replaceDetails<One>(live: LiveKind<One>, { found, gone }: ReadAgain<One>): void {
  for (const one of found) {
    const queryKey = live.detailKey(live.codeOf(one))
    if (queryClient.getQueryState(queryKey)) queryClient.setQueryData(queryKey, one)
  }
  // The record no longer exists. Its screen shows this after the next response.
  for (const code of gone) void queryClient.invalidateQueries({ queryKey: live.detailKey(code) })
  // The palette's own query of a record, which it reads from the cache of its screen.
  void queryClient.invalidateQueries({ queryKey: ['palette'] })
}

/** Adds new records to the count after the heading of each list on screen that they belong to. */
function announceNew<One>(live: LiveKind<One>, records: readonly One[]): void {
  for (const { queryKey, queryHash, meta } of listsOnScreen(live)) {
    const rows = queryClient.getQueryData<Rows<One>>(queryKey)?.rows ?? []
    const shown = new Set(rows.map(live.codeOf))
    for (const one of records) {
      const code = live.codeOf(one)
      if (!shown.has(code) && meta?.belongs?.(one)) addNewRow(queryHash, code)
    }
  }
}
