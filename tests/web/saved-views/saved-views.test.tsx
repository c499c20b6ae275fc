import '../api/fake-server.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { SavedView } from '../../../src/contract/saved-views.ts'
import { savedViewsAtom } from '../../../src/web/commands/context.ts'
import { commandRows } from '../../../src/web/palette/command-rows.ts'
import { lookUp } from '../../../src/web/palette/current-rows.ts'
import { CLOSED } from '../../../src/web/palette/machine/state.ts'
import { openPalette, paletteAtom } from '../../../src/web/palette/palette-store.ts'
import { defaultView } from '../../../src/web/screens/sign-in/sign-in.ts'
import { store } from '../../../src/web/state/store.ts'
import { fakeServer } from '../api/fake-server.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'

// Must run before the import of the console, which reads the page once.
vi.hoisted(() => {
  document.head.innerHTML = '<meta name="capabilities" content="saved-views">'
})

const UNPAID = {
  id: 'a',
  list: 'orders',
  name: 'Unpaid',
  address: '/orders?status=unpaid',
  is_default: false,
}
const NZ_POST = {
  id: 'b',
  list: 'consignments',
  name: 'NZ Post',
  address: '/consignments?provider=nzpost',
  is_default: true,
}

let views: SavedView[]
let refusal: { message: string; field?: string } | null

setUpScreens()
beforeEach(() => {
  views = [UNPAID, NZ_POST]
  refusal = null
  store.set(paletteAtom, CLOSED)
  fakeServer.answer(({ method, url, body }) => {
    if (!url.startsWith('/api/v1/saved-views')) return { body: [] }
    if (method === 'GET') return { body: views }
    if (refusal) return { status: 422, body: { success: false, ...refusal } }
    const id = url.split('/').at(-1)
    if (method === 'DELETE') views = views.filter((view) => view.id !== id)
    else if (id === 'saved-views') views = [...views, { ...UNPAID, ...Object(body), id: 'c' }]
    else views = views.map((view) => (view.id === id ? { ...view, ...Object(body) } : view))
    return { body: { success: true, message: null } }
  })
})

const press = (key: string, rest: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...rest })
const digit = (number: number) => press(String(number), { code: `Digit${number}` })
const loaded = () => waitFor(() => expect(store.get(savedViewsAtom)).toHaveLength(views.length))
const menu = () => screen.queryByRole('status', { name: 'Saved views' })

async function openOrders(search = '') {
  const router = await openAt(`/orders${search}`)
  await screen.findByRole('heading', { level: 1, name: 'Orders' })
  await loaded()
  const address = () => router.state.location.pathname + router.state.location.search
  return { router, address }
}

test('v shows the views with their digits, and a digit opens one', async () => {
  const { address } = await openOrders()
  press('v')
  await waitFor(() => expect(menu()).toBeTruthy())
  expect(
    within(menu() ?? document.body)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['1Unpaid', '2NZ Post', 'eRename, order or delete saved views'])
  digit(2)
  await waitFor(() => expect(address()).toBe('/consignments?provider=nzpost'))
  expect(menu()).toBeNull()
})

test('without views v says how to save one, and a digit opens no palette but says that there is no view', async () => {
  views = []
  await openOrders()
  press('v')
  await waitFor(() =>
    expect(menu()?.textContent).toMatch(/^No saved views yet\. .*saves the filters of a list/),
  )
  digit(7)
  await screen.findByText('You have no saved view 7')
  expect(store.get(paletteAtom)).toEqual(CLOSED)
})

test('the palette finds a view by its name', async () => {
  await openOrders()
  act(() => openPalette('nz post'))
  const sources = lookUp(store.get(paletteAtom))
  if (!sources.context) throw new Error('The palette has no context.')
  const [row] = commandRows({ ...sources, context: sources.context })
  expect([row?.command.id, row?.title]).toEqual(['view.open-2', 'NZ Post'])
})

test('Shift+V names the filters; a refused name stays with its reason', async () => {
  await openOrders('?status=paid&page=3')
  press('V', { shiftKey: true })
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await waitFor(() => expect(document.activeElement).toBe(name))
  fireEvent.change(name, { target: { value: 'unpaid' } })
  refusal = { message: 'Name: is the name of another view of orders.', field: 'name' }
  fireEvent.click(screen.getByRole('button', { name: 'Save view' }))
  await screen.findByText(refusal.message)
  // The error at the field is enough.
  expect(screen.queryByRole('alert')).toBeNull()
  expect(name).toHaveProperty('value', 'unpaid')
  refusal = { message: 'There is no space left.' }
  fireEvent.click(screen.getByRole('button', { name: 'Save view' }))
  expect((await screen.findByRole('alert')).textContent).toContain('There is no space left.')
  refusal = null
  fireEvent.change(name, { target: { value: 'To pack' } })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Open it after signing in' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save view' }))
  await screen.findByText('Saved “To pack”: press v 3')
  expect(views.at(-1)).toMatchObject({
    list: 'orders',
    name: 'To pack',
    address: '/orders?status=paid',
    is_default: true,
  })
  await loaded()
})

test('the settings rename, move and delete views', async () => {
  await openAt('/settings')
  const list = await screen.findByRole('list', { name: 'Saved views' })
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2))
  const name = screen.getByRole('textbox', { name: 'Name of Unpaid, orders' })
  refusal = { message: 'Name: must not be empty.', field: 'name' }
  fireEvent.change(name, { target: { value: ' ' } })
  fireEvent.blur(name)
  await within(list).findByText(refusal.message)
  expect(name).toHaveProperty('value', ' ')
  refusal = null
  fireEvent.change(name, { target: { value: 'Not paid' } })
  fireEvent.blur(name)
  await screen.findByRole('textbox', { name: 'Name of Not paid, orders' })
  fireEvent.click(screen.getByRole('button', { name: 'Move Not paid down' }))
  await waitFor(() => expect(views[0]).toMatchObject({ place: 1 }))
  fireEvent.click(screen.getByRole('button', { name: 'Delete NZ Post' }))
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
})

test('the default view opens after signing in', async () => {
  expect(await defaultView()).toBe('/consignments?provider=nzpost')
})

test('the default view also opens if the page stalls while it is asked for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const asked = defaultView()
  // All timers that are due run before the answer that has come meanwhile.
  vi.advanceTimersByTime(3_000)
  expect(await asked).toBe('/consignments?provider=nzpost')
})

test('without a default, no view opens after signing in', async () => {
  views = [UNPAID]
  expect(await defaultView()).toBeNull()
})

test('if the views cannot be loaded, none opens after signing in', async () => {
  fakeServer.answer(() => ({ status: 404 }))
  expect(await defaultView()).toBeNull()
})
