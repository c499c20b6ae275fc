import type { Locator, Page } from 'playwright-core'

const MOST_TABS = 60

/** Whether the element has the focus. */
export function hasFocus(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement)
}

/** Whether the focus is in the element or on it. */
export function holdsFocus(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element.contains(document.activeElement))
}

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, locator: Locator): Promise<void> {
  await locator.waitFor()
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    if (await hasFocus(locator)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${MOST_TABS} presses of Tab do not reach ${locator}`)
}

/** The focused element, for messages of failed tests: `button "Cancel"`, or `body` if there is none. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return 'body'
    const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
    return `${element.tagName.toLowerCase()} "${name.trim().slice(0, 40)}"`
  })
}
