import type { CommandContext, Layer } from '../../../commands/engine/context.ts'
import { type Binding, type Stroke, step } from '../../../commands/engine/keymap.ts'
import type { CommandId } from '../../../commands/index.ts'
import { breaksLine, isField, isPicker, ownsKey, type Picker } from '../commands/key-press.ts'
import { activeBindings, actsOnRecord, actsOnScreen, isKept } from './bindings.ts'
import { type Burst, hold, isFast, isText, NO_BURST, scannedCode, typed, waitsUntil } from './burst.ts'
import { Choice } from './choice.ts'

/** How long a started sequence waits for its next key. */
const SEQUENCE_MS = 2_000

const ENTER: Stroke = { chord: 'Enter', character: null, repeat: false }

interface Pressed {
  stroke: Stroke
  target: Element | null
  /** When the key was pressed, in ms: not when a busy page came round to it. */
  at: number
}

/** What the listener needs of the console around it. */
export interface Surroundings {
  context(): CommandContext
  /** Another screen was gone to and is not drawn yet. */
  arriving(): boolean
  /** The palette is open and its input does not have the focus yet. */
  paletteOpens(): boolean
  typeAhead(stroke: Stroke): boolean
  openPalette(text: string): void
  jump(code: string): void
  run(id: CommandId): void
  showPending(pending: readonly Stroke[]): void
  focused(): Element | null
}

/** What happens to an event: nothing, not the browser's default, or nobody else sees it either. */
export type Verdict = 'leave' | 'prevent' | 'stop'

/** The one listener's decisions: takes strokes in turn, keeps the sequence that waits and the burst that may be a scan. */
export class Listener {
  #pending: readonly Stroke[] = []
  #burst: Burst<Pressed> = NO_BURST
  /** All that is typed, by its pace: the first digit of a scan may open the palette for the others. */
  #typed: Burst<never> = NO_BURST
  /** What the burst has chosen so far, where it went into a date or a select. */
  #choice: Choice | null = null
  /** Pressed for a screen or a record that was still on its way, in turn. */
  #early: readonly Pressed[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #sequenceTimer: ReturnType<typeof setTimeout> | undefined
  readonly #around: Surroundings

  constructor(around: Surroundings) {
    this.#around = around
  }

  /** Decides about a key, pressed at a time in ms: the event's own, which a busy page handles later. */
  press(stroke: Stroke, target: Element | null, at: number): Verdict {
    if (stroke.repeat && isEnter(stroke) && !breaksLine(target, stroke.chord)) return 'stop'
    // The wait is over by the keys' own times, though a busy page has not run its timer yet.
    if (at > waitsUntil(this.#burst)) this.#release()
    // Staff see what they went to and press anew: what waited is older than what they see.
    if (!this.#around.arriving() && !this.#recordLoads()) this.#early = []
    if (this.#endsScanInPalette(stroke, at)) {
      this.#around.typeAhead(ENTER)
      return 'stop'
    }
    if (this.#around.paletteOpens()) return this.#typeAhead(stroke)
    const pressed = { stroke, target, at }
    if (isField(target) && !isPicker(target)) {
      this.#forget()
      return this.#act(pressed)
    }
    if (stroke.repeat) return this.#act(pressed)
    if (stroke.character !== null && stroke.character !== ' ')
      return this.#character(pressed, stroke.character)
    if (stroke.chord === 'Enter' || stroke.chord === 'Tab') {
      const code = scannedCode(this.#burst, at)
      if (code !== null) {
        this.#choice?.undo()
        this.#forget()
        this.#around.jump(code)
        return 'stop'
      }
    }
    this.#release()
    return this.#around.paletteOpens() ? this.#typeAhead(stroke) : this.#act(pressed)
  }

  #typeAhead(stroke: Stroke): Verdict {
    return this.#around.typeAhead(stroke) ? 'stop' : 'leave'
  }

  /** What commands act on changed: the keys that waited for it act on it, each on what the one before did. */
  targetsChanged(): void {
    while (!this.#around.arriving()) {
      const [next, ...rest] = this.#early
      if (!next) return
      const target = this.#around.focused()
      const means = step(this.#pending, next.stroke, this.#bindings(target)).type
      // It waits for the dialog or form that the key before it opens.
      if (means === 'pass' && (this.#recordLoads() || isForOpened(next.stroke))) return
      this.#early = rest
      this.#act({ ...next, target })
    }
  }

  /** Whether a form must not hear yet that an element changed: it may be a scanner that types there. */
  holdsChange(target: EventTarget | null): boolean {
    return this.#choice?.holds(target) ?? false
  }

  /** Drops what waits: the focus went elsewhere. */
  reset(): void {
    this.#early = []
    this.#forget()
    this.#wait([])
  }

  /** A scan that ends with Tab opens its code in the palette as one that ends with Enter does. */
  #endsScanInPalette({ chord, character, repeat }: Stroke, at: number): boolean {
    if (character !== null && !repeat) this.#typed = typed(this.#typed, character, at)
    const open = this.#around.context().layer === 'palette'
    return open && chord === 'Tab' && scannedCode(this.#typed, at) !== null
  }

  #character(pressed: Pressed, character: string): Verdict {
    const burst = typed(this.#burst, character, pressed.at)
    if (burst.text.length === 1) this.#settle()
    if (isPicker(pressed.target)) return this.#choose(pressed, pressed.target, burst)
    // A busy page may have let go of a scan's first letters already: its digit must not open the palette.
    const waits =
      burst.held.length > 0 || isFast(burst) || (isLetter(character) && !this.#isMovement(pressed))
    if (!waits) {
      const verdict = this.#act(pressed)
      // What ran at once was a hand's; what did nothing may still be the start of a scan.
      this.#burst = verdict === 'leave' ? burst : NO_BURST
      return verdict
    }
    this.#burst = hold(burst, pressed)
    this.#releaseLater()
    return 'leave'
  }

  /** A character in a date or a select chooses there at once; what it chose is held in its place. */
  #choose(pressed: Pressed, picker: Picker, burst: Burst<Pressed>): Verdict {
    this.#choice ??= new Choice(picker)
    this.#choice.hold()
    this.#burst = burst
    this.#releaseLater()
    return this.#act(pressed)
  }

  #releaseLater(): void {
    clearTimeout(this.#timer)
    // From when the key is handled: on a busy page the keys after it are handled next, before the timer.
    this.#timer = setTimeout(() => this.#release(), waitsUntil(this.#burst) - this.#burst.lastAt)
  }

  #isMovement({ stroke, target }: Pressed): boolean {
    const [binding] = this.#bindings(target).filter((one) => step([], stroke, [one]).type === 'run')
    return this.#pending.length === 0 && binding?.movement === true && !stroke.chord.includes('+')
  }

  /** Ends the wait of held keys: they run one by one, or open the palette where they are a text. */
  #release(): void {
    clearTimeout(this.#timer)
    const { held } = this.#burst
    this.#burst = { ...this.#burst, held: [] }
    this.#choice?.tell()
    const text = held.map(({ stroke }) => stroke.character).join('')
    if (isText(text)) this.#openPalette(text, held.at(-1)?.target ?? null)
    else for (const pressed of held) this.#act(pressed)
  }

  #forget(): void {
    clearTimeout(this.#timer)
    this.#burst = NO_BURST
    this.#settle()
  }

  /** What was chosen is a hand's, and stays. */
  #settle(): void {
    this.#choice?.tell()
    this.#choice = null
  }

  #bindings(target: Element | null): Binding<CommandId>[] {
    return activeBindings(contextAt(this.#around.context(), target))
  }

  #recordLoads(): boolean {
    return this.#around.context().targets.record?.loading === true
  }

  /** Whether a key of the page is for the screen on its way. */
  #isForArrival({ stroke, target }: Pressed): boolean {
    if (!this.#around.arriving()) return false
    const context = contextAt(this.#around.context(), target)
    if (context.typing || context.layer !== 'page') return false
    return writes(stroke) || this.#followsEarly(stroke) || actsOnScreen(stroke, context)
  }

  /** Whether a key that means nothing yet is for the record on its way. */
  #isForRecord(pending: readonly Stroke[], stroke: Stroke): boolean {
    if (!this.#recordLoads()) return false
    return this.#followsEarly(stroke) || actsOnRecord(pending, stroke, this.#around.context())
  }

  /** Whether a key goes on with a sequence that waits, or is for what a key that waits will open. */
  #followsEarly(stroke: Stroke): boolean {
    return this.#early.length > 0 && (writes(stroke) || isForOpened(stroke))
  }

  #act(pressed: Pressed): Verdict {
    const { stroke, target } = pressed
    if (ownsKey(target, stroke.chord)) return 'leave'
    if (this.#isForArrival(pressed)) {
      // A key held down would go on after it is let go.
      if (!stroke.repeat) this.#early = [...this.#early, pressed]
      return 'prevent'
    }
    const before = this.#pending
    const outcome = step(before, stroke, this.#bindings(target))
    if (outcome.type === 'wait') {
      this.#wait(outcome.pending)
      return 'prevent'
    }
    this.#wait([])
    if (outcome.type === 'pass' && this.#isForRecord(before, stroke)) {
      this.#early = [...this.#early, ...before.map((one) => ({ ...pressed, stroke: one })), pressed]
      return 'prevent'
    }
    if (outcome.type === 'run') {
      if (this.#recordLoads()) this.#early = []
      this.#around.run(outcome.id)
      return 'prevent'
    }
    const { character, repeat } = stroke
    const startsJump = character !== null && isDigit(character) && !repeat
    if (startsJump && this.#openPalette(character, target)) return 'prevent'
    return isKept(stroke.chord, this.#around.context()) ? 'prevent' : 'leave'
  }

  /** What is typed with no field focused opens the palette. Returns whether it may. */
  #openPalette(text: string, target: Element | null): boolean {
    const { layer, typing, singleKeys } = contextAt(this.#around.context(), target)
    if (layer !== 'page' || typing || !singleKeys) return false
    this.#early = []
    this.#forget()
    this.#around.openPalette(text)
    return true
  }

  #wait(pending: readonly Stroke[]): void {
    clearTimeout(this.#sequenceTimer)
    if (pending.length > 0) this.#sequenceTimer = setTimeout(() => this.#wait([]), SEQUENCE_MS)
    if (pending === this.#pending || pending.length + this.#pending.length === 0) return
    this.#pending = pending
    this.#around.showPending(pending)
  }
}

/** A held Enter would confirm the dialog that it has just opened: it is one press, wherever the focus goes. */
function isEnter({ chord }: Stroke): boolean {
  return /(^|\+)Enter$/.test(chord)
}

function isLetter(character: string): boolean {
  return /^\p{L}$/u.test(character)
}

function isDigit(character: string): boolean {
  return /^[0-9]$/.test(character)
}

/** A letter or a sign: a digit starts a jump at once. */
function writes({ character }: Stroke): boolean {
  return character !== null && !isDigit(character)
}

/** Whether a key is for what the key before it opens: it confirms a dialog, or searches from a form. */
function isForOpened({ chord }: Stroke): boolean {
  return chord === 'mod+Enter' || chord === 'alt+ArrowDown'
}

/** The context as it is for a key pressed in `target`: the layer and the field are those that the focus is in. */
function contextAt(context: CommandContext, target: Element | null): CommandContext {
  return { ...context, typing: isField(target), layer: layerAt(context, target) }
}

/** A menu or dialog that registered no layer is one all the same when the focus is in it. */
function layerAt({ layer }: CommandContext, target: Element | null): Layer {
  if (layer !== 'page' || !target) return layer
  if (target.closest('[role=menu], [role=listbox]')) return 'menu'
  return target.closest('[role=dialog], [role=alertdialog]') ? 'dialog' : 'page'
}
