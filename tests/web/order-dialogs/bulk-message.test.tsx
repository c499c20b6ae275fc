import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeDialog, openDialog } from '../../../src/web/state/dialogs.ts'
import { fakeServer } from '../api/fake-server.ts'
import { orderOf } from '../orders/order-of.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'
import { actions, confirm, OK } from './dialog-on-screen.tsx'

const PAID = { status: 'Paid', dates: { paid_at: '2026-11-19T20:06:00Z' } }
const ORDERS = [
  orderOf('1', { ...PAID, customer: { first_name: 'Aroha' } }),
  orderOf('2', { ...PAID, customer: { first_name: 'Hemi' }, freight: { is_pickup: true } }),
]

setUpScreens()
beforeEach(() => {
  fakeServer.answer(({ method, url }) => {
    if (method === 'POST') return OK
    return { body: ORDERS.find(({ code }) => url.endsWith(`/orders/${code}`)) ?? ORDERS }
  })
})
afterEach(() => act(closeDialog))

async function open(action: 'pack' | 'record-payment' = 'pack'): Promise<void> {
  await openAt('/orders')
  await screen.findByRole('grid', { name: 'Orders' })
  act(() => openDialog({ name: 'bulk-orders', action, orders: ORDERS }))
  await screen.findByRole('dialog')
}

const message = () => screen.getByLabelText('Message', { exact: false })
const notification = () => screen.getByLabelText('Send notification')
const type = (text: string) => fireEvent.change(message(), { target: { value: text } })

async function bodies(): Promise<unknown[]> {
  confirm()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  return actions().map(({ body }) => body)
}

test('the standard message can be read before several orders are packed, and each customer gets their own', async () => {
  await open()
  expect(screen.getByText('Each customer gets the standard message.')).toBeTruthy()
  expect(Reflect.get(message(), 'value')).toBe('Hi {first name},\n\nYour order #{order number} is {ready}.')
  expect(await bodies()).toEqual([
    {
      is_pickup: false,
      send_notification: true,
      message: 'Hi Aroha,\n\nYour order #1 is packed and ready to ship.',
    },
    { is_pickup: true, send_notification: true, message: 'Hi Hemi,\n\nYour order #2 is ready to collect.' },
  ])
})

test('a changed message is sent to all', async () => {
  await open()
  type('Kia ora {first name}, {order number} leaves on Monday.')
  expect(screen.getByText('Each customer gets this message.')).toBeTruthy()
  expect(await bodies()).toMatchObject([
    { message: 'Kia ora Aroha, 1 leaves on Monday.' },
    { message: 'Kia ora Hemi, 2 leaves on Monday.' },
  ])
})

test('a changed message survives Esc, and is standard again once it was sent', async () => {
  await open()
  type('Kia ora {first name}')
  fireEvent.click(notification())
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  const again = () => act(() => openDialog({ name: 'bulk-orders', action: 'pack', orders: ORDERS }))
  again()
  expect(Reflect.get(notification(), 'checked')).toBe(true)
  expect(Reflect.get(message(), 'value')).toBe('Kia ora {first name}')
  expect(await bodies()).toMatchObject([{ message: 'Kia ora Aroha' }, { message: 'Kia ora Hemi' }])
  again()
  expect(Reflect.get(message(), 'value')).toContain('Your order #{order number}')
})

test('switched off, no customer is notified', async () => {
  await open()
  fireEvent.click(notification())
  expect(screen.getByText('No customer is notified.')).toBeTruthy()
  expect(screen.queryByLabelText('Message', { exact: false })).toBeNull()
  expect(await bodies()).toMatchObject([{ send_notification: false }, { send_notification: false }])
})

test.each([
  ['', 'Message is required for a notification.'],
  ['Hi {name}', 'Message has an unknown {name}: use {first name}, {order number}, {ready}.'],
])('with the message %j nothing is sent, and the field shows the reason', async (text, fault) => {
  await open()
  type(text)
  confirm()
  expect(screen.getByText(fault)).toBeTruthy()
  expect(message().getAttribute('aria-invalid')).toBe('true')
  expect(actions()).toEqual([])
  fireEvent.click(notification())
  expect(await bodies()).toHaveLength(2)
})

test('a payment of several orders has no message', async () => {
  await open('record-payment')
  expect(screen.getByText('Each order is recorded as paid in full today by bank transfer.')).toBeTruthy()
  expect(screen.queryByLabelText('Send notification')).toBeNull()
})
