import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Consignment } from '../../src/contract/consignments.ts'
import { findings } from '../browser/axe.ts'
import { keepPicture } from '../browser/screenshot.ts'
import { breakCall, FAULTS } from './faults.ts'
import { expectPrinted } from './printed-labels.ts'
import { dialog, opened, palette, rowsOf } from './screens.ts'
import { canBeDeleted, setUpWorkbench, TOKEN_KEY } from './workbench.ts'

const bench = setUpWorkbench()

const table = (page: Page) => page.getByRole('grid', { name: 'Consignments' })
const batch = (page: Page, count: number) => dialog(page, `Print labels of ${count} consignments`)

/** A day with several consignments, of which one can be deleted. */
let day = ''
let ofTheDay: Consignment[] = []

beforeAll(async () => {
  const latest = await bench.latestDay((all) => all.length >= 4 && all.some(canBeDeleted))
  day = latest.day
  ofTheDay = latest.consignments
})

async function openDay(): Promise<Page> {
  const page = await bench.navigate(`/consignments?date=${day}`)
  await rowsOf(table(page)).first().waitFor()
  return page
}

/** Selects rows by their boxes, in the given order. */
async function select(page: Page, consignments: readonly Consignment[]): Promise<void> {
  for (const { tracking_code } of consignments) {
    await rowsOf(table(page)).filter({ hasText: tracking_code }).getByRole('gridcell').first().click()
  }
  await page.getByText(`${consignments.length} selected`, { exact: true }).waitFor()
}

test('the labels of selected rows are one print job in the order of the list, also when tried again', async () => {
  const page = await openDay()
  const [one, , two, three] = ofTheDay
  if (!one || !two || !three) throw new Error('The day has too few consignments.')
  const repair = await breakCall(page, '**/api/v1/labels', FAULTS['is cut off'])
  // From the bottom up, so that the order of selecting differs from that of the list.
  await select(page, [three, two, one])
  await page.getByRole('button', { name: 'Print labels' }).waitFor()
  await page.keyboard.press('p')
  const shown = batch(page, 3)
  await shown.getByText('0 of 3 printed, 3 failed', { exact: true }).waitFor()
  await repair()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expectPrinted(page, [one, two, three])
  await shown.waitFor({ state: 'detached' })
  await page.getByText('3 selected', { exact: true }).waitFor({ state: 'detached' })
})

/** Runs the command in the palette. */
async function printAwaiting(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await opened(palette(page))
  await page.keyboard.type('print all')
  await palette(page)
    .getByRole('option', { name: /Print all awaiting labels/, selected: true })
    .waitFor()
  await page.keyboard.press('Enter')
}

test('the palette prints the labels of today that nobody has printed, or says that there are none', async () => {
  const page = await openDay()
  const [answer] = await Promise.all([page.waitForResponse('**/labels/awaiting'), printAwaiting(page)])
  const { length }: Consignment[] = await answer.json()
  if (length === 0)
    await page.getByText('The labels of all consignments of today have been printed').waitFor()
  else await dialog(page, `Print labels of ${length} consignment${length === 1 ? '' : 's'}`).waitFor()
})

test('printing the labels of today asks first, in windows of all sizes', async () => {
  const page = await openDay()
  await page.route('**/labels/awaiting', (route) => route.fulfill({ json: ofTheDay }))
  await printAwaiting(page)
  const shown = batch(page, ofTheDay.length)
  await opened(shown)
  const waiting = shown.getByText('Waiting', { exact: true })
  for (const [width, height, colorScheme] of [
    [1440, 900, 'light'],
    [1920, 1080, 'dark'],
    [390, 844, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await expect.poll(() => waiting.filter({ visible: true }).count()).toBe(ofTheDay.length)
    await keepPicture(page, `label-batch-${width}-${colorScheme}`)
  }
  await page.keyboard.press('Escape')
  await shown.waitFor({ state: 'detached' })
})

test('a consignment without labels is named, the others are printed, and only it is tried again', async () => {
  const gone = ofTheDay.find(canBeDeleted)
  if (!gone) throw new Error('The day has no consignment that can be deleted.')
  const others = ofTheDay.filter((one) => one !== gone).slice(0, 2)
  const page = await openDay()
  // Otherwise the live list would mark the row as deleted, and its label would not be requested.
  await breakCall(page, `**/api/v1/consignments/${gone.tracking_code}`, FAULTS['is cut off'])
  await select(page, [gone, ...others])
  const token = await page.evaluate((key) => localStorage.getItem(key), TOKEN_KEY)
  const headers = { authorization: `Bearer ${token}` }
  const path = `${bench.url}/api/v1/consignments/${gone.tracking_code}`
  expect((await fetch(path, { method: 'DELETE', headers })).status).toBe(200)
  await page.keyboard.press('p')
  await expectPrinted(page, others)
  const shown = batch(page, 3)
  const line = shown.getByRole('listitem').filter({ hasText: gone.tracking_code })
  await line.getByText('Failed to find the consignment').waitFor()
  await shown.getByText('2 of 3 printed, 1 failed', { exact: true }).waitFor()
  expect(await findings(page, 'label-batch', '[role=dialog]')).toEqual([])
  await keepPicture(page, 'label-batch-failed')
  const asked = page.waitForRequest('**/api/v1/labels')
  await page.keyboard.press('ControlOrMeta+Enter')
  expect((await asked).postDataJSON()).toMatchObject({ consignments: [gone.tracking_code] })
  await shown.getByText('2 of 3 printed, 1 failed', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await shown.waitFor({ state: 'detached' })
  await page.getByText('1 selected', { exact: true }).waitFor()
})
