import { afterEach, expect, test, vi } from 'vitest'
import { takeEarlyCode } from '../../../src/web/hotkeys/early-keys.ts'

const NOW = 20_000
const stop = vi.fn()

afterEach(() => {
  delete window.earlyKeys
  stop.mockReset()
})

/** Returns the chords of the early code if these keys were pressed, the last of them `ago` ms ago. */
function taken(keys: readonly string[], ago = 100): string[] {
  const pressed = keys.map((key) => {
    const event = new KeyboardEvent('keydown', { key })
    Object.defineProperty(event, 'timeStamp', { value: NOW - ago })
    return event
  })
  window.earlyKeys = { pressed, stop }
  return takeEarlyCode(NOW).map(({ chord }) => chord)
}

test.each([
  ['a code and Enter', ['1', '0', 'Enter'], ['1', '0', 'Enter']],
  ['a code with letters', ['P', 'O', '7'], ['P', 'O', '7']],
  ['keys of commands', ['r', 'j', 'Enter'], []],
  ['nothing', [], []],
])('of %s', (_, keys, expected) => {
  expect(taken(keys).map((chord) => chord.replace('shift+', '').toUpperCase())).toEqual(
    expected.map((key) => key.toUpperCase()),
  )
  expect(stop).toHaveBeenCalledOnce()
  expect(takeEarlyCode(NOW)).toEqual([])
})

test('keys of an earlier screen are ignored', () => expect(taken(['1', '0'], 10_000)).toEqual([]))
