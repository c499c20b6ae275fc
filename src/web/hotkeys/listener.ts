import type { CommandContext } from '../../../commands/engine/context.ts'
import { isDigit, isLetter, isShiftedDigit, meaningOf, type Stroke } from '../../../commands/engine/keymap.ts'
import { type CommandId, commandById } from '../../../commands/index.ts'
import {
  breaksLine,
  isField,
  isPicker,
  ownsKey,
  pastedInLine,
  presses,
  strokesTyping,
} from '../commands/key-press.ts'
import type { KeyQueue, QueuedKey, QueueEvent } from '../state/key-queue.ts'
import {
  activeBindings,
  isBrowsers,
  isForPanel,
  isHeld,
  isKept,
  nameOfKey,
  nothingHere,
  returnsToText,
} from './bindings.ts'
import { type Key, NO_SCAN, reduceScanner, type ScannerEffect, type ScannerEvent } from './scanner.ts'
import {
  NO_SEQUENCE,
  pendingAt,
  reduceSequence,
  type SequenceEffect,
  type SequenceEvent,
} from './sequence.ts'

/**
 * `leave`: the browser handles the event. `prevent`: its default action is prevented. `stop`: it also reaches no other
 * listener.
 */
type Verdict = 'leave' | 'prevent' | 'stop'

/**
 * Feeds keys through the pipeline of docs/hotkeys.md, scanner → queue → key sequence, and runs the effects that the
 * reducers return.
 */
export class Listener {
  #scanner = NO_SCAN
  #sequence = NO_SEQUENCE
  /** Whether the last key but repeats was a Space that has pressed a button or ticked a box. */
  #hasPressed = false
  readonly #timers: Partial<Record<Stage, ReturnType<typeof setTimeout>>> = {}
  readonly #deps: ListenerDeps

  constructor(deps: ListenerDeps) {
    this.#deps = deps
  }

  /**
   * Handles a key.
   * @param pressedOn the element to which the browser gives it
   * @param at when it was pressed, in ms; a busy page handles it later
   */
  press(stroke: Stroke, pressedOn: Element | null, at: number): Verdict {
    // The repeats of a held Enter would confirm the dialog that its first press has just opened.
    if (stroke.repeat && /(^|\+)Enter$/.test(stroke.chord) && !breaksLine(pressedOn, stroke.chord))
      return 'stop'
    // Those of a held Space would act on what its first press has opened.
    if (stroke.repeat && stroke.chord === 'Space' && this.#hasPressed) return 'stop'
    const before = this.#deps.focused()
    if (!stroke.repeat) this.settle()
    if (!stroke.repeat) this.#hasPressed = false
    this.#scan({ type: 'time', at }, before)
    const target = this.#hasMoved(before) ? this.#deps.focused() : pressedOn
    const context = this.#contextAt(target)
    // `]` begins the identifier of a symbology, which some scanners send before the code.
    const isSymbology = stroke.character === ']'
    const key = { stroke, target, at, queue: this.#queue() }
    // Where it waits, and in a pick run, a digit is no start of a text: it may be the first character of a scan, which
    // jumps, waits with the keys before it or is counted.
    const mayBeScan = () => context.targets.pickRun !== undefined || this.#isAwaited(key.queue, key, context)
    const held = isForPanel(stroke, context) || (isDigit(stroke) && mayBeScan())
    const event: ScannerEvent = {
      type: 'key',
      key,
      palette: this.#deps.isPaletteOpening() ? 'opening' : context.layer === 'palette' ? 'open' : 'closed',
      into: intoOf(target),
      first:
        held || isSymbology || (isLetter(stroke) && !this.#isMovement(stroke, at, context)) ? 'held' : 'run',
      late: Math.max(0, this.#deps.now() - at),
    }
    return this.#scan(event, before)
  }

  /** Opens the palette with the first character of a text, which may be a scan, whatever the key does on this screen. */
  beginText(stroke: Stroke, at: number): void {
    this.#scan({ type: 'noted', key: { stroke, target: null, at, queue: this.#queue() } })
    if (stroke.character !== null) this.#deps.openPalette(stroke.character)
  }

  /** Renders the result of a held movement key, before anything else acts on it. */
  settle(): void {
    clearTimeout(this.#timers.hold)
    this.#deps.endHold()
  }

  /** Queues a pasted text behind keys that wait. Returns whether it waits. */
  paste(text: string, at: number): boolean {
    if (this.#queue().keys.length === 0) return false
    this.#enqueue({ input: { paste: text }, name: `“${text.slice(0, 20)}”`, at })
    return true
  }

  /** Runs queued keys until a wait holds the next one. Each acts on the result of the previous one. */
  runQueued(): void {
    for (let [first] = this.#queue().keys; first; [first] = this.#queue().keys) {
      if (this.#isHeld(first)) {
        this.#watchTime()
        return
      }
      const { record = null } = this.#deps.context().targets
      const { kind, code } = record ?? { kind: null, code: '' }
      const key = this.#deps.queue({ type: 'freed', record: kind && { kind, code } })
      if (!key) continue
      this.#runQueuedKey(key)
      if (this.#queue().keys.length === 0)
        this.#type({ type: 'resumed', last: key.at, at: this.#deps.now() }, null)
    }
  }

  /** Drops all held and queued keys, because the focus has left the page. */
  reset(reason: string): void {
    this.#deps.queue({ type: 'dropped', reason })
    this.#scan({ type: 'reset' })
    this.#type({ type: 'reset' }, null)
  }

  #queue(): KeyQueue {
    return this.#deps.queued()
  }

  /** Whether the first queued key still waits: for its destination, or as a wait would hold it if it was pressed now. */
  #isHeld({ input, at }: QueuedKey): boolean {
    const context = this.#contextAt(this.#deps.focused())
    const { waits, bound } = this.#queue()
    return waits.some(({ id, holds, record }) => {
      if (typeof holds === 'string' || (record !== null && id === bound?.wait)) return true
      return 'stroke' in input && isHeld(holds, input.stroke, this.#pending(at), context)
    })
  }

  #enqueue(key: QueuedKey): void {
    this.#deps.queue({ type: 'queued', key })
    this.#watchTime()
  }

  #watchTime(): void {
    this.#setTimer('queue', QUEUE_CHECK_MS, () => {
      this.#deps.queue({ type: 'time', at: this.#deps.now() })
      if (this.#queue().keys.length > 0) this.#watchTime()
    })
  }

  #runQueuedKey({ input, name, at }: QueuedKey): void {
    const target = this.#deps.focused()
    if ('run' in input) input.run()
    else if ('scan' in input) this.#deps.jump(input.scan)
    else if ('paste' in input) this.#pasted(input.paste, name, target)
    else this.#runQueuedStroke({ stroke: input.stroke, target, at, queue: this.#queue() }, name)
  }

  #runQueuedStroke(key: Key, name: string): void {
    if (this.#deliver(key) !== 'leave') return
    const { stroke, target } = key
    const reason = nothingHere([stroke], this.#deps.context()) ?? `${name} does nothing here`
    // Keys behind one that edits a field or chooses a value in it would submit what was not meant.
    const isEdit = stroke.character === null && (isField(target) || ownsKey(target, stroke.chord))
    if (isEdit && this.#queue().keys.length > 0) this.#deps.queue({ type: 'dropped', reason })
    else this.#deps.notify(reason)
  }

  /** Handles a key that the browser does not give to its target: does with it what the target itself would do. */
  #deliver(key: Key): Verdict {
    const { stroke, target } = key
    const verdict = this.#pass(key, true)
    if (verdict !== 'leave') return verdict
    if (stroke.character !== null && isField(target)) this.#deps.insertText(stroke.character)
    else if (!this.#deps.replay(stroke, key.at)) return 'leave'
    return 'stop'
  }

  #pasted(text: string, name: string, target: Element | null): void {
    const isForPalette = this.#deps.isPaletteOpening() || this.#deps.context().layer === 'palette'
    if (isForPalette) for (const stroke of strokesTyping(pastedInLine(text))) this.#deps.typeAhead(stroke)
    else this.#typeText(isField(target) ? text : pastedInLine(text), name, target)
  }

  #typeText(text: string, name: string, target: Element | null): void {
    if (isField(target)) this.#deps.insertText(text)
    else if (!this.#openPalette(text, target)) this.#deps.notify(`${name} does nothing here`)
  }

  /** @param before the element that had the focus before held keys ran */
  #scan(event: ScannerEvent, before = this.#deps.focused()): Verdict {
    const { state, effects } = reduceScanner(this.#scanner, event)
    this.#scanner = state
    return last(effects.map((effect) => this.#runScanned(effect, before)))
  }

  #runScanned(effect: ScannerEffect, before: Element | null): Verdict {
    switch (effect.do) {
      case 'pass': {
        const verdict = this.#passBehind(effect.key, before)
        if (effect.mayBeScan && verdict !== 'leave') this.#scan({ type: 'acted' })
        return verdict
      }
      case 'hold': {
        const { stroke, target } = effect.key
        return isPicker(target) || isForPanel(stroke, this.#deps.context()) ? 'stop' : 'leave'
      }
      case 'type': {
        const { stroke, target } = effect.key
        const focused = this.#deps.focused()
        const isGone = !target?.isConnected
        // An answer may have closed the form meanwhile: the key is for what has come after it.
        const verdict = isGone
          ? this.#pass({ ...effect.key, target: focused }, false)
          : this.#wait(effect.key, this.#contextAt(target))
        const isText = isGone ? verdict === 'leave' && isField(focused) : verdict === null
        if (isText) this.#deps.insertText(stroke.character ?? '')
        return verdict ?? 'leave'
      }
      case 'open-palette':
        this.#typed(effect, before)
        return 'leave'
      case 'type-ahead': {
        const key = { stroke: effect.stroke, target: null, at: this.#deps.now(), queue: this.#queue() }
        const verdict = this.#wait(key, this.#deps.context())
        return verdict ?? (this.#deps.typeAhead(effect.stroke) ? 'stop' : 'leave')
      }
      case 'jump':
        if (this.#queue().keys.length === 0) this.#deps.jump(effect.code)
        else this.#enqueue({ input: { scan: effect.code }, name: effect.code, at: this.#deps.now() })
        return 'stop'
      case 'set-timer':
        this.#setTimer('scanner', effect.ms, () => this.#scan({ type: 'timer' }))
        return 'leave'
    }
  }

  /** Handles characters that were held as a possible scan, and are a text or keys. */
  #typed(
    { text, keys, isScan }: Extract<ScannerEffect, { do: 'open-palette' }>,
    before: Element | null,
  ): void {
    const isAwaited = (key: Key) => this.#isAwaited(key.queue, key, this.#contextAt(key.target))
    // Digits that were held because they waited are no text.
    const waits = this.#queue().keys.length > 0 || keys.every((key) => isDigit(key.stroke) && isAwaited(key))
    if (!waits && this.#openPalette(text, keys.at(-1)?.target ?? null)) return
    if (isScan && !waits) return
    // A shifted digit books at once, so several characters of an unfinished scan must not press one.
    const pressed = keys.filter(({ stroke }) => waits || keys.length === 1 || !isShiftedDigit(stroke))
    for (const key of pressed) this.#passBehind(key, before)
  }

  #hasMoved(before: Element | null): boolean {
    return this.#deps.focused() !== before
  }

  /**
   * Handles a key that a hand pressed. If the keys before it, which were held until now, have moved the focus, it is for
   * the element that has it now, while the browser gives it to the one that had it.
   */
  #passBehind(key: Key, before: Element | null): Verdict {
    const { stroke } = key
    if (!this.#hasMoved(before) || stroke.repeat) return this.#pass(key, false)
    const target = this.#deps.focused()
    const context = this.#contextAt(target)
    const verdict = this.#wait({ ...key, target }, context)
    if (verdict !== null || isBrowsers(stroke, context)) return verdict ?? 'leave'
    // What nothing takes is left to the browser, which scrolls and edits where the focus is now.
    return this.#deliver({ ...key, target })
  }

  /** @param isDelivered whether it runs now, and the browser does not give it to its target */
  #pass(key: Key, isDelivered: boolean): Verdict {
    const { stroke, target } = key
    const context = this.#contextAt(target)
    const verdict = isDelivered ? null : this.#wait(key, context)
    if (verdict !== null) return verdict
    // An earlier key that was held may just have opened the palette.
    if (this.#deps.isPaletteOpening() || (isDelivered && context.layer === 'palette'))
      return this.#deps.typeAhead(stroke) ? 'stop' : 'leave'
    if (context.layer === 'dialog' && context.targets.freight?.press(stroke, key.at)) return 'stop'
    if (presses(stroke.chord, target)) {
      if (!stroke.repeat) this.#deps.replay(stroke, key.at)
      this.#hasPressed = true
      return 'stop'
    }
    if (ownsKey(target, stroke.chord)) return 'leave'
    const bindings = activeBindings(context)
    return this.#type({ type: 'key', stroke, at: key.at, bindings }, key)
  }

  /** Whether a key waits in a queue: behind others, or because a wait holds it. */
  #isAwaited({ keys, waits }: KeyQueue, { stroke, at }: Key, context: CommandContext): boolean {
    return keys.length > 0 || waits.some(({ holds }) => isHeld(holds, stroke, this.#pending(at), context))
  }

  /** Queues a key that a wait holds or held when it was pressed, or that follows queued keys. Null if it runs now. */
  #wait(key: Key, context: CommandContext): Verdict | null {
    const { stroke, target, at } = key
    const { waits, keys } = this.#queue()
    const isFirst = keys.length === 0
    const isFree = !this.#isAwaited(this.#queue(), key, context)
    if (isFree && !this.#isAwaited(key.queue, key, context)) return null
    // What queued keys have begun is continued by those behind them.
    const pending = isFirst ? this.#pending(at) : []
    if (isBrowsers(stroke, context)) return null
    const isPalette = context.layer === 'palette'
    if (!isFirst && (stroke.chord === 'Escape' || (isPalette && returnsToText(stroke)))) {
      if (isPalette) this.#deps.typeAhead(ESCAPE)
      this.#deps.queue({
        type: 'dropped',
        reason: isPalette ? 'You went back to the text' : 'You pressed Esc',
      })
      return /^mod\+/.test(stroke.chord) ? null : 'stop'
    }
    // In a sequence that has begun, all its keys wait.
    const strokes = [...pending, stroke]
    if (pending.length > 0) this.#type({ type: 'reset' }, null)
    // Repeats are not queued: they would still run after the key is released.
    if (!stroke.repeat && !breaksLine(target, stroke.chord)) {
      const kind = this.#queue().bound?.record?.kind ?? waits.at(-1)?.record?.kind ?? null
      for (const one of strokes)
        this.#enqueue({ input: { stroke: one }, name: nameOfKey(one, kind, context), at })
    }
    if (isFree) this.runQueued()
    return 'stop'
  }

  #type(event: SequenceEvent<CommandId>, key: Key | null): Verdict {
    clearTimeout(this.#timers.sequence)
    const { state, effects } = reduceSequence(this.#sequence, event)
    this.#sequence = state
    return last(effects.map((effect) => this.#runTyped(effect, key)))
  }

  #runTyped(effect: SequenceEffect<CommandId>, key: Key | null): Verdict {
    switch (effect.do) {
      case 'run':
        this.#run(effect.id, key)
        return 'prevent'
      case 'take':
        return 'prevent'
      case 'unbound':
        return key ? this.#unbound(effect.strokes, key) : 'leave'
      case 'show':
        this.#deps.showPending(effect.pending)
        return 'leave'
      case 'set-timer':
        this.#setTimer('sequence', effect.at - this.#deps.now(), () => this.#type({ type: 'timer' }, null))
        return 'leave'
    }
  }

  #run(id: CommandId, key: Key | null): void {
    if (key?.stroke.repeat && commandById(id).movement) {
      this.#deps.runHeld(id)
      this.#setTimer('hold', HOLD_MS, () => this.settle())
    } else this.#deps.run(id)
  }

  /** Handles a key that has no command here. */
  #unbound(strokes: readonly Stroke[], key: Key): Verdict {
    const context = this.#contextAt(key.target)
    const { character, chord, repeat } = key.stroke
    if (isDigit(key.stroke) && !repeat && this.#openPalette(character ?? '', key.target)) return 'prevent'
    const isForScreen = !repeat && context.layer === 'page' && !context.typing
    const nothing = isForScreen ? nothingHere(strokes, context) : null
    if (nothing !== null) this.#deps.notify(nothing)
    return isKept(chord, context) ? 'prevent' : 'leave'
  }

  /** Opens the palette with a text typed outside of fields. Returns whether that was possible. */
  #openPalette(text: string, target: Element | null): boolean {
    const { layer, typing, singleKeys } = this.#contextAt(target)
    if (layer !== 'page' || typing || !singleKeys) return false
    this.#scan({ type: 'reset' })
    this.#deps.openPalette(text)
    return true
  }

  /** The context of a key, with `typing` as it was when the key was pressed: the focus may have moved since. */
  #contextAt(target: Element | null): CommandContext {
    return { ...this.#deps.context(), typing: isField(target) }
  }

  /** The strokes of the sequence that a key pressed at this time continues. */
  #pending(at: number): readonly Stroke[] {
    return pendingAt(this.#sequence, at)
  }

  #isMovement(stroke: Stroke, at: number, context: CommandContext): boolean {
    const binding = activeBindings(context).find((one) => meaningOf([], stroke, [one]).type === 'run')
    return this.#pending(at).length === 0 && binding?.movement === true && !stroke.chord.includes('+')
  }

  #setTimer(stage: Stage, ms: number, run: () => void): void {
    clearTimeout(this.#timers[stage])
    this.#timers[stage] = setTimeout(run, ms)
  }
}

type Stage = 'scanner' | 'queue' | 'sequence' | 'hold'

/** After the last repeat of a key whose release the page did not see. Longer than the time between two repeats. */
const HOLD_MS = 200

/** How often it is checked whether keys have waited too long. */
const QUEUE_CHECK_MS = 250

const ESCAPE: Stroke = { chord: 'Escape', character: null, repeat: false }

function last(verdicts: readonly Verdict[]): Verdict {
  return verdicts.at(-1) ?? 'leave'
}

function intoOf(target: Element | null): Extract<ScannerEvent, { type: 'key' }>['into'] {
  if (isPicker(target)) return 'picker'
  return isField(target) ? 'text' : 'commands'
}

/** The functions of the console that the listener depends on. */
export interface ListenerDeps {
  context(): CommandContext
  /** Now, in ms, on the clock of key presses. */
  now(): number
  /** The state of the one queue of keys. */
  queued(): KeyQueue
  /** Applies an event to it. Returns the key that runs now, if there is one. */
  queue(event: QueueEvent): QueuedKey | null
  /** Whether the palette is open and its input does not have the focus yet. */
  isPaletteOpening(): boolean
  /** Passes a key to the palette. Returns whether the palette took it. */
  typeAhead(stroke: Stroke): boolean
  openPalette(text: string): void
  jump(code: string): void
  run(id: CommandId): void
  /** Runs a command for a repeat of a held movement key: only its table shows the result until `endHold`. */
  runHeld(id: CommandId): void
  /** Renders the result of a held movement key. */
  endHold(): void
  showPending(pending: readonly Stroke[]): void
  notify(text: string): void
  focused(): Element | null
  /** Types a text into the focused field; in a select, chooses an option by its first letters. */
  insertText(text: string): void
  /** Carries out a key, pressed at this time in ms, on the focused element. Returns whether it could. */
  replay(stroke: Stroke, at: number): boolean
}
