import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  decodeToken,
  endSession,
  expireSession,
  forgetToken,
  onSessionChange,
  onSignOut,
  readToken,
  sessionClaims,
  storeToken,
  TOKEN_KEY,
  takePlace,
} from '../../../src/web/state/session.ts'
import { HEMI, MERE, tokenOf } from './tokens.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('a token is read as', () => {
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

  test('tells listeners until they stop', () => {
    const heard = vi.fn()
    const stop = onSessionChange(heard)
    storeToken(MERE)
    forgetToken()
    stop()
    storeToken(MERE)
    expect(heard).toHaveBeenCalledTimes(2)
  })
})

describe('the end of a session', () => {
  test('by sign-out forgets the token and the place and tells who must forget the user', () => {
    const heard = vi.fn()
    const stop = onSignOut(heard)
    storeToken(MERE)
    expireSession()
    storeToken(MERE)
    endSession()
    expect(readToken()).toBeNull()
    expect(takePlace()).toBeNull()
    expect(heard).toHaveBeenCalledTimes(1)
    stop()
  })

  test('by refusal keeps the place, which is handed out once', () => {
    history.replaceState(null, '', '/orders/A%2F1?tab=freight')
    storeToken(MERE)
    expireSession()
    expect(readToken()).toBeNull()
    expect(takePlace()).toBe('/orders/A%2F1?tab=freight')
    expect(takePlace()).toBeNull()
  })

  test('by refusal keeps the first place when a second refusal comes from elsewhere', () => {
    history.replaceState(null, '', '/orders')
    storeToken(MERE)
    expireSession()
    history.replaceState(null, '', '/auth')
    expireSession()
    expect(takePlace()).toBe('/orders')
  })
})

describe('another tab', () => {
  function otherTab(oldValue: string | null, newValue: string | null): void {
    if (newValue === null) localStorage.removeItem(TOKEN_KEY)
    else localStorage.setItem(TOKEN_KEY, newValue)
    window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY, oldValue, newValue }))
  }

  test.each([
    ['signing out', MERE, null, 1],
    ['signing in as somebody else', MERE, HEMI, 1],
    [
      'renewing the same session',
      MERE,
      tokenOf({ given_name: 'Mere', email: 'Mere@Example.com', iat: 2 }),
      0,
    ],
  ])('%s is followed', (_, before, after, signOuts) => {
    const changed = vi.fn()
    const signedOut = vi.fn()
    const stops = [onSessionChange(changed), onSignOut(signedOut)]
    otherTab(before, after)
    expect(changed).toHaveBeenCalledTimes(1)
    expect(signedOut).toHaveBeenCalledTimes(signOuts)
    for (const stop of stops) stop()
  })

  test('changing something else is none of its business', () => {
    const changed = vi.fn()
    const stop = onSessionChange(changed)
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    expect(changed).not.toHaveBeenCalled()
    stop()
  })
})
