import type { CommandContext } from '../../../commands/engine/context.ts'
import { isDigit, isLetter, isShiftedDigit, type Stroke, step } from '../../../commands/engine/keymap.ts'
import type { CommandId } from '../../../commands/index.ts'
import { breaksLine, isField, isPicker, ownsKey } from '../commands/key-press.ts'
import {
  type ArrivalEffect,
  type ArrivalEvent,
  NOTHING_QUEUED,
  type RecordAddress,
  reduceArrival,
  type ScreenState,
} from './arrival.ts'
import { activeBindings, isKept, isScreenKey } from './bindings.ts'
import type { ListenerDeps } from './listener-deps.ts'
import { type Key, NO_SCAN, reduceScanner, type ScannerEffect, type ScannerEvent } from './scanner.ts'
import { NO_SEQUENCE, reduceSequence, type SequenceEffect, type SequenceEvent } from './sequence.ts'

/**
 * `leave`: the browser handles the event. `prevent`: its default action is prevented. `stop`: it also reaches no other
 * listener.
 */
export type Verdict = 'leave' | 'prevent' | 'stop'

/**
 * Feeds keys through the pipeline of docs/hotkeys.md, scanner → arrival queue → key sequence, and runs the effects that
 * the three reducers return.
 */
export class Listener {
  #scanner = NO_SCAN
  #arrival = NOTHING_QUEUED
  #sequence = NO_SEQUENCE
  readonly #timers: Partial<Record<'scanner' | 'arrival' | 'sequence', ReturnType<typeof setTimeout>>> = {}
  readonly #deps: ListenerDeps

  constructor(deps: ListenerDeps) {
    this.#deps = deps
  }

  /**
   * Handles a key.
   * @param at when it was pressed, in ms; a busy page handles it later
   */
  press(stroke: Stroke, target: Element | null, at: number): Verdict {
    // The repeats of a held Enter would confirm the dialog that its first press has just opened.
    if (stroke.repeat && /(^|\+)Enter$/.test(stroke.chord) && !breaksLine(target, stroke.chord)) return 'stop'
    this.#scan({ type: 'time', at })
    const context = this.#contextAt(target)
    const isPanel = context.targets.freight !== undefined && context.layer === 'dialog'
    const withheld = isPanel && !stroke.repeat && (isDigit(stroke) || isShiftedDigit(stroke))
    return this.#scan({
      type: 'key',
      key: { stroke, target, at, withheld },
      palette: this.#deps.isPaletteOpening() ? 'opening' : context.layer === 'palette' ? 'open' : 'closed',
      into: intoOf(target),
      first: withheld || (isLetter(stroke) && !this.#isMovement(stroke, context)) ? 'held' : 'run',
    })
  }

  /** Whether to withhold the change event of an element from its form, because a scanner may be typing there. */
  withholdsChange(target: EventTarget | null): boolean {
    return this.#scan({ type: 'change', target }) === 'stop'
  }

  /** Runs queued keys after a change of the screen or its targets. Each acts on the result of the previous one. */
  screenChanged(): void {
    for (let [first] = this.#arrival.queue; first; [first] = this.#arrival.queue) {
      const target = this.#deps.focused()
      const bindings = activeBindings(this.#contextAt(target))
      const meaning = step(this.#sequence.pending, first.stroke, bindings).type
      const next = meaning === 'pass' ? 'unbound' : 'bound'
      const { record = null } = this.#deps.context().targets
      this.#arrive({ type: 'changed', screen: this.#screen(), next, target, record })
      if (this.#arrival.queue.includes(first)) return
    }
  }

  /** Queues keys that were pressed in the palette for the record that it opens. */
  queueFor(record: RecordAddress, strokes: readonly Stroke[]): void {
    const keys = strokes.map((stroke) => ({ stroke, target: null, at: 0, withheld: false }))
    this.#arrive({ type: 'handed-over', keys, record })
  }

  /** Drops all held and queued keys, because the focus has left the page. */
  reset(): void {
    this.#arrive({ type: 'reset' })
    this.#scan({ type: 'reset' })
    this.#type({ type: 'reset' }, null)
  }

  #scan(event: ScannerEvent): Verdict {
    const { state, effects } = reduceScanner(this.#scanner, event)
    this.#scanner = state
    return last(effects.map((effect) => this.#runScanned(effect)))
  }

  #runScanned(effect: ScannerEffect): Verdict {
    switch (effect.type) {
      case 'pass': {
        const verdict = this.#pass(effect.key)
        if (effect.mayBeScan && verdict !== 'leave') this.#scan({ type: 'acted' })
        return verdict
      }
      case 'hold':
        return effect.key.withheld ? 'stop' : 'leave'
      case 'open-palette': {
        const opened = this.#openPalette(effect.text, effect.keys.at(-1)?.target ?? null)
        if (opened || effect.isScan) return 'leave'
        // A shifted digit books at once, so several characters of an unfinished scan must not give one back.
        const returned = effect.keys.filter((key, _, all) => all.length === 1 || !isShiftedDigit(key.stroke))
        for (const key of returned) if (key.withheld) this.#deps.giveBack(key)
        return 'leave'
      }
      case 'type-ahead':
        return this.#deps.typeAhead(effect.stroke) ? 'stop' : 'leave'
      case 'jump':
        this.#deps.jump(effect.code)
        return 'stop'
      case 'withhold':
        return 'stop'
      case 'report':
        this.#deps.report(effect.target)
        return 'leave'
      case 'restore':
        this.#deps.restore(effect.target, effect.value, effect.report)
        return 'leave'
      case 'set-timer':
        this.#setTimer('scanner', effect.ms, () => this.#scan({ type: 'timer' }))
        return 'leave'
    }
  }

  /** Handles a key that a hand pressed. */
  #pass(key: Key): Verdict {
    const { stroke, target } = key
    // An earlier key that was held may just have opened the palette.
    if (this.#deps.isPaletteOpening()) return this.#deps.typeAhead(stroke) ? 'stop' : 'leave'
    if (ownsKey(target, stroke.chord)) return 'leave'
    const context = this.#contextAt(target)
    const forScreen = context.layer === 'page' && !context.typing
    const screen = this.#screen()
    const bound = screen !== 'ready' && isScreenKey([], stroke, context)
    return this.#arrive({ type: 'key', key, screen, forScreen, bound })
  }

  #arrive(event: ArrivalEvent): Verdict {
    const { state, effects } = reduceArrival(this.#arrival, event)
    this.#arrival = state
    return last(effects.map((effect) => this.#runArrived(effect)))
  }

  #runArrived(effect: ArrivalEffect): Verdict {
    switch (effect.type) {
      case 'pass': {
        const { key } = effect
        // The focus may have moved since the key was queued.
        if (ownsKey(key.target, key.stroke.chord)) return 'leave'
        const bindings = activeBindings(this.#contextAt(key.target))
        return this.#type({ type: 'key', stroke: key.stroke, bindings }, key)
      }
      case 'take':
        return 'prevent'
      case 'set-timer':
        this.#setTimer('arrival', effect.ms, () => this.#arrive({ type: 'time-out' }))
        return 'leave'
    }
  }

  #type(event: SequenceEvent<CommandId>, key: Key | null): Verdict {
    clearTimeout(this.#timers.sequence)
    const { state, effects } = reduceSequence(this.#sequence, event)
    this.#sequence = state
    return last(effects.map((effect) => this.#runTyped(effect, key)))
  }

  #runTyped(effect: SequenceEffect<CommandId>, key: Key | null): Verdict {
    switch (effect.type) {
      case 'run':
        this.#arrive({ type: 'ran', screen: this.#screen() })
        this.#deps.run(effect.id)
        return 'prevent'
      case 'take':
        return 'prevent'
      case 'unbound':
        return key ? this.#unbound(effect.strokes, key) : 'leave'
      case 'show':
        this.#deps.showPending(effect.pending)
        return 'leave'
      case 'set-timer':
        this.#setTimer('sequence', effect.ms, () => this.#type({ type: 'time-out' }, null))
        return 'leave'
    }
  }

  /** Handles a key that has no command here. */
  #unbound(strokes: readonly Stroke[], key: Key): Verdict {
    const context = this.#deps.context()
    const screen = this.#screen()
    const bound = screen !== 'ready' && isScreenKey(strokes.slice(0, -1), key.stroke, context)
    const keys = strokes.map((stroke) => ({ ...key, stroke }))
    if (this.#arrive({ type: 'unbound', keys, screen, bound }) === 'prevent') return 'prevent'
    const { character, chord, repeat } = key.stroke
    if (isDigit(key.stroke) && !repeat && this.#openPalette(character ?? '', key.target)) return 'prevent'
    return isKept(chord, context) ? 'prevent' : 'leave'
  }

  /** Opens the palette with a text typed outside of fields. Returns whether that was possible. */
  #openPalette(text: string, target: Element | null): boolean {
    const { layer, typing, singleKeys } = this.#contextAt(target)
    if (layer !== 'page' || typing || !singleKeys) return false
    this.#arrive({ type: 'reset' })
    this.#scan({ type: 'reset' })
    this.#deps.openPalette(text)
    return true
  }

  /** The context of a key, with `typing` as it was when the key was pressed: the focus may have moved since. */
  #contextAt(target: Element | null): CommandContext {
    return { ...this.#deps.context(), typing: isField(target) }
  }

  #screen(): ScreenState {
    if (this.#deps.isScreenPending()) return 'pending'
    return this.#deps.context().targets.record?.loading === true ? 'loading' : 'ready'
  }

  #isMovement(stroke: Stroke, context: CommandContext): boolean {
    const binding = activeBindings(context).find((one) => step([], stroke, [one]).type === 'run')
    return this.#sequence.pending.length === 0 && binding?.movement === true && !stroke.chord.includes('+')
  }

  #setTimer(stage: 'scanner' | 'arrival' | 'sequence', ms: number, run: () => void): void {
    clearTimeout(this.#timers[stage])
    this.#timers[stage] = setTimeout(run, ms)
  }
}

function last(verdicts: readonly Verdict[]): Verdict {
  return verdicts.at(-1) ?? 'leave'
}

function intoOf(target: Element | null): Extract<ScannerEvent, { type: 'key' }>['into'] {
  if (isPicker(target)) return { type: 'choice', value: target.value }
  return { type: isField(target) ? 'text' : 'commands' }
}
