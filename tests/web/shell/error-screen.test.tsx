import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ErrorScreen } from '../../../src/web/shell/error-screen.tsx'
import { screenScript } from '../../../src/web/shell/screen-script.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

function openAt(address: string): void {
  const routes = [
    {
      ErrorBoundary: ErrorScreen,
      children: [
        {
          path: '/broken',
          Component: () => {
            throw new Error('the screen broke')
          },
        },
        {
          path: '/missing',
          HydrateFallback: () => null,
          lazy: screenScript(() =>
            Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
          ),
        },
        {
          path: '/odd',
          HydrateFallback: () => null,
          loader: () => {
            throw 'plain words'
          },
        },
      ],
    },
  ]
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />)
}

// NAV-3
test('an unknown address shows the status text', async () => {
  openAt('/nowhere')
  const heading = await screen.findByRole('heading', { name: 'Unexpected Application Error!' })
  expect(screen.getByText('Not Found')).toBeTruthy()
  expect(document.querySelector('pre')).toBeNull()
  expect(document.activeElement).toBe(heading)
  expect(document.title).toBe('Unexpected Application Error!')
})

// NAV-3
test('a screen that fails to render shows its message and stack', async () => {
  openAt('/broken')
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' })
  expect(screen.getByText('the screen broke')).toBeTruthy()
  expect(document.querySelector('pre')?.textContent).toContain('error-screen.test')
})

test('any other thrown value is shown as text', async () => {
  openAt('/odd')
  expect(await screen.findByText('plain words')).toBeTruthy()
})

describe('a screen whose script cannot be loaded', () => {
  const reload = vi.fn()
  /** Whether the server responds. */
  let isUp = false

  beforeEach(() => {
    sessionStorage.clear()
    reload.mockClear()
    isUp = false
    vi.spyOn(window.location, 'reload').mockImplementation(reload)
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => {
        if (!isUp) throw new TypeError('offline')
        return new Response()
      }),
    )
  })
  afterEach(() => void vi.unstubAllGlobals())

  test('says so without a stack trace, and is loaded again once the server responds', async () => {
    openAt('/missing')
    await screen.findByRole('heading', { name: 'Unexpected Application Error!' })
    expect(screen.getByText('This screen could not be loaded.')).toBeTruthy()
    expect(document.body.textContent).not.toContain('dynamically imported')
    expect(document.querySelector('pre')).toBeNull()
    await screen.findByText('The server does not respond. The console tries again every few seconds.')
    expect(reload).not.toHaveBeenCalled()
    isUp = true
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })

  test('is not reloaded again and again, but by hand', async () => {
    isUp = true
    openAt('/missing')
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    cleanup()
    openAt('/missing')
    await screen.findByText('It failed again. Try once more, or open another screen.')
    expect(reload).toHaveBeenCalledOnce()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
  })
})
