import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { paths } from '../../../src/web/routing/paths.ts'
import { fakeServer } from '../api/fake-server.ts'
import { asked, openAt, setUpScreens } from '../screens/on-screen.tsx'
import { orderOf } from './order-of.ts'

const HERE = ['108846', '108856', '108870']

setUpScreens()
beforeEach(() =>
  fakeServer.answer(({ url }) => {
    const code = url.split('/').at(-1) ?? ''
    if (url.startsWith('/api/v1/orders?')) return { body: [orderOf('109000')] }
    return HERE.includes(code) ? { body: orderOf(code) } : { status: 404 }
  }),
)

/** The codes of the rows, from top to bottom. */
async function rows() {
  const grid = await screen.findByRole('grid', { name: 'Orders' })
  return within(grid)
    .getAllByRole('link')
    .map((link) => link.textContent)
}

test('exactly the orders of the address are shown, in its order, and unknown ones are named', async () => {
  await openAt(paths.listOfCodes(['108870', '1', '108846', '2']))
  expect(await rows()).toEqual(['108870', '108846'])
  const notes = screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(notes).toContainEqual(expect.stringContaining('Showing 2 orders by code.Not found: 1, 2'))
  expect(screen.getByText('2 on this page')).toBeTruthy()
  expect(asked('/api/v1/orders?')).toEqual([])
})

test('they are selected for the bulk commands like the rows of any list', async () => {
  await openAt(paths.listOfCodes(['108856', '108846']))
  const grid = await screen.findByRole('grid', { name: 'Orders' })
  grid.focus()
  fireEvent.keyDown(grid, { key: 'a', ctrlKey: true })
  await screen.findByText('2 selected')
  expect(screen.getByRole('button', { name: /Pack/ })).toBeTruthy()
})

test('a filter leaves the codes for the orders that it finds', async () => {
  const router = await openAt(paths.listOfCodes(['108856']))
  expect(await rows()).toEqual(['108856'])
  fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'paid' } })
  await waitFor(() => expect(router.state.location.search).toBe('?daterange=all&status=paid'))
  await waitFor(async () => expect(await rows()).toEqual(['109000']))
  expect(screen.queryByText(/by code/)).toBeNull()
})

test('with no order at all the list is empty, and all orders are one link away', async () => {
  await openAt(paths.listOfCodes(['1', '2']))
  await screen.findByText('No order has one of these codes.')
  expect(screen.getByText('Not found: 1, 2')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Show all orders' }).getAttribute('href')).toBe('/orders')
})
