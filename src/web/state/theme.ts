import { atom } from 'jotai'
import { store } from './store.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Also read by the script in the head of index.html, before the first paint. */
const STORAGE_KEY = 'theme'

function storedTheme(): Theme {
  const stored = localStorage.getItem(STORAGE_KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export const themeAtom = atom<Theme>(storedTheme())

/** Applies and stores the theme. `system` follows the operating system. */
export function setTheme(theme: Theme): void {
  store.set(themeAtom, theme)
  if (theme === 'system') {
    localStorage.removeItem(STORAGE_KEY)
    delete document.documentElement.dataset.theme
  } else {
    localStorage.setItem(STORAGE_KEY, theme)
    document.documentElement.dataset.theme = theme
  }
}

/** Switches from the visible theme to the other one. */
export function toggleTheme(): void {
  const theme = store.get(themeAtom)
  const dark = theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
  setTheme(dark ? 'light' : 'dark')
}
