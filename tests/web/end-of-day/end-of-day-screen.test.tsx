import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type CourierDay, ManifestRequest } from '../../../src/contract/end-of-day.ts'
import { fakeServer } from '../api/fake-server.ts'
import { asked, openAt, setUpScreens } from '../screens/on-screen.tsx'

// Must run before the import of the console, which reads the page once.
vi.hoisted(() => {
  document.head.innerHTML = '<meta name="capabilities" content="end-of-day">'
})
const width = vi.hoisted(() => ({ isNarrow: false }))
vi.mock('../../../src/web/table/use-narrow.ts', () => ({ useNarrow: () => width.isNarrow }))

const dayOf = (name: string, open: string[], pieces: number, weight: number): CourierDay => ({
  ...{ courier: name, provider: name, provider_name: name, branch: 'auckland' },
  ...{ consignments: open.length, pieces, weight, open },
  ...{ unconfirmed: [], closed_at: null, pickup: null, cut_off: null },
})
let days: CourierDay[] = []

setUpScreens()
beforeEach(() => {
  width.isNarrow = false
  days = [dayOf('swift', ['A1', 'A2'], 3, 4.5), dayOf('aramex', ['B1'], 2, 1.2)]
  fakeServer.answer(({ url, body }) => {
    if (url.endsWith('/end-of-day/manifests')) {
      const { courier } = ManifestRequest.parse(body)
      days = days.map((day) => (day.courier === courier ? { ...day, open: [] } : day))
      return { body: { outcome: 'closed', pickup: null } }
    }
    return { body: url.endsWith('/end-of-day') ? days : [] }
  })
})

const grid = () => screen.findByRole('grid', { name: 'Couriers' })
const key = (name: string, init: object = {}) => fireEvent.keyDown(document.body, { key: name, ...init })
/** The sidebar has a link of the same name. */
const wayBack = () => within(screen.getByRole('main')).queryByRole('link', { name: 'End of day' })
const manifests = () => asked('/api/v1/end-of-day/manifests').length

test('a last row adds up all couriers', async () => {
  await openAt('/end-of-day')
  const rows = within(await grid()).getAllByRole('row')
  const cells = within(rows.at(-1) ?? document.body).getAllByRole('gridcell')
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    '',
    'Total',
    '2 couriers',
    '3',
    '5',
    '5.7',
    '',
    '3 open',
    '',
  ])
})

test('one button closes all couriers', async () => {
  await openAt('/end-of-day')
  await grid()
  fireEvent.click(await screen.findByRole('button', { name: 'Close all 2' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('2 couriers: 3 consignments')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close all 2' }))
  await screen.findByText('All closed')
  expect(manifests()).toBe(2)
})

test('the commands act on the selected couriers', async () => {
  await openAt('/end-of-day')
  const rows = within(await grid()).getAllByRole('row')
  key('x')
  await screen.findByText('1 selected')
  expect(screen.queryByRole('button', { name: /^Close all/ })).toBeNull()
  expect(rows[1]?.getAttribute('aria-selected')).toBe('true')
  key('a', { ctrlKey: true })
  await screen.findByText('2 selected')
  fireEvent.click(screen.getByRole('button', { name: 'Close selected couriers' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Close all 2' }))
  await waitFor(() => expect(manifests()).toBe(2))
})

test('the list of a courier leads back to the end of the day', async () => {
  const router = await openAt('/end-of-day')
  const rows = within(await grid()).getAllByRole('row')
  const link = within(rows[2] ?? document.body).getByRole('link')
  expect(link.getAttribute('href')).toBe('/consignments?provider=aramex&from=end-of-day')
  fireEvent.click(link)
  await screen.findByRole('searchbox', { name: 'Search consignments' })
  expect(asked('/api/v1/consignments?').at(-1)).not.toContain('from')
  expect(wayBack()?.getAttribute('href')).toBe('/end-of-day')
  key('u')
  await waitFor(() => expect(router.state.location.pathname).toBe('/end-of-day'))
})

test('another list of consignments has no way back', async () => {
  await openAt('/consignments?provider=aramex')
  await screen.findByRole('searchbox', { name: 'Search consignments' })
  expect(wayBack()).toBeNull()
})

test('on a small screen, all couriers are closed by a button, and one from the menu of its row', async () => {
  width.isNarrow = true
  await openAt('/end-of-day')
  const rows = within(await grid()).getAllByRole('row')
  expect(screen.getAllByRole('button', { name: 'Close all 2' }).length).toBeGreaterThan(0)
  expect(screen.getAllByRole('button', { name: 'Print all 2 run sheets' }).length).toBeGreaterThan(0)
  fireEvent.click(within(rows[2] ?? document.body).getByRole('button', { name: 'Actions' }))
  const menu = await screen.findByRole('menu', { name: 'Actions for aramex, Auckland' })
  expect(within(menu).getByRole('menuitem', { name: /Print run sheet/ })).toBeTruthy()
  fireEvent.click(within(menu).getByRole('menuitem', { name: /Close the day/ }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('aramex, Auckland: 1 consignment')
})
