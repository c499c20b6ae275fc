import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { formatCents } from '../../src/domain/format/money.ts'
import { focused, hasFocus } from '../browser/keyboard.ts'
import { navigate } from '../browser/navigate.ts'
import { dialog, jumpTo, opened, orderOpen, ordersTable, palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

// With the records that the console of an installation loads in advance by default.
const bench = setUpWorkbench({ PREFETCH_PAGES: '5' })

const box = (page: Page) => palette(page).getByRole('combobox')

async function openList(): Promise<Page> {
  const page = await bench.navigate('/orders')
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
})

describe('jumping', () => {
  test('from every screen, to an order never seen, by its code', async () => {
    const page = await bench.navigate('/notes')
    for (const path of ['/settings', '/orders?query=zzzzqqqq']) {
      const { code } = await bench.takeOrder('')
      await navigate(page, path)
      await page.getByRole('main').waitFor()
      await jumpTo(page, code)
      expect(new URL(page.url()).pathname).toBe(`/orders/${code}`)
    }
  })

  // PAL-3
  test('an order of the fifth page is known without the server, though only the first page was shown', async () => {
    const page = await bench.signedIn()
    const last = page.waitForResponse('**/api/v1/orders?page=5')
    await page.goto('/orders')
    await (await last).finished()
    const { code } = await bench.takeOrder('?page=5')
    await page.route('**/api/v1/**', (route) => route.abort())
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type(code)
    await palette(page)
      .getByRole('option', { name: new RegExp(`^${code} ?, order, `), selected: true })
      .waitFor()
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

  test('single letters do nothing in a field, nor over a dialog', async () => {
    const { code } = await bench.takeOrder('?status=unpaid')
    const page = await openList()
    await page.keyboard.press('/')
    const search = page.getByRole('searchbox')
    await expect.poll(() => hasFocus(search)).toBe(true)
    await page.keyboard.type('r j t')
    await expect.poll(() => search.inputValue()).toBe('r j t')
    await navigate(page, `/orders/${code}`)
    await orderOpen(page, code)
    await page.keyboard.press('r')
    await opened(dialog(page, 'Record payment'))
    await dialog(page, 'Record payment').getByRole('button').first().focus()
    await page.keyboard.press('t')
    await page.keyboard.press('Escape')
    await dialog(page, 'Record payment').waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).not.toContain('freight')
  })
})

// PAL-10, PAL-11
describe('a sentence', () => {
  const does = (page: Page) => palette(page).getByRole('note', { name: 'What Enter does' })

  async function typed(page: Page, text: string): Promise<void> {
    await page.keyboard.press('ControlOrMeta+k')
    await box(page).waitFor()
    await page.keyboard.type(text)
  }

  test('is carried out at once by mod+Enter, with its values, and undone by z', async () => {
    const { code, costs } = await bench.takeOrder('?status=unpaid')
    const page = await openList()
    await typed(page, `pay ${code} cash ref 88`)
    const sentence = `Record ${formatCents(costs.total)} for ${code} as cash, today, reference 88`
    await does(page).getByText(sentence, { exact: true }).waitFor()
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByLabel('Notices').getByText(`Order ${code} paid`).waitFor()
    expect(await bench.order(code)).toMatchObject({ payment_method: 'cash', payment_reference: '88' })
    await page.keyboard.press('z')
    await page.getByText(`Payment of order ${code} undone`).waitFor()
    expect((await bench.order(code)).dates.paid_at ?? null).toBeNull()
  })

  test('survives a reload of its dialog', async () => {
    const { code } = await bench.takeOrder('?status=unpaid')
    const page = await bench.navigate(`/orders/${code}`)
    await orderOpen(page, code)
    await typed(page, `hold ${code} waiting for stock`)
    await does(page).getByText(`Put ${code} on hold: waiting for stock`).waitFor()
    await page.keyboard.press('Enter')
    await opened(dialog(page, 'Put on hold'))
    await page.reload()
    await opened(dialog(page, 'Put on hold'))
    expect(await dialog(page, 'Put on hold').getByLabel('Reason').inputValue()).toBe('waiting for stock')
  })
})

/** Matches parts in order, separated by a comma or a space. */
const apart = (...parts: string[]) => new RegExp(`^${parts.join(' ?, ')}`)

test('screen readers announce rows and records by their own text, selections, and the reach of single keys', async () => {
  const order = await bench.takeOrder('', (one) => Boolean(one.customer.company && one.customer.name))
  const page = await bench.navigate(`/orders/${order.code}`)
  await orderOpen(page, order.code)
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await rowsOf(ordersTable(page)).first().waitFor()

  // A record of the palette is named by its cells, separated from each other.
  await page.keyboard.press('ControlOrMeta+k')
  await box(page).fill(order.code)
  const { company, name } = order.customer
  await palette(page)
    .getByRole('option', { name: apart(order.code, 'order', company ?? '', name ?? '') })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  await palette(page)
    .getByRole('option', { name: apart('Create consignment', '\\d+') })
    .waitFor()
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })

  const [first] = await bench.orders()
  await ordersTable(page)
    .getByRole('row', { name: new RegExp(`^${first?.code} `) })
    .waitFor()
  // Screen readers announce only changes in an existing region.
  const regions = await page.getByRole('status').elementHandles()
  await page.keyboard.press('Home')
  await page.keyboard.press('x')
  await expect.poll(() => Promise.all(regions.map((region) => region.textContent()))).toContain('1 selected')

  await page.keyboard.press('?')
  await dialog(page, 'All keys')
    .getByText(/screen reader, single keys reach the page in its focus mode only; Ctrl\+K opens the palette/)
    .waitFor()
})
