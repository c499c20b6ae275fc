import { describe, expect, test } from 'vitest'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { tabTo } from '../browser/keyboard.ts'
import { signIn, signInHere } from '../browser/sign-in.ts'
import { breakCall, FAULTS, holdCall } from './faults.ts'
import { dialog, orderOpen, ordersTable } from './screens.ts'
import { setUpWorkbench, TOKEN_KEY } from './workbench.ts'

const bench = setUpWorkbench()

const LOGIN = 'Login with Microsoft'

describe('the sign-in screen', () => {
  test('says that it failed when login-start fails, and lets one try again', async () => {
    const page = await bench.visitor()
    const mend = await breakCall(page, '**/identity/auth', FAULTS['answers 500'])
    await page.goto('/auth')
    await tabTo(page, page.getByRole('button', { name: LOGIN }))
    await page.keyboard.press('Enter')
    const alert = page.getByRole('alert')
    await alert.filter({ hasText: MESSAGES.loginFailed }).waitFor()
    expect(await alert.textContent()).toContain(MESSAGES.loginFailedDetail)
    await mend()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signInHere(page)
    await ordersTable(page).waitFor()
  })

  test('clears the error and is busy while it tries again', async () => {
    const page = await bench.visitor()
    await page.route('**/identity/auth', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
    await page.goto('/auth')
    const button = page.getByRole('button', { name: LOGIN })
    await button.press('Enter')
    await page.getByRole('alert').waitFor()
    const call = await holdCall(page, '**/identity/auth')
    await button.press('Enter')
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.locator('button[aria-busy=true], button:disabled').waitFor()
    call.release()
    await page.waitForURL('**/local-identity/**')
  })

  test('accepts a stored token and goes to the orders', async () => {
    const page = await bench.open('/auth')
    await page.waitForURL('**/orders')
    await ordersTable(page).waitFor()
  })

  test('an undecodable token counts as none', async () => {
    const page = await bench.visitor()
    await page.evaluate((key) => localStorage.setItem(key, 'not.a.token'), TOKEN_KEY)
    await page.goto('/orders')
    await page.locator('button:enabled', { hasText: LOGIN }).waitFor()
  })
})

describe('the callback', () => {
  test('refuses another state than the one that this browser was given, without asking the server', async () => {
    const page = await bench.visitor()
    let exchanges = 0
    await page.route('**/identity/microsoft', (route) => {
      exchanges += 1
      return route.continue()
    })
    await page.goto('/auth')
    await page.locator('button:enabled', { hasText: LOGIN }).press('Enter')
    await page.waitForURL('**/local-identity/**')
    await page.goto('/auth/microsoft?code=abc&state=forged')
    await page.locator('button:enabled', { hasText: LOGIN }).waitFor()
    expect(exchanges).toBe(0)
    expect(await page.evaluate((key) => localStorage.getItem(key), TOKEN_KEY)).toBeNull()
  })

  test('of a sign-in that was not started is refused by the server', async () => {
    const page = await bench.visitor()
    const exchange = page.waitForResponse('**/identity/microsoft')
    await page.goto('/auth/microsoft?code=abc')
    expect((await exchange).status()).toBe(400)
    await page.getByRole('alert').filter({ hasText: MESSAGES.loginFailed }).waitFor()
    expect(await page.evaluate((key) => localStorage.getItem(key), TOKEN_KEY)).toBeNull()
  })

  test('with a token in store goes to the orders', async () => {
    const page = await bench.open('/auth/microsoft?code=abc&state=forged')
    await page.waitForURL('**/orders')
  })
})

describe('without a session', () => {
  test('every address leads to the sign-in screen', async () => {
    const page = await bench.visitor()
    for (const path of ['/', '/orders/104823']) {
      await page.goto(path)
      await page.waitForURL('**/auth')
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    }
  })

  test('signing in leads to the requested address', async () => {
    const { code } = await bench.takeOrder('')
    const page = await bench.open(`/orders/${code}`)
    await orderOpen(page, code)
    await page.route('**/api/v1/**', (route) => route.fulfill({ status: 401, json: { success: false } }))
    await page.reload()
    await page.waitForURL('**/auth')
    await page.unrouteAll()
    await signInHere(page)
    await orderOpen(page, code)
  })
})

test('signing out in one tab signs out the others and invalidates the token', async () => {
  const page = await bench.visitor()
  await signIn(page, bench.url)
  await ordersTable(page).waitFor()
  const token = await page.evaluate((key) => localStorage.getItem(key), TOKEN_KEY)
  const other = await page.context().newPage()
  await other.goto('/orders')
  await ordersTable(other).waitFor()
  const told = page.waitForResponse('**/identity/logout')
  await page.goto('/logout')
  await told.catch(() => undefined)
  await page.waitForURL('**/auth')
  await other.waitForURL('**/auth')
  expect(await other.evaluate(() => sessionStorage.getItem('place-to-return-to'))).toBeNull()
  const answer = await fetch(`${bench.url}/api/v1/orders`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(401)
})

test('a session that expires in one tab leaves the others their address and typed text until the user signs in again', async () => {
  const { code } = await bench.takeOrder('?status=unpaid')
  const page = await bench.open('/orders')
  await ordersTable(page).waitFor()
  const other = await page.context().newPage()
  await other.goto(`/orders/${code}`)
  await orderOpen(other, code)
  await other.keyboard.press('r')
  const reference = dialog(other, 'Record payment').getByLabel('Reference')
  await reference.fill('typed before the end')
  await page.route('**/api/v1/**', (route) => route.fulfill({ status: 401, json: { success: false } }))
  await page.reload()
  await Promise.all([page.waitForURL('**/auth'), other.waitForURL('**/auth')])
  await page.unrouteAll()
  await signInHere(page)
  await ordersTable(page).waitFor()
  await other.waitForURL(`**/orders/${code}`)
  await expect.poll(() => reference.inputValue()).toBe('typed before the end')
})

test('the user menu shows who is signed in and signs out', async () => {
  const page = await bench.visitor()
  await signIn(page, bench.url)
  const claims = await page.evaluate((key) => {
    const payload = (localStorage.getItem(key) ?? '').split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    )
    const read: { given_name: string; email: string } = JSON.parse(new TextDecoder().decode(bytes))
    return read
  }, TOKEN_KEY)
  await page.getByText(claims.email.toLowerCase(), { exact: true }).first().waitFor()
  const menu = page.getByRole('button', { name: new RegExp(claims.given_name) })
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Settings' }).waitFor()
  await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter')
  await page.waitForURL('**/auth')
})

test('a digit signs in on the demo sign-in page, in the console’s own font', async () => {
  const page = await bench.visitor()
  await page.goto('/auth')
  await page.getByRole('button', { name: LOGIN }).press('Enter')
  await page.waitForURL('**/local-identity/**')
  await page.getByRole('heading', { name: 'Demo sign-in' }).waitFor()
  expect(
    await page.evaluate(() => document.fonts.load('13px "Inter Variable"').then(({ length }) => length)),
  ).toBe(1)
  await page.keyboard.press('9')
  await page.keyboard.press('2')
  await ordersTable(page).waitFor()
  await page.getByText('tane@example.com').first().waitFor()
})
