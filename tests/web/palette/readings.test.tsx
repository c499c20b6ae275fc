import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CourierDay } from '../../../src/contract/end-of-day.ts'
import { consignmentRecord } from '../../../src/web/api/consignments.ts'
import { customerRecord } from '../../../src/web/api/customers.ts'
import { orderRecord } from '../../../src/web/api/orders.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { dialogAtom } from '../../../src/web/state/dialogs.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { exampleConsignment, exampleCustomer, exampleOrder } from '../../domain/example-records.ts'
import { fakeServer } from '../api/fake-server.ts'
import {
  answer,
  chosen,
  fail,
  key,
  lists,
  owed,
  respond,
  rows,
  setUpPalette,
  showTyped,
  write,
} from './on-screen.tsx'

setUpPalette()

const { capabilities } = installation
beforeAll(() => {
  installation.capabilities = new Set(['end-of-day', 'label-batches'])
})
afterAll(() => {
  installation.capabilities = capabilities
})

/** The open palette with a text, over a screen with another order. */
async function typed(text: string, ...known: string[]) {
  recordIndex.add(known.map((code) => orderRecord(exampleOrder({ code }))))
  store.set(targetsAtom, { order: exampleOrder({ code: '104999' }) })
  return showTyped(text)
}
const texts = () => rows().map((row) => row.textContent)
/** Answers the search of the palette, and that for a part of a code. */
async function find(...codes: string[]) {
  await waitFor(() => expect(lists.length).toBe(2))
  await respond(() => {
    for (const list of lists) list.answer(codes.map((code) => exampleOrder({ code })))
  })
}
const chosenRow = (words: RegExp) => waitFor(() => expect(chosen()).toMatch(words))

// PAL-6
test.each(['order #108856', '108 856'])('the code in “%s” is opened like a typed one', async (text) => {
  const { place } = await typed(text, '108856')
  await chosenRow(/^108856/)
  await key('Enter')
  await waitFor(() => expect(place()).toBe('/orders/108856'))
})

test('Enter waits for a code in a text that this browser has not seen', async () => {
  const { place } = await typed('order #108856')
  await key('Enter')
  expect(screen.getByRole('status').textContent).toContain('Opening 108856 when the server answers')
  await answer('108856')
  await waitFor(() => expect(place()).toBe('/orders/108856'))
})

describe('a verb and a code', () => {
  // PAL-9
  test('opens the dialog of that order, whatever the screen shows', async () => {
    await typed('pay 108856', '108856')
    await chosenRow(/^Record payment, 108856/)
    await answer('108856')
    await waitFor(() => expect(chosen()).not.toContain('Loading'))
    await key('Enter')
    await waitFor(() =>
      expect(store.get(dialogAtom)).toMatchObject({ name: 'record-payment', order: { code: '108856' } }),
    )
  })

  test('Enter while the record loads runs the command once it is loaded', async () => {
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

  test('a code that no order has is reported', async () => {
    await typed('108856 pay')
    await fail('108856', 404)
    await find()
    await chosenRow(/No order with this code/)
    await key('Enter')
    expect([store.get(dialogAtom), screen.queryByRole('dialog')]).toEqual([null, expect.anything()])
  })
})

describe('a verb and a part of a code', () => {
  const pays = (code: string) =>
    waitFor(() => expect(store.get(dialogAtom)).toMatchObject({ name: 'record-payment', order: { code } }))
  const orderOf = (code: string, ordered_at: string) =>
    orderRecord(exampleOrder({ code, dates: { ordered_at } }))

  test('Enter waits until no record has exactly this code, and runs on the newest match that is shown', async () => {
    recordIndex.add([orderOf('108856', '2026-11-20T01:00:00Z'), orderOf('188567', '2026-11-01T01:00:00Z')])
    await typed('8856 pay')
    await chosenRow(/^Record payment, 108856, Checking for exactly 8856…/)
    await key('Enter')
    await fail('8856', 404)
    expect(store.get(dialogAtom)).toBeNull()
    await answer('108856')
    await pays('108856')
  })

  test('a record with exactly this code is shown first, and Enter on the match is dropped', async () => {
    await typed('pay 8856', '108856')
    await chosenRow(/^Record payment, 108856/)
    await key('Enter')
    await answer('8856')
    await chosenRow(/^Record payment, 8856/)
    expect(store.get(dialogAtom)).toBeNull()
    await key('Enter')
    await pays('8856')
  })

  test('a match that only the server knows is shown before Enter runs on it', async () => {
    await typed('8856 pay')
    await key('Enter')
    await fail('8856', 404)
    await find('108856')
    await answer('108856')
    await chosenRow(/^Record payment, 108856/)
    expect(store.get(dialogAtom)).toBeNull()
    await key('Enter')
    await pays('108856')
  })

  // PAL-5
  test('a fuzzy match is never taken', async () => {
    await typed('pay 108865', '108856')
    await fail('108865', 404)
    await find()
    await chosenRow(/^Record payment, 108865, No order with this code/)
  })

  test('a code of another kind is named as what it is', async () => {
    recordIndex.add([customerRecord(exampleCustomer({ code: 'CPL0100' }))])
    await typed('pay cpl0100')
    await fail('cpl0100', 404)
    await find()
    await chosenRow(/^Record payment, cpl0100, No order with this code: it belongs to customer CPL0100/i)
  })
})

test('a row and its dialog name the code of the response, if it is another one', async () => {
  await typed('771 pay', '771')
  await answer('771', exampleOrder({ code: 'SO-771' }))
  await chosenRow(/^Record payment, SO-771/)
  await key('Enter')
  expect(store.get(dialogAtom)).toMatchObject({ order: { code: 'SO-771' } })
})

describe('several codes', () => {
  /** The server has these consignments, and this browser has seen them. */
  function serveConsignments(codes: readonly string[]): void {
    const consignments = codes.map((tracking_code) => exampleConsignment({ tracking_code }))
    recordIndex.add(consignments.map(consignmentRecord))
    fakeServer.answer(({ url }) => {
      const found = consignments.find(({ tracking_code }) => url.endsWith(`/consignments/${tracking_code}`))
      return { body: found ?? [] }
    })
  }

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

  test('offer a command for one record at a time on each of them', async () => {
    const codes = ['COC00014123', 'COC00014124']
    serveConsignments(codes)
    const { place } = await typed(`label ${codes.join(' ')}`)
    await chosenRow(/^Show label, Only one consignment at a time/)
    await key('Enter')
    expect(screen.queryByRole('dialog')).not.toBeNull()
    await waitFor(() => expect(texts()[2]).toMatch(/^Show label, COC00014124/))
    await waitFor(() => expect(texts()[2]).not.toContain('Loading'))
    await key('ArrowDown')
    await key('ArrowDown')
    await key('Enter')
    await waitFor(() => expect(place()).toBe('/consignments/COC00014124'))
  })

  test('of consignments are copied, and show their records', async () => {
    const codes = ['COC00014123', 'COC00014124']
    serveConsignments(codes)
    await typed(`copy ${codes.join(' ')}`)
    await chosenRow(/^Copy 2 codes/)
    await write(codes.join(' '))
    await waitFor(() =>
      expect(texts()).toEqual([
        expect.stringContaining('Copy 2 codes'),
        expect.stringMatching(/^COC00014123/),
        expect.stringMatching(/^COC00014124/),
      ]),
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

describe('words that are not understood', () => {
  test('are named by the row', async () => {
    const row = 'Unpaid orders · last 30 days · not understood: “over $1,000”, “today”'
    const { place } = await typed('unpaid over $1,000 today')
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

  // PAL-11
  test('are also named where the sentence says what Enter does', async () => {
    await typed('pack 108856 tomorrow', '108856')
    const does = screen.getByRole('note', { name: 'What Enter does' })
    await waitFor(() => expect(does.textContent).toContain('not understood: “pack”, “tomorrow”'))
  })

  test('are named above several codes', async () => {
    await typed('108856 108858 tomorrow', '108856', '108858')
    await waitFor(() =>
      expect(screen.getByRole('group', { name: '2 orders · not understood: “tomorrow”' })).toBeDefined(),
    )
  })
})

test('Enter on another name of a screen opens it', async () => {
  const { place } = await typed('eod')
  await chosenRow(/^End of day/)
  await key('Enter')
  await waitFor(() => expect(place()).toBe('/end-of-day'))
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

test('“new order” acts on no record of the screen', async () => {
  await typed('new order')
  await waitFor(() => expect(rows().length).toBeGreaterThan(0))
  expect(texts().join()).not.toContain('104999')
  expect(chosen()).not.toMatch(/^(Create|Another|Add)/)
  await key('Enter')
  expect(store.get(dialogAtom)).toBeNull()
})

test('the active row is still found by “ship ord”', async () => {
  await typed('ship ord')
  await chosenRow(/^Create consignment, 104999/)
})
