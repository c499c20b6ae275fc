import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { todayInAuckland } from '../../src/domain/calendar/nz-calendar.ts'
import { navigate } from '../browser/navigate.ts'
import { opened, ordersTable, palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

interface SavedFile {
  name: string
  bytes: Buffer
  rows: Record<string, string>[]
}

/** The file that the browser saves when keys are pressed. */
async function savedBy(page: Page, press: () => Promise<void>): Promise<SavedFile> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  expect(await download.failure()).toBeNull()
  const bytes = await readFile(await download.path())
  const rows: SavedFile['rows'] = parse(bytes, { bom: true, columns: true, trim: true })
  return { name: download.suggestedFilename(), bytes, rows }
}

test('the key of the export saves all pages of the filtered orders, or only the selected orders', async () => {
  const page = await bench.navigate('/orders?daterange=all&status=shipped')
  await rowsOf(ordersTable(page)).first().waitFor()
  const all = await savedBy(page, () => page.keyboard.press('Shift+E'))
  expect(all.name).toBe(`orders-${todayInAuckland(Date.now())}.csv`)
  expect([...all.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [first, second] = [
    await bench.orders('?status=shipped'),
    await bench.orders('?status=shipped&page=2'),
  ]
  expect(all.rows.length).toBeGreaterThan(first.length)
  expect(all.rows.slice(0, 400).map((row) => row['Order ID'])).toEqual(
    [...first, ...second].map(({ code }) => code),
  )
  const [order] = first
  if (!order) throw new Error('The demo data has no shipped order.')
  expect(all.rows[0]).toMatchObject({
    'Delivery postcode': order.delivery_address.postcode ?? '',
    'Total incl GST': ((order.costs.total ?? 0) / 100).toFixed(2),
    GST: ((order.costs.tax ?? 0) / 100).toFixed(2),
  })
  for (const key of ['j', 'x', 'j', 'j', 'x']) await page.keyboard.press(key)
  await page.getByText('2 selected', { exact: true }).waitFor()
  const some = await savedBy(page, () => page.keyboard.press('Shift+E'))
  expect(some.rows.map((row) => row['Order ID'])).toEqual([first[1]?.code, first[3]?.code])
  await page.getByText(`Saving ${some.name}`).first().waitFor()
})

test('the palette exports the customers that a search finds', async () => {
  const page = await bench.navigate('/customers?query=plumbing')
  const table = page.getByRole('grid', { name: 'Customers' })
  await rowsOf(table).first().waitFor()
  const shown = await rowsOf(table).count()
  await page.keyboard.press('ControlOrMeta+k')
  await opened(palette(page))
  await page.keyboard.type('export as csv')
  await palette(page)
    .getByRole('option', { name: /Export as CSV/ })
    .waitFor()
  const { name, rows } = await savedBy(page, () => page.keyboard.press('Enter'))
  expect(name).toMatch(/^customers-\d{4}-\d\d-\d\d\.csv$/)
  expect(rows.length).toBeGreaterThanOrEqual(shown)
  for (const row of rows) expect(Object.values(row).join(' ')).toMatch(/plumbing/i)
})

test('the consignments of a day and the products are exported', async () => {
  const page = await bench.navigate('/products')
  await rowsOf(page.getByRole('grid', { name: 'Products' }))
    .first()
    .waitFor()
  const products = await savedBy(page, () => page.keyboard.press('Shift+E'))
  expect(products.rows.length).toBeGreaterThan(0)
  const shipped = (await bench.orders('?status=shipped')).find(({ freight }) => freight.tracking_code)
  const at = Date.parse(shipped?.dates.shipped_at ?? '')
  const day = todayInAuckland(at)
  await navigate(page, `/consignments?date=${day}`)
  await rowsOf(page.getByRole('grid', { name: 'Consignments' }))
    .first()
    .waitFor()
  const { rows } = await savedBy(page, () => page.keyboard.press('Shift+E'))
  const expected = (await bench.consignments(day)).map(({ tracking_code }) => tracking_code)
  expect(rows.map((row) => row['Tracking code'])).toEqual(expected)
})
