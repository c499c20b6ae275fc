import '../api/fake-server.ts'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  Component as SignInCallback,
  loader as signInCallbackLoader,
} from '../../../src/web/screens/sign-in/sign-in-callback.tsx'
import { Component as SignInScreen } from '../../../src/web/screens/sign-in/sign-in-screen.tsx'
import { expireSession, keepReturnAddress, readToken, storeToken } from '../../../src/web/state/session.ts'
import { connectionLost, fakeServer } from '../api/fake-server.ts'
import { MERE } from '../state/tokens.ts'

const LOGIN_URL = 'https://login.example/authorize?client_id=x&state=st-1'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  fakeServer.answer(() => ({ status: 500 }))
})
afterEach(() => {
  vi.restoreAllMocks()
})

function openAt(address: string) {
  const router = createMemoryRouter(
    [
      { path: '/auth', Component: SignInScreen },
      {
        path: '/auth/microsoft',
        Component: SignInCallback,
        loader: signInCallbackLoader,
        HydrateFallback: () => null,
      },
      { path: '/orders', Component: () => <h1>Orders</h1> },
      { path: '/orders/:code', Component: () => <h1>Order</h1> },
    ],
    { initialEntries: [address] },
  )
  render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  return () => router.state.location.pathname + router.state.location.search
}

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Login with Microsoft' })
const calls = (url: string) => fakeServer.sent.filter((request) => request.url === url)

async function pressLogin(): Promise<void> {
  await waitFor(() => expect(button().disabled).toBe(false))
  fireEvent.click(button())
}

describe('the sign-in screen', () => {
  test('shows the reason of a refusal with the message', async () => {
    const message = 'Too many sign-ins. Try again in 42 seconds.'
    fakeServer.answer(() => ({ status: 429, body: { success: false, message } }))
    openAt('/auth')
    await pressLogin()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Failed to login.')
    expect(alert.textContent).toContain('Please try again later.')
    expect(alert.textContent).toContain(message)
    expect(alert.textContent).toMatch(/^Something went wrong\./)
  })

  // SIGN-1
  test('without a token is ready at once, its button focused', async () => {
    openAt('/auth')
    await waitFor(() => expect(document.activeElement).toBe(button()))
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeTruthy()
    expect(screen.getAllByRole('button')).toEqual([button()])
    expect(button().querySelector('.animate-spin')).toBeNull()
    expect(screen.getByText('Please log in with your organisation’s Outlook email account.')).toBeTruthy()
    expect(fakeServer.sent).toEqual([])
  })

  // SIGN-3, SIGN-7
  test('is busy while it checks a stored token, and opens the orders when it is accepted', async () => {
    storeToken(MERE)
    let accept = (_: object) => {}
    fakeServer.answer(
      () =>
        new Promise((resolve) => {
          accept = (body) => resolve({ body })
        }),
    )
    const place = openAt('/auth')
    expect(button().disabled).toBe(true)
    await waitFor(() => expect(calls('/identity/auth/validate')[0]?.authorization).toBe(`Bearer ${MERE}`))
    await act(async () => accept({ success: true }))
    await waitFor(() => expect(place()).toBe('/orders'))
    expect(readToken()).toBe(MERE)
  })

  // SIGN-3
  test.each([
    ['refused', () => ({ status: 401, body: { success: false } })],
    ['answered with success false', () => ({ body: { success: false } })],
    ['answered without success', () => ({ body: {} })],
    ['not answered', connectionLost],
  ])('a stored token that is %s is silently deleted', async (_, handler) => {
    storeToken(MERE)
    fakeServer.answer(handler)
    openAt('/auth')
    await waitFor(() => expect(button().disabled).toBe(false))
    expect(readToken()).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('a stored token that cannot be decoded is deleted without asking', async () => {
    localStorage.setItem('session-token', 'garbage')
    openAt('/auth')
    await waitFor(() => expect(button().disabled).toBe(false))
    expect([localStorage.getItem('session-token'), fakeServer.sent.length]).toEqual([null, 0])
  })

  // SIGN-1
  test('sends the whole browser to the login page, and stays busy', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    fakeServer.answer(() => ({ body: { login_url: LOGIN_URL } }))
    openAt('/auth')
    await pressLogin()
    expect(button().disabled).toBe(true)
    expect(button().querySelector('.animate-spin')).not.toBeNull()
    await waitFor(() => expect(assign).toHaveBeenCalledWith(LOGIN_URL))
    expect(button().disabled).toBe(true)
    expect(sessionStorage.getItem('sign-in-state')).toBe('st-1')
  })

  // SIGN-4, V1.2.2
  test.each([
    ['fails', () => ({ status: 500 })],
    ['is not answered', connectionLost],
    ['has no login_url', () => ({ body: {} })],
    ['has a blank login_url', () => ({ body: { login_url: '' } })],
    ['has a login_url that is a script', () => ({ body: { login_url: 'javascript:alert(1)' } })],
  ])('reports that the login-start %s, and can be pressed again', async (_, handler) => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    fakeServer.answer(handler)
    openAt('/auth')
    await pressLogin()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Something went wrong.Failed to login.Please try again later.')
    await waitFor(() => expect(document.activeElement).toBe(button()))
    expect(assign).not.toHaveBeenCalled()
    fakeServer.answer(() => ({ body: { login_url: LOGIN_URL } }))
    await pressLogin()
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(assign).toHaveBeenCalledWith(LOGIN_URL))
  })

  test('follows a sign-in in another tab to the remembered address', async () => {
    history.replaceState(null, '', '/orders/104823?tab=freight')
    storeToken(MERE)
    expireSession()
    keepReturnAddress()
    const place = openAt('/auth')
    await waitFor(() => expect(button().disabled).toBe(false))
    act(() => storeToken(MERE))
    await waitFor(() => expect(place()).toBe('/orders/104823?tab=freight'))
  })
})

describe('the callback', () => {
  test('shows why the server refused the sign-in', async () => {
    const message = 'Guests of the organisation are not allowed to use this console.'
    fakeServer.answer(() => ({ status: 401, body: { success: false, message } }))
    sessionStorage.setItem('sign-in-state', 'st-1')
    openAt('/auth/microsoft?code=c1&state=st-1')
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  })

  const exchanged = () => ({ body: { access_token: MERE } })

  // SIGN-5
  test.each([
    ['the state that came back', '/auth/microsoft?code=c1&state=st-1', 'st-1', { code: 'c1', state: 'st-1' }],
    [
      'the code where no state came and none was seen',
      '/auth/microsoft?code=c1',
      null,
      { code: 'c1', state: 'c1' },
    ],
  ])('exchanges the code once, with %s', async (_, address, seen, body) => {
    if (seen !== null) sessionStorage.setItem('sign-in-state', seen)
    fakeServer.answer(exchanged)
    const place = openAt(address)
    await waitFor(() => expect(place()).toBe('/orders'))
    expect(calls('/identity/microsoft')).toEqual([
      { method: 'POST', url: '/identity/microsoft', authorization: null, body },
    ])
    expect(readToken()).toBe(MERE)
  })

  test('leads back to the remembered address', async () => {
    history.replaceState(null, '', '/orders/104823?tab=freight')
    storeToken(MERE)
    expireSession()
    keepReturnAddress()
    fakeServer.answer(exchanged)
    const place = openAt('/auth/microsoft?code=c1')
    await waitFor(() => expect(place()).toBe('/orders/104823?tab=freight'))
  })

  // V10.1.2
  test.each([
    ['another state', 'st-1', '/auth/microsoft?code=c1&state=other'],
    ['no state', 'st-1', '/auth/microsoft?code=c1'],
    ['a state where none was seen', null, '/auth/microsoft?code=c1&state=other'],
    ['no code', 'st-1', '/auth/microsoft?error=access_denied&state=st-1'],
  ])('with %s is refused without a call', async (_, seen, address) => {
    if (seen !== null) sessionStorage.setItem('sign-in-state', seen)
    fakeServer.answer(exchanged)
    const place = openAt(address)
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to login.')
    expect([place(), fakeServer.sent.length, readToken()]).toEqual(['/auth', 0, null])
  })

  test.each([
    ['fails', () => ({ status: 400, body: { success: false } })],
    ['has no token', () => ({ body: {} })],
    ['has a token that cannot be decoded', () => ({ body: { access_token: 'garbage' } })],
  ])('reports that the exchange %s', async (_, handler) => {
    fakeServer.answer(handler)
    const place = openAt('/auth/microsoft?code=c1')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Something went wrong.Failed to login.Please try again later.',
    )
    await waitFor(() => expect(button().disabled).toBe(false))
    expect([place(), readToken()]).toEqual(['/auth', null])
  })

  test('goes to the orders if the user is signed in', async () => {
    storeToken(MERE)
    const place = openAt('/auth/microsoft?code=c1&state=s')
    await waitFor(() => expect(place()).toBe('/orders'))
    expect(fakeServer.sent).toEqual([])
  })
})
