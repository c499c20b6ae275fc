import { expect, test, vi } from 'vitest'
import { commandContext } from '../../../src/web/commands/context.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'

/** Replaces the clipboard's function, and copies a text. Returns the notice that follows. */
async function noticeOf(text: string, writeText: () => Promise<void>): Promise<string | undefined> {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  await commandContext().effects.copy(text)
  return store.get(toastsAtom).at(-1)?.text
}

test.each([
  ['125.35', 'Copied 125.35'],
  ['104823\n104824', 'Copied 2 codes'],
])('a text is named once it has been copied: %j', async (text, notice) => {
  const copied = vi.fn(async () => undefined)
  expect(await noticeOf(text, copied)).toBe(notice)
  expect(copied).toHaveBeenCalledWith(text)
})

test.each([
  ['125.35', '125.35'],
  ['104823\n104824', '2 codes'],
])('a text that the browser refuses to copy is reported: %j', async (text, named) => {
  const refused = () => Promise.reject(new DOMException('Write permission denied.'))
  expect(await noticeOf(text, refused)).toBe(
    `${named} could not be copied: the browser allows no access to the clipboard.`,
  )
})
