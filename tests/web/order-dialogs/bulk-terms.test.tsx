import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { closeDialog, openDialog } from '../../../src/web/state/dialogs.ts'
import { fakeServer } from '../api/fake-server.ts'
import { setUpNoon } from '../noon.ts'
import { orderOf } from '../orders/order-of.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'
import { actions, confirm, OK } from './dialog-on-screen.tsx'

const EMAILS = ['aroha@example.com', ' ', 'hemi@example.com']

/** Orders of $115.00 each; every third customer has no e-mail address. */
function ordersOf(count: number, parts: object): Order[] {
  return Array.from({ length: count }, (_, index) =>
    orderOf(String(104_000 + index), {
      customer: { first_name: 'Aroha', email: EMAILS[index % EMAILS.length] },
      costs: { total: 11_500 },
      ...parts,
    }),
  )
}

const PAID = { status: 'Paid', dates: { paid_at: '2026-11-19T20:06:00Z' } }
const UNPAID = { status: 'Ordered' }

setUpNoon()
setUpScreens()
let orders: Order[] = []
beforeEach(() => {
  fakeServer.answer(({ method, url }) => {
    if (method === 'POST') return OK
    return { body: orders.find(({ code }) => url.endsWith(`/orders/${code}`)) ?? orders }
  })
})
afterEach(() => act(closeDialog))

async function open(action: 'pack' | 'record-payment', selected: Order[]): Promise<void> {
  orders = selected
  await openAt('/orders')
  await screen.findByRole('grid', { name: 'Orders' })
  act(() => openDialog({ name: 'bulk-orders', action, orders }))
  await screen.findByRole('dialog')
}

const fact = (name: string) => screen.queryByText(name, { selector: 'dt' })?.nextElementSibling?.textContent
const facts = () => ['Sum', 'Date paid', 'Method', 'E-mails'].map(fact)
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const number = () => screen.getByLabelText(/^Type \d+ to confirm$/)

test('several payments name their sum, date and method, and that nothing is e-mailed', async () => {
  await open('record-payment', ordersOf(3, UNPAID))
  expect(facts()).toEqual(['$345.00', '20/11/2026', 'Bank', 'None'])
  confirm()
  await closed()
  expect(actions().map(({ body }) => body)).toEqual(
    Array.from({ length: 3 }, () => ({
      date_paid: '2026-11-20',
      payment_amount: 11_500,
      payment_method: 'bank',
      reference: '',
    })),
  )
})

test('packing several orders names their sum, and how many customers are e-mailed', async () => {
  await open('pack', ordersOf(3, PAID))
  expect(facts()).toEqual([
    '$345.00',
    undefined,
    undefined,
    'The message below to the customers of 2 orders. 1 order has no e-mail address.',
  ])
  fireEvent.click(screen.getByLabelText('Send notification'))
  expect(fact('E-mails')).toBe('None')
})

test('packing several orders shows the notes of each', async () => {
  const [first, ...rest] = ordersOf(2, PAID)
  await open('pack', [...(first ? [{ ...first, notes: 'Leave at the woolshed.' }] : []), ...rest])
  expect(screen.getAllByText('Leave at the woolshed.')).toHaveLength(1)
})

test('up to 20 orders are confirmed without typing', async () => {
  await open('record-payment', ordersOf(20, UNPAID))
  expect(screen.queryByLabelText(/to confirm$/)).toBeNull()
  confirm()
  await closed()
  expect(actions()).toHaveLength(20)
})

test.each(['mod+Enter', 'the button', 'Enter'])(
  'more than 20 orders are confirmed by typing their number, then by %s',
  async (way) => {
    await open('record-payment', ordersOf(21, UNPAID))
    expect(document.activeElement).toBe(number())
    const press = () => {
      if (way === 'mod+Enter') confirm()
      else if (way === 'Enter') fireEvent.keyDown(number(), { key: 'Enter' })
      else fireEvent.click(screen.getByRole('button', { name: /^Record payment of 21 orders/ }))
    }
    press()
    fireEvent.change(number(), { target: { value: '2' } })
    press()
    expect(actions()).toEqual([])
    fireEvent.change(number(), { target: { value: ' 21 ' } })
    press()
    await closed()
    expect(actions()).toHaveLength(21)
  },
)
