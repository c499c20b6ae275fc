import { render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { routes } from '../../../src/web/routes.tsx'
import { background } from '../../../src/web/shell/shell.tsx'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { forgetPositions } from '../../../src/web/table/list-memory.ts'
import { fakeServer } from '../api/fake-server.ts'
import { Providers, setUpLayout } from '../providers.tsx'
import { MERE } from '../state/tokens.ts'

// Mocked, because it requests lists when idle, which would affect assertions about requests.
vi.mock('../../../src/web/record-index/fill-index.ts', async (original) => ({
  ...(await original<object>()),
  warmIndex: () => () => undefined,
}))
// It suspends for ever in idle time: an `act` under way at that moment would never render again.
vi.mock('../../../src/web/lib/warm-up-render.tsx', () => ({ WarmUpRender: () => null }))

/** Renders the whole console at an address, with a scripted server. */
export async function openAt(address: string) {
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  await waitFor(() => expect(router.state.initialized).toBe(true))
  await background.preload()
  render(<RouterProvider router={router} />, { wrapper: Providers })
  return router
}

/** The requests whose address begins with this text, in order. */
export const asked = (start: string) =>
  fakeServer.sent.map(({ url }) => url).filter((url) => url.startsWith(start))

export const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)
export const fact = (name: string) =>
  screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

/** Before and after each test: a user is signed in, and rows have space to be rendered. */
export function setUpScreens(): void {
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
    forgetPositions()
    storeToken(MERE)
    store.set(toastsAtom, [])
  })
  setUpLayout({ width: 1200, height: 600 })
  afterEach(() => queryClient.clear())
}
