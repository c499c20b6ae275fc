import '../api/fake-server.ts'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Typed } from '../../../commands/engine/context.ts'
import type { Order } from '../../../src/contract/orders.ts'
import type { OrderDialogName } from '../../../src/domain/orders/order-actions.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { OrderDialogs } from '../../../src/web/screens/order-dialogs/order-dialogs.tsx'
import { closeDialog, openDialog } from '../../../src/web/state/dialogs.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { fakeServer } from '../api/fake-server.ts'
import { setUpNoon } from '../noon.ts'
import { PAID, UNPAID } from '../orders/order-of.ts'
import { Providers } from '../providers.tsx'
import { MERE } from '../state/tokens.ts'

/** The dialogs of an order without a screen, and a server that accepts everything by default. */

export const OK = { body: { success: true } }

/** Before and after each test: a user is signed in, it is noon, and no dialog is open. */
export function setUpDialogs(): void {
  setUpNoon()
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
    storeToken(MERE)
    fakeServer.answer(() => OK)
  })
  afterEach(() => {
    act(closeDialog)
    queryClient.clear()
  })
}

/** An order that allows the step of a dialog. */
export function orderFor(name: OrderDialogName): Order {
  if (name === 'record-payment' || name === 'pay-and-pack') return UNPAID
  return name === 'record-collection' ? { ...PAID, freight: { ...PAID.freight, is_pickup: true } } : PAID
}

export function open(name: OrderDialogName, order = orderFor(name), typed: Typed = {}): void {
  render(
    <MemoryRouter>
      <OrderDialogs />
    </MemoryRouter>,
    { wrapper: Providers },
  )
  act(() => openDialog({ name, order, ...typed }))
}

/** The field whose label contains this text. */
export const field = (label: string) => screen.getByLabelText(label, { exact: false })

/** Replaces the value of a field. */
export const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })

/** The options of a select. */
export const choices = (label: string) =>
  within(field(label))
    .getAllByRole('option')
    .map((option) => option.textContent)

/** The value of a field. */
export const shownIn = (label: string): unknown => Reflect.get(field(label), 'value')

/** The requests that change an order. */
export const actions = () => fakeServer.sent.filter(({ method }) => method === 'POST')

/** Presses mod+Enter. */
export function confirm(): void {
  act(() => store.get(targetsAtom).dialog?.confirm())
}

export async function closed(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
