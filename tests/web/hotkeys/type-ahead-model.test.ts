import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CommandContext } from '../../../commands/engine/context.ts'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import { Listener } from '../../../src/web/hotkeys/listener.ts'
import type { QueueEvent, RecordAddress, Wait } from '../../../src/web/state/key-queue.ts'
import { contextWith, formTargets, freightTarget, recordTarget } from '../../commands/example-context.ts'
import { exampleConsignment, exampleOrder } from '../../domain/example-records.ts'
import { casesOf, fc, MODEL } from '../../properties.ts'
import { queueOutside } from './listener-harness.ts'

const RUNS = casesOf(400, 10_000)

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

// KEY-7
test(
  `in ${RUNS} random runs each key runs where it was meant to, in order, or is named as dropped`,
  MODEL,
  () => {
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
  },
)

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

/** How an answer comes: after so many milliseconds, and whether it is a success. */
interface Fate {
  ms: number
  ok: boolean
}

/** What the desk asks of the console: to begin and end waits. Null carries everything out in no time. */
interface Waiting {
  begin(wait: Omit<Wait, 'id'>): number
  end(id: number, ok: boolean): void
  after(ms: number, then: () => void): void
}

type Screen = { kind: 'list' } | { kind: 'order'; code: string } | { kind: 'consignment'; code: string }
type Dialog = 'pay' | 'pack' | 'pay-and-pack'

/** The first order, the next one in the list, and the next one to ship. */
const ORDERS: readonly string[] = ['A', 'B', 'C']

/**
 * A desk with orders, a form and prices, as staff see it, written without any part of the console. What it carries out
 * is recorded in `log`. Each step that needs an answer takes the next fate.
 */
class Desk {
  readonly log: string[] = []
  readonly context: CommandContext
  #screen: Screen = { kind: 'list' }
  #tab: 'details' | 'freight' = 'details'
  #dialog: Dialog | null = null
  #panel: 'closed' | 'loading' | 'failed' | 'shown' = 'closed'
  /** The orders as their screens show them, which is after a reload. */
  readonly #paid = new Set<string>()
  readonly #packed = new Set<string>()
  readonly #shipped = new Set<string>()
  /** Whether a step is under way whose result the screen does not show yet. */
  #busy = false
  readonly #fates: Iterator<Fate>
  readonly #waiting: Waiting | null

  constructor(fates: readonly Fate[], waiting: Waiting | null) {
    this.#fates = fates[Symbol.iterator]()
    this.#waiting = waiting
    this.context = contextWith({})
    this.#show()
  }

  /** Enter on a code in the palette: it is looked for, and its order opened and loaded. */
  jump(): void {
    this.#step({ label: 'A', record: null, holds: 'palette-enter' }, () =>
      this.#goTo({ kind: 'order', code: 'A' }),
    )
  }

  run(id: string): void {
    const { code, isFree, isForm } = this.#here()
    switch (id) {
      case 'order.record-payment':
        if (isFree && !this.#paid.has(code)) this.#open('pay')
        return
      case 'order.pack':
        if (isFree && this.#paid.has(code) && !this.#packed.has(code) && !this.#shipped.has(code))
          this.#open('pack')
        return
      case 'order.pay-and-pack':
        if (isFree && !this.#paid.has(code) && !this.#packed.has(code) && !this.#shipped.has(code))
          this.#open('pay-and-pack')
        return
      case 'dialog.confirm':
        if (this.#dialog !== null) this.#confirm(this.#dialog, code)
        return
      case 'order.copy-code':
        if (isFree) this.log.push(`copy ${code}`)
        return
      case 'order.freight':
        if (isFree) this.#goTo({ kind: 'order', code }, 'freight')
        return
      case 'record.next':
        if (isFree && code !== 'C')
          this.#goTo({ kind: 'order', code: ORDERS[ORDERS.indexOf(code) + 1] ?? 'C' })
        return
      case 'parcels.preset-1':
        if (isForm) this.log.push(`carton for ${code}`)
        return
      case 'consignment-form.get-options':
        if (isForm) this.#price()
        return
      case 'consignment.print':
        if (this.#screen.kind === 'consignment') this.log.push(`print ${this.#screen.code}`)
        return
      case 'consignment.next-to-ship':
        if (this.#screen.kind === 'consignment') {
          this.#step({ label: 'next', record: null, holds: 'all' }, () =>
            this.#goTo({ kind: 'order', code: 'C' }),
          )
        }
    }
  }

  /** A digit with Shift in the panel books an option. */
  press({ chord }: Stroke): boolean {
    const { code } = this.#here()
    if (this.#panel !== 'shown' || chord !== 'shift+2') return false
    this.#step({ label: 'booking', record: null, holds: 'all' }, () => {
      this.log.push(`book ${code}`)
      this.#shipped.add(code)
      this.#panel = 'closed'
      this.#goTo({ kind: 'consignment', code: `CPL-${code}` })
    })
    return true
  }

  #here() {
    const order = this.#screen.kind === 'order' ? this.#screen.code : ''
    const isFree = order !== '' && this.#dialog === null && this.#panel === 'closed' && !this.#busy
    return { code: order, isFree, isForm: isFree && this.#tab === 'freight' && !this.#shipped.has(order) }
  }

  #open(dialog: Dialog): void {
    this.#busy = true
    this.context.layer = 'dialog'
    this.#step(
      { label: 'dialog', record: null, holds: 'all' },
      () => {
        this.#busy = false
        this.#dialog = dialog
      },
      true,
    )
  }

  #confirm(dialog: Dialog, code: string): void {
    this.#step({ label: code, record: null, holds: 'all' }, () => {
      this.#dialog = null
      this.log.push(`${dialog} ${code}`)
      // The screen shows the order as it was until it is reloaded.
      this.#step(
        { label: code, record: null, holds: { targets: ['order', 'orders'] } },
        () => {
          if (dialog !== 'pack') this.#paid.add(code)
          if (dialog !== 'pay') this.#packed.add(code)
        },
        true,
      )
    })
  }

  #price(): void {
    this.#panel = 'loading'
    this.#step({ label: 'options', record: null, holds: 'all' }, (ok) => {
      this.#panel = ok ? 'shown' : 'failed'
    })
  }

  /** Leaves for a screen, which then loads its record. */
  #goTo(to: Exclude<Screen, { kind: 'list' }>, tab: 'details' | 'freight' = 'details'): void {
    const record: RecordAddress = { kind: to.kind, code: to.code }
    const isHere = this.#screen.kind === to.kind && this.#screen.code === to.code
    this.#busy = true
    // The palette and the panel close when they lead to a screen.
    this.context.layer = 'page'
    this.#step(
      { label: to.code, record, holds: 'screen' },
      () => {
        this.#tab = tab
        // Here the next order is known only once this one is loaded.
        const holds = { targets: [to.kind, 'record', 'consignmentForm', 'parcels', 'labels'] } as const
        const arrived = () => {
          this.#busy = false
          this.#screen = to
        }
        if (isHere) arrived()
        else {
          this.#screen = { kind: 'list' }
          this.context.targets = {
            record: recordTarget(to.code, { kind: to.kind, loading: true, next: null }),
          }
          this.#step({ label: to.code, record, holds }, arrived, true, false)
        }
      },
      true,
      false,
    )
  }

  /** Waits for an answer, and shows its result. `isSure`: it cannot fail. */
  #step(wait: Omit<Wait, 'id'>, then: (ok: boolean) => void, isSure = false, shows = true): void {
    const fate: Fate = this.#fates.next().value ?? { ms: 0, ok: true }
    const ok = isSure || fate.ok
    const isTold = then.length > 0
    const finish = () => {
      if (ok || isTold) then(ok)
      if (shows || !this.#busy) this.#show()
    }
    if (!this.#waiting) {
      finish()
      return
    }
    const id = this.#waiting.begin(wait)
    const { end } = this.#waiting
    this.#waiting.after(fate.ms, () => {
      finish()
      end(id, ok)
    })
  }

  /** Registers what the screen shows as the targets of commands. */
  #show(): void {
    const { code, isForm } = this.#here()
    const screen = this.#screen
    if (this.#busy && screen.kind !== 'list' && this.#dialog === null) return
    this.context.layer = this.#dialog !== null || this.#panel !== 'closed' ? 'dialog' : 'page'
    const dialog = { title: '', confirmLabel: '', confirm() {}, cancel() {}, blocked: null }
    if (screen.kind === 'list') {
      if (!this.#busy) this.context.targets = {}
    } else if (screen.kind === 'consignment') {
      this.context.targets = {
        record: recordTarget(screen.code, { kind: 'consignment' }),
        consignment: exampleConsignment({ tracking_code: screen.code, order_code: 'A' }),
      }
    } else {
      const done = (set: ReadonlySet<string>) => (set.has(code) ? '2026-11-24T00:00:00Z' : null)
      const order = exampleOrder({
        code,
        dates: { paid_at: done(this.#paid), ready_at: done(this.#packed), shipped_at: done(this.#shipped) },
      })
      const next = code === 'C' ? null : '/orders/next'
      this.context.targets = {
        record: recordTarget(code, { next }),
        order,
        ...(isForm && formTargets()),
        ...(this.#dialog !== null && { dialog }),
        ...(this.#panel !== 'closed' && {
          dialog,
          freight: {
            ...freightTarget({ options: this.#panel === 'shown' ? 3 : 0, blocked: 'Choose an option first' }),
            press: (stroke: Stroke) => this.press(stroke),
          },
        }),
      }
    }
  }
}
