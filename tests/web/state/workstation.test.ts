import { expect, test, vi } from 'vitest'

test('the settings of the workstation are read when the console is loaded', async () => {
  localStorage.setItem('workstation', JSON.stringify({ labelPrinter: 'Bench 3', printWhenBooked: true }))
  vi.resetModules()
  const { workstation } = await import('../../../src/web/state/workstation.ts')
  expect(workstation()).toMatchObject({ labelPrinter: 'Bench 3', printWhenBooked: true, sound: true })
})
