import type { Query } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import { addNewRow } from '../api/new-rows.ts'
import { queryClient } from '../api/query-client.ts'
import { KEY_ROOTS, listsKey } from '../api/record-source.ts'
import { recordIndex } from '../record-index/record-index.ts'
import type { LiveKind, ReadAgain } from './live-kinds.ts'

/** The codes of changed records, each with whether it is new. */
export type ChangedCodes = ReadonlyMap<string, boolean>

/**
 * Reads changed records of a kind again if this browser has them, or if new ones may belong to a list on screen, and
 * redraws them in place. Rejects if they cannot be read.
 */
export async function redraw<One>(
  live: LiveKind<One>,
  changed: ChangedCodes,
  signal: AbortSignal,
): Promise<void> {
  restartRequests(live)
  for (const queryKey of live.dependent) void queryClient.invalidateQueries({ queryKey })
  const codes = codesToRead(live, changed)
  for (let start = 0; start < codes.length; start += live.most) {
    const again = await live.read(codes.slice(start, start + live.most), signal)
    if (signal.aborted) return
    replaceInLists(live, again)
    replaceDetails(live, again)
    recordIndex.add(again.found.map(live.toIndexed))
    for (const code of again.gone) recordIndex.forget({ kind: live.kind, code })
    announceNew(
      live,
      again.found.filter((one) => changed.get(live.codeOf(one))),
    )
  }
}

const listsOf = <One>({ kind }: LiveKind<One>) => ({ queryKey: listsKey(kind) })

/** A request under way may have been answered before the change, so it is sent again. */
function restartRequests<One>({ kind }: LiveKind<One>): void {
  const isUnderWay = ({ state, queryKey }: Query) =>
    state.fetchStatus === 'fetching' && (queryKey[1] === 'list' || queryKey[1] === kind)
  void queryClient.invalidateQueries({ queryKey: [KEY_ROOTS[kind]], predicate: isUnderWay })
}

function codesToRead<One>(live: LiveKind<One>, changed: ChangedCodes): string[] {
  const rows = queryClient
    .getQueriesData<Rows<One>>(listsOf(live))
    .flatMap(([, list]) => list?.rows.map(live.codeOf) ?? [])
  const listed = new Set(rows)
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
  for (const query of queryClient.getQueryCache().findAll(listsOf(live))) {
    const list = queryClient.getQueryData<Rows<One>>(query.queryKey)
    const next = list && withRows(live, list, again)
    // The other rows are as old as before.
    if (next && next !== list)
      queryClient.setQueryData(query.queryKey, next, { updatedAt: query.state.dataUpdatedAt })
  }
}

/** The list with changed rows in their places; the same object if it contains none of them. */
export function withRows<One>(
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
