import type { Query } from '@tanstack/react-query'
import { CHANGE_EVENTS, type Change, type ChangedKind, Changes } from '../../contract/changes.ts'
import { RECORD_KINDS } from '../../domain/records/record-kind.ts'
import type { StreamEvent } from '../api/event-stream.ts'
import { followLoadedLists } from '../api/new-rows.ts'
import { queryClient } from '../api/query-client.ts'
import { KEY_ROOTS } from '../api/record-source.ts'
import { installation } from '../state/installation.ts'
import { currentUser } from '../state/session.ts'
import { type LiveKind, liveConsignments, liveOrders } from './live-kinds.ts'
import { redraw } from './redraw.ts'
import { shareStream } from './share-stream.ts'

/** Milliseconds in which changes are collected, so that a busy minute costs a few requests a second. */
const COLLECT_MS = 300

/**
 * Keeps the records of this tab up to date while others change them, if the back end streams changes.
 * @returns a function that ends it
 */
export function startLiveDesk(): () => void {
  // Locks exist on secure addresses only. Without them the console refetches on focus.
  if (!installation.capabilities.has('changes') || !('locks' in navigator)) return () => undefined
  const ending = new AbortController()
  const { signal } = ending
  const orders = collector(liveOrders, signal)
  const consignments = collector(liveConsignments, signal)
  const onChange = ({ kind, code, is_new }: Change) => {
    if (kind === 'order' && code !== null) orders.add(code, is_new)
    else if (kind === 'consignment' && code !== null) consignments.add(code, is_new)
    else markStale(kind)
  }
  const stops = [
    followLoadedLists(),
    shareStream(currentUser(), (event) => {
      if (event.event === CHANGE_EVENTS.reset) refetchVisible()
      for (const change of changesIn(event)) onChange(change)
    }),
  ]
  return () => {
    ending.abort()
    for (const stop of [...stops, orders.stop, consignments.stop]) stop()
  }
}

/** The changes that an event reports. Unknown kinds, of a newer server, are ignored. */
function changesIn({ event, data }: StreamEvent): Change[] {
  if (event !== CHANGE_EVENTS.change) return []
  const read = Changes.safeParse(JSON.parse(data))
  return read.success ? read.data : []
}

/** Changes may have been missed: refetches what is on screen, and the rest when it is shown. */
function refetchVisible(): void {
  for (const root of new Set(Object.values(KEY_ROOTS))) {
    void queryClient.invalidateQueries({ queryKey: [root], predicate: isNoLabel })
  }
}

/**
 * Refetches an open record of a kind immediately, and lists when they are next shown, so that no row moves by itself.
 */
function markStale(kind: ChangedKind): void {
  const queryKey = [KEY_ROOTS[kind]]
  void queryClient.invalidateQueries({ queryKey, predicate: isNoLabel, refetchType: 'none' })
  void queryClient.invalidateQueries({ queryKey, predicate: isOneRecord })
}

const isOneRecord = ({ queryKey }: Pick<Query, 'queryKey'>) =>
  RECORD_KINDS.some((kind) => kind === queryKey[1])

/** Labels do not change. */
const isNoLabel = ({ queryKey }: Pick<Query, 'queryKey'>) => queryKey[1] !== 'labels'

/** Collects changed codes for a moment, then redraws their records. A hidden tab waits until it is shown. */
function collector<One>(live: LiveKind<One>, signal: AbortSignal) {
  let changed = new Map<string, boolean>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false
  const schedule = () => {
    if (changed.size > 0 && !isBusy && !document.hidden) timer ??= setTimeout(flush, COLLECT_MS)
  }
  const flush = async () => {
    timer = undefined
    isBusy = true
    const batch = changed
    changed = new Map()
    // Without a response the records are refetched when they are next shown.
    await redraw(live, batch, signal).catch(() => markStale(live.kind))
    isBusy = false
    if (!signal.aborted) schedule()
  }
  document.addEventListener('visibilitychange', schedule)
  return {
    add(code: string, isNew: boolean) {
      changed.set(code, isNew || changed.get(code) === true)
      schedule()
    },
    stop() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', schedule)
    },
  }
}
