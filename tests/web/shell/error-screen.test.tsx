import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ErrorScreen } from '../../../src/web/shell/error-screen.tsx'

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

test('an unknown address shows the status text', async () => {
  openAt('/nowhere')
  const heading = await screen.findByRole('heading', { name: 'Unexpected Application Error!' })
  expect(screen.getByText('Not Found')).toBeTruthy()
  expect(document.querySelector('pre')).toBeNull()
  expect(document.activeElement).toBe(heading)
  expect(document.title).toBe('Unexpected Application Error!')
})

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
