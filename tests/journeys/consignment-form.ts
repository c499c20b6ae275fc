import type { Locator, Page } from 'playwright-core'
import { vi } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { isShipped } from '../../src/domain/orders/order-status.ts'
import { goTo } from '../browser/navigate.ts'
import { breakCall } from './faults.ts'
import { dialog } from './screens.ts'

/** Parts of the consignment form, by role and name. */

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
