import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { exampleOrder } from '../../domain/example-records.ts'
import { fakeServer } from '../api/fake-server.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'

setUpScreens()
const paid = {
  status: 'Paid',
  dates: { paid_at: '2026-11-19T20:06:00Z', ordered_at: '2026-11-19T20:04:00Z' },
}
beforeEach(() => {
  fakeServer.answer(() => ({ body: ['104823', '104824'].map((code) => exampleOrder({ code, ...paid })) }))
})

const row = (code: string) => screen.findByRole('row', { name: new RegExp(code), hidden: true })
const isActive = async (code: string) => (await row(code)).hasAttribute('data-active')

test('the Pack order button is there under the pointer as well, and packs that order', async () => {
  await openAt('/orders')
  expect(within(await row('104823')).getByRole('button', { name: 'Pack order' })).toBeTruthy()
  expect(within(await row('104824')).queryByRole('button', { name: 'Pack order' })).toBeNull()
  fireEvent.mouseEnter(await row('104824'))
  fireEvent.click(within(await row('104824')).getByRole('button', { name: 'Pack order' }))
  const dialog = await screen.findByRole('dialog', { name: 'Pack order items' })
  expect(dialog.textContent).toContain('Order 104824')
  expect(await isActive('104824')).toBe(true)
})

test('it leaves with the pointer', async () => {
  await openAt('/orders')
  const other = await row('104824')
  fireEvent.mouseEnter(other)
  fireEvent.mouseLeave(other)
  expect(within(other).queryByRole('button', { name: 'Pack order' })).toBeNull()
})

test('a right click opens the menu of its row; with Shift the browser opens its own', async () => {
  await openAt('/orders')
  expect(fireEvent.contextMenu(await row('104824'), { shiftKey: true })).toBe(true)
  expect(screen.queryByRole('menu')).toBeNull()
  expect(fireEvent.contextMenu(await row('104824'))).toBe(false)
  expect(await screen.findByRole('menu', { name: 'Actions for order 104824' })).toBeTruthy()
  expect(await isActive('104824')).toBe(true)
})
