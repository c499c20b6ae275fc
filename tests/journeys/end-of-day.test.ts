import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { todayInAuckland } from '../../src/domain/calendar/nz-calendar.ts'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { findings } from '../browser/axe.ts'
import { navigate } from '../browser/navigate.ts'
import { readPdf, scanPdf } from '../server/labels/read-pdf.ts'
import { describePrinting } from './printing-bench.ts'
import { dialog, opened, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

/** A laser printer of 300 dpi, in dots per millimetre. */
const LASER = 12

const couriers = (page: Page) => page.getByRole('grid', { name: 'Couriers' })
const late = (page: Page) => page.getByRole('grid', { name: 'Late' })

/** Opens the end of the day by its keys. */
async function endOfDay(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await bench.navigate('/orders', options)
  await page.getByRole('grid', { name: 'Orders' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await rowsOf(couriers(page)).first().waitFor()
  return page
}

test('a courier’s run sheet is printed, its day closed, and its consignments stay', async () => {
  const page = await endOfDay()
  expect(await findings(page, 'end-of-day')).toEqual([])
  const first = rowsOf(couriers(page)).first()
  const sheet = page.waitForResponse('**/end-of-day/run-sheet?*')
  await page.keyboard.press('p')
  const answer = await sheet
  const pdf = new Uint8Array(Buffer.from(await answer.json(), 'base64'))
  const texts = (await readPdf(pdf)).flatMap((one) => one.texts.map(({ text }) => text))
  expect(texts).toContain('Signature')
  const codes = (await scanPdf(pdf, 1, LASER)).map(({ text }) => text)
  const query = new URL(answer.url()).searchParams
  const waiting = (await bench.consignments(todayInAuckland(Date.now()))).filter(
    ({ dates, shipping_company }) => dates.picked_at === null && shipping_company === query.get('provider'),
  )
  expect(codes.length).toBeGreaterThan(0)
  expect(waiting.map(({ tracking_code }) => tracking_code)).toEqual(expect.arrayContaining(codes))

  await page.keyboard.press('m')
  await opened(dialog(page, 'Close the day'))
  await page.keyboard.press('ControlOrMeta+Enter')
  await first.getByText(/^Closed \d\d:\d\d$/).waitFor()
  await page.keyboard.press('m')
  await page
    .getByRole('region', { name: 'Notices' })
    .getByText('Everything of this courier is manifested')
    .waitFor()

  await navigate(page, `/consignments/${codes[0]}`)
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

test('late consignments say why, and open by keyboard', async () => {
  const page = await endOfDay()
  await page.keyboard.press('s')
  await rowsOf(late(page)).first().waitFor()
  expect(await findings(page, 'late-consignments')).toEqual([])
  await rowsOf(late(page))
    .getByText(/^(Exception|Not picked up|No event for two days)$/)
    .first()
    .waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Consignment #/ }).waitFor()
  await page.keyboard.press('u')
  await rowsOf(late(page)).first().waitFor()
})

test.each([
  [390, 844, 'light'],
  [390, 844, 'dark'],
  [1920, 1080, 'dark'],
] as const)('fits a window of %d × %d, %s', async (width, height, colorScheme) => {
  const page = await endOfDay({ viewport: { width, height }, colorScheme })
  expect(await findings(page, `end-of-day-${width}-${colorScheme}`)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

describePrinting('run sheets', { printers: { Office: 'A4' } }, ({ printer, open }) => {
  test('a run sheet is printed on the A4 printer of the workstation, on A4', async () => {
    const page = await open('/end-of-day', { paperPrinter: 'Office' })
    await rowsOf(couriers(page)).first().waitFor()
    await page.keyboard.press('p')
    await page.getByRole('region', { name: 'Notices' }).getByText('Printed on Office').waitFor()
    const [pdf] = await printer('Office').untilJobs(1)
    if (pdf === undefined) throw new Error('Nothing was printed.')
    const [sheet] = await readPdf(pdf)
    expect([Math.round(sheet?.width ?? 0), Math.round(sheet?.height ?? 0)]).toEqual([210, 297])
    expect(sheet?.texts.map(({ text }) => text)).toContain('Signature')
    expect((await scanPdf(pdf, 1, LASER)).length).toBeGreaterThan(0)
  })
})
