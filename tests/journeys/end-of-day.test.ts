import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Consignment } from '../../src/contract/consignments.ts'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { findings } from '../browser/axe.ts'
import { navigate } from '../browser/navigate.ts'
import { readPdf } from '../server/labels/read-pdf.ts'
import { dialog, opened, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const couriers = (page: Page) => page.getByRole('grid', { name: 'Couriers' })
const late = (page: Page) => page.getByRole('grid', { name: 'Late' })

/** Opens the end of the day by its keys. */
async function endOfDay(): Promise<Page> {
  const page = await bench.navigate('/orders')
  await page.getByRole('grid', { name: 'Orders' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await rowsOf(couriers(page)).first().waitFor()
  return page
}

test('a courier’s run sheet is printed, its day closed, and its consignments stay', async () => {
  const page = await endOfDay()
  // Not simply the first courier: in the afternoon, all its consignments may be manifested.
  const texts = await rowsOf(couriers(page)).allTextContents()
  const index = texts.findIndex((text) => /\d open/.test(text))
  expect(index).not.toBe(-1)
  const courier = rowsOf(couriers(page)).nth(index)
  for (let down = 0; down < index; down += 1) await page.keyboard.press('j')
  const sheet = page.waitForResponse('**/end-of-day/run-sheet?*')
  await page.keyboard.press('p')
  const answer = await sheet
  const pdf = new Uint8Array(Buffer.from(await answer.json(), 'base64'))
  const printed = (await readPdf(pdf)).flatMap((one) => one.texts.map(({ text }) => text))
  expect(printed).toContain('Signature')
  const provider = new URL(answer.url()).searchParams.get('provider')
  const isListed = ({ tracking_code }: Consignment) => printed.includes(tracking_code)
  const listed = (await bench.latestDay((all) => all.some(isListed))).consignments.filter(isListed)
  for (const one of listed) expect([one.dates.picked_at, one.shipping_company]).toEqual([null, provider])

  await page.keyboard.press('m')
  await opened(dialog(page, 'Close the day'))
  await page.keyboard.press('ControlOrMeta+Enter')
  await courier.getByText(/^Closed \d\d:\d\d$/).waitFor()
  await page.keyboard.press('m')
  await page.getByRole('region', { name: 'Notices' }).getByText('The courier is closed already').waitFor()

  await navigate(page, `/consignments/${listed[0]?.tracking_code}`)
  await page.getByText('Manifested', { exact: true }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('>delete consignment')
  await page
    .getByRole('option', { name: /Delete consignment/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await opened(dialog(page, 'Warning'))
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText(MESSAGES.consignmentDelete).waitFor()
})

test('a late consignment shows why it is late, and opens by keyboard', async () => {
  const page = await endOfDay()
  await page.keyboard.press('s')
  await rowsOf(late(page)).first().waitFor()
  await rowsOf(late(page))
    .getByText(/^(Exception|Not picked up|No event) (today|(for )?\d+ days?( ago)?)$/)
    .first()
    .waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Consignment #/ }).waitFor()
  await page.keyboard.press('u')
  await rowsOf(late(page)).first().waitFor()
})

test('on a phone, a run sheet is printed and a day closed by touch', async () => {
  const page = await endOfDay()
  await page.setViewportSize({ width: 390, height: 844 })
  const button = page.getByRole('button', { name: /^Print all \d+ run sheets$/ })
  await button.waitFor()
  await page.getByRole('button', { name: /^Close all/ }).waitFor()
  const open = rowsOf(couriers(page)).filter({ hasText: /\d open/ })
  const row = open.first()
  const sheet = page.waitForResponse('**/end-of-day/run-sheet?*')
  await row.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Print run sheet' }).click()
  await sheet
  const before = await open.count()
  await row.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Close the day' }).click()
  await opened(dialog(page, 'Close the day'))
  await dialog(page, 'Close the day').getByRole('button', { name: 'Close the day' }).click()
  await expect.poll(() => open.count()).toBe(before - 1)
})

test('the list of a courier leads back by key', async () => {
  const page = await endOfDay()
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByRole('link', { name: 'End of day' }).waitFor()
  await page.keyboard.press('u')
  await rowsOf(couriers(page)).first().waitFor()
})

test('fits a phone and a large window', async () => {
  const page = await endOfDay()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await page.setViewportSize({ width: 1920, height: 1080 })
  expect(await overflow()).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow()).toBeLessThanOrEqual(0)
  expect(await findings(page, 'end-of-day-phone')).toEqual([])
})
