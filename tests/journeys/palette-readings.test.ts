import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { formatCents } from '../../src/domain/format/money.ts'
import { orderCan } from '../../src/domain/orders/order-can.ts'
import { dialog, ordersTable, palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

/** Texts that dispatchers type, and the row that Enter then takes. */
function inputsFor(orders: readonly Order[]): [text: string, row: RegExp][] {
  const can = (action: 'record-payment' | 'pack', order: Order) => orderCan(action, order).offered
  const [newest, second, third] = orders.map(({ code }) => code)
  const [unpaid, other] = orders.filter((order) => can('record-payment', order)).map(({ code }) => code)
  const [paid, ready] = orders.filter((order) => can('pack', order)).map(({ code }) => code)
  const reached = orders.find(({ customer }) => customer.phone && customer.email)
  const dear = orders.find(({ costs }) => (costs.total ?? 0) > 100_000)
  const total = formatCents(dear?.costs.total ?? 0)
  const code = new RegExp(`^${newest}, order`)
  const pay = new RegExp(`^Record payment, ${unpaid}`)
  const pack = new RegExp(`^Pack order items, ${paid}`)
  const set = /^Open 3 orders as a list/
  return [
    [`${newest}`, code],
    [`${newest?.slice(0, 3)} ${newest?.slice(3)}`, code],
    [`${newest?.slice(-4)}`, new RegExp(`${newest?.slice(-4)}, `)],
    [`${newest}.`, code],
    [`#${newest}`, code],
    [`order ${newest}`, code],
    [`Order #${newest}`, code],
    [`Hi team, any news on order ${newest}? Thanks, Ruth`, code],
    [`${unpaid} pay`, pay],
    [`pay ${unpaid}`, pay],
    [`${unpaid} r`, pay],
    [`mark paid ${unpaid}`, pay],
    [`pay ${unpaid?.slice(1)}`, pay],
    [`record payment ${unpaid}`, pay],
    [`${paid} pack`, pack],
    [`pack order ${paid}`, pack],
    [`pack ${unpaid}`, new RegExp(`^Pack order items, ${unpaid}, .*not paid yet`)],
    [`copy ${newest}`, new RegExp(`^Copy order code, ${newest}`)],
    [`${newest} freight`, new RegExp(`^(Create consignment|Show freight), ${newest}`)],
    [`pay ${unpaid} ${other}`, /^Record payments, 2 orders/],
    [`pack ${paid}, ${ready}`, /^Pack orders, 2 orders/],
    [`${newest} ${second} ${third}`, set],
    [`#${newest}, #${second}, #${third}`, set],
    ['unpaid', /^Unpaid orders/],
    ['unpaid chch', /^Unpaid orders · Christchurch/],
    ['paid auckland', /^Paid orders · Auckland/],
    ['ready', /^Ready orders/],
    ['shipped 90 days', /^Shipped orders · last 90 days/],
    ['consignments yesterday', /^Consignments · yesterday/],
    ['aramex today', /^Consignments · Aramex · today/],
    ['today', /today/],
    ['21/11/2026', /^Consignments · /],
    ['bounced', /^Emails · “bounced”/],
    ['stop credit', /^Customers · “stop credit”/],
    ['109 + 15%', /^125\.35/],
    ['1250/1.15', /^1,?086\.96/],
    ['new consignment', /^New Consignment/],
    ['notes', /^Notes/],
    ['jobs', /^Jobs/],
    ['logout', /^Sign out/],
    ['dark', /^Switch theme/],
    [reached?.customer.phone ?? '', /customer/],
    [reached?.customer.email ?? '', /customer/],
    [total, new RegExp(total.replace(/[$.]/g, '\\$&'))],
    ['the quick brown fox jumps', /^Search all records for/],
  ]
}

const chosen = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('[role=dialog] [role=combobox]')
    return document.getElementById(box?.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null
  })

test('the row under Enter is what the typed text means', async () => {
  const orders = await bench.orders('?page=1')
  const page = await bench.navigate('/orders')
  await rowsOf(ordersTable(page)).first().waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await palette(page).getByRole('combobox').waitFor()
  const wrong: string[] = []
  for (const [text, row] of inputsFor(orders)) {
    await palette(page).getByRole('combobox').fill(text)
    const isRight = async () => row.test((await chosen(page)) ?? '')
    const right = await expect
      .poll(isRight, { timeout: 3_000 })
      .toBe(true)
      .then(
        () => true,
        () => false,
      )
    if (!right) wrong.push(`${text}: ${await chosen(page)}`)
  }
  expect(wrong).toEqual([])
}, 300_000)

test('a part of a code with a verb opens the dialog of the order in the row', async () => {
  const orders = await bench.orders('?page=1')
  const { code = '' } = orders.find((order) => orderCan('record-payment', order).offered) ?? {}
  const page = await bench.navigate('/orders')
  await rowsOf(ordersTable(page)).first().waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await palette(page)
    .getByRole('combobox')
    .fill(`pay ${code.slice(1)}`)
  await expect.poll(() => chosen(page)).toMatch(new RegExp(`^Record payment, ${code}`))
  await page.keyboard.press('Enter')
  await dialog(page, 'Record payment').getByText(code).waitFor()
})

test.each([
  ['rural', 'Orders', /Rural/],
  ['stop credit', 'Customers', /Stop Credit/],
  ['bounced', 'Emails', /bounced/i],
])('the list of “%s” has what the words mean', async (text, name, mark) => {
  const page = await bench.navigate('/orders')
  await rowsOf(ordersTable(page)).first().waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await palette(page).getByRole('combobox').fill(text)
  await expect.poll(() => chosen(page)).toMatch(new RegExp(`^${name}`))
  await page.keyboard.press('Enter')
  const rows = rowsOf(page.getByRole('grid', { name }))
  const others = async () => {
    const texts = await rows.allTextContents()
    return texts.length === 0 ? 'no rows' : texts.filter((text) => !mark.test(text))
  }
  await expect.poll(others).toEqual([])
})

test('the list of “click and collect” has the orders that are collected', async () => {
  const found = await bench.orders('?query=click+and+collect')
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter(({ freight }) => !freight.is_pickup)).toEqual([])
})
