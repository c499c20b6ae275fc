import '../api/fake-server.ts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { Component } from '../../../src/web/screens/ship/ship-screen.tsx'
import { EMPTY_STATION } from '../../../src/web/screens/ship/station.ts'
import { stationAtom } from '../../../src/web/screens/ship/station-store.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { fakeServer, type SentRequest } from '../api/fake-server.ts'
import { PRICES, verifyBefore } from '../consignment-form/form-on-screen.tsx'
import { PAID } from '../orders/order-of.ts'
import { Providers } from '../providers.tsx'
import { MERE } from '../state/tokens.ts'
import { stationOnTest, toSend } from './station-on-test.ts'

vi.mock('../../../src/web/lib/sound.ts', () => ({ playSound: vi.fn() }))
vi.mock('../../../src/web/printing/print.ts', () => ({ printDocument: vi.fn(async () => 'printed') }))

beforeEach(() => {
  localStorage.clear()
  storeToken(MERE)
  verifyBefore(PAID, 'Mere@Example.com')
  store.set(stationAtom, EMPTY_STATION)
  fakeServer.answer(() => ({ body: [] }))
})
afterEach(() => {
  installation.capabilities = new Set()
  queryClient.clear()
})

const isBooking = ({ method, url }: SentRequest) => method === 'POST' && url.endsWith('/consignments')
const field = () => screen.getByRole('textbox', { name: /^Scan or type/ })

function enter(text: string): void {
  fireEvent.change(field(), { target: { value: text } })
  fireEvent.keyDown(field(), { key: 'Enter', code: 'Enter' })
}

/** Books at a time that is late enough after the price. */
function decide(): void {
  const event = new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: performance.now() + 1_000 })
  act(() => void field().dispatchEvent(event))
}

describe('the idle station', () => {
  const BOARD = {
    to_ship: 14,
    held: 2,
    late: 1,
    sent: 31,
    oldest: { code: '104001', since: '2026-11-19T20:00:00.000Z' },
    next: { code: '104823', since: null },
    couriers: [
      {
        courier: 'simulated',
        provider: 'nzpost',
        provider_name: 'NZ Post',
        branch: 'auckland',
        consignments: 9,
        cut_off: null,
      },
    ],
  }
  const isBoard = ({ url }: SentRequest) => /\/board(\?|$)/.test(url)
  const show = () => {
    const router = createMemoryRouter([{ path: '/ship', element: <Component /> }], {
      initialEntries: ['/ship'],
    })
    render(<RouterProvider router={router} />, { wrapper: Providers })
  }
  const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

  test('shows what is to be done, and opens a scanned order as without it (SHIP-6)', async () => {
    installation.capabilities = new Set(['board'])
    fakeServer.answer((request) => {
      if (isBoard(request)) return { body: BOARD }
      return request.url.includes('/orders/') ? { body: PAID } : { body: [] }
    })
    show()
    await screen.findByRole('region', { name: 'Board' })
    expect(['To ship now', 'Next order', 'Held', 'Late', 'Booked today'].map(figure)).toEqual([
      '14',
      '104823',
      '2',
      '1',
      '31',
    ])
    screen.getByText('Oldest: 104001')
    expect(screen.getByRole('list', { name: 'Couriers' }).textContent).toBe('9NZ PostNo cut-off')
    expect(document.activeElement).toBe(field())
    enter('104823')
    await screen.findByRole('heading', { level: 2, name: '104823' })
    expect(screen.queryByRole('region', { name: 'Board' })).toBeNull()
  })

  const showBoard = async () => {
    installation.capabilities = new Set(['board'])
    show()
    await screen.findByRole('region', { name: 'Board' })
  }
  const courier = (courier: string, branch: string, consignments: number, cut_off: string | null) => ({
    ...{ courier, provider: courier, provider_name: null, branch, consignments, cut_off },
  })

  test('opens the next order with an Enter, but not with an Enter after a booking', async () => {
    fakeServer.answer((request) => {
      if (isBoard(request)) return { body: BOARD }
      if (isBooking(request))
        return { body: { success: true, message: null, data: { consignment_id: 'COC1' } } }
      if (request.url.endsWith('/pricing')) return { body: PRICES }
      return request.url.includes('/orders/') ? { body: PAID } : { body: [] }
    })
    await showBoard()
    enter('')
    await screen.findByRole('heading', { level: 2, name: '104823' })
    enter('22x60x30 11.4')
    await screen.findByText('cheapest')
    decide()
    await screen.findByText('Order 104823 booked')
    await screen.findByRole('region', { name: 'Board' })
    enter('')
    expect(store.get(stationAtom).phase.name).toBe('booked')
    // The board of the bench is that of the branch it sends from.
    expect(fakeServer.sent.filter(isBoard).at(-1)?.url).toMatch(/branch=auckland$/)
  })

  test('names couriers with a cut-off of which nothing is booked yet, together', async () => {
    const until = '2040-01-05T02:30:00.000Z'
    const couriers = [
      courier('nzpost', 'auckland', 0, until),
      courier('aramex', 'auckland', 0, until),
      courier('nzpost', 'christchurch', 0, until),
      courier('dhl', 'auckland', 2, '2040-01-05T01:00:00.000Z'),
    ]
    fakeServer.answer((request) => (isBoard(request) ? { body: { ...BOARD, couriers } } : { body: [] }))
    await showBoard()
    const { children } = screen.getByRole('list', { name: 'Couriers' })
    expect(Array.from(children, ({ textContent }) => textContent)).toEqual([
      '2DHLThu 14:00',
      '0NZ Post, AramexThu 15:30',
    ])
  })

  describe('as time passes', () => {
    /** 15:29:50 on Friday 20 November 2026 in Auckland. */
    const START = Date.parse('2026-11-20T02:29:50.000Z')
    let board: { body: object } | { status: number; body: object }
    beforeEach(() => {
      vi.useFakeTimers({ now: START, shouldAdvanceTime: true })
      board = { body: { ...BOARD, couriers: [courier('dhl', 'auckland', 2, '2026-11-20T02:30:00.000Z')] } }
      fakeServer.answer((request) => (isBoard(request) ? board : { body: [] }))
    })
    afterEach(() => void vi.useRealTimers())
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

    test('requests again after a cut-off, which makes parcels late', async () => {
      await showBoard()
      board = { body: { ...BOARD, late: 3 } }
      await pass(12_000)
      expect(figure('Late')).toBe('3')
    })

    test('keeps the figures of a failed request and says of when they are', async () => {
      await showBoard()
      expect(screen.queryByText(/^As of/)).toBeNull()
      board = { status: 503, body: {} }
      await pass(65_000)
      screen.getByText('As of 15:29')
      expect(figure('To ship now')).toBe('14')
      board = { body: BOARD }
      await pass(65_000)
      expect(screen.queryByText(/^As of/)).toBeNull()
    })

    test('drops the count of yesterday at midnight, and keeps the rest', async () => {
      vi.setSystemTime(Date.parse('2026-11-20T10:59:50.000Z'))
      await showBoard()
      board = { status: 503, body: {} }
      await pass(20_000)
      expect(figure('Booked today')).toBe('—')
      expect(figure('To ship now')).toBe('14')
    })

    test('says that a board could not be loaded, and loads it later', async () => {
      const answer = board
      board = { status: 503, body: {} }
      installation.capabilities = new Set(['board'])
      show()
      await screen.findByText(/^The board could not be loaded/)
      board = answer
      await pass(65_000)
      screen.getByRole('region', { name: 'Board' })
    })
  })

  test('asks another back end for no board', async () => {
    show()
    await screen.findByText(/^Scan an order/)
    expect(fakeServer.sent.filter(isBoard)).toEqual([])
    expect(screen.queryByRole('region', { name: 'Board' })).toBeNull()
  })

  test('is shown once the booking of the last order is undone', () => {
    const station = stationOnTest()
    station.open(toSend('104823'))
    station.enter()
    station.send({ type: 'booked', quote: 'q1', consignment: 'C1' })
    station.send({ type: 'changed', order: toSend('104823') })
    const dates = { shipped_at: '2026-11-25T01:00:00Z' }
    station.send({ type: 'changed', order: toSend('104823', { dates }) })
    expect(station.state.phase.name).toBe('booked')
    station.send({ type: 'changed', order: toSend('104823') })
    expect(station.state.phase.name).toBe('waiting')
  })
})

// ORD-56
test('a letter that stays alone during a booking is a key once that is made', () => {
  const station = stationOnTest()
  station.open(toSend('104823'))
  station.enter()
  station.type('z')
  station.send({ type: 'letter', letter: 'z', typedAt: station.state.typedAt })
  expect([station.did, station.state.text]).toEqual([[], ''])
  station.send({ type: 'booked', quote: 'q1', consignment: 'C1' })
  expect(station.did).toEqual(['print C1', 'press z'])
})
