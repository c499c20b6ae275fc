import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { closePalette, openPalette } from '../../../src/web/palette/palette-store.ts'
import { useReopenedDialog } from '../../../src/web/screens/order-dialogs/dialog-memory.ts'
import { closeDialog, dialogAtom, openDialog } from '../../../src/web/state/dialogs.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { fakeServer } from '../api/fake-server.ts'
import { orderOf, PAID } from '../orders/order-of.ts'
import { actions, closed, confirm, OK, open, setUpDialogs } from './dialog-on-screen.tsx'

setUpDialogs()

describe.each([
  ['record-payment', 'Order 104823 paid'],
  ['pack', 'Order 104823 packed'],
  ['record-collection', 'Order 104823 collected'],
  ['add-tracking', 'Order 104823 shipped'],
] as const)('%s, left by a scan before the answer', (name, toast) => {
  /**
   * Confirms the dialog and closes it like a scan does.
   * @returns a function that answers the call
   */
  async function leaveBeforeAnswer() {
    store.set(toastsAtom, [])
    let answer = (_: object) => {}
    fakeServer.answer(({ method }) =>
      method === 'POST'
        ? new Promise((resolve) => {
            answer = resolve
          })
        : { body: PAID },
    )
    open(name)
    const code = screen.queryByLabelText('Tracking code')
    if (code) fireEvent.change(code, { target: { value: 'ARX000936867' } })
    confirm()
    await waitFor(() => expect(actions()).toHaveLength(1))
    act(closeDialog)
    return (reply: object) => act(async () => answer(reply))
  }
  const backAtOrder = () => renderHook(() => useReopenedDialog([PAID]))
  const told = (text: string) => waitFor(() => expect(store.get(toastsAtom)).toMatchObject([{ text }]))

  test('does not open again with its order after success', async () => {
    const answer = await leaveBeforeAnswer()
    await answer(OK)
    await told(toast)
    backAtOrder()
    expect(store.get(dialogAtom)).toBeNull()
  })

  test('closes on success if it was opened again', async () => {
    const answer = await leaveBeforeAnswer()
    backAtOrder()
    expect(screen.getByRole('dialog')).toBeTruthy()
    await answer(OK)
    await told(toast)
    await closed()
  })

  test('opens again with its order after a failure', async () => {
    const answer = await leaveBeforeAnswer()
    await answer({ status: 500 })
    await waitFor(() => expect(store.get(toastsAtom)).toMatchObject([{ tone: 'error' }]))
    backAtOrder()
    expect(screen.getByRole('dialog')).toBeTruthy()
  })
})

test('a dialog closed by a scan does not open again over the scan’s palette', () => {
  open('pack')
  act(closeDialog)
  act(() => openPalette('NOBODYS'))
  const order = renderHook(({ orders }) => useReopenedDialog(orders), { initialProps: { orders: [PAID] } })
  expect(store.get(dialogAtom)).toBeNull()
  act(closePalette)
  order.rerender({ orders: [PAID] })
  expect(store.get(dialogAtom)).not.toBeNull()
})

test('a dialog left by the browser’s Back opens again with its order, but not on the list that is loaded there', () => {
  history.replaceState(null, '', '/orders/104823')
  open('pack')
  act(closeDialog)
  const opensAt = (address: string) => {
    history.replaceState(null, '', address)
    renderHook(() => useReopenedDialog([PAID]))
    return store.get(dialogAtom) !== null
  }
  expect([opensAt('/orders'), opensAt('/orders/104823')]).toEqual([false, true])
  history.replaceState(null, '', '/')
})

test('a late response closes only its own dialog', async () => {
  store.set(toastsAtom, [])
  let answer = () => {}
  fakeServer.answer(({ method, url }) =>
    method === 'POST' && url.endsWith('104823/ready')
      ? new Promise((resolve) => (answer = () => resolve(OK)))
      : { body: { code: url.split('/').at(-1) } },
  )
  open('pack')
  confirm()
  await waitFor(() => expect(actions()).toHaveLength(1))
  act(() => openDialog({ name: 'pack', order: orderOf('104824') }))
  await act(async () => answer())
  await waitFor(() => expect(store.get(toastsAtom)).toMatchObject([{ text: 'Order 104823 packed' }]))
  expect(screen.getByRole('dialog').textContent).toContain('Order 104824')
  act(closeDialog)
  renderHook(() => useReopenedDialog([PAID, orderOf('104824')]))
  expect(screen.getByRole('dialog').textContent).toContain('Order 104824')
})
