import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, type InitialEntry, RouterProvider } from 'react-router-dom'
import type { Order } from '../../../src/contract/orders.ts'
import { strokeOfEvent } from '../../../src/web/commands/key-press.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { ConsignmentForm } from '../../../src/web/screens/consignment-form/consignment-form.tsx'
import { store } from '../../../src/web/state/store.ts'
import { Providers } from '../providers.tsx'

export const MATCHES = [
  { id: 'a1', full_address: '118 Pepperill Road, Lichfield, Putaruru 3482' },
  { id: 'a2', full_address: '118A Pepperill Road, Lichfield, Putaruru 3482' },
]

export const DETAIL = {
  street: '118A Pepperill Road',
  suburb: 'Lichfield',
  city: 'Putaruru',
  region: 'Waikato',
  postcode: '3482',
  is_rural: true,
}

export const PRICES = [
  {
    id: 'q1',
    provider_name: 'Post Haste',
    provider_slug: 'posthaste',
    cost: 4128,
    type: 'Rural',
    description: '2 days',
  },
  {
    id: 'q2',
    provider_name: 'NZ Post',
    provider_slug: 'nzpost',
    cost: 3374,
    type: 'Parcel',
    description: '3 days',
  },
  {
    id: 'q3',
    provider_name: 'Aramex',
    provider_slug: 'aramex',
    cost: 3560,
    type: 'Ticket',
    description: null,
  },
  { provider_name: 'Titus', provider_slug: 'titus', description: 'No rural service to 3482' },
]

/**
 * Renders the form of an order, or of none, at the last of the given addresses.
 * @param keys the key listener, if the test needs it
 * @returns the router and `unmount`
 */
export function showForm(
  order: Order | null,
  initialEntries: InitialEntry[] = ['/'],
  keys: ReactNode = null,
) {
  const form = (
    <>
      {keys}
      <ConsignmentForm order={order} />
    </>
  )
  const screens = [
    { path: '/', element: form },
    { path: '/consignments', element: <h1>Consignments</h1> },
    { path: '/consignments/:id', element: <h1>Booked</h1> },
  ]
  const router = createMemoryRouter(screens, { initialEntries })
  const { unmount } = render(
    <main>
      <RouterProvider router={router} />
    </main>,
    { wrapper: Providers },
  )
  return { router, unmount }
}

/** A field or cell by its label. A hint follows the label without a space. */
export function field(name: string): HTMLInputElement {
  const found = screen.getByLabelText(name)
  if (!(found instanceof HTMLInputElement)) throw new Error(`${name} is no input`)
  return found
}

export const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })

/** When a hand presses a key that has read what is on the screen, in ms. */
export const readAt = () => performance.now() + 1_000

/** Presses a key on the focused element. Without a key listener the freight panel receives it, as from the listener. */
export function press(key: string, more: KeyboardEventInit = {}): boolean {
  const init = { key, code: key, ...more }
  const stroke = strokeOfEvent(new KeyboardEvent('keydown', init))
  const isLeft = fireEvent.keyDown(document.activeElement ?? document.body, init)
  if (isLeft && stroke) act(() => void targets().freight?.press(stroke, performance.now()))
  return isLeft
}

export const focus = (name: string) => act(() => screen.getByLabelText(name).focus())

/** The label of the focused element. */
export const focused = () => document.activeElement?.getAttribute('aria-label')

/** The current targets of commands. */
export const targets = () => store.get(targetsAtom)

/** Fills in a parcel, so that it can be priced. */
export function fillParcel(number = 1): void {
  type(`Height (cm), parcel ${number}`, '22')
  type(`Length (cm), parcel ${number}`, '60')
  type(`Width (cm), parcel ${number}`, '60')
  type(`Weight (kg), parcel ${number}`, '11.4')
}

/** Stores a draft, of an order or of none, with an address that was verified for it. */
export function verifyBefore(order: Order | null, email: string): void {
  const { street, suburb, city, region, postcode } = order?.delivery_address ?? {}
  const address_of = order ? [street, suburb, city, region, postcode].join('\n') : ''
  localStorage.setItem(
    `draft:${email}:consignment${order ? `/${order.code}` : ''}`,
    JSON.stringify({ ...DETAIL, address_state: 'verified', address_of }),
  )
}
