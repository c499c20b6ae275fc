import type { Page } from 'playwright-core'
import { tabTo } from './keyboard.ts'

/** Waits until the page has focused its button, so that the next Tab moves on from there. */
async function buttonFocused(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.matches('button:enabled') === true)
}

/** Signs in as the first demo user, by keyboard, from the sign-in screen. Ends on the screen after it. */
export async function signInHere(page: Page): Promise<void> {
  const login = page.getByRole('button', { name: 'Login with Microsoft' })
  await login.waitFor()
  await buttonFocused(page)
  await tabTo(page, login)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/local-identity/**')
  await buttonFocused(page)
  await tabTo(page, page.getByRole('button').first())
  await Promise.all([
    page.waitForURL((url) => !/local-identity|\/auth/.test(url.pathname)),
    page.keyboard.press('Enter'),
  ])
}

/** The console's key for the session in local storage. */
export const TOKEN_KEY = 'session-token'

/** Opens the console and signs in. */
export async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await signInHere(page)
}

/** Signs in and returns the session's token. */
export async function signedInSession(page: Page, url: string): Promise<string> {
  await signIn(page, url)
  return page.evaluate((key) => localStorage.getItem(key) ?? '', TOKEN_KEY)
}
