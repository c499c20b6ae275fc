import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CONTRAST_ONLY, seriousFindings } from '../browser/axe.ts'
import { keepPicture } from '../browser/screenshot.ts'
import {
  chooseFirst,
  freightOptions,
  getOptions,
  isToBeSent,
  typeMeasures,
  verifyAddress,
} from './consignment-form.ts'
import { activeRow, dialog, opened, orderOpen, ordersTable, palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

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
