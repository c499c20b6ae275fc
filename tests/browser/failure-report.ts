import type { BrowserContext, Page } from 'playwright-core'

declare global {
  interface Window {
    /** The keys that the page has received, with when they were pressed and handled, in ms. */
    receivedKeys?: string[]
  }
}

const LATEST_KEYS = 40
const CHARACTERS = 4_000
const TIMEOUT_MS = 2_000

/** Lets the pages of a context record the keys that they receive, for the report of a failure. */
export async function recordKeys(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const keys: string[] = []
    window.receivedKeys = keys
    const record = ({ type, key = '', timeStamp }: { type: string; key?: string; timeStamp: number }) =>
      keys.push(`${type} ${key} ${Math.round(timeStamp)} ${Math.round(performance.now())}`)
    window.addEventListener('keydown', record, { capture: true })
    for (const type of ['blur', 'offline', 'pointerdown']) window.addEventListener(type, record)
  })
}

/** What a page of a failed journey shows, and the latest keys that it received. */
export async function failureReport(page: Page): Promise<string> {
  // A page that has crashed or was closed can no longer be asked.
  const keys = await page.evaluate((count) => window.receivedKeys?.slice(-count), LATEST_KEYS).catch(String)
  const shown = await page.locator('body').ariaSnapshot({ timeout: TIMEOUT_MS }).catch(String)
  return `${page.url()}\n${JSON.stringify(keys)}\n${shown.slice(-CHARACTERS)}\n`
}
