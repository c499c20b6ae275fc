import type { KeyPress } from '../../commands/engine/keymap.ts'

/** A keyboard layout: the character that each key types, plain, with Shift, and with AltGr or Option. */
export interface Layout {
  name: string
  mac: boolean
  plain: readonly string[]
  shift: readonly string[]
  /** By the key's code. */
  third: Readonly<Record<string, string>>
}

/** The codes of the keys of each row, from the left. A code is a position, equal on all layouts. */
const ROWS: readonly (readonly string[])[] = [
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((digit) => `Digit${digit}`).concat('Minus', 'Equal'),
  [...'QWERTYUIOP'].map((letter) => `Key${letter}`).concat('BracketLeft', 'BracketRight'),
  [...'ASDFGHJKL'].map((letter) => `Key${letter}`).concat('Semicolon', 'Quote'),
  [...'ZXCVBNM'].map((letter) => `Key${letter}`).concat('Comma', 'Period', 'Slash'),
]

const QWERTY = {
  plain: ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./'],
  shift: ['!@#$%^&*()_+', 'QWERTYUIOP{}', 'ASDFGHJKL:"', 'ZXCVBNM<>?'],
}
const GERMAN = {
  plain: ['1234567890ß´', 'qwertzuiopü+', 'asdfghjklöä', 'yxcvbnm,.-'],
  shift: ['!"§$%&/()=?`', 'QWERTZUIOPÜ*', 'ASDFGHJKLÖÄ', 'YXCVBNM;:_'],
}
const FRENCH = {
  plain: ['&é"\'(-è_çà)=', 'azertyuiop^$', 'qsdfghjklmù', 'wxcvbn,;:!'],
  shift: ['1234567890°+', 'AZERTYUIOP¨£', 'QSDFGHJKLM%', 'WXCVBN?./§'],
}

export const LAYOUTS: readonly Layout[] = [
  { name: 'QWERTY', mac: false, ...QWERTY, third: {} },
  { name: 'QWERTY on a Mac', mac: true, ...QWERTY, third: { KeyP: 'π', KeyR: '®', Slash: '÷' } },
  { name: 'AZERTY', mac: false, ...FRENCH, third: { Digit5: '[', Minus: ']', Digit0: '@' } },
  { name: 'QWERTZ', mac: false, ...GERMAN, third: { Digit8: '[', Digit9: ']', KeyQ: '@' } },
  { name: 'QWERTZ on a Mac', mac: true, ...GERMAN, third: { Digit5: '[', Digit6: ']', KeyL: '@' } },
  {
    name: 'Dvorak',
    mac: false,
    plain: ['1234567890[]', "',.pyfgcrl/=", 'aoeuidhtns-', ';qjkxbmwvz'],
    shift: ['!@#$%^&*(){}', '"<>PYFGCRL?+', 'AOEUIDHTNS_', ':QJKXBMWVZ'],
    third: {},
  },
]

const NOTHING_HELD = {
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  altGraph: false,
}

const typed = new Map<Layout, readonly KeyPress[]>()

/** All key presses that type a character on this layout. */
export function typedKeys(layout: Layout): readonly KeyPress[] {
  const keys = typed.get(layout) ?? pressesOf(layout)
  typed.set(layout, keys)
  return keys
}

function pressesOf({ plain, shift, third, mac }: Layout): KeyPress[] {
  const places = ROWS.flatMap((codes, row) =>
    codes.flatMap((code, column): KeyPress[] => [
      { ...NOTHING_HELD, key: plain[row]?.[column] ?? '', code },
      { ...NOTHING_HELD, key: shift[row]?.[column] ?? '', code, shiftKey: true },
    ]),
  )
  const chosen = Object.entries(third).map(([code, key]) => ({
    ...NOTHING_HELD,
    key,
    code,
    altKey: true,
    ctrlKey: !mac,
    altGraph: !mac,
  }))
  return [...places, ...chosen]
}

/** The key press for a stroke of a binding: `shift+g`, `mod+k`, `?`, `ArrowDown`. */
export function pressOf(stroke: string, layout: Layout): KeyPress {
  const names = stroke.split('+')
  const key = names.pop() ?? ''
  const held = {
    shiftKey: names.includes('shift'),
    altKey: names.includes('alt'),
    ctrlKey: names.includes('mod') && !layout.mac,
    metaKey: names.includes('mod') && layout.mac,
  }
  if ([...key].length > 1) {
    return { ...NOTHING_HELD, ...held, key: key === 'Space' ? ' ' : key, code: key }
  }
  const wanted = held.shiftKey ? key.toUpperCase() : key
  const found = typedKeys(layout).find((press) => press.key === wanted)
  if (!found) throw new Error(`${layout.name} does not type ${wanted}`)
  return names.length > 0 ? { ...found, ...held } : found
}
