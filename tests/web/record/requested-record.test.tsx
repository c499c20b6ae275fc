import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { fakeServer } from '../api/fake-server.ts'
import { asked, openAt, setUpScreens } from '../screens/on-screen.tsx'

setUpScreens()

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('a right answer that does not repeat the code of the address is shown under its own code', () => {
  test.each([
    ['/orders/771', 'Order #SO-771', { code: 'SO-771' }],
    ['/consignments/77', 'Consignment #COC1', { tracking_code: 'COC1', order_code: '104823' }],
    ['/customers/77', 'Customer #C-9', { code: 'C-9', name: 'Māia Ngata' }],
    ['/products/tap-3-brass', 'TAP-3', { id: 3, code: 'TAP-3', name: 'Tap' }],
    ['/suppliers/orders/31', 'PO # 4161', { id: 33, po_number: '4161' }],
  ])('%s', async (address, title, body) => {
    fakeServer.answer(({ url }) => ({ body: url === `/api/v1${address}` ? body : [] }))
    await openAt(address)
    expect(await heading(title)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

test('a customer listed by id opens, with the orders of the code in its answer', async () => {
  recordIndex.clear()
  fakeServer.answer(({ url }) => {
    if (url === '/api/v1/customers/77') return { body: { code: 'C-9', name: 'Māia Ngata' } }
    return { body: url === '/api/v1/customers' ? [{ id: 77, name: 'Māia Ngata' }] : [] }
  })
  const router = await openAt('/customers')
  await screen.findByRole('grid')
  await act(() => router.navigate('/customers/77?tab=orders'))
  await heading('Customer #C-9')
  await waitFor(() => expect(asked('/api/v1/orders?')).toContain('/api/v1/orders?customer=C-9'))
  expect(router.state.location.pathname).toBe('/customers/77')
  // The list and the answer are one record of the index, which leads to the address that answered.
  const records = recordIndex.search('ngata').map(({ record }) => record)
  expect(records).toMatchObject([{ kind: 'customer', code: '77' }])
})

test.each([
  ['/orders/1', '/orders/2', { code: 'ONE' }, { code: 'TWO' }],
  ['/customers/1', '/customers/2', { code: 'ONE' }, { code: 'TWO' }],
  ['/products/1', '/products/2', { id: 1, code: 'ONE' }, { id: 2, code: 'TWO' }],
  ['/consignments/1', '/consignments/2', { tracking_code: 'ONE' }, { tracking_code: 'TWO' }],
  ['/suppliers/orders/1', '/suppliers/orders/2', { id: 1, po_number: 'ONE' }, { id: 2, po_number: 'TWO' }],
])('an answer to the request for %s is never shown at %s', async (first, second, one, two) => {
  let release = () => {}
  const late = new Promise<void>((resolve) => {
    release = resolve
  })
  fakeServer.answer(async ({ url }) => {
    if (url === `/api/v1${first}`) await late
    return { body: url === `/api/v1${first}` ? one : url === `/api/v1${second}` ? two : [] }
  })
  const router = await openAt(first)
  await waitFor(() => expect(asked(`/api/v1${first}`)).toHaveLength(1))
  await act(() => router.navigate(second))
  await screen.findByRole('heading', { level: 1, name: /TWO/ })
  await act(async () => release())
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('TWO')
  expect(screen.getByRole('main').textContent).not.toContain('ONE')
})
