import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OrderDialogName } from '../../../src/domain/orders/order-actions.ts'
import { orderRecord } from '../../../src/web/api/orders.ts'
import { closePalette } from '../../../src/web/palette/palette-store.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { lastAddress } from '../../../src/web/routing/came-from.ts'
import { closeDialog, openDialog } from '../../../src/web/state/dialogs.ts'
import { fakeServer } from '../api/fake-server.ts'
import { setUpNoon } from '../noon.ts'
import { orderOf, PAID } from '../orders/order-of.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'
import { press, typeChoosing } from './scan-on-screen.ts'

const OTHER = orderOf('104899')
const ORDERS = [PAID, OTHER]

setUpScreens()
// The day is filled in at each opening of the form.
setUpNoon()
beforeEach(() => {
  recordIndex.clear()
  recordIndex.add([orderRecord(OTHER)])
  fakeServer.answer(({ url }) => {
    const order = ORDERS.find(({ code }) => url.endsWith(`/orders/${code}`))
    return order ? { body: order } : { body: [] }
  })
})
afterEach(() => {
  act(closePalette)
  act(closeDialog)
})

const DIALOGS = [
  {
    name: 'record-payment',
    label: 'Date paid',
    code: '999992',
    // Typing replaces the selection.
    chosen: ['9', '99', '999', '9999', '99999', '999992'],
    byHand: '20/10/2026',
    kept: '2026-10-20',
  },
  {
    name: 'add-tracking',
    label: 'Shipping company',
    code: 'NZP00894210',
    chosen: ['nzcouriers'],
    byHand: 'posthaste',
    kept: 'posthaste',
  },
] as const

async function openForm(name: OrderDialogName, label: string) {
  const router = await openAt('/orders/104823')
  await screen.findByRole('heading', { level: 1, name: /104823/ })
  act(() => openDialog({ name, order: PAID }))
  const picker = await screen.findByLabelText(label)
  await waitFor(() => expect(document.activeElement).toBe(picker))
  return { router, picker }
}

function scanInto(picker: HTMLElement, code: string, values: readonly string[], start?: number): void {
  act(() => press('Enter', typeChoosing(picker, code, values, start)))
}

const shownIn = (element: HTMLElement): unknown => Reflect.get(element, 'value')
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))

describe.each(DIALOGS)('a scan into $label', ({ name, label, code, chosen, byHand, kept }) => {
  test('chooses nothing: it leaves the form, which is as before the scan', async () => {
    const { picker } = await openForm(name, label)
    const before = shownIn(picker)
    scanInto(picker, code, chosen)
    await waitFor(() => expect(screen.queryByLabelText(label)).toBeNull())
    expect(drafts()).toEqual([])
    expect(fakeServer.sent.filter(({ method }) => method === 'POST')).toEqual([])
    act(closePalette)
    act(() => openDialog({ name, order: PAID }))
    expect(shownIn(await screen.findByLabelText(label))).toBe(before)
  })

  test('that begins slowly undoes what the form has already received', async () => {
    const { picker } = await openForm(name, label)
    fireEvent.change(picker, { target: { value: byHand } })
    const start = performance.now()
    act(() => void typeChoosing(picker, code.slice(0, 1), chosen, start))
    await waitFor(() => expect(localStorage.getItem(drafts()[0] ?? '')).toContain(chosen[0]))
    scanInto(picker, code.slice(1), chosen.slice(-5), start + 60)
    await waitFor(() => expect(screen.queryByLabelText(label)).toBeNull())
    act(closePalette)
    act(() => openDialog({ name, order: PAID }))
    expect(shownIn(await screen.findByLabelText(label))).toBe(byHand)
  })

  test('without a final key counts as typed by hand', async () => {
    const { picker } = await openForm(name, label)
    act(() => void typeChoosing(picker, code, [byHand]))
    expect(drafts()).toEqual([])
    await waitFor(() => expect(localStorage.getItem(drafts()[0] ?? '')).toContain(kept))
    expect(shownIn(picker)).toBe(byHand)
  })

  test('a choice by hand is included when a key submits the form', async () => {
    const { picker } = await openForm(name, label)
    const needed = screen.queryByLabelText('Tracking code')
    if (needed) fireEvent.change(needed, { target: { value: code } })
    act(() => void typeChoosing(picker, code.slice(0, 2), [byHand]))
    fireEvent.keyDown(picker, { key: 'Enter', ctrlKey: true })
    await waitFor(() =>
      expect(fakeServer.sent.find(({ method }) => method === 'POST')?.body).toMatchObject(
        name === 'record-payment' ? { date_paid: kept } : { shipping_company: kept },
      ),
    )
  })
})

test('a scan with a focused filter opens the record, and the list is unchanged', async () => {
  const router = await openAt('/orders')
  const status = await screen.findByLabelText('Status')
  act(() => status.focus())
  scanInto(status, '104899', ['paid'])
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/104899'))
  expect(fakeServer.sent.filter(({ url }) => url.includes('status=paid'))).toEqual([])
  expect(lastAddress('orders')).toBe('/orders')
})
