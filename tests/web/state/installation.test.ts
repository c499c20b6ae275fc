import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.resetModules()
  document.head.replaceChildren()
})

test.each([
  ['on', true],
  ['off', false],
  ['%VERIFY_ITEMS%', false],
])('the ship station verifies items if the page says so (%s: %s)', async (content, expected) => {
  const meta = document.createElement('meta')
  Object.assign(meta, { name: 'verify-items', content })
  document.head.replaceChildren(meta)
  const { installation } = await import('../../../src/web/state/installation.ts')
  expect(installation.verifiesItems).toBe(expected)
})

test('the settings of the workstation are read when the console is loaded', async () => {
  localStorage.setItem('workstation', JSON.stringify({ labelPrinter: 'Bench 3', printWhenBooked: true }))
  vi.resetModules()
  const { workstation } = await import('../../../src/web/state/workstation.ts')
  expect(workstation()).toMatchObject({ labelPrinter: 'Bench 3', printWhenBooked: true, sound: true })
})
