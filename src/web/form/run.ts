import { type PrimitiveAtom, useAtomValue } from 'jotai'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { useWhenRemoved } from '../lib/use-when-removed.ts'
import { now } from '../state/clock.ts'
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

export interface RunStep<Item = unknown> extends RunOutcome {
  id: string
  item: Item
}

/** An action on several records. */
export interface Run<Step extends RunStep = RunStep> {
  phase: 'asking' | 'running' | 'ended'
  /** Each record once. */
  steps: readonly Step[]
  /** Unix time in milliseconds; 0 before the start. Tells apart the runs that one atom holds. */
  startedAt: number
}

export type RunEvent =
  /** Also starts a retry of what is not done. */
  | { type: 'started' }
  /** Leaves out what has not begun. */
  | { type: 'stopped' }
  | { type: 'changed'; id: string; outcome: Partial<RunOutcome> }
  /** No further outcome follows: those of the steps that have not ended. */
  | { type: 'ended'; pending: Partial<RunOutcome>; waiting: Partial<RunOutcome> }

/** The steps of a run before its start, each record once. */
export function waitingSteps<Item>(items: readonly Item[], idOf: (item: Item) => string): RunStep<Item>[] {
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

/** A run ends when no step is waiting or pending. */
function changed<R extends Run>(run: R, change: (step: RunStep) => Partial<RunOutcome>): R {
  const steps = run.steps.map((step) => ({ ...step, ...change(step) }))
  const runs = steps.some(({ state }) => state === 'waiting' || state === 'pending')
  return { ...run, steps, phase: runs ? 'running' : 'ended' }
}

/** The steps in a state. */
export function stepsIn<Step extends RunStep>({ steps }: Run<Step>, state: RunOutcome['state']): Step[] {
  return steps.filter((step) => step.state === state)
}

/** What an action may do with the run that it performs. */
export interface RunControl<Step extends RunStep> {
  /** The steps that have not begun; none when the run is stopped or the user has signed out. */
  waiting(): readonly Step[]
  /** Does nothing when the user has signed out. */
  dispatch(event: RunEvent): void
  /** Aborted when the run is stopped. */
  signal: AbortSignal
}

/** Acts on the waiting steps of a run. Resolves when none is waiting or pending. Never rejects. */
export type RunAction<Step extends RunStep> = (control: RunControl<Step>) => Promise<void>

/**
 * Starts a run, or a retry of what is not done.
 * @param runAtom stores the run: an atom of its dialog, or one of the tab, which outlives the dialog
 * @param conclude is called when it has ended, unless the user has signed out
 * @returns null while the atom's run is running
 */
export function startRun<Step extends RunStep, R extends Run<Step>>(
  runAtom: PrimitiveAtom<R | null>,
  run: R,
  act: RunAction<Step>,
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
  const waiting = () => current()?.steps.filter(({ state }) => state === 'waiting') ?? []
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
export function useRun<Step extends RunStep, R extends Run<Step>>(runAtom: PrimitiveAtom<R | null>) {
  const run = useAtomValue(runAtom)
  const stopStarted = useRef(() => {})
  useWhenRemoved(() => stopStarted.current())
  return {
    run,
    start(asked: R, act: RunAction<Step>, conclude: (run: R) => void) {
      const started = startRun(runAtom, asked, act, conclude)
      if (started) stopStarted.current = started.stop
    },
    stop: () => stopStarted.current(),
  }
}
