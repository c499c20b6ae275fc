import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CourierDay } from '../../../src/contract/end-of-day.ts'
import { orderRecord } from '../../../src/web/api/orders.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { dialogAtom } from '../../../src/web/state/dialogs.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { store } from '../../../src/web/state/store.ts'
import { exampleOrder } from '../../domain/example-order.ts'
import { chosen, key, rows, setUpPalette, showTyped } from './on-screen.tsx'

vi.mock('../../../src/web/api/client.ts', async (actual) => ({ ...(await actual<object>()), send: vi.fn() }))

setUpPalette()

const { capabilities } = installation
beforeAll(() => {
  installation.capabilities = new Set(['end-of-day', 'label-batches'])
})
afterAll(() => {
  installation.capabilities = capabilities
})

/** The open palette with a text, over a list whose active row is another order. */
async function typed(text: string, ...known: string[]) {
  recordIndex.add(known.map((code) => orderRecord(exampleOrder({ code }))))
  store.set(targetsAtom, { order: exampleOrder({ code: '104999' }) })
  return showTyped(text)
}
const texts = () => rows().map((row) => row.textContent)
const chosenRow = (words: RegExp) => waitFor(() => expect(chosen()).toMatch(words))

describe('words that are not understood', () => {
  test.each([
    ['shipped yesterday', 'Shipped orders · last 30 days · not understood: “yesterday”'],
    ['unpaid over $1,000 today', 'Unpaid orders · last 30 days · not understood: “over $1,000”, “today”'],
  ])('are named by the row that “%s” offers', async (text, row) => {
    const { place } = await typed(text)
    await chosenRow(/not understood/)
    expect(screen.getByRole('option', { name: row }).textContent).toBe(`${row}Alt1`)
    await key('Enter')
    await waitFor(() => expect(place()).toBe('/orders'))
  })

  test('are named by the command that shows no such part of its screen', async () => {
    await typed('late aramex')
    await chosenRow(/^Late consignments, Not understood: “aramex”/)
  })

  test.each([
    ['seen', ['108856']],
    ['not seen', []],
  ])('are named above a code that this browser has %s', async (_, known) => {
    await typed('pack 108856 tomorrow', ...known)
    const group = 'Exact code · not understood: “pack”, “tomorrow”'
    await waitFor(() => expect(screen.getByRole('group', { name: group })).toBeDefined())
  })

  test('are named above several codes', async () => {
    await typed('108856 108858 tomorrow', '108856', '108858')
    await waitFor(() =>
      expect(screen.getByRole('group', { name: '2 orders · not understood: “tomorrow”' })).toBeDefined(),
    )
  })
})

test.each([
  ['eod', 'End of day', '/end-of-day'],
  ['manifest', 'End of day', '/end-of-day'],
  ['late', 'Late consignments', '/end-of-day'],
  ['not picked up', 'Late consignments', '/end-of-day'],
  ['scan', 'Ship station', '/ship'],
  ['to ship', 'Ready orders', '/orders'],
])('Enter on “%s” opens %s', async (text, row, path) => {
  const { place } = await typed(text)
  await chosenRow(new RegExp(`^${row}`))
  await key('Enter')
  await waitFor(() => expect(place()).toBe(path))
})

test('“manifest” closes the day where a courier of the day is active', async () => {
  const day = CourierDay.parse({
    courier: 'rate-cards',
    provider: 'aramex',
    branch: 'auckland',
    open: ['CPL01000001'],
    unconfirmed: [],
  })
  store.set(targetsAtom, { courierDay: { day, printRunSheet: vi.fn(), close: vi.fn() } })
  await showTyped('manifest')
  await chosenRow(/^Close the day/)
  expect(texts()[1]).toMatch(/^End of day/)
})

test('“todays labels” prints them', async () => {
  await typed('todays labels')
  await chosenRow(/^Print all awaiting labels/)
})

describe.each(['new o', 'new ord', 'new order', 'create order', 'add order'])('“%s”', (text) => {
  test('acts on no record of the screen', async () => {
    await typed(text)
    await waitFor(() => expect(rows().length).toBeGreaterThan(0))
    expect(texts().join()).not.toContain('104999')
    expect(chosen()).not.toMatch(/^(Create|Another|Add)/)
    await key('Enter')
    expect(store.get(dialogAtom)).toBeNull()
  })
})

test.each(['ship ord', 'ship order', 'create consignment for order'])(
  'the active row is still found by “%s”',
  async (text) => {
    await typed(text)
    await chosenRow(/^Create consignment, 104999/)
  },
)
