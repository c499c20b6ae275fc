import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { focused, holdsFocus } from '../browser/keyboard.ts'
import { goTo } from '../browser/navigate.ts'

/** Parts of the console, by role and name. */

export const ordersTable = (page: Page): Locator => page.getByRole('grid', { name: 'Orders' })

/** The rows of a table without its heading. */
export const rowsOf = (table: Locator): Locator => table.locator('tbody').getByRole('row')

export const activeRow = (page: Page): Locator => ordersTable(page).locator('tbody [role=row][data-active]')

const orderHeading = (page: Page, code: string): Locator =>
  page.getByRole('heading', { name: `Order #${code}`, exact: false })

export const palette = (page: Page): Locator =>
  page.getByRole('dialog').filter({ has: page.getByRole('combobox') })

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })

/** Waits until a dialog or menu is open and focused, so that its keys work. */
export async function opened(box: Locator): Promise<void> {
  await box.waitFor()
  await expect.poll(() => holdsFocus(box)).toBe(true)
}

/** Confirms a run over more than 20 orders: their number is typed into the field with the focus. */
export async function confirmByNumber(page: Page, box: Locator, unconfirmed: () => void): Promise<void> {
  const count = /\d+/.exec((await box.getByRole('heading').first().textContent()) ?? '')?.[0] ?? ''
  expect(Number(count)).toBeGreaterThan(20)
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.keyboard.type(count)
  unconfirmed()
  await page.keyboard.press('ControlOrMeta+Enter')
}

/** The status badge beside the title of an order. */
export const statusBadge = (page: Page, words: string): Locator =>
  page.getByRole('main').getByText(words, { exact: true }).first()

/** Waits until an order's screen shows the order and not only its title, so that its keys work. */
export async function orderOpen(page: Page, code: string): Promise<void> {
  await orderHeading(page, code).waitFor()
  await page.getByRole('button', { name: /^Options/ }).waitFor()
}

/** Opens an address: the first one loads the console, later ones are shown within it, which takes less time. */
export async function visit(page: Page, address: string): Promise<void> {
  if (page.url().endsWith('blank')) await page.goto(address)
  else await goTo(page, address)
}

/** Opens an order by typing its code without a focused field, and Enter. */
export async function jumpTo(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await orderHeading(page, code).waitFor()
}

/** Waits until the described element has the focus. A failure names the focused element. */
export const expectFocus = (page: Page, where: RegExp) => expect.poll(() => focused(page)).toMatch(where)
