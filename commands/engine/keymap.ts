import { SEPARATOR } from '../../src/domain/records/barcode.ts'

/** The properties of a keyboard event that the keymap uses. */
export interface KeyPress {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  repeat: boolean
  isComposing: boolean
  /** The AltGr of many European layouts, which browsers report as Ctrl + Alt. */
  altGraph: boolean
}

/** One keystroke with its modifiers. */
export interface Stroke {
  /** `mod+k`, `shift+g`, `ArrowDown`, `1`: letters by character without case, digits by position on the keyboard. */
  chord: string
  /** The typed character, if any: `?` on every layout that has it. */
  character: string | null
  repeat: boolean
}

/** Whether a key types a letter. */
export function isLetter({ character }: Stroke): boolean {
  return character !== null && /^\p{L}$/u.test(character)
}

/** Whether a key types a digit. */
export function isDigit({ character }: Stroke): boolean {
  return character !== null && /^[0-9]$/.test(character)
}

/** Whether a key is a digit pressed with Shift, whatever sign it types on this layout. */
export function isShiftedDigit({ chord }: Stroke): boolean {
  return /^shift\+[0-9]$/.test(chord)
}

/** A key that runs a command. */
export interface Binding<Id extends string = string> {
  /** The id of the command. */
  id: Id
  /** One stroke, or several pressed in turn: `g o` is `['g', 'o']`. */
  strokes: readonly string[]
  /** Runs repeatedly while the key is held. */
  movement: boolean
}

export type StrokeMeaning<Id extends string = string> =
  | { type: 'run'; id: Id }
  /**
   * Consumed. `pending` is an unfinished sequence; empty means that a sequence was dropped or that a held key was
   * ignored.
   */
  | { type: 'wait'; pending: readonly Stroke[] }
  /** Not bound. */
  | { type: 'pass' }

const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'NumLock', 'Fn', 'OS'])
const UNREADABLE = new Set(['Dead', 'Process', 'Unidentified', 'Compose'])

/**
 * Normalises a key press; null if it is ignored: a modifier alone, a dead key, or IME composition.
 * @param mac whether Cmd is used instead of Ctrl
 */
export function strokeOf(press: KeyPress, mac: boolean): Stroke | null {
  const { key } = press
  // Firefox also reports Option as AltGr.
  const altGraph = press.altGraph && !mac
  if (press.isComposing || MODIFIERS.has(key) || UNREADABLE.has(key)) return null
  const typed = [...key].length === 1
  // AltGr, and Option on a Mac, choose a character and do not count as modifiers.
  const chooses = typed && (altGraph || (mac && press.altKey && !press.ctrlKey && !press.metaKey))
  const held = [
    !altGraph && (mac ? press.metaKey : press.ctrlKey) && 'mod',
    mac && press.ctrlKey && 'ctrl',
    !mac && press.metaKey && 'meta',
    press.altKey && !altGraph && 'alt',
    press.shiftKey && 'shift',
  ].filter((name) => name !== false)
  const isText = typed && (chooses || !(press.ctrlKey || press.metaKey || press.altKey))
  return {
    chord: [...held, keyName(press, altGraph)].join('+'),
    character: isText ? key : null,
    repeat: press.repeat,
  }
}

const SEPARATOR_CHORDS: ReadonlySet<string> = new Set(
  ['mod', 'ctrl'].flatMap((modifier) => [`${modifier}+]`, `${modifier}+${SEPARATOR}`]),
)

/**
 * Whether a key is Ctrl with ], which scanners that act as keyboards press for ASCII 29: it ends a part of a GS1 bar code
 * (PRD-7). Some systems report it as that character.
 */
export function isSeparator({ chord }: Stroke): boolean {
  return SEPARATOR_CHORDS.has(chord)
}

function keyName({ key, code }: KeyPress, altGraph: boolean): string {
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  // With AltGr, a digit key types the sign printed on it, as 8 types `[` on many layouts.
  if (digit !== undefined && !altGraph) return digit
  if (key === ' ') return 'Space'
  return [...key].length === 1 ? key.toLowerCase() : key
}

/** The name of a stroke in bindings. It is independent of the layout: `?` and not `shift+/`. */
export function nameOf({ chord, character }: Stroke): string {
  return character !== null && character !== ' ' && isSign(character) ? character : chord
}

/**
 * Whether a pressed stroke matches that of a binding. Signs are compared by the typed character, other keys by the
 * chord.
 */
export function matches(stroke: Stroke, named: string): boolean {
  if (isSign(named) || /^\d$/.test(named)) return stroke.character === named || stroke.chord === named
  return stroke.chord === named
}

/**
 * Whether a stroke is a sign without modifiers: `?`, `[`, `.`, a single character that is neither letter nor
 * digit.
 */
function isSign(named: string): boolean {
  return /^[^\p{L}\p{N}]$/u.test(named)
}

/** Whether a key types a character without modifiers. WCAG 2.1.4 requires that such shortcuts can be switched off. */
export function isSingleKey(strokes: readonly string[]): boolean {
  return strokes.some((stroke) => [...stroke.replace(/^shift\+/, '')].length === 1)
}

/** The strokes of a declared key: `'g o'` → `['g', 'o']`. */
export function strokesOf(keys: string): string[] {
  return keys.split(' ')
}

/**
 * Resolves a stroke against the active bindings, given the strokes of an unfinished sequence. A stroke that does
 * not continue the sequence starts a new one, so that no key press is lost and a repeated prefix restarts it. Esc
 * drops the sequence.
 */
export function meaningOf<Id extends string>(
  pending: readonly Stroke[],
  stroke: Stroke,
  bindings: readonly Binding<Id>[],
): StrokeMeaning<Id> {
  if (stroke.repeat) return held(pending, stroke, bindings)
  const sequence = [...pending, stroke]
  const open = bindings.filter((binding) => startsWith(binding, sequence))
  const whole = open.find((binding) => binding.strokes.length === sequence.length)
  if (whole) return { type: 'run', id: whole.id }
  if (open.length > 0) return { type: 'wait', pending: sequence }
  if (pending.length === 0) return { type: 'pass' }
  if (stroke.chord === 'Escape') return { type: 'wait', pending: [] }
  return meaningOf([], stroke, bindings)
}

/** A held key repeats movement only. For any other command the repetition is consumed without effect. */
function held<Id extends string>(
  pending: readonly Stroke[],
  stroke: Stroke,
  bindings: readonly Binding<Id>[],
): StrokeMeaning<Id> {
  const last = pending.at(-1)
  if (last && last.chord === stroke.chord) return { type: 'wait', pending }
  const bound = bindings.find((binding) => startsWith(binding, [stroke]))
  if (!bound) return { type: 'pass' }
  if (bound.movement && bound.strokes.length === 1) return { type: 'run', id: bound.id }
  return { type: 'wait', pending }
}

/** Whether the key of a binding begins with these strokes, or is these. */
export function startsWith(binding: Binding, sequence: readonly Stroke[]): boolean {
  return (
    binding.strokes.length >= sequence.length &&
    sequence.every((stroke, index) => matches(stroke, binding.strokes[index] ?? ''))
  )
}

/** The bindings that can complete an unfinished sequence. */
export function following<Id extends string>(
  pending: readonly Stroke[],
  bindings: readonly Binding<Id>[],
): { stroke: string; id: Id }[] {
  if (pending.length === 0) return []
  return bindings
    .filter((binding) => startsWith(binding, pending))
    .flatMap((binding) => {
      const stroke = binding.strokes[pending.length]
      return stroke === undefined ? [] : [{ stroke, id: binding.id }]
    })
}
