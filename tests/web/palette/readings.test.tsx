import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { send } from '../../../src/web/api/client.ts'
import { orderRecord } from '../../../src/web/api/orders.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { openPalette } from '../../../src/web/palette/palette-store.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { dialogAtom } from '../../../src/web/state/dialogs.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { exampleOrder } from '../../domain/example-order.ts'
import { answer, chosen, fail, isReady, key, owed, rows, setUpPalette, show, write } from './on-screen.tsx'

vi.mock('../../../src/web/api/client.ts', async (actual) => ({ ...(await actual<object>()), send: vi.fn() }))

setUpPalette()

/** The open palette with a text, over a screen with another order. */
async function typed(text: string, ...known: string[]) {
  recordIndex.seen(known.map((code) => orderRecord(exampleOrder({ code }))))
  store.set(targetsAtom, { order: exampleOrder({ code: '104999' }) })
  const shown = await show()
  await act(async () => openPalette())
  await isReady()
  await write(text)
  return shown
}
const texts = () => rows().map((row) => row.textContent)
const chosenRow = (words: RegExp) => waitFor(() => expect(chosen()).toMatch(words))

test.each(['order #108856', '108 856', 'Hi, where is order 108856? Thanks', '108856.'])(
  'the code in “%s” is opened like a typed one',
  async (text) => {
    const { place } = await typed(text, '108856')
    await chosenRow(/^108856/)
    await key('Enter')
    await waitFor(() => expect(place()).toBe('/orders/108856'))
  },
)

test('Enter waits for a code in a text that this browser has not seen', async () => {
  const { place } = await typed('order #108856')
  await key('Enter')
  expect(screen.getByRole('status').textContent).toContain('Opening 108856 when the server answers')
  await answer('108856')
  await waitFor(() => expect(place()).toBe('/orders/108856'))
})

describe('a verb and a code', () => {
  test.each(['108856 pay', 'pay 108856', 'record payment 108856'])(
    '“%s” opens the dialog of that order, whatever the screen shows',
    async (text) => {
      await typed(text, '108856')
      await chosenRow(/^Record payment, 108856/)
      await answer('108856')
      await waitFor(() => expect(chosen()).not.toContain('Loading'))
      await key('Enter')
      await waitFor(() =>
        expect(store.get(dialogAtom)).toMatchObject({ name: 'record-payment', order: { code: '108856' } }),
      )
    },
  )

  test('Enter while the record loads runs the command when it is there', async () => {
    await typed('108856 pay', '108856')
    await chosenRow(/Loading the order…/)
    await key('Enter')
    expect(store.get(dialogAtom)).toBeNull()
    expect(screen.getByRole('status').textContent).toContain('Record payment when the server answers')
    await answer('108856')
    await waitFor(() => expect(store.get(dialogAtom)).toMatchObject({ order: { code: '108856' } }))
  })

  test('an edit drops the Enter that waits for the record', async () => {
    await typed('108856 pay', '108856')
    await key('Enter')
    await write('108856 pa')
    await answer('108856')
    expect(store.get(dialogAtom)).toBeNull()
  })

  test('a command that is not possible says why, keeps the palette open, and offers what is possible', async () => {
    await typed('pack 108856', '108856')
    await answer('108856')
    await chosenRow(/^Pack order items, 108856, The order is not paid yet/)
    await key('Enter')
    expect([store.get(dialogAtom), screen.queryByRole('dialog')]).toEqual([null, expect.anything()])
    await key('ArrowDown')
    await chosenRow(/^Record payment, 108856/)
    await key('Enter')
    await waitFor(() => expect(store.get(dialogAtom)).toMatchObject({ order: { code: '108856' } }))
  })

  test('a code that no order has is said', async () => {
    await typed('108856 pay')
    await fail('108856', 404)
    await chosenRow(/No order with this code/)
    await key('Enter')
    expect([store.get(dialogAtom), screen.queryByRole('dialog')]).toEqual([null, expect.anything()])
  })
})

test('the response about another record is not acted on', async () => {
  await typed('108856 pay', '108856')
  vi.mocked(send).mockResolvedValueOnce(exampleOrder({ code: '108850' }))
  await chosenRow(/Failed to find order details|Failed to/)
  await key('Enter')
  expect(store.get(dialogAtom)).toBeNull()
})

describe('several codes', () => {
  test('run the bulk command on exactly those orders, in the order typed', async () => {
    await typed('pay 108858 108856', '108856', '108858')
    await chosenRow(/^Record payments, Loading/)
    await waitFor(() => expect([...owed.keys()].sort()).toEqual(['108856', '108858']))
    await answer('108856')
    await answer('108858')
    await chosenRow(/^Record payments, 2 orders/)
    await key('Enter')
    await waitFor(() =>
      expect(store.get(dialogAtom)).toMatchObject({
        name: 'bulk-orders',
        orders: [{ code: '108858' }, { code: '108856' }],
      }),
    )
  })

  test('name the unknown ones and those that a command cannot run on', async () => {
    await typed('108858, 108856 108850', '108858', '108856')
    await answer('108858')
    await answer('108856')
    await fail('108850', 404)
    await waitFor(() =>
      expect(screen.getByRole('listbox').textContent).toContain('2 orders · 108850 unknown'),
    )
    expect(texts()).toEqual([
      expect.stringContaining('Open 3 orders as a list'),
      expect.stringMatching(/^Record payments, 2 orders/),
      expect.stringMatching(/^Pack orders, .*paid/),
      expect.stringContaining('Copy 3 codes'),
    ])
  })
})

test('filters as words name their list and open it', async () => {
  const { place } = await typed('unpaid christchurch')
  await chosenRow(/^Unpaid orders · Christchurch/)
  await key('Enter')
  await waitFor(() => expect(place()).toBe('/orders'))
})

test('the result of a sum is copied', async () => {
  const copied = vi.fn(async () => undefined)
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } })
  await typed('109 + 15%')
  await chosenRow(/^125\.35, 109 \+ 15%/)
  await key('Enter')
  expect(copied).toHaveBeenCalledWith('125.35')
  await waitFor(() => expect(store.get(toastsAtom).at(-1)?.text).toBe('Copied 125.35'))
})

test('a text in which nothing is known is searched for', async () => {
  await typed('the quick brown fox')
  await chosenRow(/^Search all records for the quick brown fox/)
})
