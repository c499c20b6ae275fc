import { type PrimitiveAtom, useAtomValue } from 'jotai'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'
import { useWhenRemoved } from '../lib/use-when-removed.ts'
import { now } from '../state/clock.ts'
import { ARRIVED, beginWait, CANCELLED, endWait, type WaitOutcome } from '../state/key-queue.ts'
import { store } from '../state/store.ts'

/** What has become of one record of a run. */
export const RunOutcome = z.object({
  /** `pending`: begun, the outcome is unknown. */
  state: z.enum(['waiting', 'pending', 'done', 'failed', 'stopped']),
  /** Why it failed; null if unknown. */
  reason: z.nullable(z.string()),
  /** Nobody confirmed the outcome: what failed may have happened, what is done may not have. */
  unsure: z.boolean(),
  /** The id by which it can be undone; null if there is none. */
  undo: z.nullable(z.string()),
})
export type RunOutcome = z.output<typeof RunOutcome>

export interface RunEntry<Item = unknown> extends RunOutcome {
  id: string
  item: Item
}

/** An action on several records. */
export interface Run<Entry extends RunEntry = RunEntry> {
  phase: 'asking' | 'running' | 'ended'
  /** Each record once. */
  entries: readonly Entry[]
  /** Unix time in milliseconds; 0 before the start. Tells apart the runs that one atom holds. */
  startedAt: number
}

export type RunEvent =
  /** Also starts a retry of what is not done. */
  | { type: 'started' }
  /** Leaves out what has not begun. */
  | { type: 'stopped' }
  | { type: 'changed'; id: string; outcome: Partial<RunOutcome> }
  /** No further outcome follows: those of the entries that have not ended. */
  | { type: 'ended'; pending: Partial<RunOutcome>; waiting: Partial<RunOutcome> }

/** The entries of a run before its start, each record once. */
export function waitingEntries<Item>(items: readonly Item[], idOf: (item: Item) => string): RunEntry<Item>[] {
  const once = new Map(items.map((item) => [idOf(item), item]))
  return Array.from(once, ([id, item]) => ({
    id,
    item,
    state: 'waiting',
    reason: null,
    unsure: false,
    undo: null,
  }))
}

/** The run after an event. */
export function reduceRun<R extends Run>(run: R, event: RunEvent): R {
  switch (event.type) {
    case 'started':
      if (run.phase === 'running') return run
      return changed(run, ({ state }) => (state === 'done' ? {} : { state: 'waiting', reason: null }))
    case 'stopped':
      if (run.phase !== 'running') return run
      return changed(run, ({ state }) => (state === 'waiting' ? { state: 'stopped' } : {}))
    case 'changed':
      return changed(run, ({ id }) => (id === event.id ? event.outcome : {}))
    case 'ended':
      return changed(run, ({ state }) => (state === 'pending' || state === 'waiting' ? event[state] : {}))
  }
}

/** A run ends when no entry is waiting or pending. */
function changed<R extends Run>(run: R, change: (entry: RunEntry) => Partial<RunOutcome>): R {
  const entries = run.entries.map((entry) => ({ ...entry, ...change(entry) }))
  const runs = entries.some(({ state }) => state === 'waiting' || state === 'pending')
  return { ...run, entries, phase: runs ? 'running' : 'ended' }
}

/** The entries in a state. */
export function entriesIn<Entry extends RunEntry>(
  { entries }: Run<Entry>,
  state: RunOutcome['state'],
): Entry[] {
  return entries.filter((entry) => entry.state === state)
}

/** What an action may do with the run that it performs. */
export interface RunControl<Entry extends RunEntry> {
  /** The entries that have not begun; none when the run is stopped or the user has signed out. */
  waiting(): readonly Entry[]
  /** Does nothing when the user has signed out. */
  dispatch(event: RunEvent): void
  /** Aborted when the run is stopped. */
  signal: AbortSignal
}

/** Acts on the waiting entries of a run. Resolves when none is waiting or pending. Never rejects. */
export type RunAction<Entry extends RunEntry> = (control: RunControl<Entry>) => Promise<void>

/**
 * Acts on every entry of a run that is not done. One failure does not stop the rest.
 * @param outcomeOf acts on one entry; never rejects. What it has not sent when the signal is aborted is stopped
 * @param atOnce how many at a time
 */
export function eachEntry<Entry extends RunEntry>(
  outcomeOf: (entry: Entry, signal: AbortSignal) => Promise<Partial<RunOutcome>>,
  atOnce = 1,
): RunAction<Entry> {
  return async ({ waiting, dispatch, signal }) => {
    const work = async () => {
      for (let [entry] = waiting(); entry; [entry] = waiting()) {
        dispatch({ type: 'changed', id: entry.id, outcome: { state: 'pending' } })
        dispatch({ type: 'changed', id: entry.id, outcome: await outcomeOf(entry, signal) })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }
}

/**
 * Starts a run, or a retry of what is not done.
 * @param runAtom stores the run: an atom of its dialog, or one of the tab, which outlives the dialog
 * @param conclude is called when it has ended, unless the user has signed out
 * @returns null while the atom's run is running
 */
export function startRun<Entry extends RunEntry, R extends Run<Entry>>(
  runAtom: PrimitiveAtom<R | null>,
  run: R,
  act: RunAction<Entry>,
  conclude: (run: R) => void,
): { stop(): void; concluded: Promise<void> } | null {
  if (store.get(runAtom)?.phase === 'running') return null
  const startedAt = now()
  const stopping = new AbortController()
  const current = () => {
    const stored = store.get(runAtom)
    return stored?.startedAt === startedAt ? stored : null
  }
  const dispatch = (event: RunEvent) => {
    const before = current()
    if (before) store.set(runAtom, reduceRun(before, event))
  }
  store.set(runAtom, { ...run, startedAt })
  dispatch({ type: 'started' })
  const waiting = () => current()?.entries.filter(({ state }) => state === 'waiting') ?? []
  const perform = async () => {
    await act({ waiting, dispatch, signal: stopping.signal })
    const ended = current()
    if (ended) conclude(ended)
  }
  return {
    concluded: perform(),
    stop() {
      dispatch({ type: 'stopped' })
      stopping.abort()
    },
  }
}

/** The run of an atom, as its dialog shows it. Closing the dialog or leaving the screen stops it. */
export function useRun<Entry extends RunEntry, R extends Run<Entry>>(runAtom: PrimitiveAtom<R | null>) {
  const run = useAtomValue(runAtom)
  const stopStarted = useRef(() => {})
  const pending = useRef<number | null>(null)
  useWhenRemoved(() => {
    stopStarted.current()
    if (pending.current !== null) endWait(pending.current, CANCELLED)
  })
  return {
    run,
    /** @param label what keys pressed meanwhile wait for, in words; null if they do not wait, because the run may be long */
    start(asked: R, act: RunAction<Entry>, conclude: (run: R) => void, label: string | null = null) {
      const started = startRun(runAtom, asked, act, (ended) => {
        const wait = pending.current
        pending.current = null
        const outcome = waitOutcome(ended)
        // First, because keys behind what has failed must not follow a wait that its end begins.
        if (wait !== null && outcome !== ARRIVED) endWait(wait, outcome)
        // Rendered at once, so that the keys that waited act on the result.
        flushSync(() => conclude(ended))
        if (wait !== null) endWait(wait, outcome)
      })
      if (!started) return
      stopStarted.current = started.stop
      if (label !== null) pending.current = beginWait({ label, record: null, holds: 'all' })
    },
    stop: () => stopStarted.current(),
  }
}

/** How the wait for a run ends. */
function waitOutcome(run: Run): WaitOutcome {
  const [failed] = entriesIn(run, 'failed')
  if (failed) return { type: 'failed', reason: failed.reason ?? 'No answer from the server' }
  return entriesIn(run, 'stopped').length > 0 ? CANCELLED : ARRIVED
}
