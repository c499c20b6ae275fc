import type { Locator, Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { CONTRAST_ONLY, seriousFindings } from '../browser/axe.ts'
import { navigate } from '../browser/navigate.ts'
import { keepPicture } from '../browser/screenshot.ts'
import {
  activeRow,
  chooseFirst,
  dialog,
  freightOptions,
  getOptions,
  isToBeSent,
  opened,
  orderOpen,
  ordersTable,
  palette,
  rowsOf,
  typeMeasures,
  verifyAddress,
  visit,
} from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const wide = (width: number) => ({ viewport: { width, height: 1080 } })

async function boxOf(part: Locator) {
  await part.waitFor()
  // Loaded code may render the part anew.
  const box = await vi.waitFor(
    async () => {
      const rendered = await part.boundingBox()
      if (!rendered) throw new Error('It is not in view.')
      return rendered
    },
    { timeout: 20_000 },
  )
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height }
}

test.each([1280, 1440])('at %i pixels the orders show the names of companies in full', async (width) => {
  const page = await bench.navigate('/orders', wide(width))
  await rowsOf(ordersTable(page)).first().waitFor()
  const cut = await rowsOf(ordersTable(page)).evaluateAll((rows) =>
    rows.flatMap((row) => {
      const cell = row.querySelectorAll('[role=gridcell]')[3]
      const name = cell?.querySelector('.truncate')?.firstChild
      if (!cell || !name) throw new Error('The row has no customer.')
      const range = document.createRange()
      range.selectNodeContents(name)
      const end = cell.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(cell).paddingRight)
      const isCut = range.getBoundingClientRect().right > end
      return isCut && (name.textContent ?? '').length <= 33 ? [name.textContent] : []
    }),
  )
  expect(cut).toEqual([])
})

test('at 1920 pixels the head of a record and its cards end at one margin', async () => {
  const { code } = await bench.takeOrder('?status=unpaid')
  const page = await bench.navigate(`/orders/${code}`, wide(1920))
  await orderOpen(page, code)
  const menu = await boxOf(page.getByRole('button', { name: 'Options' }))
  const card = page.getByRole('main').locator('section').filter({ hasText: 'Order status' }).last()
  expect((await boxOf(card)).right).toBe(menu.right)
})

test('the subtitle of a dialog truncates the name and shows the badge', async () => {
  const { code } = await bench.takeOrder('?status=unpaid')
  const page = await bench.signedIn()
  await page.route(`**/api/v1/orders/${code}`, async (route) => {
    const order = await (await route.fetch()).json()
    order.customer.company = 'O’Neill, O’Sullivan & Fraser Heating and Ventilation Limited'
    await route.fulfill({ json: order })
  })
  await page.goto(`/orders/${code}`)
  await page.getByText('O’Neill, O’Sullivan').first().waitFor()
  await page.keyboard.press('r')
  const payment = dialog(page, 'Record payment')
  const badge = payment.getByText('Unpaid', { exact: true })
  await badge.waitFor()
  expect((await boxOf(badge)).right).toBeLessThan((await boxOf(payment)).right - 12)
})

test('the palette shows the end of a product’s name, where products differ', async () => {
  const page = await bench.open('/orders', wide(1280))
  const name = 'Thread seal tape of professional quality for gas and water, 19 mm, yellow'
  await page.route(/\/api\/v1\/products(\?|$)/, async (route) => {
    const rows = await (await route.fetch()).json()
    await route.fulfill({ json: [{ ...rows[0], code: 'LONG-1', name }] })
  })
  await visit(page, '/products')
  await page.getByText('LONG-1').first().waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('LONG-1')
  const row = palette(page).getByRole('option').filter({ hasText: 'LONG-1' }).first()
  await row.waitFor()
  const end = await boxOf(row.getByText(', yellow').last())
  const price = await boxOf(row.getByText('$').last())
  expect(end.right).toBeLessThanOrEqual(price.left)
  expect(end.right - end.left).toBeGreaterThan(60)
})

test('the browser prints an order, and not the console around it', async () => {
  const { code } = await bench.takeOrder('?status=unpaid')
  const page = await bench.navigate(`/orders/${code}`, { ...wide(1280), colorScheme: 'dark' })
  await orderOpen(page, code)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  // The width of A4 between the margins.
  await page.setViewportSize({ width: 718, height: 1000 })
  const isShown = (part: Locator) => part.first().isVisible()
  const title = await boxOf(page.getByRole('heading', { level: 1, name: code }))
  expect(title.right - title.left).toBeGreaterThan(100)
  expect(await isShown(page.getByRole('heading', { name: 'Delivery address' }))).toBe(true)
  expect(await isShown(page.getByText('Total', { exact: true }))).toBe(true)
  const around = [
    page.getByRole('navigation', { name: 'Main' }),
    page.getByRole('region', { name: 'Keys that work here' }),
    page.getByRole('button', { name: 'Options' }),
    page.getByRole('tab', { name: 'Details' }),
    page.locator('kbd'),
  ]
  expect(await Promise.all(around.map(isShown))).toEqual(around.map(() => false))
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
  const cut = await page
    .getByRole('main')
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(cut).toBeLessThanOrEqual(1)
  expect(await page.title()).toContain(code)
  await page.emulateMedia({ media: null, colorScheme: null })
})

test('the place of the first label is shown before the label is loaded', async () => {
  const { consignments } = await bench.latestDay((all) => all.length > 0)
  const code = consignments[0]?.tracking_code ?? ''
  const page = await bench.signedIn()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/labels', async (route) => {
    await held
    await route.continue()
  })
  const request = page.waitForRequest('**/labels')
  await page.goto(`/consignments/${code}?tab=labels`)
  // Its code has been loaded, so that this is not the place that is shown until then.
  await request
  const place = await boxOf(page.getByRole('tabpanel').locator('.shadow-2'))
  release()
  const label = page.getByRole('img', { name: /^Label 1 of/ })
  await label.waitFor()
  const shown = await boxOf(label)
  expect(Math.abs(shown.top - place.top)).toBeLessThanOrEqual(1)
  expect(Math.abs(shown.bottom - place.bottom)).toBeLessThanOrEqual(2)
})

test('the button in the header of a card ends where links in others do', async () => {
  const { consignments } = await bench.latestDay((all) =>
    all.some(({ order_code }) => order_code?.length === 6),
  )
  const { tracking_code } = consignments.find(({ order_code }) => order_code?.length === 6) ?? {}
  const page = await bench.navigate(`/consignments/${tracking_code}`, wide(1440))
  const button = page.getByRole('button', { name: 'View Order' })
  await button.waitFor()
  const card = page.getByRole('main').locator('section').filter({ has: button })
  const dates = page.getByRole('main').getByText(/\d PM$|\d AM$/)
  await dates.first().waitFor()
  expect(Math.round((await boxOf(card)).right - (await boxOf(button.locator('kbd').last())).right)).toBe(13)
})

test('the ship station has a visible title, and × only between dimensions', async () => {
  const { code } = await bench.takeOrder('?status=ready', (one) => !one.freight.is_pickup)
  const page = await bench.navigate('/ship')
  expect((await boxOf(page.getByRole('heading', { level: 1, name: 'Ship station' }))).bottom).toBeGreaterThan(
    20,
  )
  await page.getByRole('textbox', { name: /^Scan or type/ }).fill(code)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: code }).waitFor()
  await page.keyboard.press('Alt+1')
  await page.getByText(/^1 parcel 20 × 30 × 20 cm/).waitFor()
  expect(await page.getByText(/\d ×$/).count()).toBe(0)
})

test('a search for an order older than 30 days is extended to all dates by Enter', async () => {
  const before = Date.now() - 40 * 86_400_000
  const old = await bench.takeOrder(
    '?daterange=12months&page=9',
    ({ dates }) => Date.parse(dates.ordered_at ?? '') < before,
  )
  const page = await bench.navigate('/orders')
  await rowsOf(ordersTable(page)).first().waitFor()
  const search = page.getByRole('searchbox')
  await search.fill(old.code)
  await search.press('Enter')
  await page.getByText('No orders found').waitFor()
  await page.getByRole('link', { name: 'Search all dates' }).waitFor()
  await search.press('Enter')
  await page.waitForURL(/daterange=all/)
  await rowsOf(ordersTable(page)).filter({ hasText: old.code }).waitFor()

  await navigate(page, `/orders?query=${old.code}`)
  await page.getByRole('link', { name: 'Search all dates' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/daterange=all/)
})

/** The computed value of a system colour. */
function systemColour(page: Page, name: string): Promise<string> {
  return page.evaluate((colour) => {
    const probe = document.createElement('i')
    probe.style.cssText = `forced-color-adjust: none; background: ${colour}`
    document.body.append(probe)
    const { backgroundColor } = getComputedStyle(probe)
    probe.remove()
    return backgroundColor
  }, name)
}

const styleOf = (part: Locator, property: string): Promise<string> =>
  part.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

/** Waits until an element has the system's colours of a selection. */
async function expectChosen(page: Page, part: Locator): Promise<void> {
  const [ground, words] = [await systemColour(page, 'Highlight'), await systemColour(page, 'HighlightText')]
  await expect.poll(() => styleOf(part, 'background-color')).toBe(ground)
  expect(await styleOf(part, 'color')).toBe(words)
}

/** Only colours that the console sets itself can lack contrast; the system's own pairs cannot. */
const contrastFindings = (page: Page) => seriousFindings(page, { options: CONTRAST_ONLY })

async function outlineOf(part: Locator): Promise<string> {
  return `${await styleOf(part, 'outline-style')} ${await styleOf(part, 'outline-width')}`
}

test('a list shows its active row, with and without the focus, its selected rows and boxes', async () => {
  const page = await bench.navigate('/orders')
  await page.emulateMedia({ forcedColors: 'active' })
  await rowsOf(ordersTable(page)).first().waitFor()
  // The journeys before have left the list at another row.
  await page.keyboard.press('Home')
  await expect.poll(() => activeRow(page).getAttribute('aria-rowindex')).toBe('2')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  const row = (index: number) => rowsOf(ordersTable(page)).nth(index)
  await expect.poll(() => outlineOf(activeRow(page))).toBe('solid 3px')
  await expectChosen(page, row(1))
  const words = await systemColour(page, 'HighlightText')
  expect(await styleOf(row(1).getByRole('gridcell').nth(2), 'color')).toBe(words)
  expect(await outlineOf(row(1))).toMatch(/^none/)
  expect(await styleOf(row(2), 'background-color')).not.toBe(await systemColour(page, 'Highlight'))
  // The row is also selected, which changes its background.
  await page.keyboard.press('k')
  await expect.poll(() => outlineOf(row(1))).toBe('solid 3px')
  expect(await styleOf(row(1), 'outline-color')).toBe(words)
  const box = page.getByRole('checkbox', { name: 'Select all rows of the page' })
  expect(await styleOf(box, 'appearance')).toBe('auto')
  await keepPicture(page, 'forced-colours-list')
  expect(await contrastFindings(page)).toEqual([])
  await page.keyboard.press('/')
  await expect.poll(() => outlineOf(row(1))).toBe('dashed 1px')
})

test('palette, menus, tabs and navigation show the chosen and the current item', async () => {
  const { code } = await bench.takeOrder('?status=unpaid')
  const page = await bench.navigate(`/orders/${code}`)
  await page.emulateMedia({ forcedColors: 'active' })
  await orderOpen(page, code)
  await expectChosen(page, page.getByRole('tab', { name: 'Details' }))
  const other = await styleOf(page.getByRole('tab', { name: 'Freight' }), 'background-color')
  expect(other).not.toBe(await systemColour(page, 'Highlight'))
  await expectChosen(page, page.getByRole('link', { name: 'Orders', exact: true }).first())
  await page.keyboard.press('.')
  await opened(page.getByRole('menu'))
  await expectChosen(page, page.locator('[role=menuitem]:focus'))
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  await expectChosen(page, palette(page).getByRole('option', { selected: true }))
  await page.keyboard.press('ArrowDown')
  await expectChosen(page, palette(page).getByRole('option', { selected: true }))
  expect(await contrastFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('r')
  await opened(dialog(page, 'Record payment'))
  await page.keyboard.press('Alt+ArrowDown')
  await expectChosen(page, page.getByRole('gridcell', { selected: true }))
})

test('the freight options show the chosen one', async () => {
  const { code } = await bench.takeOrder('?status=paid', isToBeSent)
  const page = await bench.navigate(`/orders/${code}?tab=freight`)
  await page.emulateMedia({ forcedColors: 'active' })
  await orderOpen(page, code)
  await page.getByRole('heading', { name: 'Parcel items' }).waitFor()
  await verifyAddress(page)
  await typeMeasures(page, '22', '60', '30', '11')
  await getOptions(page)
  await chooseFirst(page)
  const options = freightOptions(page).locator('label')
  await expectChosen(page, options.first())
  expect(await styleOf(options.nth(1), 'background-color')).not.toBe(await systemColour(page, 'Highlight'))
  await keepPicture(page, 'forced-colours-freight')
  expect(await contrastFindings(page)).toEqual([])
})
