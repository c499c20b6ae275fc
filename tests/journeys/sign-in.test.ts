import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { tabTo } from '../browser/keyboard.ts'
import { holdCall } from './faults.ts'
import { ordersTable } from './screens.ts'
import { setUpWorkbench, TOKEN_KEY } from './workbench.ts'

const bench = setUpWorkbench()

const readToken = (page: Page) => page.evaluate((key) => localStorage.getItem(key) ?? '', TOKEN_KEY)

interface Claims {
  given_name: string
  email: string
}

function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

async function chooseInUserMenu(page: Page, user: Claims, item: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(user.given_name) }).press('Enter')
  await page.getByRole('menuitem', { name: item }).press('Enter')
}

test('an unusable token leads to the sign-in, a failed login can be tried again, and the user menu leads to the sessions and signs out', async () => {
  const page = await bench.visitor()
  await page.evaluate((key) => localStorage.setItem(key, 'not.a.token'), TOKEN_KEY)
  await page.route('**/identity/auth', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await page.goto('/orders/104823')
  await page.waitForURL('**/auth')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  const button = page.getByRole('button', { name: 'Login with Microsoft' })
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alert').filter({ hasText: MESSAGES.loginFailed })
  await alert.waitFor()
  expect(await alert.textContent()).toContain(MESSAGES.loginFailedDetail)

  const call = await holdCall(page, '**/identity/auth')
  await button.press('Enter')
  await alert.waitFor({ state: 'detached' })
  await page.locator('button[aria-busy=true], button:disabled').waitFor()
  call.release()
  await page.waitForURL('**/local-identity/**')
  await page.getByRole('heading', { name: 'Demo sign-in' }).waitFor()
  const fonts = await page.evaluate(() => document.fonts.load('13px "Inter Variable"'))
  expect(fonts.length).toBe(1)
  await page.keyboard.press('9')
  await page.keyboard.press('1')
  await ordersTable(page).waitFor()

  const token = await readToken(page)
  const user = claimsOf(token)
  await page.getByText(user.email.toLowerCase(), { exact: true }).first().waitFor()
  await bench.orders('?query=none')
  await chooseInUserMenu(page, user, 'Settings')
  await page.getByText('This session').waitFor()
  await tabTo(page, page.getByRole('button', { name: 'End all other sessions', exact: true }))
  await page.keyboard.press('Enter')
  await page.getByText(/sessions? ended/).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^End .+, signed in/ }).count()).toBe(0)
  // The session of the workbench is another one of this user.
  await expect(bench.orders('?query=none')).rejects.toThrow('401')

  const signedOut = page.waitForResponse('**/identity/logout')
  await chooseInUserMenu(page, user, 'Sign out')
  expect((await signedOut).status()).toBe(200)
  await page.waitForURL('**/auth')
  expect(await readToken(page)).toBe('')
})
