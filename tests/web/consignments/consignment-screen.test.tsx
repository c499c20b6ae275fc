import '../api/fake-server.ts'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Provider } from 'jotai'
import type { ReactElement } from 'react'
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { availability } from '../../../commands/engine/command.ts'
import { commandById } from '../../../commands/index.ts'
import type { Consignment } from '../../../src/contract/consignments.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { commandContext } from '../../../src/web/commands/context.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { ListCount } from '../../../src/web/list/pagination.tsx'
import { Component as NewConsignmentScreen } from '../../../src/web/screens/consignment-form/new-consignment-screen.tsx'
import { ConsignmentDetails } from '../../../src/web/screens/consignments/consignment-details.tsx'
import { consignmentColumns } from '../../../src/web/screens/consignments/consignments-list.tsx'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { exampleConsignment } from '../../domain/example-records.ts'
import { fakeServer } from '../api/fake-server.ts'
import { Providers } from '../providers.tsx'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'
import { MERE } from '../state/tokens.ts'

describe('the details', () => {
  const FULL = exampleConsignment({
    tracking_code: 'COC00014123',
    order_code: '104823',
    shipping_company: 'posthaste',
    dates: { created_at: '2026-11-20 14:05:00' },
    destination: {
      building: 'McAllister Bros Stockwater',
      contact_name: 'Hamish McAllister',
      suburb: 'Lichfield',
    },
    parts: [
      {
        reference: '104823-1',
        height: 22,
        length: 60,
        width: 60,
        weight: 11.4,
        cost: 1086,
        services: [
          { code: 'SIG', description: 'Signature', total: 150 },
          { code: 'SAT', description: 'Saturday', total: 0 },
        ],
      },
      { label: 'COC00014123002', height: 1, length: 1, width: 1, weight: 0.05, cost: 500 },
    ],
    services: [
      { code: 'VAR', description: 'Variable charge', total: 206 },
      { code: 'RUR', description: 'Rural delivery', total: 0 },
    ],
  })

  beforeEach(() => store.set(targetsAtom, {}))

  function show(consignment: Consignment): void {
    store.set(targetsAtom, { consignment })
    render(
      <Provider store={store}>
        <MemoryRouter>
          <ConsignmentDetails consignment={consignment} />
        </MemoryRouter>
      </Provider>,
    )
  }

  /** Texts of the cells of each row, as on a wide screen. */
  const rows = () =>
    within(screen.getByRole('table', { name: 'Packages' }))
      .getAllByRole('row')
      .map((row) => Array.from(row.children, (cell) => cell.textContent))

  // CON-1
  test('the columns of the list are in their order', () => {
    expect(consignmentColumns.map((column) => column.header)).toEqual([
      'Created',
      'Code/Reference',
      'Courier',
      'Destination',
      'Status',
    ])
  })

  test('the packages, their extra services above 0, the consignment’s own, and the totals', () => {
    show(FULL)
    expect(rows()).toEqual([
      ['Reference', 'Dimensions (cm)', 'Volume (m3)', 'Weight (kg)', 'Cost'],
      [expect.stringContaining('104823-1'), '22 × 60 × 60', '0.7920', '11.400', '$10.86'],
      ['Signature', '', '', '', '$1.50'],
      [expect.stringContaining('COC00014123002'), '1 × 1 × 1', '0.0001', '0.050', '$5.00'],
      ['Variable charge', '', '', '', '$2.06'],
      ['Total', '', '0.7920', '11.450', '$19.42'],
    ])
  })

  test('its order can be viewed, an invoice of the other system cannot', () => {
    show(FULL)
    expect(screen.getByRole('button', { name: 'View Order' })).toBeTruthy()
  })

  test('an invoice shows its number alone', () => {
    show(exampleConsignment({ order_code: '48213' }))
    expect(screen.getByText('48213')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'View Order' })).toBeNull()
  })

  test('a consignment with only a code shows dashes for all other values', () => {
    show(exampleConsignment())
    expect(screen.getByText('0 parcels')).toBeTruthy()
    expect(screen.getAllByText('—').length).toBeGreaterThan(5)
    expect(screen.getByText('Awaiting collection by freight company')).toBeTruthy()
  })

  test.each([
    [0, '0 results'],
    [1, '1 result'],
    [2, '2 results'],
    [null, ''],
  ])('%s rows are counted as %j', (count, words) => {
    const list =
      count === null
        ? { state: 'loading' as const, rows: [] }
        : {
            state: count === 0 ? ('empty' as const) : ('rows' as const),
            rows: new Array<object>(count).fill({}),
          }
    render(<ListCount list={list} />)
    expect(screen.getByRole('status').textContent).toBe(words)
  })

  test('says what could not be read, and shows the rest', () => {
    show(
      exampleConsignment({
        events: [{ description: 'Picked up', date: '2026-11-20 16:00:00' }, 'Delivered'],
        parts: [{ reference: '104823-1', services: [{ total: 'free' }] }],
      }),
    )
    const said = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(said).toEqual([
      '1 event could not be read and was left out.1 service could not be read and was left out.',
    ])
    screen.getByText('Picked up')
    screen.getByText('104823-1')
  })

  test('says nothing if all was read', () => {
    show(FULL)
    expect(screen.queryByRole('status')).toBeNull()
  })
})

describe('the screen', () => {
  beforeEach(() => {
    localStorage.clear()
    storeToken(MERE)
  })

  function show(element: ReactElement): void {
    render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />, { wrapper: Providers })
  }

  /** The value that follows a term. */
  const fact = (name: string) =>
    screen.getAllByText(name, { selector: 'dt' }).map((term) => term.nextElementSibling?.textContent)

  // CON-7
  test('a consignment shows its order, status, receiver and tracking events', () => {
    const destination = {
      building: 'Tāmaki Plumbing & Gas',
      contact_name: 'Māia Ngata',
      contact_phone: '09 555 0123',
      contact_email: 'MAIA@EXAMPLE.COM',
      street: '12 Lunn Avenue',
      suburb: 'Mount Wellington',
      region: 'Auckland',
      postcode: '0610',
    }
    const dates = { created_at: '2026-11-20 14:05:00', picked_at: '2026-11-20 16:00:00' }
    show(
      <ConsignmentDetails consignment={exampleConsignment({ order_code: '104823', dates, destination })} />,
    )
    expect(fact('Reference')).toEqual(['104823'])
    expect(fact('Status')[0]).toContain('Out for delivery')
    const receiver = ['Company', 'Name', 'Phone', 'Email', 'Street', 'Suburb', 'Region', 'Postcode']
    const [company, name, phone, email, ...place] = receiver.map((term) => fact(term)[0])
    expect([company, name, phone, email?.toUpperCase(), ...place]).toEqual(Object.values(destination))
    expect(screen.getByText('Tracking number allocated & order ready')).toBeTruthy()
  })

  // FRT-1, FRT-6
  test('the form of a new consignment has a back link, its purpose, and a hint on missing prices', () => {
    show(<NewConsignmentScreen />)
    expect(screen.getByRole('link', { name: 'Consignments' }).getAttribute('href')).toBe('/consignments')
    screen.getByText(
      "Use this form to create a consignment for an Infusion invoice that isn't yet showing in this system.",
    )
    screen.getByText(
      'Not seeing pricing for every freight company? Delete the suburb, city, and region fields, and then try refreshing the freight options.',
    )
  })
})

describe('a deletion', () => {
  const CODE = 'TTS00950873'
  const REASON = 'The consignment is being deleted: Swift has not confirmed yet.'

  setUpScreens()

  /** The courier does not confirm the cancellation, so the consignment is being deleted from then on. */
  beforeEach(() => {
    let status = 'Awaiting pick-up'
    fakeServer.answer(({ method }) => {
      if (method !== 'DELETE') return { body: exampleConsignment({ tracking_code: CODE, status }) }
      status = 'Being deleted'
      return { status: 503, body: { success: false, message: REASON } }
    })
  })

  test('a consignment that is being deleted says so, offers no label, and is not deleted again', async () => {
    await openAt(`/consignments/${CODE}`)
    await waitFor(() => expect(commandContext().targets.consignment?.tracking_code).toBe(CODE))
    act(() => runCommand('consignment.delete', 'key'))
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await screen.findByText(`Failed to delete the consignment, refresh the page and try again. ${REASON}`)
    await waitFor(() => expect(screen.getAllByText('Being deleted').length).toBeGreaterThan(0))
    const context = commandContext()
    expect(availability(commandById('consignment.print'), context).state).toBe('blocked')
    expect(availability(commandById('consignment.delete'), context).state).toBe('hidden')

    act(() => runCommand('consignment.labels', 'key'))
    await screen.findByText('Failed to get the consignment labels, please try again.')
    screen.getByText('The consignment is being deleted.')
    expect(screen.queryByRole('button', { name: /^Print label/ })).toBeNull()
  })
})

describe('the questions before a deletion', () => {
  const [GONE, NEXT] = ['TTS00950873', 'COC00950776']
  const rowOf = (code: string) => exampleConsignment({ tracking_code: code })

  setUpScreens()

  /** The response of the list call. */
  let rows: unknown[]

  beforeEach(() => {
    rows = [rowOf(GONE), rowOf(NEXT)]
    fakeServer.answer(({ method, url }) => {
      if (method === 'DELETE') return { body: { success: true } }
      return { body: url.includes('/consignments?') ? rows : rowOf(url.split('/').at(-1) ?? '') }
    })
  })

  const deleted = () => fakeServer.sent.filter(({ method }) => method === 'DELETE').map(({ url }) => url)

  /** Opens the menu of the first row, which a new response then removes. */
  async function menuOfGone() {
    await openAt('/consignments?date=2026-11-20')
    await waitFor(() => expect(commandContext().targets.consignment?.tracking_code).toBe(GONE))
    act(() => commandContext().targets.actions?.open())
    const menu = await screen.findByRole('menu', { name: `Actions for consignment ${GONE}` })
    rows = [rowOf(NEXT)]
    await act(() => queryClient.invalidateQueries())
    await waitFor(() => expect(commandContext().targets.consignment?.tracking_code).toBe(NEXT))
    return menu
  }

  describe('the menu of a row acts on the consignment that it was opened for, although another took its place', () => {
    test('deletes it', async () => {
      fireEvent.click(within(await menuOfGone()).getByRole('menuitem', { name: /^Delete consignment/ }))
      fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
      await waitFor(() => expect(deleted()).toEqual([`/api/v1/consignments/${GONE}`]))
    })

    test('copies its code', async () => {
      const writeText = vi.fn(async () => undefined)
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
      const menu = await menuOfGone()
      fireEvent.keyDown(menu, { key: 'y', code: 'KeyY' })
      await waitFor(() => expect(writeText).toHaveBeenCalledWith(GONE))
    })
  })

  describe('the question before a consignment is deleted', () => {
    async function asked() {
      const router = await openAt('/consignments?date=2026-11-20')
      await act(() => router.navigate(`/consignments/${GONE}`))
      await waitFor(() => expect(commandContext().targets.consignment?.tracking_code).toBe(GONE))
      act(() => runCommand('consignment.delete', 'key'))
      return { router, question: await screen.findByRole('dialog', { name: 'Warning' }) }
    }

    test('names the consignment below the question, also for screen readers', async () => {
      const { question } = await asked()
      const description = document.getElementById(question.getAttribute('aria-describedby') ?? '')
      expect(Array.from(description?.children ?? [], (line) => line.textContent)).toEqual([
        'Are you sure you want to delete this consignment? This is permanent and cannot be undone.',
        `Consignment ${GONE}`,
      ])
    })

    test('closes with its screen, and nothing is deleted', async () => {
      const { router } = await asked()
      await act(() => router.navigate(-1))
      expect(router.state.location.pathname).toBe('/consignments')
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(deleted()).toEqual([])
    })
  })
})
