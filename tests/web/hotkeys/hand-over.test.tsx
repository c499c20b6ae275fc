import { act, render } from '@testing-library/react'
import { Provider } from 'jotai'
import { type ReactNode, useLayoutEffect } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runCommand } from '../../../src/web/commands/run.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { Hotkeys } from '../../../src/web/hotkeys/hotkeys.tsx'
import { store } from '../../../src/web/state/store.ts'
import { stationTarget } from '../../commands/example-context.ts'
import { casesOf, fc, MODEL } from '../../properties.ts'
import { setUp } from './listener-harness.ts'

vi.mock('../../../src/web/commands/run.ts', () => ({ runCommand: vi.fn() }))

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  delete window.firstRowsAt
})

const pressOnPage = (key: string) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code: `Key${key}`, bubbles: true }))

/** Records keys as `index.html` does, on a page that has drawn rows. */
function recordEarlyKeys(): void {
  const pressed: KeyboardEvent[] = []
  const keep = (event: KeyboardEvent) => pressed.push(event)
  window.addEventListener('keydown', keep, true)
  window.earlyKeys = { pressed, stop: () => window.removeEventListener('keydown', keep, true) }
  window.firstRowsAt = 0
}

/** Presses a key between the commit of its children and their effects. */
function KeyAfterCommit({ name, children }: { name: string; children: ReactNode }) {
  useLayoutEffect(() => void pressOnPage(name), [name])
  return children
}

// KEY-7
test('a key pressed as soon as the console listens follows those that the page has recorded', async () => {
  recordEarlyKeys()
  pressOnPage('g')
  render(
    <KeyAfterCommit name="c">
      <Hotkeys />
    </KeyAfterCommit>,
    { wrapper: OnPage },
  )
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(vi.mocked(runCommand).mock.calls).toEqual([['go.customers', 'key']])
  expect(window.earlyKeys).toBeUndefined()
})

interface Pressed {
  key: string
  /** When it was pressed, in ms. */
  at: number
}

/**
 * What a listener does that begins to listen at a time, in ms: it is given the earlier keys then, with their times.
 */
function done(keys: readonly Pressed[], from: number): unknown[] {
  vi.setSystemTime(0)
  const { deps, listener } = setUp()
  const log: unknown[] = []
  let isPaletteOpen = false
  deps.isPaletteOpening.mockImplementation(() => isPaletteOpen)
  deps.openPalette.mockImplementation((text) => {
    isPaletteOpen = true
    log.push(['palette', text])
  })
  deps.typeAhead.mockImplementation(({ chord }) => log.push(['typed', chord]) > 0)
  deps.jump.mockImplementation((code) => log.push(['jump', code]))
  deps.run.mockImplementation((id) => log.push(['run', id]))
  for (const { key, at } of keys) {
    vi.advanceTimersByTime(Math.max(0, Math.max(at, from) - Date.now()))
    const character = [...key].length === 1 ? key : null
    listener.press({ chord: key, character, repeat: false }, document.body, at)
  }
  vi.advanceTimersByTime(10_000)
  return log
}

describe('keys of which some were pressed before the console listened', () => {
  const scripts = fc.record({
    keys: fc
      .array(
        fc.record({
          key: fc.constantFrom('g', 'g', 'c', 'o', 'n', 'p', 'y', 'j', 'Enter', '1', '0'),
          gap: fc.constantFrom(0, 15, 60, 150, 700, 1_500, 2_500),
        }),
        { minLength: 1, maxLength: 10 },
      )
      .map((pairs) => {
        let at = 1_000
        return pairs.map(({ key, gap }): Pressed => {
          at += gap
          return { key, at }
        })
      }),
    from: fc.integer({ min: 0, max: 12_000 }),
  })

  // KEY-7
  test('do the same as on a console that has listened all the time', MODEL, () => {
    let acted = 0
    fc.assert(
      fc.property(scripts, ({ keys, from }) => {
        const log = done(keys, 0)
        acted += log.length
        expect(done(keys, from)).toEqual(log)
      }),
      { numRuns: casesOf(200, 5_000) },
    )
    expect(acted).toBeGreaterThan(200)
  })
})

/** The scan field of the ship station as a person uses it: Enter, or Tab behind a text, opens what is typed. */
function scanField() {
  const field = { text: '', opened: [] as string[] }
  const open = (code: string) => void field.opened.push(code)
  return {
    field,
    target: {
      scan: open,
      type(text: string) {
        field.text += text
      },
    },
    press(key: string) {
      if (key === 'Backspace') field.text = field.text.slice(0, -1)
      else if (key !== 'Enter' && key !== 'Tab') field.text += key
      else if (field.text !== '') {
        open(field.text)
        field.text = ''
      }
    },
  }
}

// KEY-7
test('keys at the ship station of which some were pressed before the console listened do the same', () => {
  const keys = fc.array(fc.constantFrom('1', '0', '8', 'C', 'Backspace', 'Enter', 'Tab'), { maxLength: 12 })
  fc.assert(
    fc.property(fc.constantFrom('1', '0', '8'), keys, fc.nat(12), (first, others, early) => {
      const typed = [first, ...others]
      const expected = scanField()
      for (const key of typed) expected.press(key)

      const station = scanField()
      store.set(targetsAtom, { station: { ...stationTarget(), ...station.target } })
      recordEarlyKeys()
      delete window.firstRowsAt
      for (const key of typed.slice(0, early + 1)) pressOnPage(key)
      const { unmount } = render(<Hotkeys />, { wrapper: OnPage })
      for (const key of typed.slice(early + 1)) station.press(key)
      expect(station.field).toEqual(expected.field)
      unmount()
      store.set(targetsAtom, {})
    }),
    { numRuns: casesOf(50, 1_000) },
  )
})

function OnPage({ children }: { children: ReactNode }) {
  return (
    <Provider store={store}>
      <MemoryRouter>{children}</MemoryRouter>
    </Provider>
  )
}
