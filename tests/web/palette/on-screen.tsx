import '../../../src/web/api/consignments.ts'
import '../../../src/web/api/customers.ts'
import '../../../src/web/api/standard-records.ts'
import '../../../src/web/api/suppliers.ts'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Provider } from 'jotai'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { getOrder, listOrders, type Order } from '../../../src/contract/orders.ts'
import { CallError, send } from '../../../src/web/api/client.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { Hotkeys } from '../../../src/web/hotkeys/hotkeys.tsx'
import { PaletteHost } from '../../../src/web/palette/host.tsx'
import { closePalette, openPalette } from '../../../src/web/palette/palette-store.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { closeDialog } from '../../../src/web/state/dialogs.ts'
import { keyQueueAtom, NO_KEYS } from '../../../src/web/state/key-queue.ts'
import { store } from '../../../src/web/state/store.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { GENEROUS } from '../../time-outs.ts'

// Mocked, because it requests lists when idle and would receive responses meant for the palette.
vi.mock('../../../src/web/record-index/warm-index.ts', () => ({ warmIndex: () => () => undefined }))
// It suspends for ever in idle time: an `act` under way at that moment would never render again.
vi.mock('../../../src/web/palette/warm-up-render.tsx', () => ({ WarmUpRender: () => null }))

/** Renders the palette over a plain screen. The mocked server responds when the test says so; test files mock `send`. */

/** The pending requests for a code, by code. */
export const owed = new Map<string, { answer: () => void; fail: (status: number) => void }>()
/** The pending list calls, the latest last. */
export const lists: {
  query: string
  signal: AbortSignal
  answer: (rows: Order[]) => void
  fail: () => void
}[] = []
vi.mocked(send).mockImplementation(({ path }, input) => {
  const code: unknown = Reflect.get(Object(input?.path), 'code')
  const query: unknown = Reflect.get(Object(input?.query), 'query')
  // This server has orders only.
  if (path !== getOrder.path && path !== listOrders.path) {
    return path.includes(':')
      ? Promise.reject(new CallError(404, 'no'))
      : Promise.resolve({ rows: [], unreadable: 0 })
  }
  return new Promise((resolve, reject) => {
    if (typeof query === 'string' && input?.signal) {
      const answer = (rows: Order[]) => resolve({ rows, unreadable: 0 })
      lists.push({ query, signal: input.signal, answer, fail: () => reject(new CallError(0, 'no')) })
    }
    if (typeof code !== 'string') return
    owed.set(code, {
      answer: () => resolve(exampleOrder({ code })),
      fail: (status) => reject(new CallError(status, 'no')),
    })
  })
})

export async function show() {
  const router = createMemoryRouter(
    [
      {
        path: '*',
        element: (
          <>
            <main>
              <h1 tabIndex={-1}>Orders</h1>
              <input type="search" />
            </main>
            <Hotkeys />
            <PaletteHost />
          </>
        ),
      },
    ],
    { initialEntries: ['/orders'] },
  )
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  )
  screen.getByRole('heading').focus()
  await act(async () => undefined)
  return { place: () => router.state.location.pathname }
}

export const box = () => screen.getByRole('combobox')
/** Waits until the open palette has the focus and shows its rows. */
export const isReady = () =>
  waitFor(() => {
    expect(document.activeElement).toBe(box())
    expect(document.querySelector('[data-waits]')).toBeNull()
  }, GENEROUS)
export const rows = () => screen.queryAllByRole('option')
export const chosen = () =>
  rows().find((row) => row.getAttribute('aria-selected') === 'true')?.textContent ?? null
/** happy-dom treats every Alt as AltGr. */
export function keyDown(target: Element, name: string, rest: KeyboardEventInit = {}) {
  const code = /^\d$/.test(name) ? `Digit${name}` : name
  const event = new KeyboardEvent('keydown', { key: name, code, bubbles: true, cancelable: true, ...rest })
  Object.defineProperty(event, 'getModifierState', { value: () => false })
  target.dispatchEvent(event)
}
export const key = (name: string, rest: KeyboardEventInit = {}) =>
  act(async () => keyDown(document.activeElement ?? document.body, name, rest))
export const write = (text: string) =>
  act(async () => void fireEvent.change(box(), { target: { value: text } }))
/** Shows the palette that opens on a text. */
export async function showOpen(text = '') {
  const shown = await show()
  await act(async () => openPalette(text))
  await isReady()
  return shown
}
/** Shows the palette with a text that is typed when it is open. */
export async function showTyped(text: string) {
  const shown = await showOpen()
  await write(text)
  return shown
}
/** Waits until a code is requested, which happens after the rows are painted. */
async function owedFor(code: string) {
  return waitFor(() => {
    const one = owed.get(code)
    if (!one) throw new Error(`${code} was not requested.`)
    return one
  }, GENEROUS)
}
export async function answer(code: string): Promise<void> {
  const one = await owedFor(code)
  await act(async () => one.answer())
}
export async function fail(code: string, status: number): Promise<void> {
  const one = await owedFor(code)
  await act(async () => one.fail(status))
}

/** Resets the palette before each test of a file, and unmounts it afterwards. */
export function setUpPalette(): void {
  beforeEach(() => {
    owed.clear()
    lists.length = 0
    recordIndex.clear()
    queryClient.clear()
    store.set(targetsAtom, {})
    closeDialog()
    store.set(keyQueueAtom, NO_KEYS)
  })
  afterEach(() => {
    cleanup()
    closePalette()
  })
}
