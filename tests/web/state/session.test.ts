import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  decodeToken,
  endSession,
  expireSession,
  hasValidToken,
  isSessionExpired,
  keepReturnAddress,
  onSessionChange,
  onSignOut,
  readToken,
  sessionClaims,
  storeToken,
  TOKEN_KEY,
  takeReturnAddress,
} from '../../../src/web/state/session.ts'
import { HEMI, MERE, tokenOf } from './tokens.ts'

beforeEach(() => {
  endSession()
  localStorage.clear()
  sessionStorage.clear()
})

describe('a token is read as', () => {
  // SIGN-2
  test.each([
    [
      'names with macrons',
      tokenOf({ given_name: 'Hēmi', email: 'a@b.nz' }),
      { given_name: 'Hēmi', email: 'a@b.nz' },
    ],
    [
      'other scripts',
      tokenOf({ given_name: '美玲 😀', email: 'a@b.nz' }),
      { given_name: '美玲 😀', email: 'a@b.nz' },
    ],
    [
      'expired all the same',
      tokenOf({ given_name: 'A', email: 'a@b.nz', exp: 1 }),
      { given_name: 'A', email: 'a@b.nz' },
    ],
    ['nameless where claims are missing', tokenOf({ sub: '1' }), { given_name: '', email: '' }],
    [
      'nameless where claims are no text',
      tokenOf({ given_name: 1, email: null }),
      { given_name: '', email: '' },
    ],
    ['none when blank', '', null],
    ['none when it has no parts', 'garbage', null],
    ['none when its payload is no base64', 'a.%%%.c', null],
    ['none when its payload is no JSON', `a.${btoa('{')}.c`, null],
    ['none when its payload is no object', `a.${btoa('1')}.c`, null],
    ['none when its payload is null', `a.${btoa('null')}.c`, null],
  ])('%s', (_, token, claims) => {
    expect(decodeToken(token)).toEqual(claims)
  })
})

describe('the stored token', () => {
  // SIGN-2
  test('is kept under its fixed key and nothing else', () => {
    storeToken(MERE)
    expect({ ...localStorage }).toEqual({ 'session-token': MERE })
    expect(readToken()).toBe(MERE)
    expect(sessionClaims()).toEqual({ given_name: 'Mere', email: 'Mere@Example.com' })
  })

  test('counts as none when it cannot be decoded', () => {
    localStorage.setItem(TOKEN_KEY, 'garbage')
    expect(readToken()).toBeNull()
    expect(sessionClaims()).toBeNull()
  })

  test('notifies listeners until they unsubscribe', () => {
    const heard = vi.fn()
    const stop = onSessionChange(heard)
    storeToken(MERE)
    expireSession()
    stop()
    storeToken(MERE)
    expect(heard).toHaveBeenCalledTimes(2)
  })
})

test.each([
  ['no end', {}, true],
  ['an end that is to come', { exp: 1001 }, true],
  ['an end that has just come', { exp: 1000 }, false],
])('a token with %s', (_, claims, isValid) => {
  storeToken(tokenOf({ given_name: 'Mere', email: 'mere@example.com', ...claims }))
  expect(hasValidToken(1_000_000)).toBe(isValid)
})

describe('the end of a session', () => {
  test('by sign-out deletes token and address, and notifies sign-out listeners', () => {
    const heard = vi.fn()
    const stop = onSignOut(heard)
    storeToken(MERE)
    keepReturnAddress()
    endSession()
    keepReturnAddress()
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
    expect(takeReturnAddress()).toBeNull()
    expect(heard).toHaveBeenCalledTimes(1)
    stop()
  })

  test('by sign-out notifies also if the token was deleted before', () => {
    const heard = vi.fn()
    const stop = onSignOut(heard)
    sessionStorage.setItem('any', 'thing')
    endSession()
    expect(heard).toHaveBeenCalledTimes(1)
    expect({ ...sessionStorage }).toEqual({})
    stop()
  })

  // SIGN-9
  test('by refusal counts as an expired session, until a user signs in', () => {
    storeToken(MERE)
    expect(isSessionExpired()).toBe(false)
    expireSession()
    expect(isSessionExpired()).toBe(true)
    storeToken(HEMI)
    expect(isSessionExpired()).toBe(false)
  })

  test('by refusal allows remembering the address once, and keeps the user’s data', () => {
    const heard = vi.fn()
    const stop = onSignOut(heard)
    history.replaceState(null, '', '/orders/A%2F1?tab=freight')
    storeToken(MERE)
    expireSession()
    keepReturnAddress()
    storeToken(MERE)
    expect(takeReturnAddress()).toBe('/orders/A%2F1?tab=freight')
    expect(takeReturnAddress()).toBeNull()
    expect(heard).not.toHaveBeenCalled()
    stop()
  })

  test('by refusal keeps nothing for another user', () => {
    const heard = vi.fn()
    const stop = onSignOut(heard)
    storeToken(MERE)
    expireSession()
    keepReturnAddress()
    storeToken(HEMI)
    expect(takeReturnAddress()).toBeNull()
    expect(heard).toHaveBeenCalledTimes(1)
    stop()
  })
})

describe('another tab', () => {
  const RENEWED = tokenOf({ given_name: 'Mere', email: 'Mere@Example.com', iat: 2 })
  const SIGN_OUT = ['', null]

  function store(token: string | null): void {
    if (token === null) localStorage.removeItem(TOKEN_KEY)
    else localStorage.setItem(TOKEN_KEY, token)
  }
  const tell = (newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY, newValue }))

  /** The notifications in Mere's tab when another tab changes the token: of changes, and of sign-outs. */
  function heardOf(happen: () => void): { changes: number; signOuts: number } {
    storeToken(MERE)
    const [changed, signedOut] = [vi.fn(), vi.fn()]
    const stops = [onSessionChange(changed), onSignOut(signedOut)]
    happen()
    for (const stop of stops) stop()
    return { changes: changed.mock.calls.length, signOuts: signedOut.mock.calls.length }
  }

  test.each([
    ['signing out', SIGN_OUT, 1],
    ['signing in as somebody else', [HEMI], 1],
    ['renewing the same session', [RENEWED], 0],
    ['whose session runs out', [null], 0],
    ['whose session runs out, signed in to by the same user', [null, RENEWED], 0],
    ['whose session runs out, signed in to by somebody else', [null, HEMI], 1],
    ['signing out and in again', [...SIGN_OUT, RENEWED], 1],
  ])('%s is followed', (_, tokens, signOuts) => {
    const heard = heardOf(() => {
      for (const token of tokens) {
        store(token)
        tell(token)
      }
    })
    expect(heard).toEqual({ changes: tokens.length, signOuts })
  })

  test.each([
    ['somebody else', HEMI, 1],
    ['the same user', RENEWED, 0],
  ])('signing out and in again as %s is followed by a tab that was frozen', (_, token, signOuts) => {
    const heard = heardOf(() => {
      store(token)
      for (const late of [...SIGN_OUT, token]) tell(late)
    })
    expect(heard.signOuts).toBe(signOuts)
  })

  test('signing in as another user is noticed by a page restored from the back/forward cache', () => {
    const heard = heardOf(() => {
      store(HEMI)
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    })
    expect(heard).toEqual({ changes: 1, signOuts: 1 })
  })

  test.each([
    ['a session that ran out keeps the place', [null], '/orders/A%2F1'],
    ['a sign-out does not', SIGN_OUT, null],
  ])('%s', (_, tokens, place) => {
    history.replaceState(null, '', '/orders/A%2F1')
    heardOf(() => {
      for (const token of tokens) {
        store(token)
        tell(token)
      }
    })
    keepReturnAddress()
    expect(takeReturnAddress()).toBe(place)
  })

  test('other changes are ignored', () => {
    const changed = vi.fn()
    const stop = onSessionChange(changed)
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    expect(changed).not.toHaveBeenCalled()
    stop()
  })
})
