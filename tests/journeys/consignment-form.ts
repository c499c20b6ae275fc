import type { Locator, Page } from 'playwright-core'
import type { Order } from '../../src/contract/orders.ts'
import { isShipped } from '../../src/domain/orders/order-stage.ts'
import { dialog } from './screens.ts'

/** The parts of the consignment form as its users know them. */

export const addressSearch = (page: Page): Locator => dialog(page, 'Address search')
export const freightOptions = (page: Page): Locator => dialog(page, 'Freight options')
export const cell = (page: Page, column: string, parcel = 1): Locator =>
  page.getByRole('textbox', { name: `${column}, parcel ${parcel}`, exact: true })
export const label = (page: Page): Locator => page.getByRole('img', { name: /^Label 1 of \d+, consignment / })

/** Goes to a courier, and has not gone yet. */
export const isToBeSent = (order: Order): boolean =>
  order.freight.is_pickup !== true && !order.freight.tracking_code && !isShipped(order)

/** Waits until the address is verified, its search gone and the cursor in the first parcel. */
export async function addressTaken(page: Page): Promise<void> {
  await addressSearch(page).waitFor({ state: 'detached' })
  await page.getByText('Address verified', { exact: true }).waitFor()
  await cell(page, 'Height (cm)').and(page.locator(':focus')).waitFor()
}

/** Verifies the address that the form has, by keyboard. */
export async function verifyAddress(page: Page): Promise<void> {
  await page.keyboard.press('Alt+ArrowDown')
  await addressSearch(page).getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await addressTaken(page)
}

/** Types the measures of a parcel, the cursor being in its height. */
export async function typeMeasures(page: Page, ...measures: string[]): Promise<void> {
  for (const [index, measure] of measures.entries()) {
    if (index > 0) await page.keyboard.press('Enter')
    await page.keyboard.type(measure)
  }
}

/** Asks for freight options and waits until there are some. */
export async function getOptions(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Enter')
  await freightOptions(page).getByRole('radio').first().waitFor()
}

/** Chooses the first option and waits until it stands chosen: until then nothing can be booked. */
export async function chooseFirst(page: Page): Promise<void> {
  await page.keyboard.press('1')
  await freightOptions(page).getByRole('radio', { checked: true }).waitFor()
}
