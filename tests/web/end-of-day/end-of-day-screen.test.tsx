import '../api/fake-server.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type CourierDay, ManifestRequest } from '../../../src/contract/end-of-day.ts'
import { sendManifests } from '../../../src/web/screens/end-of-day/end-of-day-queries.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { fakeServer } from '../api/fake-server.ts'
import { asked, openAt, setUpScreens } from '../screens/on-screen.tsx'
import { MERE } from '../state/tokens.ts'

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

describe('manifests', () => {
  const codes = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`)

  const dayOf = (open: string[], unconfirmed: string[]): CourierDay => ({
    ...{ courier: 'swift', provider: 'swift', provider_name: 'Swift', branch: 'auckland' },
    ...{ consignments: open.length + unconfirmed.length, pieces: 0, weight: 0 },
    ...{ open, unconfirmed, closed_at: null, pickup: null, cut_off: null },
  })

  /** The manifests sent to the server. */
  const manifests = () => fakeServer.sent.map(({ body }) => ManifestRequest.parse(body))

  beforeEach(() => storeToken(MERE))

  test('more than 500 consignments are sent in one manifest after another, and the driver called with the last', async () => {
    const pickup = 'Pick-up: Booked #NC1'
    fakeServer.answer(({ body }) => ({
      body: { outcome: 'closed', pickup: ManifestRequest.parse(body).more_follow ? null : pickup },
    }))
    const open = codes('A', 1100)
    const unconfirmed = codes('U', 2)
    expect(await sendManifests(dayOf(open, unconfirmed))).toEqual({ outcome: 'closed', pickup })
    const sent = manifests()
    expect(sent.map(({ consignments }) => consignments.length)).toEqual([500, 500, 102])
    expect(sent.flatMap(({ consignments }) => consignments)).toEqual([...unconfirmed, ...open])
    // Only what is in an unconfirmed manifest may be sent again.
    expect(sent.map(({ again }) => again)).toEqual([true, false, false])
    expect(sent.map(({ more_follow }) => more_follow)).toEqual([true, true, false])
    expect(new Set(sent.map(({ id }) => id)).size).toBe(3)
  })

  test('no manifest follows one that is not confirmed', async () => {
    const outcomes = ['closed', 'unconfirmed', 'closed']
    fakeServer.answer(() => ({ body: { outcome: outcomes.shift(), pickup: null } }))
    expect((await sendManifests(dayOf(codes('A', 1500), []))).outcome).toBe('unconfirmed')
    expect(manifests()).toHaveLength(2)
  })

  test('no manifest follows one that is refused', async () => {
    fakeServer.answer(() =>
      fakeServer.sent.length === 2
        ? { status: 409, body: { success: false, message: 'The site has no manifests.' } }
        : { body: { outcome: 'closed', pickup: null } },
    )
    await expect(sendManifests(dayOf(codes('A', 1500), []))).rejects.toThrow('The site has no manifests.')
    expect(manifests()).toHaveLength(2)
  })
})
