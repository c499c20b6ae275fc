import { beforeEach, describe, expect, test, vi } from 'vitest'
import { commandContext } from '../../../src/web/commands/context.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { fakeServer } from '../api/fake-server.ts'
import { MERE } from '../state/tokens.ts'

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

describe('leaving a field', () => {
  function element(selector: string): HTMLElement {
    const found = document.querySelector<HTMLElement>(selector)
    if (!found) throw new Error(`There is no ${selector}.`)
    return found
  }

  beforeEach(() => {
    document.body.innerHTML = '<main><h1>Orders</h1><input><div role="grid" tabindex="0"></div></main>'
    element('input').focus()
  })

  test('focuses the rows of the list', () => {
    commandContext().effects.leaveField()
    expect(document.activeElement).toBe(element('[role=grid]'))
  })

  test('without rows, as while a list loads, focuses the heading', () => {
    element('[role=grid]').remove()
    commandContext().effects.leaveField()
    expect(document.activeElement).toBe(element('h1'))
  })
})

test('a consignment counts as being deleted until the server has answered', async () => {
  localStorage.setItem('session-token', MERE)
  fakeServer.answer(() => ({ status: 409, body: { success: false } }))
  const { effects } = commandContext()
  const deletion = effects.deleteConsignment({ tracking_code: 'COC1' })
  expect([...commandContext().deleting]).toEqual(['COC1'])
  await expect(deletion).rejects.toThrow()
  expect([...commandContext().deleting]).toEqual([])
})
