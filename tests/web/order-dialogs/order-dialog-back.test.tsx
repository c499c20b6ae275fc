import '../api/fake-server.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { commandContext } from '../../../src/web/commands/context.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { fakeServer } from '../api/fake-server.ts'
import { PAID } from '../orders/order-of.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'

setUpScreens()
beforeEach(() => fakeServer.answer(({ url }) => ({ body: url.includes('?') ? [] : PAID })))

const orderThere = () => waitFor(() => expect(commandContext().targets.order?.code).toBe(PAID.code))
const dialog = () => screen.queryByRole('dialog')

test('Back closes the dialog of an order, and Forward does not open it again', async () => {
  const router = await openAt('/orders')
  await act(() => router.navigate(`/orders/${PAID.code}`))
  await orderThere()
  act(() => runCommand('order.pack', 'key'))
  await screen.findByRole('dialog', { name: 'Pack order items' })
  await act(() => router.navigate(-1))
  await screen.findByRole('heading', { level: 1, name: 'Orders' })
  expect(dialog()).toBeNull()
  await act(() => router.navigate(1))
  await orderThere()
  expect(dialog()).toBeNull()
})
