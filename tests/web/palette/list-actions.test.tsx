import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { dialogAtom } from '../../../src/web/state/dialogs.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { store } from '../../../src/web/state/store.ts'
import { exampleConsignment, exampleOrder } from '../../domain/example-records.ts'
import { type Answer, fakeServer } from '../api/fake-server.ts'
import { chosen, key, setUpPalette, showTyped as typed } from './on-screen.tsx'

setUpPalette()

const { capabilities } = installation
beforeEach(() => {
  installation.capabilities = new Set(['label-batches'])
})
afterAll(() => {
  installation.capabilities = capabilities
})

const chosenRow = (words: RegExp) => waitFor(() => expect(chosen()).toMatch(words))

// PAL-16
describe('a verb and a list', () => {
  const of = (count: number, change: Parameters<typeof exampleOrder>[0] = {}) =>
    Array.from({ length: count }, (_, index) => exampleOrder({ ...change, code: String(108000 + index) }))
  const PAID = { status: 'paid', dates: { paid_at: '2026-11-20T01:00:00Z' } } as const
  /** The server has this list, and no other records. */
  function serve(path: string, answerTo: (parameters: Record<string, string>) => Answer): void {
    fakeServer.answer(({ url }) => {
      const { pathname, searchParams } = new URL(url, 'http://console')
      const isSearch = /pack|pay|print|copy|ship/.test(searchParams.get('query') ?? '')
      return pathname.endsWith(path) && !isSearch ? answerTo(Object.fromEntries(searchParams)) : { body: [] }
    })
  }

  test('takes the values beside the list into its dialog', async () => {
    serve('/orders', () => ({ body: of(2) }))
    await typed('pay unpaid cash')
    await chosenRow(/^Record payments of 2 orders: Unpaid orders · last 30 days · cash/)
    expect(screen.getByRole('note', { name: 'What Enter does' }).textContent).toMatch(
      /^Record payments of 2 orders: Unpaid orders · last 30 days · cash(?!, cash)/,
    )
    await key('Enter')
    await waitFor(() =>
      expect(store.get(dialogAtom)).toMatchObject({
        name: 'bulk-orders',
        action: 'record-payment',
        orders: [{ code: '108000' }, { code: '108001' }],
        given: { payment_method: 'cash' },
      }),
    )
  })

  test('says how many and which orders, and Enter shows them', async () => {
    const asked: unknown[] = []
    serve('/orders', (parameters) => {
      asked.push(parameters)
      return { body: of(3, PAID) }
    })
    await typed('pack paid chch')
    await chosenRow(/^Pack 3 orders: Paid orders · Christchurch · last 30 days/)
    expect(asked).toEqual([{ branch: 'christchurch', daterange: '30days', status: 'paid' }])
    expect(screen.getByRole('note', { name: 'What Enter does' }).textContent).toContain('Pack 3 orders: Paid')
    await key('Enter', { ctrlKey: true })
    await waitFor(() =>
      expect(store.get(dialogAtom)).toMatchObject({
        name: 'bulk-orders',
        action: 'pack',
        orders: [{ code: '108000' }, { code: '108001' }, { code: '108002' }],
      }),
    )
  })

  // PAL-18, ORD-100
  test('books several orders only in the dialog that shows their prices', async () => {
    installation.capabilities = new Set(['book-once', 'courier-rules'])
    serve('/orders', () => ({ body: of(2, { ...PAID, status: 'Ready to ship' }) }))
    await typed('ship paid chch')
    await chosenRow(/^Book 2 orders by rule…: Paid orders · Christchurch · last 30 days/)
    await key('Enter', { ctrlKey: true })
    await waitFor(() =>
      expect(store.get(dialogAtom)).toMatchObject({
        name: 'book-orders',
        orders: [{ code: '108000' }, { code: '108001' }],
      }),
    )
  })

  test('says why several orders are not booked with parcels', async () => {
    installation.capabilities = new Set(['book-once', 'courier-rules'])
    serve('/orders', () => ({ body: of(2, { ...PAID, status: 'Ready to ship' }) }))
    await typed('ship paid chch 22x60x30 11.4')
    await chosenRow(/Several orders have their own parcels: name none, or ship one order/)
    await key('Enter')
    expect(store.get(dialogAtom)).toBeNull()
  })

  test('names the orders that the command cannot run on', async () => {
    serve('/orders', () => ({ body: [...of(1, PAID), exampleOrder({ code: '108900' })] }))
    await typed('pack chch')
    await chosenRow(/^Pack 2 orders: Orders · Christchurch.*1 order · not paid yet: 108900/)
  })

  test('says that it acts on the first page alone', async () => {
    serve('/orders', () => ({ body: of(200) }))
    await typed('unpaid pay')
    await chosenRow(/^Record payments of the first 200 orders: Unpaid orders/)
  })

  test('says what it copies of the first page, and which orders have none', async () => {
    const lacking = exampleOrder({ code: '108900', customer: { phone: null, mobile: null } })
    const others = (count: number) => of(count, { customer: { phone: '035550372' } })
    serve('/orders', () => ({ body: [...others(199), lacking] }))
    await typed('copy phones of unpaid')
    await chosenRow(/^Copy phone numbers? of the first 200 orders: Unpaid orders/)
    expect(screen.getByRole('note', { name: 'What Enter does' }).textContent).toMatch(
      /^Copy the phone numbers of 199 of the first 200 orders; 108900 has none/,
    )
  })

  test('saves the whole list as a file, and says how many orders it has', async () => {
    const asked: unknown[] = []
    fakeServer.answer(({ method, url, body }) => {
      const { pathname, searchParams } = new URL(url, 'http://console')
      if (method === 'POST') {
        asked.push(body)
        return { body: { ticket: 'secret', file: 'orders.csv' } }
      }
      if (pathname.endsWith('/figures/orders')) {
        asked.push(Object.fromEntries(searchParams))
        return { body: { at: '2026-11-22T01:00:00Z', count: 3412, total: 1, branches: [] } }
      }
      return { body: pathname.endsWith('/orders') && !searchParams.has('query') ? of(200) : [] }
    })
    installation.capabilities = new Set(['csv', 'answers'])
    await typed('csv unpaid auckland')
    await chosenRow(/^Export 3412 orders: Unpaid orders · Auckland · last 30 days/)
    expect(screen.getByRole('note', { name: 'What Enter does' }).textContent).toMatch(
      /^Export 3412 orders: Unpaid orders · Auckland · last 30 days$/,
    )
    const filter = { branch: 'auckland', daterange: '30days', status: 'unpaid' }
    expect(asked).toEqual([filter])
    await key('Enter')
    await waitFor(() => expect(asked.slice(1)).toEqual([{ list: 'orders', filter }]))
  })

  test('saves all orders of a list that the back end cannot count', async () => {
    serve('/orders', () => ({ body: of(200) }))
    installation.capabilities = new Set(['csv'])
    await typed('csv unpaid')
    await chosenRow(/^Export all orders: Unpaid orders · last 30 days/)
  })

  test.each([
    [{ body: [] }, /The list has no order/],
    [{ status: 500 }, /The list could not be loaded/],
    [{ body: [...of(1, PAID), {}] }, /The list could not be loaded/],
  ])('says why it is not possible', async (answer: Answer, reason) => {
    serve('/orders', () => answer)
    await typed('pack paid')
    await chosenRow(reason)
    await key('Enter')
    expect(store.get(dialogAtom)).toBeNull()
  })

  test('shows the consignments whose labels would be printed', async () => {
    serve('/consignments', () => ({ body: [exampleConsignment({ tracking_code: 'COC00014123' })] }))
    await typed('print nzpost today')
    await chosenRow(/^Print labels of 1 consignment: Consignments · NZ Post · today/)
    await key('Enter')
    await waitFor(() =>
      expect(store.get(dialogAtom)).toMatchObject({
        name: 'print-labels',
        consignments: [{ tracking_code: 'COC00014123' }],
        isAsked: true,
      }),
    )
  })
})
