import { act, render, waitFor } from '@testing-library/react'
import { type ReactNode, useLayoutEffect } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import { commandContext } from '../../../src/web/commands/context.ts'
import { paletteAccessAtom, paletteLoaderAtom, targetsAtom } from '../../../src/web/commands/targets.ts'
import { takeEarlyKeys } from '../../../src/web/hotkeys/early-keys.ts'
import { Hotkeys } from '../../../src/web/hotkeys/hotkeys.tsx'
import { closePalette, paletteAtom, textAtom } from '../../../src/web/palette/palette-store.ts'
import { ARRIVED, beginWait, endWait, keyQueueAtom } from '../../../src/web/state/key-queue.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { stationTarget } from '../../commands/example-context.ts'
import { Providers } from '../providers.tsx'
import { scan } from './scan-on-screen.ts'

const NOW = 20_000
const stop = vi.fn()

afterEach(() => {
  delete window.earlyKeys
  delete window.firstRowsAt
  stop.mockReset()
})

const opensPalette = ({ chord }: Stroke) => chord === 'mod+k'

/** Returns the chords of the early code if these keys were pressed, the last of them `ago` ms ago. */
function taken(keys: readonly string[], ago = 100): string[] {
  const pressed = keys.map((key) => {
    const event = new KeyboardEvent('keydown', { key })
    Object.defineProperty(event, 'timeStamp', { value: NOW - ago })
    return event
  })
  window.earlyKeys = { pressed, stop }
  return takeEarlyKeys(NOW, opensPalette).code.map(({ stroke }) => stroke.chord)
}

test.each([
  ['a code and Enter', ['1', '0', 'Enter'], ['1', '0', 'Enter']],
  ['a code with letters', ['P', 'O', '7'], ['P', 'O', '7']],
  ['a scan that ends with Tab', [...'108864', 'Tab'], [...'108864', 'Tab']],
  ['the first letters of a scan whose rest is late', ['N', 'Z'], ['N', 'Z']],
  ['keys of commands', ['r', 'j', 'Enter'], []],
  ['nothing', [], []],
])('of %s', (_, keys, expected) => {
  expect(taken(keys).map((chord) => chord.replace('shift+', '').toUpperCase())).toEqual(
    expected.map((key) => key.toUpperCase()),
  )
  expect(stop).toHaveBeenCalledOnce()
  expect(takeEarlyKeys(NOW, opensPalette)).toEqual({ all: [], code: [], forRows: [], forPalette: [] })
})

// KEY-7
test('from the key of the palette on they are for it, whatever was pressed before', () => {
  const press = (key: string, ctrlKey = false) => {
    const event = new KeyboardEvent('keydown', { key, ctrlKey })
    Object.defineProperty(event, 'timeStamp', { value: NOW - 100 })
    return event
  }
  window.earlyKeys = { pressed: [press('j'), press('k', true), press('s'), press('m')], stop }
  const { all, code, forRows, forPalette } = takeEarlyKeys(NOW, opensPalette)
  expect([code, forRows]).toEqual([[], []])
  expect([all, forPalette].map((keys) => keys.map(({ stroke }) => stroke.chord))).toEqual([
    ['j'],
    ['mod+k', 's', 'm'],
  ])
})

test('keys of an earlier screen are ignored', () => expect(taken(['1', '0'], 10_000)).toEqual([]))

test.each([
  ['the rest of a code whose first digits are too old', [10_100, 10_000, 9_900, 9_800], []],
  ['a code behind keys that are too old', [13_000, 10_100, 4_000, 3_900], ['2', '3']],
])('of %s', (_, agos, expected) => {
  const pressed = agos.map((ago, digit) => {
    const event = new KeyboardEvent('keydown', { key: `${digit}` })
    Object.defineProperty(event, 'timeStamp', { value: NOW - ago })
    return event
  })
  window.earlyKeys = { pressed, stop }
  const { code } = takeEarlyKeys(NOW, opensPalette)
  expect(code.map(({ stroke }) => stroke.chord)).toEqual(expected)
})

describe('of keys pressed around the moment in which the page drew rows', () => {
  const pressed = (keys: readonly [string, number][]) => {
    window.firstRowsAt = NOW - 500
    const events = keys.map(([key, ago]) => {
      const event = new KeyboardEvent('keydown', { key })
      Object.defineProperty(event, 'timeStamp', { value: NOW - ago })
      return event
    })
    window.earlyKeys = { pressed: events, stop }
    const { code, forRows } = takeEarlyKeys(NOW, opensPalette)
    return {
      code: code.map(({ stroke }) => stroke.chord),
      forRows: forRows.map(({ stroke, at }) => [stroke.chord, NOW - at]),
    }
  }

  test('those since then are for the rows, in their order', () => {
    expect(
      pressed([
        ['j', 400],
        ['j', 300],
        ['Enter', 200],
      ]),
    ).toEqual({
      code: [],
      forRows: [
        ['j', 400],
        ['j', 300],
        ['Enter', 200],
      ],
    })
  })

  // KEY-7
  test.each<[string, [string, number][], string[]]>([
    [
      'that were both pressed before',
      [
        ['g', 800],
        ['c', 700],
      ],
      ['g', 'c'],
    ],
    [
      'of which the first was pressed before',
      [
        ['g', 600],
        ['n', 400],
      ],
      ['g', 'n'],
    ],
    [
      'behind another key',
      [
        ['j', 900],
        ['g', 600],
        ['n', 400],
      ],
      ['g', 'n'],
    ],
    [
      'that were both pressed since',
      [
        ['g', 400],
        ['n', 300],
      ],
      ['g', 'n'],
    ],
  ])('keys that lead to a list, %s, are one', (_, keys, expected) => {
    expect(pressed(keys).forRows.map(([chord]) => chord)).toEqual(expected)
  })

  test('a code that was begun before is one text', () => {
    expect(
      pressed([
        ['1', 600],
        ['0', 400],
        ['Enter', 200],
      ]).code,
    ).toEqual(['1', '0', 'Enter'])
  })

  test('a command’s key from before is for no screen', () => {
    expect(
      pressed([
        ['r', 600],
        ['j', 400],
      ]),
    ).toEqual({ code: [], forRows: [['j', 400]] })
  })
})

/** Takes the palette away, as before its script is loaded. The returned functions end a load of it. */
function withoutPalette() {
  const palette = store.get(paletteAccessAtom)
  let settle = () => {}
  const preload = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        settle = resolve
      }),
  )
  store.set(paletteAccessAtom, null)
  store.set(paletteLoaderAtom, { preload })
  onTestFinished(() => {
    store.set(paletteAccessAtom, palette)
    store.set(paletteLoaderAtom, null)
  })
  const end = async (after: typeof palette) => {
    store.set(paletteAccessAtom, after)
    await act(async () => settle())
  }
  return { preload, load: () => end(palette), fail: () => end(null) }
}

const NO_PALETTE = 'The palette could not be loaded.'
const said = () => store.get(toastsAtom).map(({ text }) => text)

// KEY-7
describe('keys that are pressed before the palette is loaded', () => {
  const press = (keys: readonly string[]) => {
    for (const key of keys) {
      const event = new KeyboardEvent('keydown', { key, code: key, bubbles: true })
      act(() => void document.body.dispatchEvent(event))
    }
  }
  const show = () => render(<Hotkeys />, { wrapper: OnPage })
  const waiting = () => store.get(keyQueueAtom).keys.map(({ name }) => name)
  afterEach(() => {
    act(closePalette)
    store.set(toastsAtom, [])
  })

  test('are typed into it in order', async () => {
    const { load } = withoutPalette()
    show()
    press(['1', '0', '8', 'Backspace', '4'])
    expect(waiting()).toEqual(['1', '0', '8', 'Backspace', '4'])
    await load()
    await waitFor(() => expect(store.get(textAtom)).toBe('104'))
    expect(waiting()).toEqual([])
  })

  test('wait on for the record behind an Enter', async () => {
    const { load } = withoutPalette()
    show()
    press(['1', '0', '8', '8', '6', '4', 'Enter', 'r'])
    await load()
    await waitFor(() => expect(store.get(textAtom)).toBe('108864'))
    await waitFor(() => expect(waiting()).toEqual(['Record payment']))
  })

  test('are given up by Esc, which names them; the next key begins again', async () => {
    const { load } = withoutPalette()
    show()
    press(['1', '0', 'Escape'])
    expect(waiting()).toEqual([])
    expect(said()).toEqual(['Not done: 1, 0. You pressed Esc.'])
    press(['8'])
    expect(waiting()).toEqual(['8'])
    await load()
    await waitFor(() => expect(store.get(textAtom)).toBe('8'))
  })

  test('are named if it cannot be loaded, and the next key loads it again', async () => {
    const { preload, load, fail } = withoutPalette()
    show()
    press(['1', '0', '8'])
    await fail()
    expect(waiting()).toEqual([])
    expect(store.get(keyQueueAtom).waits).toEqual([])
    expect(said()).toEqual([`Not done: 1, 0, 8. ${NO_PALETTE}`])
    expect(preload).toHaveBeenCalledTimes(1)

    act(() => commandContext().effects.openPalette())
    expect(waiting()).toEqual(['Palette'])
    expect(preload).toHaveBeenCalledTimes(2)
    await load()
    await waitFor(() => expect(store.get(paletteAtom).phase).not.toBe('closed'))
    expect(waiting()).toEqual([])
  })

  test('are named, with the first one, if it is not loaded within ten seconds', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    withoutPalette()
    show()
    press(['1', '0', '8'])
    act(() => void vi.advanceTimersByTime(10_500))
    expect(waiting()).toEqual([])
    expect(said()).toEqual(['Not done: 1, 0, 8. No answer came within 10 seconds.'])
  })

  test('wait in their order behind one that waited for a screen', async () => {
    const { load } = withoutPalette()
    show()
    const screenWait = beginWait({ label: 'Orders', record: null, holds: 'screen' })
    press(['1', '0', '8'])
    await act(async () => endWait(screenWait, ARRIVED))
    expect(waiting()).toEqual(['1', '0', '8'])
    await load()
    await waitFor(() => expect(store.get(textAtom)).toBe('108'))
  })

  describe('of a scan', () => {
    const CODE = 'CPL0100000001'
    const scanned = (code = CODE) => act(() => scan(code, 'Enter'))

    test('open its code', async () => {
      const { load } = withoutPalette()
      show()
      scanned()
      expect(waiting()).toEqual([CODE])
      await load()
      await waitFor(() => expect(store.get(textAtom)).toBe(CODE))
    })

    test('are named once if it cannot be loaded', async () => {
      const { preload, fail } = withoutPalette()
      show()
      scanned()
      await fail()
      expect(said()).toEqual([`Not done: ${CODE}. ${NO_PALETTE}`])
      expect([preload.mock.calls.length, waiting()]).toEqual([1, []])
    })

    test.each([
      ['ship station', CODE],
      ['pick run', CODE],
      ['pick run', '9421000000014'],
    ] as const)('need no palette at the %s: %s', (place, code) => {
      const { preload } = withoutPalette()
      const at = { scan: vi.fn() }
      const isShipping = place === 'ship station'
      const pickRun = {
        id: '7',
        state: 'open',
        line: null,
        notFinished: null,
        camera: null,
        noteBarcode: null,
        end: vi.fn(),
      } as const
      store.set(
        targetsAtom,
        isShipping ? { station: { ...stationTarget(), ...at } } : { pickRun: { ...pickRun, ...at } },
      )
      onTestFinished(() => store.set(targetsAtom, {}))
      show()
      scanned(code)
      expect(at.scan.mock.calls).toEqual([[code]])
      expect([preload.mock.calls.length, waiting()]).toEqual([0, []])
    })
  })
})

function OnPage({ children }: { children: ReactNode }) {
  return (
    <MemoryRouter>
      <Providers>{children}</Providers>
    </MemoryRouter>
  )
}

// KEY-7
test('at the ship station they do what they do in its field', () => {
  const keys = [...'12', 'Backspace', '3', 'Enter', ...'45', 'Escape', ...'a6']
  const pressed = keys.map((key) => new KeyboardEvent('keydown', { key }))
  window.earlyKeys = { pressed, stop }
  const station = stationTarget()
  store.set(targetsAtom, { station })
  onTestFinished(() => store.set(targetsAtom, {}))
  render(<Hotkeys />, { wrapper: OnPage })
  expect([vi.mocked(station.scan).mock.calls, vi.mocked(station.type).mock.calls]).toEqual([
    [['13']],
    [['a6']],
  ])
})

describe('a text that was pasted before the console listened', () => {
  const paste = { pasted: '108864\r\n', timeStamp: 0 }
  const key = (name: string, ctrlKey = false) => new KeyboardEvent('keydown', { key: name, ctrlKey })
  const PASTES = [key('v', true), paste]

  // KEY-7
  test('is typed at the ship station, in its order with the keys', () => {
    window.earlyKeys = { pressed: [key('C'), ...PASTES, key('Enter'), ...PASTES, key('7')], stop }
    const station = stationTarget()
    store.set(targetsAtom, { station })
    onTestFinished(() => store.set(targetsAtom, {}))
    render(<Hotkeys />, { wrapper: OnPage })
    expect([vi.mocked(station.scan).mock.calls, vi.mocked(station.type).mock.calls]).toEqual([
      [['C108864']],
      [['1088647']],
    ])
  })

  // KEY-7
  test('is for the palette behind its key', async () => {
    const { load } = withoutPalette()
    window.earlyKeys = { pressed: [key('k', true), key('s'), ...PASTES], stop }
    render(<Hotkeys />, { wrapper: OnPage })
    await load()
    await waitFor(() => expect(store.get(textAtom)).toBe('s108864'))
    act(closePalette)
  })

  // PAL-2
  test('is as many codes as it has lines', async () => {
    const { load } = withoutPalette()
    const pasted = { pasted: '108864\r\n108865', timeStamp: 0 }
    window.earlyKeys = { pressed: [key('k', true), key('v', true), pasted], stop }
    render(<Hotkeys />, { wrapper: OnPage })
    await load()
    await waitFor(() => expect(store.get(textAtom)).toBe('108864 108865'))
    act(closePalette)
  })

  test.each([undefined, 0])('is no code and no command elsewhere, as later (rows drawn at %s)', (at) => {
    if (at !== undefined) window.firstRowsAt = at
    window.earlyKeys = { pressed: PASTES, stop }
    const { code, forRows } = takeEarlyKeys(100, opensPalette)
    expect([code, forRows.filter(({ stroke }) => stroke.character !== null)]).toEqual([[], []])
  })
})

// KEY-6
test.each([
  [0, 'loaded'],
  [1, 'loaded'],
  [3, 'loaded'],
  [6, 'loaded'],
  [7, 'loaded'],
  [0, 'loading'],
  [3, 'loading'],
  [7, 'loading'],
])(
  'a scan that ends with Tab, of which %d keys were pressed before the console listened, is one code (palette %s)',
  async (before, state) => {
    const palette = state === 'loading' ? withoutPalette() : null
    // As index.html records them.
    const pressed: KeyboardEvent[] = []
    const record = (event: KeyboardEvent) => void pressed.push(event)
    addEventListener('keydown', record, true)
    window.earlyKeys = { pressed, stop: () => removeEventListener('keydown', record, true) }
    const start = performance.now()
    const press = (key: string, index: number) => {
      const event = new KeyboardEvent('keydown', { key, code: key, bubbles: true })
      Object.defineProperty(event, 'timeStamp', { value: start + index * 5 })
      document.body.dispatchEvent(event)
    }
    const keys = [...'108864', 'Tab'].map((key, index) => () => press(key, index))
    for (const pressKey of keys.slice(0, before)) pressKey()
    function Screen() {
      useLayoutEffect(() => {
        for (const pressKey of keys.slice(before)) pressKey()
      }, [])
      return <Hotkeys />
    }
    render(<Screen />, { wrapper: OnPage })
    await palette?.load()
    await waitFor(() => expect(store.get(textAtom)).toBe('108864'))
    expect(store.get(paletteAtom).queuedKeys.map(({ chord }) => chord)).toEqual(['Enter'])
    act(closePalette)
  },
)
