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
import { orderOf, UNPAID } from '../orders/order-of.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'
import { scan } from './scan-on-screen.ts'

const OTHER = orderOf('104899')
const ORDERS = [UNPAID, OTHER]

setUpScreens()
// The day is filled in at each opening of the form.
setUpNoon()
beforeEach(() => {
  Object.assign(document, { execCommand })
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
    byHand: '20/10/2026',
    shown: '20/10/2026',
    kept: '2026-10-20',
  },
  {
    name: 'add-tracking',
    label: 'Shipping company',
    code: 'NZP00894210',
    byHand: 'post',
    shown: 'posthaste',
    kept: 'posthaste',
  },
] as const

/** Types into the focused field over its selection, as in a browser. happy-dom does not have it. */
function execCommand(_: string, __: boolean, text: string): void {
  const { activeElement: field } = document
  if (!(field instanceof HTMLInputElement)) return
  const { value, selectionStart, selectionEnd } = field
  const typed = value.slice(0, selectionStart ?? 0) + text + value.slice(selectionEnd ?? 0)
  // Through the prototype's setter: React ignores a value that is set on the element itself.
  Reflect.set(HTMLInputElement.prototype, 'value', typed, field)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

async function openForm(name: OrderDialogName, label: string) {
  const router = await openAt('/orders/104823')
  await screen.findByRole('heading', { level: 1, name: /104823/ })
  act(() => openDialog({ name, order: UNPAID }))
  const picker = await screen.findByLabelText(label)
  await waitFor(() => expect(document.activeElement).toBe(picker))
  return { router, picker }
}

const shownIn = (element: HTMLElement): unknown => Reflect.get(element, 'value')
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))

describe.each(DIALOGS)('in $label', ({ name, label, code, byHand, shown, kept }) => {
  test('a scan chooses nothing: it leaves the form, which is as before the scan', async () => {
    const { picker } = await openForm(name, label)
    const before = shownIn(picker)
    act(() => scan(code, 'Enter'))
    await waitFor(() => expect(screen.queryByLabelText(label)).toBeNull())
    expect(shownIn(picker)).toBe(before)
    expect(drafts()).toEqual([])
    expect(fakeServer.sent.filter(({ method }) => method === 'POST')).toEqual([])
    act(closePalette)
    act(() => openDialog({ name, order: UNPAID }))
    expect(shownIn(await screen.findByLabelText(label))).toBe(before)
  })

  test('characters without a final key are typed, however fast', async () => {
    const { picker } = await openForm(name, label)
    act(() => scan(byHand))
    await waitFor(() => expect(shownIn(picker)).toBe(shown))
    await waitFor(() => expect(localStorage.getItem(drafts()[0] ?? '')).toContain(kept))
  })

  test('characters of a hand are included when a key submits the form', async () => {
    const { picker } = await openForm(name, label)
    const needed = screen.queryByLabelText('Tracking code')
    if (needed) fireEvent.change(needed, { target: { value: code } })
    act(() => scan(byHand))
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
  act(() => scan('104899', 'Enter'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/104899'))
  expect(fakeServer.sent.filter(({ url }) => url.includes('status='))).toEqual([])
  expect(lastAddress('orders')).toBe('/orders')
})
