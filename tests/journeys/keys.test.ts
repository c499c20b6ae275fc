import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { dialog, opened, orderOpen, ordersTable, palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const sheet = (page: Page) => dialog(page, 'All keys')
const hintBar = (page: Page) => page.getByRole('region', { name: 'Keys that work here' })
const packDialog = (page: Page) => dialog(page, 'Pack order items')
const packButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Pack order', exact: true })
const packHint = (page: Page) => hintBar(page).locator('[data-hint]').filter({ hasText: /Pack$/ })

async function openPaidOrder(): Promise<Page> {
  const { code } = await bench.takeOrder('?status=paid', (one) => one.freight.is_pickup !== true)
  const page = await bench.navigate(`/orders/${code}`)
  await orderOpen(page, code)
  await packButton(page).waitFor()
  return page
}

async function openSheet(page: Page): Promise<Locator> {
  await page.keyboard.press('?')
  await opened(sheet(page))
  return sheet(page)
}

async function leaveSheet(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
}

/** By keyboard: searches for the command, moves to its line and records keys. */
async function record(page: Page, words: string, ...keys: string[]): Promise<void> {
  await sheet(page).getByRole('searchbox').fill(words)
  await page.keyboard.press('ArrowDown')
  for (const key of ['Enter', ...keys]) await page.keyboard.press(key)
}

// NAV-8
test('a custom shortcut works at once, is shown everywhere, is stored and can be removed', async () => {
  const page = await openPaidOrder()
  await openSheet(page)
  await record(page, 'pack items', 'b')
  await sheet(page).getByText('Enter saves it').waitFor()
  await page.keyboard.press('Enter')
  await leaveSheet(page)

  await expect.poll(() => packButton(page).getAttribute('aria-keyshortcuts')).toBe('B')
  await expect.poll(() => packButton(page).locator('kbd').allTextContents()).toEqual(['b'])
  await expect.poll(() => packHint(page).locator('kbd').allTextContents()).toEqual(['b'])
  await page.keyboard.press('.')
  const item = page.getByRole('menuitem', { name: 'Pack order items' })
  await expect.poll(() => item.getAttribute('aria-keyshortcuts')).toBe('B')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('>pack order')
  const row = palette(page).getByRole('option', { name: /Pack order items/ })
  await row.waitFor()
  expect(await row.locator('kbd').first().textContent()).toBe('b')
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })

  await page.keyboard.press('p')
  await page.keyboard.press('b')
  await packDialog(page).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
  await page.keyboard.press('Escape')
  await packDialog(page).waitFor({ state: 'detached' })

  const stored = () =>
    page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('own-keys:'))?.[1])
  expect(await stored()).toBe('{"order.pack":"b"}')
  await openSheet(page)
  await sheet(page).getByRole('searchbox').fill('pack items')
  await page.getByRole('button', { name: 'Default key of Pack order items' }).press('Enter')
  await leaveSheet(page)
  await expect.poll(() => packButton(page).getAttribute('aria-keyshortcuts')).toBe('P')
})

test('clashes and reserved keys are refused with the reason, and Esc leaves the line and not the sheet', async () => {
  const page = await openPaidOrder()
  const keys = await openSheet(page)
  await record(page, 'pack items', 'r')
  await keys.getByText('Taken by Record payment').waitFor()
  await keys.getByRole('button', { name: 'Swap' }).waitFor()
  await page.keyboard.press('g')
  await keys.getByText(/^Conflicts with/).waitFor()
  await page.keyboard.press('o')
  await keys.getByText('Taken by Orders').waitFor()
  await page.keyboard.press('Control+Shift+j')
  await keys.getByText(/browser or the system/).waitFor()
  // On a narrow screen, the longest reason leaves room for name and button.
  await page.setViewportSize({ width: 390, height: 844 })
  const box = async (part: Locator) => (await part.boundingBox()) ?? expect.fail('is not drawn')
  const right = async (part: Locator) => box(part).then(({ x, width }) => x + width)
  const bottom = async (part: Locator) => box(part).then(({ y, height }) => y + height)
  const reason = keys.getByText(/browser or the system/)
  const name = keys.getByText('Pack order items', { exact: true })
  const beside = async () => (await box(reason)).x - (await right(name))
  const below = async () => (await box(reason)).y - (await bottom(name))
  await expect.poll(async () => Math.max(await beside(), await below())).toBeGreaterThanOrEqual(0)
  const button = keys.locator('[data-recording]')
  await expect.poll(async () => (await right(keys)) - (await right(button))).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Escape')
  await keys.getByRole('status').waitFor({ state: 'detached' })
  await leaveSheet(page)
  await expect.poll(() => packButton(page).getAttribute('aria-keyshortcuts')).toBe('P')
})

describe('the hint bar', () => {
  test('shows what can follow g, and Esc drops it', async () => {
    const page = await bench.navigate('/orders')
    await rowsOf(ordersTable(page)).first().waitFor()
    const hints = hintBar(page).locator('[data-hint]')
    // They are shown for two seconds.
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape')
        await page.keyboard.press('g')
        await hints
          .filter({ hasText: 'Cancel' })
          .waitFor({ timeout: 2_000 })
          .catch(() => undefined)
        return hints.allTextContents()
      })
      .toEqual(
        expect.arrayContaining([
          'oOrders',
          'nConsignments',
          'cCustomers',
          'gFirst row',
          expect.stringContaining('Cancel'),
        ]),
      )
    await page.keyboard.press('Escape')
    await hints.filter({ hasText: 'Cancel' }).waitFor({ state: 'detached' })
    await page.keyboard.press('c')
    // Without a preceding g, c opens the consignment form of the active row.
    await page.waitForURL(/\/orders\/\d+\?tab=freight$/)
  })
})

test('while the palette is open the hint bar shows its keys alone', async () => {
  const page = await bench.navigate('/orders')
  await rowsOf(ordersTable(page)).first().waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await palette(page).waitFor()
  const hints = hintBar(page).locator('[data-hint]')
  await expect
    .poll(() => hints.allTextContents())
    .toEqual(['EnterOpen', '↑↓Choose', 'CtrlEnterNew tab', 'TabActions', 'Alt1–9Pick', 'EscClose'])
  await page.keyboard.press('Escape')
  await hints.filter({ hasText: 'Move' }).waitFor()
})

test('the sheet is searched, and says what does not work here and why', async () => {
  const page = await bench.navigate('/settings')
  await page.getByRole('heading', { name: 'Settings' }).first().waitFor()
  const keys = await openSheet(page)
  const nextRow = keys.getByRole('listitem').filter({ has: page.getByText('Next row', { exact: true }) })
  await expect.poll(() => nextRow.count()).toBe(0)
  await keys.getByRole('button', { name: /^Not available here/ }).press('Enter')
  await nextRow.getByText('Only in a list').waitFor()
  const recordPayment = page.getByText('Record payment', { exact: true })
  await keys.getByRole('listitem').filter({ has: recordPayment }).getByText('Only on an order').waitFor()
  await keys.getByRole('searchbox').fill('record collection')
  await expect.poll(() => keys.getByRole('listitem').count()).toBe(1)
  await keys.getByRole('searchbox').fill('nothing at all')
  await keys.getByText('No keys found').waitFor()
})

// The last one, because its page keeps the setting.
describe('single keys switched off', () => {
  test('do nothing, like sequences and digits, and are hidden; other keys work, also after a reload', async () => {
    const page = await openPaidOrder()
    const address = page.url()
    await openSheet(page)
    await sheet(page).getByRole('checkbox', { name: 'Single-letter keys' }).press('Space')
    await sheet(page).getByText('Single-letter keys are off').first().waitFor()
    await leaveSheet(page)
    await expect.poll(() => packButton(page).locator('kbd').count()).toBe(0)
    await page.reload()
    await packButton(page).waitFor()
    await expect.poll(() => packButton(page).getAttribute('aria-keyshortcuts')).toBeNull()
    for (const key of ['p', 'g', 'o', '1', 'j', '.', '?']) await page.keyboard.press(key)
    await page.keyboard.press('ControlOrMeta+k')
    await palette(page).waitFor()
    await expect.poll(() => palette(page).getByRole('combobox').inputValue()).toBe('')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
    expect(page.url()).toBe(address)
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.waitForURL('**/orders')
  })
})
