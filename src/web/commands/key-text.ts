import { strokesOf } from '../../../commands/engine/keymap.ts'

/** Whether Cmd replaces Ctrl. */
export const IS_MAC = /mac/i.test(navigator.userAgent) && !/iphone|ipad|ipod/i.test(navigator.userAgent)

const CAPS: Record<string, string> = {
  mod: IS_MAC ? '⌘' : 'Ctrl',
  alt: IS_MAC ? '⌥' : 'Alt',
  shift: 'Shift',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Plus: '+',
}

/** The keycaps of a declared key: `mod+k` → Ctrl, K; `g o` → g, o. A letter with a modifier is a capital. */
export function capsOf(key: string): string[] {
  return strokesOf(key).flatMap((stroke) => {
    const names = stroke.split('+')
    return names.map((name) => CAPS[name] ?? (names.length > 1 ? capital(name) : name))
  })
}

function capital(name: string): string {
  return [...name].length === 1 ? name.toUpperCase() : name
}

/**
 * The value of `aria-keyshortcuts` for keys; undefined if all of them are sequences, which the attribute cannot
 * express.
 */
export function ariaOf(keys: readonly string[]): string | undefined {
  const chords = keys.filter((key) => strokesOf(key).length === 1)
  return chords.length > 0 ? chords.map(ariaChord).join(' ') : undefined
}

function ariaChord(key: string): string {
  const mod = IS_MAC ? 'Meta' : 'Control'
  const names: Record<string, string> = { mod, alt: 'Alt', shift: 'Shift' }
  return key
    .split('+')
    .map((name) => names[name] ?? capital(name))
    .join('+')
}
