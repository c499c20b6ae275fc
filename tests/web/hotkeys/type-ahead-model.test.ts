import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Listener } from '../../../src/web/hotkeys/listener.ts'
import type { QueueEvent } from '../../../src/web/state/key-queue.ts'
import { fc } from '../../properties.ts'
import { Desk, type Fate, type Waiting } from './desk-model.ts'
import { queueOutside } from './listener-harness.ts'

/** `MODEL_RUNS=10000 npx vitest run tests/web/hotkeys/type-ahead-model.test.ts` plays more. */
const RUNS = Number(process.env.MODEL_RUNS ?? 5_000)

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

interface Pressed {
  key: string
  /** Milliseconds since the key before. */
  gap: number
}

interface Script {
  keys: readonly Pressed[]
  fates: readonly Fate[]
}

/** The keys of the desk with the command that each means on a screen, by the written keymap. */
const ON_PAGE: Record<string, string> = {
  r: 'order.record-payment',
  y: 'order.copy-code',
  t: 'order.freight',
  j: 'record.next',
  n: 'consignment.next-to-ship',
  'alt+1': 'parcels.preset-1',
  'mod+shift+Enter': 'order.pay-and-pack',
}

/** Carries out keys with answers that come in no time: what the user means by them. */
function meant(keys: readonly string[], fates: readonly Fate[]): string[] {
  const desk = new Desk(fates, null)
  desk.jump()
  for (const key of keys) {
    const { layer, targets } = desk.context
    if (layer === 'dialog') {
      if (targets.freight) desk.press({ chord: key, character: null, repeat: false })
      else if (key === 'mod+Enter') desk.run('dialog.confirm')
    } else if (key === 'p') desk.run(targets.consignment ? 'consignment.print' : 'order.pack')
    else desk.run(key === 'mod+Enter' ? 'consignment-form.get-options' : (ON_PAGE[key] ?? ''))
  }
  return desk.log
}

interface Drop {
  reason: string
  at: readonly number[]
  now: number
}

/** Types the keys at their pace, while each answer comes in its own time. */
function typed({ keys, fates }: Script, spoil: (event: QueueEvent) => boolean = () => false) {
  const queue = queueOutside()
  const drops: Drop[] = []
  const apply: typeof queue.apply = (event) => {
    if (spoil(event)) queue.apply({ type: 'dropped', reason: 'spoilt' })
    const before = queue.dropped.length
    const key = queue.apply(event)
    const lost = queue.dropped.slice(before).map(({ at }) => at)
    const reason = event.type === 'ended' && event.outcome.type === 'failed' ? 'failed' : event.type
    if (lost.length > 0) drops.push({ reason, at: lost, now: Date.now() })
    return key
  }
  let id = 0
  const waiting: Waiting = {
    begin(wait) {
      id += 1
      apply({ type: 'began', wait: { ...wait, id } })
      return id
    },
    end(ended, ok) {
      const outcome = ok ? ({ type: 'arrived' } as const) : ({ type: 'failed', reason: 'No answer' } as const)
      apply({ type: 'ended', id: ended, outcome })
      listener.runQueued()
    },
    after: (ms, then) => void setTimeout(then, ms),
  }
  const desk = new Desk(fates, waiting)
  const listener = new Listener({
    context: () => desk.context,
    now: () => Date.now(),
    queued: queue.state,
    queue: apply,
    isPaletteOpening: () => false,
    typeAhead: () => true,
    openPalette: () => undefined,
    jump: () => undefined,
    run: (command) => desk.run(command),
    runHeld: (command) => desk.run(command),
    endHold: () => undefined,
    showPending: () => undefined,
    notify: () => undefined,
    focused: () => document.body,
    insertText: () => undefined,
    replay: () => false,
    restore: () => undefined,
    report: () => undefined,
  })
  const times: number[] = []
  // The palette is open and its Enter pending: the keys behind it are for the order.
  desk.context.layer = 'palette'
  desk.jump()
  for (const { key, gap } of keys) {
    vi.advanceTimersByTime(gap)
    const character = key.length === 1 ? key : key === 'shift+2' ? '@' : null
    times.push(Date.now())
    listener.press({ chord: key, character, repeat: false }, document.body, Date.now())
    // A letter counts as typed by hand a moment later.
    vi.advanceTimersByTime(45)
  }
  vi.advanceTimersByTime(120_000)
  return { log: desk.log, drops, times, left: queue.state() }
}

/** What is wrong with a run, in both directions; empty if every key ran where it was meant to, or was named. */
function faults(script: Script, { log, drops, times, left }: ReturnType<typeof typed>): string[] {
  const dropped = new Set(drops.flatMap(({ at }) => at))
  const kept = script.keys.filter((_, index) => !dropped.has(times[index] ?? -1)).map(({ key }) => key)
  const expected = meant(kept, script.fates)
  const found: string[] = []
  if (JSON.stringify(log) !== JSON.stringify(expected))
    found.push(`did ${log.join(', ')}; meant ${expected.join(', ')}`)
  for (const { reason, at, now } of drops) {
    const isLate = reason === 'time' && now - (at[0] ?? now) >= 10_000
    if (reason !== 'failed' && !isLate) found.push(`dropped ${at.length} keys: ${reason}`)
  }
  if (left.keys.length > 0 || left.waits.length > 0) found.push('something still waits')
  return found
}

const KEYS = [
  'r',
  'r',
  'mod+Enter',
  'mod+Enter',
  'mod+Enter',
  'mod+shift+Enter',
  'p',
  'p',
  't',
  't',
  'alt+1',
  'shift+2',
  'shift+2',
  'y',
  'j',
  'n',
]
/** A whole order, which random keys alone would hardly complete. */
const WHOLE = ['mod+shift+Enter', 'mod+Enter', 't', 'alt+1', 'mod+Enter', 'shift+2', 'p', 'n', 'y']

const gaps = fc.constantFrom(0, 0, 60, 200)
const pressed = (key: fc.Arbitrary<string>) => fc.record({ key, gap: gaps })
const fates = fc.array(
  fc.record({
    ms: fc.oneof(fc.constantFrom(0, 150, 300, 800, 3_000), fc.integer({ min: 0, max: 3_000 })),
    ok: fc.integer({ min: 0, max: 11 }).map((number) => number > 0),
  }),
  { minLength: 24, maxLength: 24 },
)
const scripts: fc.Arbitrary<Script> = fc.record({
  keys: fc.oneof(
    fc.array(pressed(fc.constantFrom(...KEYS)), { minLength: 1, maxLength: 12, size: 'max' }),
    fc
      .tuple(fc.integer({ min: 1, max: WHOLE.length }), fc.array(gaps, { minLength: 9, maxLength: 9 }))
      .map(([length, pauses]) =>
        WHOLE.slice(0, length).map((key, index) => ({ key, gap: pauses[index] ?? 0 })),
      ),
  ),
  fates,
})

test(`in ${RUNS} random runs each key runs where it was meant to, in order, or is named as dropped`, () => {
  let [actions, dropped, whole] = [0, 0, 0]
  fc.assert(
    fc.property(scripts, (script) => {
      const run = typed(script)
      expect(faults(script, run)).toEqual([])
      const { log, drops } = run
      actions += log.length
      dropped += drops.length
      if (log.some((line) => line.startsWith('book'))) whole += 1
    }),
    { numRuns: RUNS },
  )
  // Proves that the runs do something, and that some of them fail.
  expect(actions).toBeGreaterThan(RUNS / 2)
  expect(whole).toBeGreaterThan(RUNS / 50)
  expect(dropped).toBeGreaterThan(RUNS / 50)
}, 240_000)

const CALM: Fate[] = Array.from({ length: 24 }, () => ({ ms: 150, ok: true }))

test.each([0, 150, 300, 600])('a whole order is carried out completely, with answers after %i ms', (ms) => {
  const keys = WHOLE.map((key) => ({ key, gap: 15 }))
  const { log, drops } = typed({ keys, fates: CALM.map((fate) => ({ ...fate, ms })) })
  expect(drops).toEqual([])
  expect(log).toEqual(['pay-and-pack A', 'carton for A', 'book A', 'print CPL-A', 'copy C'])
})

test('the oracle finds keys that are dropped when a screen arrives, as by two queues', () => {
  const script = { keys: ['r', 'mod+Enter', 'p'].map((key) => ({ key, gap: 0 })), fates: CALM }
  const isHandOver = (event: QueueEvent) => event.type === 'ended' && event.outcome.type === 'arrived'
  expect(faults(script, typed(script))).toEqual([])
  expect(faults(script, typed(script, isHandOver))).not.toEqual([])
})
