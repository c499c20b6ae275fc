import type { Locator, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { isShipped } from '../../src/domain/orders/order-status.ts'
import { focused, holdsFocus } from '../browser/keyboard.ts'
import { goTo } from '../browser/navigate.ts'
import { breakCall } from './faults.ts'

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

// The consignment form.

export const addressSearch = (page: Page): Locator => dialog(page, 'Address search')
export const freightOptions = (page: Page): Locator => dialog(page, 'Freight options')
export const cell = (page: Page, column: string, parcel = 1): Locator =>
  page.getByRole('textbox', { name: `${column}, parcel ${parcel}`, exact: true })
export const label = (page: Page): Locator => page.getByRole('img', { name: /^Label 1 of \d+, consignment / })

/** Whether an order is for a courier and not shipped yet. */
export const isToBeSent = (order: Order): boolean =>
  order.freight.is_pickup !== true && !order.freight.tracking_code && !isShipped(order)

/** Opens an order's consignment form while no address matches the order's, so that it stays unverified. */
export async function openUnverified(page: Page, path: string): Promise<void> {
  const found = await breakCall(page, '**/address/search', (route) => route.fulfill({ json: [] }))
  const answered = page.waitForResponse('**/address/search')
  await goTo(page, path)
  await answered
  await found()
}

/** Waits until the order's address has been verified automatically. */
export async function verifiedByItself(page: Page): Promise<void> {
  await page.getByText('Address verified', { exact: true }).waitFor()
}

/** Waits until the address is verified, the search closed and the first parcel focused. */
export async function addressTaken(page: Page): Promise<void> {
  await addressSearch(page).waitFor({ state: 'detached' })
  await page.getByText('Address verified', { exact: true }).waitFor()
  await cell(page, 'Height (cm)').and(page.locator(':focus')).waitFor()
}

/** Verifies the address in the form, by keyboard. */
export async function verifyAddress(page: Page): Promise<void> {
  await page.keyboard.press('Alt+ArrowDown')
  await addressSearch(page).getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await addressTaken(page)
}

/** Types the measures of a parcel whose height has the focus. */
export async function typeMeasures(page: Page, ...measures: string[]): Promise<void> {
  for (const [index, measure] of measures.entries()) {
    if (index > 0) await page.keyboard.press('Enter')
    await page.keyboard.type(measure)
  }
}

/** Requests freight options and waits for them. */
export async function getOptions(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Enter')
  await freightOptions(page).getByRole('radio').first().waitFor()
}

/** Chooses the first option and waits until it is chosen; before that, nothing can be booked. */
export async function chooseFirst(page: Page): Promise<void> {
  await page.keyboard.press('1')
  await freightOptions(page).getByRole('radio', { checked: true }).waitFor()
}

/** Counts the keys pressed in a journey. A combination is one key. */
export function countKeys({ keyboard }: Page): { end(): number } {
  const pressed = vi.spyOn(keyboard, 'press')
  const typed = vi.spyOn(keyboard, 'type')
  return {
    end() {
      const keys = typed.mock.calls.reduce((sum, [text]) => sum + text.length, pressed.mock.calls.length)
      pressed.mockRestore()
      typed.mockRestore()
      return keys
    },
  }
}
