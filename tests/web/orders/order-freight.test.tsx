import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { orderRecord } from '../../../src/web/api/orders.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { contextAtom } from '../../../src/web/commands/context.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { closePalette } from '../../../src/web/palette/palette-store.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { OrderFreight } from '../../../src/web/screens/orders/order-freight.tsx'
import { store } from '../../../src/web/state/store.ts'
import { fakeServer } from '../api/fake-server.ts'
import { scan } from '../hotkeys/scan-on-screen.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'
import { orderOf } from './order-of.ts'

describe('the Freight tab', () => {
  const PICKUP = orderOf('104823', { freight: { is_pickup: true } })
  const OTHER = orderOf('104899')
  const ORDERS = [PICKUP, OTHER]

  setUpScreens()

  beforeEach(() => {
    recordIndex.clear()
    fakeServer.answer(({ url }) => {
      const order = ORDERS.find(({ code }) => url.endsWith(`/orders/${code}`))
      return order ? { body: order } : { status: 404, body: { success: false } }
    })
  })

  afterEach(() => act(closePalette))
  const question = () => screen.queryByRole('dialog', { name: 'Click & collect order' })
  const openTab = () => screen.queryByRole('tab', { selected: true })?.textContent

  async function askedFirst() {
    const router = await openAt('/orders/104823?tab=freight')
    await waitFor(() => expect(question()?.contains(document.activeElement)).toBe(true))
    return router
  }

  // ORD-23
  test.each([
    ['Cancel', 'Details'],
    ['Continue', 'Freight'],
  ])('%s leads from the question to the tab %s', async (answer, tab) => {
    await askedFirst()
    expect(question()?.textContent).toContain('Are you sure you want to create a consignment for this order?')
    fireEvent.click(screen.getByRole('button', { name: answer }))
    await waitFor(() => expect(question()).toBeNull())
    await waitFor(() => expect(openTab()).toContain(tab))
  })

  test('a scan of an unknown code cancels the question of the Freight tab', async () => {
    await askedFirst()
    act(() => scan('999992', 'Enter'))
    expect(await screen.findByRole('combobox')).toHaveProperty('value', '999992')
    expect(question()).toBeNull()
    await waitFor(() => expect(openTab()).toContain('Details'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox')))
  })

  test('Back closes it and leads to the list', async () => {
    const router = await openAt('/orders')
    await act(() => router.navigate('/orders/104823?tab=freight'))
    await waitFor(() => expect(question()).toBeTruthy())
    await act(() => router.navigate(-1))
    await screen.findByRole('heading', { level: 1, name: 'Orders' })
    expect(question()).toBeNull()
    expect(router.state.location.pathname).toBe('/orders')
  })

  test('a scan of a known code closes it and opens that record', async () => {
    recordIndex.add([orderRecord(OTHER)])
    const router = await askedFirst()
    act(() => scan('104899', 'Enter'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/orders/104899'))
    await screen.findByRole('heading', { level: 1, name: /104899/ })
    expect(question()).toBeNull()
  })

  describe('another desk sends the order while its form is open', () => {
    const BEFORE = orderOf('104901', { status: 'Paid', dates: { paid_at: '2026-11-20T00:00:00Z' } })
    const AFTER = orderOf('104901', {
      status: 'Shipped',
      dates: { paid_at: '2026-11-20T00:00:00Z', shipped_at: '2026-11-20T01:00:00Z' },
      freight: { tracking_code: 'CPL01000009' },
    })
    const instructions = () => screen.findByRole('textbox', { name: /instructions|notes/i })

    async function typing() {
      let order = BEFORE
      fakeServer.answer(({ url }) =>
        url.endsWith('/orders/104901') ? { body: order } : { status: 404, body: { success: false } },
      )
      await openAt('/orders/104901?tab=freight')
      const field = await instructions()
      act(() => field.focus())
      fireEvent.change(field, { target: { value: 'Leave at the door' } })
      order = AFTER
      await act(async () => void (await queryClient.invalidateQueries()))
      await screen.findByText(/^Order 104901 was sent/)
      return field
    }

    test('the form stays with its text and the focus, and says with which code', async () => {
      const field = await typing()
      expect(screen.getByText(/^Order 104901 was sent/).textContent).toContain('CPL01000009')
      expect(document.activeElement).toBe(field)
      expect(await instructions()).toHaveProperty('value', 'Leave at the door')
      expect(store.get(contextAtom).singleKeys).toBe(false)
    })

    test('its key shows the tracking, and single keys work again', async () => {
      await typing()
      act(() => void runCommand('consignment-form.get-options', 'key'))
      await screen.findByRole('link', { name: 'View Consignment' })
      expect(screen.queryByText(/^Order 104901 was sent/)).toBeNull()
      expect(store.get(contextAtom).singleKeys).toBe(true)
    })
  })
})

describe('the page of Titus', () => {
  const nothing = () => undefined

  /** The Freight tab of a shipped order of a courier with this tracking address. */
  function showShipped(tracking_company: string, tracking_url: string): void {
    const order = orderOf('104823', {
      status: 'Shipped',
      dates: { shipped_at: '2026-11-19T20:06:00Z' },
      freight: { is_pickup: false, tracking_company, tracking_code: 'T1', tracking_url },
    })
    render(
      <MemoryRouter>
        <OrderFreight order={order} onLeave={nothing} agreed={false} onAgree={nothing} />
      </MemoryRouter>,
    )
    screen.getByRole('heading', { name: 'Tracking details' })
  }

  const frames = () => Array.from(document.querySelectorAll('iframe'), (frame) => frame.getAttribute('src'))

  // ORD-25
  test('embeds the page of titus', () => {
    showShipped('titus', 'https://track.titus.example/T1')
    expect(frames()).toEqual(['https://track.titus.example/T1'])
    expect(document.querySelector('iframe')?.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin')
  })

  test('embeds no script in place of the page of titus', () => {
    showShipped('titus', 'javascript:alert(1)//track.titus.example')
    expect(frames()).toEqual([])
    expect(document.querySelector('a[href^="javascript:"]')).toBeNull()
  })

  test('embeds nothing for another courier with the address of titus', () => {
    showShipped('nzpost', 'https://track.titus.example/T1')
    expect(frames()).toEqual([])
  })
})
