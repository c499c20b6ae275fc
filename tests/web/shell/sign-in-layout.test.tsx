import { render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { SignInLayout } from '../../../src/web/shell/sign-in-layout.tsx'

// NAV-4
test('the sign-in pages stand below a header with the logo, both centred', () => {
  const screens = [{ index: true, Component: () => <h1>Sign in</h1> }]
  render(
    <RouterProvider
      router={createMemoryRouter([{ path: '/', Component: SignInLayout, children: screens }])}
    />,
  )
  const header = screen.getByRole('banner')
  const main = screen.getByRole('main')
  expect(header.querySelector('svg')).not.toBeNull()
  expect(header.parentElement).toBe(main.parentElement)
  expect(header.parentElement?.classList).toContain('justify-items-center')
  expect(within(main).getByRole('heading', { name: 'Sign in' })).toBeTruthy()
  expect(header.compareDocumentPosition(main) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})
