import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { hasFocus } from '../browser/keyboard.ts'
import { hold, scan } from './scanner.ts'
import { activeRow, dialog, opened, orderOpen, ordersTable, palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

/** A code without an order, in which each letter is the key of a command. */
const LETTERS = 'PRCAYDTGO14'
/** Milliseconds between keys of a person. */
const HAND = 120

const LIST = '/orders?status=unpaid'

/** A dialog whose first field is a select, and a code whose letters and digits could choose in it. */
const PICKER = { key: 'a', title: 'Add tracking info', label: 'Shipping company', code: 'NZP00894210' }

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

const isDelivery = (order: Order) => order.freight.is_pickup !== true

async function leavePalette(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
}

// KEY-6
test('a scan of a known code opens it and does nothing else, from the rows, a button, a menu and a dialog', async () => {
  const [one, other] = [await bench.takeOrder('?status=unpaid'), await bench.takeOrder('')]
  const page = await openList()
  await scan(page, one.code, 'Tab')
  await orderOpen(page, one.code)
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  const light = await theme()
  await page.getByRole('button', { name: 'Switch theme' }).focus()
  await scan(page, other.code)
  await orderOpen(page, other.code)
  expect(await theme()).toBe(light)

  await page.keyboard.press('.')
  await opened(page.getByRole('menu'))
  await scan(page, one.code)
  await orderOpen(page, one.code)
  await expect.poll(() => page.getByRole('menu').count()).toBe(0)

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

describe('a scan of an unknown code', () => {
  test('is reported and runs no command, on an order and over its dialogs, and changes no field', async () => {
    const order = await bench.takeOrder('?status=unpaid', isDelivery)
    const page = await openOrder(order.code)
    const before = pathOf(page)
    const scanUnknown = async (code: string) => {
      await scan(page, code)
      await palette(page).getByText(MESSAGES.orderNotFound).first().waitFor()
      await expect.poll(() => box(page).inputValue()).toBe(code)
      expect(pathOf(page)).toBe(before)
      await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
      await leavePalette(page)
    }
    await scanUnknown(LETTERS)
    await page.keyboard.press('r')
    await opened(dialog(page, 'Record payment'))
    await dialog(page, 'Record payment').getByRole('button', { name: 'Cancel' }).focus()
    await scanUnknown(LETTERS)
    const field = dialog(page, PICKER.title).getByLabel(PICKER.label)
    await page.keyboard.press(PICKER.key)
    await expect.poll(() => hasFocus(field)).toBe(true)
    const chosen = await field.inputValue()
    await scanUnknown(PICKER.code)
    await page.keyboard.press(PICKER.key)
    await expect.poll(() => hasFocus(field)).toBe(true)
    expect(await field.inputValue()).toBe(chosen)
    // Keys pressed by hand still choose.
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => field.inputValue()).not.toBe(chosen)
    await page.keyboard.type('po', { delay: HAND })
    await expect.poll(() => field.inputValue()).toBe('posthaste')
    expect((await bench.order(order.code)).status).toBe(order.status)
  })

  test('without Enter or Tab is in the palette as a whole and has run nothing', async () => {
    const page = await openList()
    const before = pathOf(page)
    await scan(page, LETTERS, null)
    await expect.poll(() => box(page).inputValue()).toBe(LETTERS)
    expect(pathOf(page)).toBe(before)
    await page.keyboard.press('Enter')
    await palette(page).getByText(MESSAGES.orderNotFound).first().waitFor()
  })
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

test('a person types a code with nothing focused, and Enter jumps to it; letters that are commands run one by one', async () => {
  const { code } = await bench.takeOrder('?status=unpaid', isDelivery)
  const page = await openList()
  await page.keyboard.type(code, { delay: HAND })
  await expect.poll(() => box(page).inputValue()).toBe(code)
  await page.keyboard.press('Enter')
  await orderOpen(page, code)
  await page.keyboard.type('tdr', { delay: HAND })
  await dialog(page, 'Record payment').waitFor()
})
