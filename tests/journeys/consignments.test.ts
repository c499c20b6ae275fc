import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Consignment } from '../../src/contract/consignments.ts'
import { formatConsignmentDate } from '../../src/domain/calendar/nz-calendar.ts'
import { courierLabel } from '../../src/domain/freight/couriers.ts'
import { isShipped } from '../../src/domain/orders/order-status.ts'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { findings } from '../browser/axe.ts'
import { focused, hasFocus } from '../browser/keyboard.ts'
import { goTo, navigate } from '../browser/navigate.ts'
import { PRINTERS } from '../server/labels/read-pdf.ts'
import { breakCall } from './faults.ts'
import { expectPrinted } from './printed-labels.ts'
import { dialog, palette, rowsOf } from './screens.ts'
import { canBeDeleted, setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const table = (page: Page) => page.getByRole('grid', { name: 'Consignments' })
const heading = (page: Page, code: string) => page.getByRole('heading', { name: `Consignment #${code}` })
const drawn = (page: Page) => page.locator('canvas[data-drawn]')

/** The latest day with several consignments that wait, and these consignments. */
let day = ''
let waiting: Consignment[] = []
let ofTheDay: Consignment[] = []

beforeAll(async () => {
  const latest = await bench.latestDay((consignments) => consignments.filter(canBeDeleted).length >= 3)
  day = latest.day
  ofTheDay = latest.consignments
  waiting = ofTheDay.filter(canBeDeleted)
})

async function consignmentOpen(page: Page, code: string): Promise<void> {
  await heading(page, code).waitFor()
  await page.getByRole('button', { name: 'Options' }).waitFor()
}

// CON-12, MSG-2
test('an unknown tracking code that is typed opens, and labels that cannot be read show the message of the catalogue', async () => {
  const codes = ofTheDay.map(({ tracking_code }) => tracking_code)
  // The last one keeps its unreadable label, because labels are cached.
  const [code, other] = [codes[0], codes.at(-1)]
  if (!code || !other || code === other) throw new Error(`The demo data has too few consignments on ${day}.`)
  const page = await bench.signedIn()
  bench.keepOpen(page)
  const says = (message: string) => page.getByRole('alert').filter({ hasText: message }).waitFor()

  await page.goto('/notes')
  await page.getByRole('heading', { level: 1, name: 'Notes' }).waitFor()
  // No list has loaded, so the consignment is not in the record index.
  await page.keyboard.press('ControlOrMeta+k')
  await palette(page).waitFor()
  await page.keyboard.type(code.toLowerCase())
  await page.keyboard.press('Enter')
  await consignmentOpen(page, code)

  let mend = await breakCall(page, '**/labels', (route) => route.fulfill({ json: [btoa('<html>')] }))
  await navigate(page, `/consignments/${code}?tab=labels`)
  await says(MESSAGES.labels)
  await mend()
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await drawn(page).first().waitFor()
  await expect.poll(() => focused(page)).not.toBe('body')

  mend = await breakCall(page, '**/labels', (route) => route.fulfill({ json: btoa('%PDF-1.7 and no more') }))
  await navigate(page, `/consignments/${other}?tab=labels`)
  await says(MESSAGES.labelsFallback)
  await mend()
})

// KEY-11, MSG-2
test('deleting a consignment asks first, with Cancel focused, and the order is no longer shipped', async () => {
  const one = waiting.at(-1)
  const code = one?.tracking_code ?? ''
  const order = one?.order_code ?? ''
  expect(isShipped(await bench.order(order))).toBe(true)
  const page = await bench.navigate(`/consignments?date=${day}`)
  await table(page).waitFor()
  await goTo(page, `/consignments/${encodeURIComponent(code)}`)
  await consignmentOpen(page, code)
  const ask = async () => {
    await page.keyboard.press('.')
    await page.getByRole('menuitem', { name: 'Delete consignment' }).press('Enter')
    await dialog(page, 'Warning').waitFor()
    await expect.poll(() => focused(page)).toMatch(/^button "Cancel/)
  }
  await ask()
  await page
    .getByText('Are you sure you want to delete this consignment? This is permanent and cannot be undone.')
    .waitFor()
  await page.keyboard.press('Enter')
  await dialog(page, 'Warning').waitFor({ state: 'detached' })
  expect(isShipped(await bench.order(order))).toBe(true)

  const mend = await breakCall(page, `**/consignments/${code}`, (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ json: {} }) : route.continue(),
  )
  await ask()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page
    .getByRole('alert')
    .filter({ hasText: MESSAGES.somethingWrong })
    .filter({ hasText: MESSAGES.consignmentDelete })
    .waitFor()
  await mend()
  await ask()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText(`Consignment ${code} deleted`).waitFor()
  await page.waitForURL(({ pathname }) => pathname === '/consignments')
  expect(isShipped(await bench.order(order))).toBe(false)
  ofTheDay = await bench.consignments(day)
  expect(ofTheDay.map(({ tracking_code }) => tracking_code)).not.toContain(code)
})

// CON-1, CON-2
test('a label of the day’s list is opened and left by keys alone', async () => {
  const page = await bench.navigate(`/consignments?date=${day}`)
  await rowsOf(table(page)).first().waitFor()
  const count = ofTheDay.length
  await page.getByText(count === 1 ? '1 result' : `${count} results`, { exact: true }).waitFor()
  expect(await findings(page, 'consignments')).toEqual([])

  const [first, second] = ofTheDay
  if (!first || !second) throw new Error(`The demo data has too few consignments on ${day}.`)
  const activeRow = table(page).locator('tbody [role=row][data-active]')
  await page.keyboard.press('g')
  await page.keyboard.press('g')
  await activeRow.filter({ hasText: first.tracking_code }).waitFor()
  await page.keyboard.press('Enter')
  await consignmentOpen(page, first.tracking_code)
  await page.getByText(formatConsignmentDate(first.dates.created_at)).first().waitFor()
  await page.getByText(courierLabel(first.shipping_company), { exact: true }).first().waitFor()
  expect(await findings(page, 'consignment', 'main')).toEqual([])
  await page.keyboard.press('j')
  await consignmentOpen(page, second.tracking_code)

  await page.keyboard.press('l')
  await drawn(page).first().waitFor()
  expect(new URL(page.url()).searchParams.get('tab')).toBe('labels')
  await page
    .getByRole('img', { name: `Label 1 of ${second.parts.length}, consignment ${second.tracking_code}` })
    .waitFor()
  expect(await findings(page, 'labels', 'main')).toEqual([])
  // Clicks the label itself, because a built-in viewer would take all following keys.
  await drawn(page).first().click()
  await page.keyboard.press('d')
  await page.getByRole('table', { name: 'Packages' }).waitFor()

  await page.keyboard.press('u')
  await rowsOf(table(page)).first().waitFor()
  await activeRow.filter({ hasText: second.tracking_code }).waitFor()
})

test('labels are sharp, are printed in their real size, and take no keys from the page', async () => {
  const [one] = waiting
  if (!one) throw new Error('The demo data has no consignment that waits.')
  // The only row: moving to it with several keys, faster than by hand, would count as a scan.
  const page = await bench.navigate(`/consignments?date=${day}&query=${one.tracking_code}`)
  await expect.poll(() => rowsOf(table(page)).count()).toBe(1)
  await page.keyboard.press('p')
  await expectPrinted(page, [one], PRINTERS)
  await expect.poll(() => hasFocus(table(page))).toBe(true)

  await page.keyboard.press('l')
  await drawn(page).first().waitFor()
  const sharp = await drawn(page)
    .first()
    .evaluate((canvas) => {
      const { width } = canvas.getBoundingClientRect()
      return canvas instanceof HTMLCanvasElement && canvas.width >= Math.floor(width * devicePixelRatio)
    })
  expect(sharp).toBe(true)
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await file).suggestedFilename()).toBe(`labels-${one.tracking_code}.pdf`)
  await page.keyboard.press('p')
  await page.locator('body[data-printed]').waitFor()
  await expect.poll(() => page.locator('iframe').count()).toBe(1)
  await expect.poll(() => focused(page)).not.toMatch(/^(body|iframe)/)
})
