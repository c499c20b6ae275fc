import '../../../src/web/api/consignments.ts'
import '../../../src/web/api/customers.ts'
import '../../../src/web/api/standard-records.ts'
import '../../../src/web/api/suppliers.ts'
import '../../../src/web/api/http.ts'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { AxiosError } from 'axios'
import { Provider } from 'jotai'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
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
import { type Answer, fakeServer, type SentRequest } from '../api/fake-server.ts'
import { MERE } from '../state/tokens.ts'

// Mocked, because it requests lists when idle and would receive responses meant for the palette.
vi.mock('../../../src/web/record-index/fill-index.ts', async (original) => ({
  ...(await original<object>()),
  warmIndex: () => () => undefined,
}))
// It suspends for ever in idle time: an `act` under way at that moment would never render again.
vi.mock('../../../src/web/lib/warm-up-render.tsx', () => ({ WarmUpRender: () => null }))

/** A response of the server, which it sends when the test says so. */
interface Owed<Body> {
  answer(body: Body): void
  fail(status: number): void
}

/** The pending requests for a code, by code. */
export const owed = new Map<string, Owed<Order>>()
/** The pending list calls, the latest last. */
export const lists: (Owed<Order[]> & { query: string })[] = []

function answerLater<Body>(note: (owed: Owed<Body>) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    note({
      answer: (body) => resolve({ body }),
      fail: (status) =>
        status === 0 ? reject(new AxiosError('', AxiosError.ERR_NETWORK)) : resolve({ status }),
    })
  })
}

/** A server that has orders only. */
function answerOrders({ url }: SentRequest): Answer | Promise<Answer> {
  const { pathname, searchParams } = new URL(url, 'http://console')
  const [, kind, code] = /^\/api\/v1\/(\w+)(?:\/([^/]+))?$/.exec(pathname) ?? []
  const query = searchParams.get('query')
  if (kind === 'orders' && code !== undefined) {
    return answerLater<Order>((one) => owed.set(decodeURIComponent(code), one))
  }
  if (kind === 'orders' && query !== null) {
    return answerLater<Order[]>((one) => lists.push({ ...one, query }))
  }
  return kind !== 'suppliers' && code !== undefined ? { status: 404 } : { body: [] }
}

/** Renders the palette over a plain screen. */
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
/** The client reads a response in microtasks, which have all run before the next task. */
const isRead = () => new Promise((resolve) => setTimeout(resolve))

/** Sends a response, and waits until the console has read it. */
export const respond = (send: () => void) =>
  act(async () => {
    send()
    await isRead()
  })
export async function answer(code: string, order = exampleOrder({ code })): Promise<void> {
  const request = await owedFor(code)
  await respond(() => request.answer(order))
}
export async function fail(code: string, status: number): Promise<void> {
  const request = await owedFor(code)
  await respond(() => request.fail(status))
}

/** Resets the palette before each test of a file, and unmounts it afterwards. */
export function setUpPalette(): void {
  beforeEach(() => {
    localStorage.setItem('session-token', MERE)
    fakeServer.answer(answerOrders)
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
