import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { breakCall, FAULTS, holdCall } from './faults.ts'
import { activeRow, orderOpen, ordersTable, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

/** Unpaid orders, because the record index itself requests pages of all orders. */
const LIST = '/orders?daterange=all&status=unpaid'
const SECOND_PAGE = /\/api\/v1\/orders\?(?=.*status=unpaid).*page=2/
const words = (page: Page, text: string): Locator => page.getByText(text, { exact: true })

/** The codes of a page of the list. */
async function codesOf(page: number): Promise<string[]> {
  return (await bench.orders(`?status=unpaid&page=${page}`)).map(({ code }) => code)
}

/** Opens the last order of the first page. */
async function openLast(page: Page): Promise<string> {
  await page.goto(LIST)
  await rowsOf(ordersTable(page)).first().waitFor()
  await page.keyboard.press('End')
  const code = await activeRow(page).locator('code').innerText()
  await page.keyboard.press('Enter')
  await orderOpen(page, code)
  await words(page, '200 of 200 on page 1').waitFor()
  return code
}

/**
 * Presses a key until it opens the order, because the adjacent page may still be loading. Reads the address in the
 * page: the browser reports it later, and an extra key press would skip the order.
 */
async function goOn(page: Page, key: string, code: string): Promise<void> {
  const place = () => page.evaluate(() => location.pathname)
  await expect
    .poll(async () => {
      if ((await place()) !== `/orders/${code}`) await page.keyboard.press(key)
      return place()
    })
    .toBe(`/orders/${code}`)
  await orderOpen(page, code)
}

test('j and k continue on the adjacent page, and Back leads to the page of the last order', async () => {
  const [first, second] = [await codesOf(1), await codesOf(2)]
  const page = await bench.signedIn()
  expect(await openLast(page)).toBe(first.at(-1))
  await goOn(page, 'j', second[0] ?? '')
  await words(page, '1 of 200 on page 2').waitFor()
  await goOn(page, 'j', second[1] ?? '')
  await words(page, '2 of 200 on page 2').waitFor()
  await page.keyboard.press('k')
  await orderOpen(page, second[0] ?? '')
  await goOn(page, 'k', first.at(-1) ?? '')
  await words(page, '200 of 200 on page 1').waitFor()
  await goOn(page, 'j', second[0] ?? '')
  await page.keyboard.press('u')
  await page.waitForURL((url) => url.searchParams.get('page') === '2')
  await expect.poll(() => activeRow(page).locator('code').innerText()).toBe(second[0])
})

test('while the adjacent page loads, j says so and does nothing', async () => {
  const page = await bench.signedIn()
  const held = await holdCall(page, SECOND_PAGE)
  const code = await openLast(page)
  await expect.poll(() => held.count()).toBe(1)
  await page.keyboard.press('j')
  await words(page, 'More of the list is still loading').waitFor()
  expect(page.url().endsWith(`/${code}`)).toBe(true)
  held.release()
  await goOn(page, 'j', (await codesOf(2))[0] ?? '')
})

test('when it cannot be loaded j says so', async () => {
  const page = await bench.signedIn()
  await breakCall(page, SECOND_PAGE, FAULTS['answers 404'])
  await openLast(page)
  const notice = words(page, 'More of the list could not be loaded')
  await expect
    .poll(async () => {
      await page.keyboard.press('j')
      return notice.count()
    })
    .toBeGreaterThan(0)
})

test('the end of the whole list is reported', async () => {
  const orders = await bench.orders('?branch=christchurch&status=unpaid&daterange=30days')
  const page = await bench.open('/orders?branch=christchurch&status=unpaid')
  await rowsOf(ordersTable(page)).first().waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await orderOpen(page, orders.at(-1)?.code ?? '')
  await words(page, `${orders.length} of ${orders.length}`).waitFor()
  await page.keyboard.press('j')
  await words(page, 'This is the last one in the list').waitFor()
})
