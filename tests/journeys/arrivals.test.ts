import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hasFocus } from '../browser/keyboard.ts'
import { goTo } from '../browser/navigate.ts'
import { dialog, opened, ordersTable, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const table = (page: Page) => page.getByRole('grid', { name: 'Arrivals' })
const row = (page: Page, title: string) => rowsOf(table(page)).filter({ hasText: title })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** The list of refused records, with the focus in its rows. */
async function refusedRecords(): Promise<Page> {
  const page = await bench.navigate('/orders')
  await ordersTable(page).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await row(page, 'GoSweetSpot')
    .getByText(/^failing since .+: the server answered 503$/)
    .waitFor()
  await goTo(page, '/arrivals?type=record')
  // Not shown by the list of all that waits before it.
  await row(page, 'GoSweetSpot').waitFor({ state: 'detached' })
  await row(page, 'Order #20419').waitFor()
  return page
}

/** Finds a record by the search, and opens it. */
async function openRecord(page: Page, title: string): Promise<void> {
  const search = page.getByRole('searchbox', { name: 'Search arrivals' })
  await page.keyboard.press('/')
  await expect.poll(() => hasFocus(search)).toBe(true)
  await page.keyboard.type(title.split(' ').at(-1) ?? '')
  await page.keyboard.press('Enter')
  await expect.poll(() => rowsOf(table(page)).count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: title }).waitFor()
}

// ARR-3
test('a refused order is mended and taken by keyboard, and opens from the notice', async () => {
  const page = await refusedRecords()
  await openRecord(page, 'Order #20417')
  const postcode = field(page, 'Delivery address postcode')
  await expect.poll(() => hasFocus(postcode)).toBe(true)
  expect(await postcode.getAttribute('aria-invalid')).toBe('true')
  await page.keyboard.type('011')
  await page.reload()
  expect(await postcode.inputValue()).toBe('011')
  await postcode.focus()
  await page.keyboard.type('O')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText('must be four digits in New Zealand').waitFor()
  await expect.poll(() => hasFocus(postcode)).toBe(true)
  expect(await postcode.inputValue()).toContain('O')
  await postcode.fill('0110')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText('Order #20417 taken').waitFor()
  await page.waitForURL('**/arrivals?*type=record*')
  await row(page, 'Order #20417').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Open order' }).click()
  await page.getByRole('heading', { name: 'Order #20417' }).waitFor()
  expect((await bench.order('#20417')).delivery_address.postcode).toBe('0110')
})

// ARR-3
test('several records are taken together, each with its outcome', async () => {
  const page = await refusedRecords()
  await page.keyboard.press('ControlOrMeta+a')
  await page.getByText(/^\d selected$/).waitFor()
  await page.keyboard.press('ControlOrMeta+Enter')
  const box = page.getByRole('dialog', { name: /^Take \d records$/ })
  await opened(box)
  await page.keyboard.press('ControlOrMeta+Enter')
  await box.getByText('Customer code: there is no customer 99871').waitFor()
  await box.getByText('Open those that were refused to mend them.').waitFor()
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
})

// ARR-5
test('a record is left out with a reason, and found again by the filter', async () => {
  const page = await refusedRecords()
  await openRecord(page, 'Customer RIMU01')
  await page.keyboard.press('Escape')
  await page.keyboard.press('l')
  const box = dialog(page, 'Leave out')
  await opened(box)
  await page.keyboard.press('ControlOrMeta+Enter')
  await box.getByText('Reason: is required.').waitFor()
  await page.keyboard.type('A duplicate')
  await page.keyboard.press('ControlOrMeta+Enter')
  await box.waitFor({ state: 'detached' })
  await page.getByText(/^Left out by .+\.$/).waitFor()
  await goTo(page, '/arrivals?state=left-out')
  await row(page, 'Customer RIMU01').waitFor()
})

// ARR-3
test('what another desk has taken says so, and what was typed is not lost', async () => {
  const page = await refusedRecords()
  await openRecord(page, 'Order #20422')
  await field(page, 'Delivery address postcode').fill('0112')
  await field(page, 'Ordered at').fill('2026-11-20T09:30:00+13:00')
  const other = await bench.apart()
  await other.goto(page.url())
  await field(other, 'Delivery address postcode').fill('0113')
  await field(other, 'Ordered at').fill('2026-11-20T09:30:00+13:00')
  await other.keyboard.press('ControlOrMeta+Enter')
  await other.getByText('Order #20422 taken').waitFor()
  await page.getByText(/^Taken by .+\.$/).waitFor()
  expect(await field(page, 'Delivery address postcode').inputValue()).toBe('0112')
  await page.keyboard.press('ControlOrMeta+Enter')
  expect((await bench.order('#20422')).delivery_address.postcode).toBe('0113')
})
