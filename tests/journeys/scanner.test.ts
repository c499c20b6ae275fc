import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { hasFocus } from '../browser/keyboard.ts'
import { holdCall } from './faults.ts'
import { hold, scan } from './scanner.ts'
import { activeRow, dialog, opened, orderOpen, ordersTable, palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

/** A code without an order, in which each letter is the key of a command. */
const LETTERS = 'PRCAYDTGO14'
/** Milliseconds between keys of a person. */
const HAND = 120

const LIST = '/orders?status=unpaid'

async function openList(): Promise<Page> {
  const page = await bench.navigate(LIST)
  await rowsOf(ordersTable(page)).first().waitFor()
  return page
}

async function openOrder(code: string): Promise<Page> {
  const page = await bench.navigate(`/orders/${code}`)
  await orderOpen(page, code)
  return page
}

const pathOf = (page: Page) => new URL(page.url()).pathname
const box = (page: Page) => palette(page).getByRole('combobox')

describe('a scan of a known code opens it and does nothing else', () => {
  test('from the rows of the list, ended by Tab', async () => {
    const { code } = await bench.takeOrder('')
    const page = await openList()
    await scan(page, code, 'Tab')
    await orderOpen(page, code)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  test('from a button, which is not pressed', async () => {
    const { code } = await bench.takeOrder('')
    const page = await openList()
    const light = await page.evaluate(() => document.documentElement.dataset.theme)
    await page.getByRole('button', { name: 'Switch theme' }).focus()
    await scan(page, code)
    await orderOpen(page, code)
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(light)
  })

  test('from another order with its menu open', async () => {
    const [one, other] = [await bench.takeOrder('?status=unpaid'), await bench.takeOrder('')]
    const page = await openOrder(one.code)
    await page.keyboard.press('.')
    await opened(page.getByRole('menu'))
    await scan(page, other.code)
    await orderOpen(page, other.code)
    await expect.poll(() => page.getByRole('menu').count()).toBe(0)
  })

  test('from a dialog, which is open again with the typed text when going back', async () => {
    const [one, other] = [await bench.takeOrder('?status=unpaid'), await bench.takeOrder('')]
    const page = await openOrder(one.code)
    await page.keyboard.press('r')
    const form = dialog(page, 'Record payment')
    await opened(form)
    await form.getByLabel('Reference').fill('typed before the scan')
    await form.getByRole('button', { name: 'Cancel' }).focus()
    await scan(page, other.code)
    await orderOpen(page, other.code)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect((await bench.order(one.code)).status).toBe(one.status)
    await scan(page, one.code)
    await form.waitFor()
    expect(pathOf(page)).toBe(`/orders/${one.code}`)
    await expect.poll(() => form.getByLabel('Reference').inputValue()).toBe('typed before the scan')
  })

  test('while the palette still loads, and no key is lost, also with single keys switched off', async () => {
    const [one, other] = [await bench.takeOrder(''), await bench.takeOrder('')]
    const page = await bench.signedIn()
    const chunk = await holdCall(page, '**/assets/*palette*')
    await page.goto(LIST)
    await rowsOf(ordersTable(page)).first().waitFor()
    await scan(page, one.code)
    await expect.poll(() => chunk.count()).toBeGreaterThan(0)
    chunk.release()
    await orderOpen(page, one.code)
    await page.keyboard.press('?')
    await page.getByRole('checkbox', { name: 'Single-letter keys' }).uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await scan(page, other.code)
    await orderOpen(page, other.code)
  })
})

describe('a scan of an unknown code', () => {
  test.each(['order', 'dialog'] as const)('says so and runs none of its letters: %s', async (where) => {
    const order = await bench.takeOrder('?status=unpaid')
    const page = await openOrder(order.code)
    if (where === 'dialog') {
      await page.keyboard.press('r')
      await opened(dialog(page, 'Record payment'))
      await dialog(page, 'Record payment').getByRole('button', { name: 'Cancel' }).focus()
    }
    const before = pathOf(page)
    await scan(page, LETTERS)
    await palette(page).getByText(MESSAGES.orderNotFound).first().waitFor()
    await expect.poll(() => box(page).inputValue()).toBe(LETTERS)
    expect(pathOf(page)).toBe(before)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
    expect((await bench.order(order.code)).status).toBe(order.status)
  })
})

test.each([
  ['r', 'Record payment', 'Date paid', '10203040'],
  ['a', 'Add tracking info', 'Shipping company', 'NZP00894210'],
])(
  'a scan at %s leaves the dialog, whose first field chose nothing by it',
  async (key, title, label, code) => {
    const order = await bench.takeOrder('?status=unpaid', (one) => !one.freight.is_pickup)
    const page = await openOrder(order.code)
    const field = dialog(page, title).getByLabel(label)
    await page.keyboard.press(key)
    await expect.poll(() => hasFocus(field)).toBe(true)
    const before = await field.inputValue()
    await scan(page, code)
    await palette(page).getByText(MESSAGES.orderNotFound).first().waitFor()
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })
    await page.keyboard.press(key)
    await expect.poll(() => hasFocus(field)).toBe(true)
    expect(await field.inputValue()).toBe(before)
    // Keys pressed by hand still choose.
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => field.inputValue()).not.toBe(before)
    expect((await bench.order(order.code)).status).toBe(order.status)
  },
)

test('a scan without a final key is completely in the palette and has run nothing', async () => {
  const page = await openList()
  const before = pathOf(page)
  await scan(page, LETTERS, null)
  await expect.poll(() => box(page).inputValue()).toBe(LETTERS)
  expect(pathOf(page)).toBe(before)
  await page.keyboard.press('Enter')
  await palette(page).getByText(MESSAGES.orderNotFound).first().waitFor()
})

test('a scan into a field is text', async () => {
  const { code } = await bench.takeOrder('')
  const page = await openList()
  await page.keyboard.press('/')
  await expect.poll(() => hasFocus(page.getByRole('searchbox'))).toBe(true)
  await scan(page, code)
  await page.waitForURL((url) => url.searchParams.get('query') === code)
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe(code)
  expect(pathOf(page)).toBe('/orders')
})

test('a key held down is no scan: its Enter opens the active row', async () => {
  const page = await openList()
  await page.keyboard.press('Home')
  await hold(page, 'j', 7)
  await expect.poll(() => activeRow(page).getAttribute('aria-rowindex')).toBe('10')
  const code = await activeRow(page).locator('code').first().textContent()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/orders\/\d+/)
  expect(pathOf(page)).toBe(`/orders/${code?.replace('#', '')}`)
})

describe('a person', () => {
  test('types a code with nothing focused, and Enter jumps to it', async () => {
    const { code } = await bench.takeOrder('')
    const page = await openList()
    await page.keyboard.type(code, { delay: HAND })
    await expect.poll(() => box(page).inputValue()).toBe(code)
    await page.keyboard.press('Enter')
    await orderOpen(page, code)
  })

  test('presses letters that are commands one by one', async () => {
    const { code } = await bench.takeOrder('?status=unpaid', (one) => !one.freight.is_pickup)
    const page = await openOrder(code)
    await page.keyboard.type('tdr', { delay: HAND })
    await dialog(page, 'Record payment').waitFor()
  })
})
