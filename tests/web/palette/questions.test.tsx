import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { type Answer, fakeServer } from '../api/fake-server.ts'
import { chosen, key, rows, setUpPalette, showTyped, write } from './on-screen.tsx'

setUpPalette()

const { capabilities } = installation
afterAll(() => {
  installation.capabilities = capabilities
})

const chosenRow = (words: RegExp) => waitFor(() => expect(chosen()).toMatch(words))

// PAL-17
describe('a question', () => {
  beforeAll(() => {
    installation.capabilities = new Set(['answers'])
  })
  const AT = '2026-11-22T01:05:00.000Z'
  const figures = (count: number) => ({ body: { at: AT, count, total: 140_050, branches: [] } })
  /** The server counts orders, and has no records. */
  function serve(answerTo: (parameters: Record<string, string>) => Answer | Promise<Answer>): void {
    fakeServer.answer(({ url }) => {
      const { pathname, searchParams } = new URL(url, 'http://console')
      return pathname.endsWith('/figures/orders') ? answerTo(Object.fromEntries(searchParams)) : { body: [] }
    })
  }

  test('is answered exactly, with the moment; Enter copies the number, Tab leads to the list', async () => {
    const asked: unknown[] = []
    serve((parameters) => {
      asked.push(parameters)
      return figures(14)
    })
    const copy = vi.fn(async () => undefined)
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copy } })
    await showTyped('how many unpaid chch')
    await chosenRow(/^Asking the server/)
    await chosenRow(/^14 orders, Unpaid orders · Christchurch · last 30 days · at 22\/11\/2026 14:05/)
    expect(asked).toEqual([{ branch: 'christchurch', daterange: '30days', status: 'unpaid' }])
    expect(screen.getByRole('note', { name: 'What Enter does' }).textContent).toContain('Copy 14')
    await key('Tab')
    await chosenRow(/^Unpaid orders · Christchurch/)
    await write('how many unpaid chch')
    await chosenRow(/^14 orders/)
    await key('Enter')
    await waitFor(() => expect(copy).toHaveBeenCalledWith('14'))
  })

  test('about the freight of a day leads to the consignments of the day', async () => {
    fakeServer.answer(({ url }) => ({
      body: url.includes('/figures/freight') ? { at: AT, count: 2, cost: 1225 } : [],
    }))
    await showTyped('cost nzpost today')
    await chosenRow(/^\$12\.25 excl\. GST for 2 consignments/)
    await key('Tab')
    await chosenRow(/^Consignments · NZ Post · today/)
  })

  /** The server has these orders; a number that several have is refused. */
  function serveOrders(...orders: Order[]): void {
    fakeServer.answer(({ url }) => {
      const [kind, code] = new URL(url, 'http://console').pathname
        .replace('/api/v1/', '')
        .split('/')
        .map(decodeURIComponent)
      if (kind !== 'orders') return code === undefined ? { body: [] } : { status: 404 }
      if (code === undefined) return { body: orders }
      const [order, ...others] = orders.filter((one) =>
        [one.code, one.code.replace(/^\D+/, '')].includes(code),
      )
      return others.length > 0 ? { status: 409 } : order ? { body: order } : { status: 404 }
    })
  }
  const owned = (code: string, phone: string) => exampleOrder({ code, customer: { phone } })

  // ORD-70
  test('about a number that several orders have copies nothing and names them', async () => {
    serveOrders(owned('#104823', '03 555 0001'), owned('A-104823', '03 555 0002'))
    await showTyped('phone of 104823')
    await chosenRow(/^Several orders have this number: (#104823, A-104823|A-104823, #104823), 104823/)
    expect(screen.getByRole('note', { name: 'What Enter does' }).textContent).not.toContain('Copy')
  })

  test('names the order that a part of a code means', async () => {
    serveOrders(owned('108858', '03 555 0001'))
    await showTyped('phone of order 8858')
    await chosenRow(/^03 555 0001, 108858 · at /)
  })

  test('who took a step requests no history that the server does not have', async () => {
    serveOrders(exampleOrder({ code: '108858', dates: { ready_at: '2026-11-20T02:00:00Z' } }))
    await showTyped('who packed 108858')
    await chosenRow(/^This server records no history, 108858/)
    expect(fakeServer.sent.map(({ url }) => url).join()).not.toContain('history')
  })

  test('an answer to an older text is not shown, and Enter before an answer copies nothing', async () => {
    const copy = vi.fn(async () => undefined)
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copy } })
    let answerLate = (_: Answer): void => undefined
    const late = new Promise<Answer>((resolve) => {
      answerLate = resolve
    })
    serve(({ status }) => (status === 'paid' ? late : figures(3)))
    await showTyped('how many paid')
    await chosenRow(/^Asking the server/)
    await key('Enter')
    expect(copy).not.toHaveBeenCalled()
    await write('how many unpaid')
    await chosenRow(/^3 orders/)
    answerLate(figures(99))
    await waitFor(() => expect(chosen()).toMatch(/^3 orders/))
    expect(
      rows()
        .map((row) => row.textContent)
        .join(),
    ).not.toContain('99')
  })
})
