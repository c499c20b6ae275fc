import { beforeEach, expect, test, vi } from 'vitest'
import { store } from '../../../src/web/state/store.ts'
import { setTheme, themeAtom, toggleTheme } from '../../../src/web/state/theme.ts'

function systemIs(dark: boolean): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget(), {
      matches: dark,
      media: query,
      onchange: null,
      addListener: vi.fn(),
      removeListener: vi.fn(),
    }),
  )
}
const shown = () => document.documentElement.dataset.theme

beforeEach(() => {
  setTheme('system')
})

test.each([
  [false, 'dark', 'light'],
  [true, 'light', 'dark'],
])('switches from the visible theme to the other one and back (system dark: %s)', (dark, first, second) => {
  systemIs(dark)
  expect(shown()).toBeUndefined()
  toggleTheme()
  expect([shown(), localStorage.getItem('theme')]).toEqual([first, first])
  toggleTheme()
  expect([shown(), localStorage.getItem('theme')]).toEqual([second, second])
})

test('system stores nothing', () => {
  setTheme('dark')
  setTheme('system')
  expect([shown(), localStorage.getItem('theme'), store.get(themeAtom)]).toEqual([undefined, null, 'system'])
})
