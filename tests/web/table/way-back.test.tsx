import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { followRouter } from '../../../src/web/routing/location.ts'
import { fakeServer } from '../api/fake-server.ts'
import { orderOf } from '../orders/order-of.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'

const CODE = 'COC00014123'
const ORDER = orderOf('107585', { status: 'Shipped', freight: { tracking_code: CODE } })

setUpScreens()
beforeEach(() =>
  fakeServer.answer(({ url }) => {
    if (url.includes('/consignments/')) return { body: { tracking_code: CODE, order_code: ORDER.code } }
    return { body: url.includes('/orders/') ? ORDER : url.includes('/orders') ? [ORDER] : [] }
  }),
)

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const shown = (name: RegExp) => screen.findByRole('heading', { level: 1, name })

test.each(['u', 'Escape'])(
  '%s goes back from an order’s consignment to the order, then to its list',
  async (key) => {
    const router = await openAt('/orders?status=shipped')
    followRouter(router)
    const grid = await screen.findByRole('grid', { name: 'Orders' })
    act(() => grid.focus())
    press('Enter')
    await shown(/107585/)
    press('h')
    await shown(/COC00014123/)
    const back = await screen.findByRole('link', { name: 'Order #107585' })
    expect(back.getAttribute('aria-keyshortcuts')).toContain('U')
    expect(screen.getAllByRole('link', { name: 'Consignments' }).length).toBe(2)
    press(key)
    await shown(/107585/)
    expect(screen.queryByRole('link', { name: 'Order #107585' })).toBeNull()
    press(key)
    await waitFor(() => expect(router.state.location.search).toBe('?status=shipped'))
    expect(router.state.location.pathname).toBe('/orders')
  },
)
