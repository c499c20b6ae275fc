import { act, render } from '@testing-library/react'
import { Provider } from 'jotai'
import { type ReactNode, useLayoutEffect } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runCommand } from '../../../src/web/commands/run.ts'
import { Hotkeys } from '../../../src/web/hotkeys/hotkeys.tsx'
import { store } from '../../../src/web/state/store.ts'
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
    <Provider store={store}>
      <MemoryRouter>
        <KeyAfterCommit name="c">
          <Hotkeys />
        </KeyAfterCommit>
      </MemoryRouter>
    </Provider>,
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
