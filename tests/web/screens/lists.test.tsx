import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { AxiosError } from 'axios'
import { beforeEach, describe, expect, test } from 'vitest'
import { MESSAGES } from '../../../src/domain/records/catalogue.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { STAFF_NAMES } from '../../../src/web/screens/placeholders/new-job-screen.tsx'
import { store } from '../../../src/web/state/store.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { connectionLost, fakeServer } from '../api/fake-server.ts'
import { asked, heads, openAt, setUpScreens } from './on-screen.tsx'

setUpScreens()

describe('lists', () => {
  beforeEach(() => fakeServer.answer(() => ({ body: [] })))

  describe('notes, quotes and jobs load nothing', () => {
    // JOB-1
    test.each([
      ['/notes', 'New Note', ['Note ID', 'Date', 'Note'], 'No notes found'],
      ['/quotes', 'New Quote', ['Quote ID', 'Date', 'Customer', 'Total', 'Status'], 'No quotes found'],
      ['/jobs', 'New Job', ['Job ID', 'Name', 'Job date', 'Status', 'Phone', 'Location'], 'No jobs found'],
    ])('%s', async (address, button, columns, words) => {
      await openAt(address)
      await screen.findByText(words)
      expect(heads()).toEqual(columns)
      expect(screen.getByRole('button', { name: button })).toBeTruthy()
      const pages = within(screen.getByRole('navigation', { name: 'Pages' }))
      expect(pages.getAllByRole('link').map((link) => link.textContent)).toEqual(['1'])
      expect(fakeServer.sent).toEqual([])
    })

    test.each([
      ['/notes', 'New Note'],
      ['/quotes', 'New Quote'],
    ])('at %s %s says that there is no such feature', async (address, name) => {
      await openAt(address)
      fireEvent.click(await screen.findByRole('button', { name }))
      expect(await screen.findByText('Feature not available')).toBeTruthy()
    })

    test('three column headings of the jobs sort', async () => {
      await openAt('/jobs')
      await screen.findByText('No jobs found')
      const head = screen.getByRole('columnheader', { name: 'Job date' })
      const sorted = () =>
        screen.getAllByRole('columnheader').map((column) => column.getAttribute('aria-sort'))
      expect(sorted()).toEqual(['none', 'none', 'none', null, null, null])
      fireEvent.click(within(head).getByRole('button'))
      expect(sorted()).toEqual(['none', 'none', 'ascending', null, null, null])
      fireEvent.click(within(head).getByRole('button'))
      expect(sorted()[2]).toBe('descending')
    })

    test('a search of the quotes is in the address', async () => {
      const router = await openAt('/quotes')
      const box = await screen.findByRole('searchbox', { name: 'Search quotes' })
      fireEvent.change(box, { target: { value: 'deck' } })
      fireEvent.submit(screen.getByRole('search', { name: 'Search quotes' }))
      await waitFor(() => expect(router.state.location.search).toBe('?query=deck'))
      expect(await screen.findByText('Nothing matches “deck”.')).toBeTruthy()
    })
  })

  test.each([
    ['/customers?query=plumbing', { list: 'customers', filter: { query: 'plumbing' } }],
    ['/products', { list: 'products', filter: {} }],
    [
      '/consignments?date=2026-11-18&provider=nzpost',
      { list: 'consignments', filter: { date: '2026-11-18', query: '', provider: 'nzpost' } },
    ],
  ])('the export of %s is that of what it shows', async (address, request) => {
    await openAt(address)
    await waitFor(() => expect(store.get(targetsAtom).list?.exported?.()).toEqual(request))
  })

  describe('the New Job form', () => {
    const field = (name: string) => screen.getByLabelText(name)
    const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })

    // JOB-2
    test('has its fields, seven people, and Auckland for a city', async () => {
      await openAt('/jobs/new')
      await screen.findByRole('heading', { level: 1, name: 'New Job' })
      expect(
        ['Customer name', 'Phone', 'Street', 'Suburb', 'Postal code', 'Description', 'Items required'].map(
          (name) => field(name).getAttribute('value') ?? field(name).textContent,
        ),
      ).toEqual(['', '', '', '', '', '', ''])
      expect(field('City')).toHaveProperty('value', 'Auckland')
      const people = within(field('Person responsible')).getAllByRole('option', { hidden: true })
      expect(people.filter((one) => !one.hidden).map((one) => one.textContent)).toEqual([...STAFF_NAMES])
      expect(STAFF_NAMES).toHaveLength(7)
    })

    // JOB-2
    test('Create Job says that there is no such feature, sends nothing and keeps the form', async () => {
      await openAt('/jobs/new')
      await screen.findByRole('heading', { level: 1, name: 'New Job' })
      type('Customer name', 'Ruth Pemberley')
      fireEvent.click(screen.getByRole('button', { name: 'Create Job' }))
      expect(await screen.findByText('Feature not available')).toBeTruthy()
      expect(field('Customer name')).toHaveProperty('value', 'Ruth Pemberley')
      expect(fakeServer.sent).toEqual([])
    })

    test('typed text is kept; Reset clears it, and restores it once', async () => {
      await openAt('/jobs/new')
      await screen.findByRole('heading', { level: 1, name: 'New Job' })
      type('Description', 'Replace the cylinder')
      type('City', 'Papakura')
      cleanup()
      await openAt('/jobs/new')
      await waitFor(() => expect(field('Description')).toHaveProperty('value', 'Replace the cylinder'))
      await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Reset' })))
      expect([field('Description'), field('City')].map((one) => Reflect.get(one, 'value'))).toEqual([
        '',
        'Auckland',
      ])
      act(() => screen.getByRole('button', { name: 'Undo reset' }).focus())
      await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Undo reset' })))
      expect(document.activeElement).toBe(field('Customer name'))
      expect(field('City')).toHaveProperty('value', 'Papakura')
      expect(screen.queryByRole('button', { name: 'Undo reset' })).toBeNull()
    })
  })

  test.each([
    ['/jobs/new', 'New Job', '/jobs'],
    ['/consignments/new', 'New Consignment', '/consignments'],
    ['/suppliers/7', 'Supplier #7', '/suppliers'],
    ['/settings', 'Settings', '/orders'],
  ])('u goes back from %s', async (address, title, list) => {
    const router = await openAt(address)
    const heading = await screen.findByRole('heading', { level: 1, name: title })
    fireEvent.keyDown(heading, { key: 'u', code: 'KeyU' })
    await waitFor(() => expect(router.state.location.pathname).toBe(list))
  })

  test('with a back end without sessions, the settings say so and request nothing', async () => {
    await openAt('/settings')
    await screen.findByText('This console’s server does not list sessions.')
    expect(screen.queryByRole('button', { name: /End/ })).toBeNull()
    expect(asked('/identity')).toEqual([])
  })
})

describe('a failed load', () => {
  type Handler = Parameters<typeof fakeServer.answer>[0]

  function timedOut(): never {
    throw new AxiosError('timeout of 20000ms exceeded', AxiosError.ECONNABORTED)
  }

  const FAILURES: [string, Handler][] = [
    ['answers 500', () => ({ status: 500, body: { success: false, message: 'Internal error' } })],
    ['answers 404', () => ({ status: 404, body: { success: false } })],
    ['is cut off', connectionLost],
    ['gets no answer in time', timedOut],
    ['answers something unreadable', () => ({ body: '<html>proxy</html>' })],
  ]

  test.each(FAILURES)(
    "the load of the orders %s: the catalogue's message, and Try again",
    async (_, handler) => {
      fakeServer.answer(handler)
      await openAt('/orders')
      const alert = await screen.findByRole('alert')
      expect(alert.textContent).toContain(MESSAGES.somethingWrong)
      expect(alert.textContent).toContain(MESSAGES.ordersLoad)
      expect(screen.queryByText(MESSAGES.noOrders)).toBeNull()
      fakeServer.answer(() => ({ body: [exampleOrder({ code: '104823' })] }))
      fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
      const grid = await screen.findByRole('grid', { name: 'Orders' })
      expect(grid.textContent).toContain('104823')
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    },
  )

  describe('a sentence of the catalogue that the server repeats is shown once', () => {
    // MSG-2
    test.each([
      ['/orders', MESSAGES.ordersLoad, [404, 422, 429, 503]],
      ['/suppliers', MESSAGES.suppliersLoad, [404, 422, 429, 503]],
      ['/consignments', MESSAGES.consignmentSearch, [404, 422, 429, 503]],
      ['/orders/104823', MESSAGES.orderDetails, [422, 429, 503]],
      ['/orders/104823', MESSAGES.orderNotFound, [404]],
      ['/consignments/NONE1', MESSAGES.consignmentNotFound, [404]],
    ] as const)('%s: %s', async (address, message, statuses) => {
      for (const status of statuses) {
        queryClient.clear()
        fakeServer.answer(() => ({ status, body: { success: false, message } }))
        await openAt(address)
        const alert = await screen.findByRole('alert')
        expect(alert.textContent?.split(message)).toHaveLength(2)
        cleanup()
      }
    })
  })

  // MSG-3
  test.each([
    ['/orders/104823', MESSAGES.orderDetails],
    ['/consignments/COC00014123', MESSAGES.consignmentDetails],
    ['/customers/10482', MESSAGES.customerDetails],
    ['/products/2041', MESSAGES.productDetails],
    ['/suppliers/orders/31', MESSAGES.supplierOrderDetails],
  ])("the load of %s fails: the catalogue's message, and Try again", async (address, message) => {
    fakeServer.answer(() => ({ status: 500, body: { success: false } }))
    await openAt(address)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(MESSAGES.somethingWrong)
    expect(alert.textContent).toContain(message)
    const requests = () => fakeServer.sent.filter(({ url }) => url === `/api/v1${address}`).length
    const before = requests()
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(requests()).toBeGreaterThan(before))
  })
})
