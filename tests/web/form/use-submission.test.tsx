import '../api/fake-server.ts'
import { act, renderHook } from '@testing-library/react'
import { atom } from 'jotai'
import { describe, expect, test, vi } from 'vitest'
import {
  entriesIn,
  type Run,
  type RunAction,
  type RunEntry,
  type RunEvent,
  type RunOutcome,
  reduceRun,
  startRun,
  waitingEntries,
} from '../../../src/web/form/run.ts'
import { useSubmission } from '../../../src/web/form/use-submission.ts'
import { store } from '../../../src/web/state/store.ts'
import { fc } from '../../properties.ts'

function setUp(action: () => Promise<void>) {
  const onDone = vi.fn()
  const onFailed = vi.fn()
  const failureOf = (error: unknown) => ({ reason: String(error), field: null })
  const { result, unmount } = renderHook(() =>
    useSubmission({ label: 'the form', action, failureOf, onDone, onFailed }),
  )
  return { result, unmount, onDone, onFailed }
}

test('sends once, however often it is pressed before the response', async () => {
  let resolve = () => {}
  const action = vi.fn(
    () =>
      new Promise<void>((done) => {
        resolve = done
      }),
  )
  const { result, onDone } = setUp(action)
  act(() => {
    result.current.submit()
    result.current.submit()
  })
  expect(result.current.busy).toBe(true)
  act(() => result.current.submit())
  expect(action).toHaveBeenCalledTimes(1)
  await act(async () => resolve())
  expect(onDone).toHaveBeenCalledExactlyOnceWith(undefined, true)
  expect(result.current).toMatchObject({ busy: false, failure: null })
})

test('shows the failure, and can be sent again', async () => {
  const action = vi.fn().mockRejectedValueOnce('refused').mockResolvedValueOnce(undefined)
  const { result, onDone, onFailed } = setUp(action)
  await act(async () => result.current.submit())
  expect(result.current).toMatchObject({ busy: false, failure: { reason: 'refused', field: null } })
  expect(onFailed).toHaveBeenCalledTimes(1)
  expect(onDone).not.toHaveBeenCalled()
  await act(async () => result.current.submit())
  expect(result.current.failure).toBeNull()
  expect(onDone).toHaveBeenCalledTimes(1)
})

test.each([
  ['done', async () => undefined],
  ['failed', () => Promise.reject(new Error('refused'))],
])('a user who has left the form is notified elsewhere that it is %s', async (outcome, action) => {
  const { result, unmount, onDone, onFailed } = setUp(action)
  await act(async () => {
    result.current.submit()
    unmount()
  })
  if (outcome === 'done') expect(onDone).toHaveBeenCalledExactlyOnceWith(undefined, false)
  else expect(onFailed).toHaveBeenCalledExactlyOnceWith(false)
})

const CODES = ['1', '2', '3']
const entries = waitingEntries([...CODES, '2'], (code) => code)
const ASKED: Run<RunEntry<string>> = { phase: 'asking', entries, startedAt: 0 }

const STARTED: RunEvent = { type: 'started' }
const STOPPED: RunEvent = { type: 'stopped' }
const changed = (id: string, outcome: Partial<RunOutcome>): RunEvent => ({ type: 'changed', id, outcome })
const begun = (id: string) => changed(id, { state: 'pending' })
const done = (id: string) => changed(id, { state: 'done', unsure: false })
const failed = (id: string) => changed(id, { state: 'failed', reason: 'On hold', unsure: true })

const runAfter = (...events: RunEvent[]) => events.reduce(reduceRun<typeof ASKED>, ASKED)
const states = ({ entries: shown }: Run) => shown.map(({ state }) => state)

test('a run has each record once, in the order of the list', () => {
  expect(ASKED.entries.map(({ item }) => item)).toEqual(CODES)
  expect(entriesIn(runAfter(STARTED, done('2')), 'waiting').map(({ id }) => id)).toEqual(['1', '3'])
})

describe('a run', () => {
  const PRINTED: RunEvent = { type: 'ended', pending: { state: 'done' }, waiting: { state: 'failed' } }
  const LOST: RunEvent = {
    type: 'ended',
    pending: { state: 'failed', unsure: true },
    waiting: { state: 'stopped' },
  }

  test.each<[string, RunEvent[], Run['phase'], RunOutcome['state'][]]>([
    ['waits for all at first', [STARTED], 'running', ['waiting', 'waiting', 'waiting']],
    [
      'runs while one is pending',
      [STARTED, begun('1'), STOPPED],
      'running',
      ['pending', 'stopped', 'stopped'],
    ],
    [
      'ends with the last outcome',
      [STARTED, begun('1'), STOPPED, done('1')],
      'ended',
      ['done', 'stopped', 'stopped'],
    ],
    ['is not stopped before it starts', [STOPPED], 'asking', ['waiting', 'waiting', 'waiting']],
    ['is not started twice', [STARTED, begun('1'), STARTED], 'running', ['pending', 'waiting', 'waiting']],
    [
      'started again tries what is not done',
      [STARTED, done('1'), failed('2'), STOPPED, STARTED],
      'running',
      ['done', 'waiting', 'waiting'],
    ],
    [
      'started again does not try what is perhaps done',
      [STARTED, changed('1', { state: 'done', unsure: true }), STOPPED, STARTED],
      'running',
      ['done', 'waiting', 'waiting'],
    ],
    [
      'has one outcome for all that is pending, and one for what has not begun',
      [STARTED, begun('1'), failed('2'), PRINTED],
      'ended',
      ['done', 'failed', 'failed'],
    ],
    [
      'cut short, has nothing waiting or pending',
      [STARTED, begun('1'), done('1'), begun('2'), LOST],
      'ended',
      ['done', 'failed', 'stopped'],
    ],
  ])('%s', (_, events, phase, expected) => {
    const run = runAfter(...events)
    expect([run.phase, states(run)]).toEqual([phase, expected])
  })

  test('another try removes the reason of a failure, but not that it may have been done', () => {
    expect(runAfter(STARTED, failed('1'), STOPPED, STARTED).entries[0]).toMatchObject({
      reason: null,
      unsure: true,
    })
  })

  test('whatever happens, it keeps its records, undoes nothing, and runs exactly as long as there is something to do', () => {
    const code = fc.constantFrom(...CODES)
    const event = fc.oneof(
      fc.constantFrom(STARTED, STOPPED, PRINTED, LOST),
      code.map(begun),
      code.map(done),
      code.map(failed),
    )
    fc.assert(
      fc.property(fc.array(event), (events) => {
        let run = reduceRun(ASKED, STARTED)
        for (const each of events) {
          const next = reduceRun(run, each)
          expect(next.entries.map(({ item }) => item)).toEqual(CODES)
          const wasDone = (index: number) => run.entries[index]?.state === 'done'
          if (each.type !== 'changed') {
            expect(next.entries.every(({ state }, index) => !wasDone(index) || state === 'done')).toBe(true)
          }
          const left = states(next).filter((state) => state === 'waiting' || state === 'pending')
          expect(next.phase === 'running').toBe(left.length > 0)
          run = next
        }
      }),
    )
  })
})

describe('a run that is started', () => {
  /** Acts on one record after the other, each time once `next` is called. */
  function started() {
    const runAtom = atom<typeof ASKED | null>(null)
    const acted: string[] = []
    const next: (() => void)[] = []
    const act: RunAction<RunEntry<string>> = async ({ waiting, dispatch }) => {
      for (let [entry] = waiting(); entry; [entry] = waiting()) {
        acted.push(entry.id)
        dispatch(begun(entry.id))
        await new Promise<void>((resolve) => next.push(resolve))
        dispatch(done(entry.id))
      }
    }
    const conclude = vi.fn()
    const run = startRun(runAtom, ASKED, act, conclude)
    return { runAtom, run, act, acted, conclude, next: () => next.shift()?.() }
  }

  test('continues the same run when it is started again', () => {
    const { runAtom, act, acted, conclude } = started()
    expect(startRun(runAtom, ASKED, act, conclude)).toBeNull()
    expect(acted).toEqual(['1'])
  })

  test('ends what has begun when it is stopped', async () => {
    const { run, acted, conclude, next } = started()
    run?.stop()
    next()
    await run?.concluded
    expect(acted).toEqual(['1'])
    expect(conclude.mock.calls.map(([ended]) => states(ended))).toEqual([['done', 'stopped', 'stopped']])
  })

  test('does nothing more after a sign-out', async () => {
    const { runAtom, run, acted, conclude, next } = started()
    store.set(runAtom, null)
    next()
    await run?.concluded
    expect([acted, store.get(runAtom)]).toEqual([['1'], null])
    expect(conclude).not.toHaveBeenCalled()
  })
})
