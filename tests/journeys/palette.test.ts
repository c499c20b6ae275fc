import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { focused, hasFocus } from '../browser/keyboard.ts'
import { navigate } from '../browser/navigate.ts'
import { holdCall } from './faults.ts'
import { dialog, jumpTo, opened, orderOpen, ordersTable, palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const box = (page: Page) => palette(page).getByRole('combobox')

async function openList(): Promise<Page> {
  const page = await bench.navigate('/orders')
  await rowsOf(ordersTable(page)).first().waitFor()
  return page
}

/** The list in a console that has just been loaded. */
async function loadList(): Promise<Page> {
  const page = await bench.open('/orders')
  await rowsOf(ordersTable(page)).first().waitFor()
  return page
}

describe('opening it', () => {
  test('mod+K opens a dialog with a combobox that has the focus; Esc gives the focus back', async () => {
    const page = await openList()
    await page.keyboard.press('j')
    await page.keyboard.press('ControlOrMeta+k')
    await box(page).waitFor()
    await expect.poll(() => hasFocus(box(page))).toBe(true)
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).not.toBe('body')
  })

  test('a digit opens it with that digit in it', async () => {
    const page = await openList()
    await page.keyboard.press('7')
    await box(page).waitFor()
    await expect.poll(() => box(page).inputValue()).toBe('7')
  })

  test('no key typed while it loads is lost', async () => {
    const page = await bench.signedIn()
    const { code } = await bench.takeOrder('')
    const held = await holdCall(page, '**/assets/*palette*')
    await page.goto('/orders')
    await rowsOf(ordersTable(page)).first().waitFor()
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    held.release()
    await orderOpen(page, code)
  })

  test('lists the commands with their keys', async () => {
    const page = await openList()
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('>record')
    const option = palette(page).getByRole('option', { name: /Record payment/ })
    await option.first().waitFor()
  })
})

describe('jumping', () => {
  test('from every screen, to an order never seen, by its code', async () => {
    const page = await bench.open('/notes')
    for (const path of ['/customers', '/settings', '/orders?query=zzzzqqqq']) {
      const { code } = await bench.takeOrder('')
      await navigate(page, path)
      await page.getByRole('main').waitFor()
      await jumpTo(page, code)
      expect(new URL(page.url()).pathname).toBe(`/orders/${code}`)
    }
  })

  test('to a part of a code opens nothing before its match was shown as chosen', async () => {
    const { code } = await bench.takeOrder('')
    const page = await loadList()
    const piece = code.slice(1)
    let answer = () => {}
    const entered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**/api/v1/orders/${piece}`, async (route) => {
      await entered
      await route.continue()
    })
    await page.keyboard.type(piece)
    await page.keyboard.press('Enter')
    answer()
    await palette(page).getByText(MESSAGES.orderNotFound).first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/orders')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname.startsWith('/orders/') && url.pathname.includes(piece))
  })

  test('in any order of typing, Enter and answers: never the wrong order', async () => {
    const page = await loadList()
    const orders = await bench.orders('')
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    const waits: (() => void)[] = []
    await page.route(/\/api\/v1\/orders\/\d+$/, async (route) => {
      if (random(2) === 0) await new Promise<void>((resolve) => waits.push(resolve))
      await route.continue().catch(() => undefined)
    })
    for (let run = 0; run < 12; run += 1) {
      const code = orders[random(orders.length)]?.code ?? ''
      await page.keyboard.type(code)
      if (random(2) === 0) for (const resolve of waits.splice(0)) resolve()
      await page.keyboard.press('Enter')
      const opened = orderOpen(page, code)
      const letThrough = setInterval(() => {
        for (const resolve of waits.splice(0)) resolve()
      }, 20)
      await opened.finally(() => clearInterval(letThrough))
      expect(new URL(page.url()).pathname).toBe(`/orders/${code}`)
    }
  })

  test('a scan opens the record unless a field has the focus, and its Enter presses no button', async () => {
    const { code } = await bench.takeOrder('?status=unpaid')
    const page = await openList()
    await page.getByRole('button', { name: 'Filter', exact: true }).focus()
    await page.keyboard.type(code, { delay: 5 })
    await page.keyboard.press('Enter')
    await orderOpen(page, code)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })
})

describe('keys', () => {
  test('g then a letter goes to each list', async () => {
    const page = await openList()
    for (const [letter, path] of Object.entries({
      c: 'customers',
      n: 'consignments',
      p: 'products',
      s: 'suppliers',
      e: 'emails',
      o: 'orders',
    })) {
      await page.keyboard.press('g')
      await page.keyboard.press(letter)
      await page.waitForURL(`**/${path}`)
    }
  })

  test('? shows every key, and Esc closes it', async () => {
    const page = await openList()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog')
    await opened(sheet)
    await sheet.getByText('Record payment').first().waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).not.toBe('body')
  })

  test('single letters do nothing in a field, nor over a dialog, nor when switched off', async () => {
    const { code } = await bench.takeOrder('?status=unpaid')
    // It switches the keys off, so no other journey may use the page.
    const page = await loadList()
    await page.keyboard.press('/')
    await page.keyboard.type('r j t')
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('r j t')
    await navigate(page, `/orders/${code}`)
    await orderOpen(page, code)
    await page.keyboard.press('r')
    await dialog(page, 'Record payment').waitFor()
    await dialog(page, 'Record payment').getByRole('button').first().focus()
    await page.keyboard.press('t')
    await page.keyboard.press('Escape')
    await dialog(page, 'Record payment').waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).not.toContain('freight')
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('>single')
    await palette(page)
      .getByRole('option', { name: /single-letter keys/i })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Single-letter keys are off').waitFor()
    await page.keyboard.press('r')
    await page.keyboard.press('ControlOrMeta+k')
    await box(page).waitFor()
    await expect.poll(() => dialog(page, 'Record payment').count()).toBe(0)
  })
})
