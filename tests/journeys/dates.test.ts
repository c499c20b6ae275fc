import { expect, test } from 'vitest'
import { daysAfter, formatDay, todayInAuckland, weekdayOf } from '../../src/domain/calendar/nz-calendar.ts'
import { hasFocus } from '../browser/keyboard.ts'
import { navigate } from '../browser/navigate.ts'
import { dialog, orderOpen, statusBadge } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

/** A browser that formats dates month first. */
const AMERICAN = { locale: 'en-US' }
/** Milliseconds between keys of a person. A scanner is faster. */
const HAND = { delay: 120 }

const daysAgo = (days: number) => daysAfter(todayInAuckland(Date.now()), -days)

async function openPayment() {
  const order = await bench.takeOrder('?status=unpaid')
  const page = await bench.navigate(`/orders/${order.code}`, AMERICAN)
  await orderOpen(page, order.code)
  await page.keyboard.press('r')
  const form = dialog(page, 'Record payment')
  const date = form.getByLabel('Date paid')
  await expect.poll(() => hasFocus(date)).toBe(true)
  const confirmed = async () => {
    const call = page.waitForRequest((one) => one.url().endsWith(`/orders/${order.code}/payment`))
    await page.keyboard.press('ControlOrMeta+Enter')
    const body: unknown = (await call).postDataJSON()
    await statusBadge(page, 'Paid').waitFor()
    return body
  }
  return { page, form, date, confirmed }
}

test('in a browser of the United States, a payment is filled in day first, with one Tab a field', async () => {
  const { page, form, date, confirmed } = await openPayment()
  const day = daysAgo(40)
  await page.keyboard.type(formatDay(day), HAND)
  await form.getByText(weekdayOf(day) ?? '', { exact: true }).waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => date.inputValue()).toBe(formatDay(day))
  await expect.poll(() => hasFocus(form.getByLabel('Method'))).toBe(true)
  await page.keyboard.press('c')
  await expect.poll(() => form.getByLabel('Method').inputValue()).toBe('cash')
  await page.keyboard.press('c')
  await expect.poll(() => form.getByLabel('Method').inputValue()).toBe('card')
  await page.keyboard.press('Tab')
  await expect.poll(() => hasFocus(form.getByLabel('Reference'))).toBe(true)
  await page.keyboard.type('EFT 7', HAND)
  expect(await confirmed()).toMatchObject({
    date_paid: day,
    payment_method: 'card',
    reference: 'EFT 7',
  })
})

test('the calendar of a date is used by keys alone, over a dialog and over a list, whose day is also typed', async () => {
  const { page, form, date, confirmed } = await openPayment()
  const calendar = page.getByRole('dialog', { name: 'Calendar' })
  await page.keyboard.press('Alt+ArrowDown')
  await calendar
    .getByRole('button', { name: /, today$/ })
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'detached' })
  await form.waitFor()
  await expect.poll(() => hasFocus(date)).toBe(true)
  await page.keyboard.press('Alt+ArrowDown')
  await calendar
    .getByRole('button', { name: /, today$/ })
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect.poll(() => date.inputValue()).toBe(formatDay(daysAgo(7)))
  await expect.poll(() => hasFocus(date)).toBe(true)
  expect(await confirmed()).toMatchObject({ date_paid: daysAgo(7) })

  await navigate(page, '/consignments?date=2026-11-05')
  await page.getByLabel('Date', { exact: true }).press('Alt+ArrowDown')
  await calendar
    .getByRole('button', { name: 'Thursday 5 November 2026' })
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/consignments?date=2026-11-04')

  const filtered = page.getByLabel('Date', { exact: true })
  await expect.poll(() => filtered.inputValue()).toBe('04/11/2026')
  await expect.poll(() => hasFocus(filtered)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(filtered)).toBe(false)
  await page.keyboard.press('f')
  await expect.poll(() => hasFocus(filtered)).toBe(true)
  await page.keyboard.type('6 nov 2026', HAND)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/consignments?date=2026-11-06')
  await expect.poll(() => filtered.inputValue()).toBe('06/11/2026')
})
