import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { isPacked, isShipped } from '../../src/domain/orders/order-status.ts'
import { findings } from '../browser/axe.ts'
import { hasFocus } from '../browser/keyboard.ts'
import { navigate } from '../browser/navigate.ts'
import { keepPicture } from '../browser/screenshot.ts'
import { blockOf } from '../generated-pages.ts'
import { scan } from './scanner.ts'
import {
  activeRow,
  addressSearch,
  cell,
  chooseFirst,
  countKeys,
  dialog,
  freightOptions,
  getOptions,
  isToBeSent,
  jumpTo,
  label,
  opened,
  openUnverified,
  orderOpen,
  ordersTable,
  statusBadge,
  typeMeasures,
  verifiedByItself,
  verifyAddress,
} from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const UNKNOWN = '1234 Back Blocks Road'

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const notices = (page: Page) => page.getByRole('region', { name: 'Notices' })
const isWeighed = (order: Order) => isToBeSent(order) && order.items.length > 0

/** A signed-in page on the unpaid orders. */
async function unpaidOrders(): Promise<Page> {
  const page = await bench.navigate('/orders?status=unpaid')
  await ordersTable(page).waitFor()
  return page
}

/** Books the order whose freight tab is open, in a carton of a preset. */
async function bookInCarton(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Parcel items' }).waitFor()
  await page.keyboard.press('Alt+1')
  await getOptions(page)
  await page.keyboard.press('Shift+1')
  await label(page).waitFor()
}

async function openForm() {
  const { code } = await bench.takeOrder('?status=paid', isToBeSent)
  const page = await bench.navigate('/orders?status=paid')
  await page.getByRole('grid', { name: 'Orders' }).waitFor()
  await openUnverified(page, `/orders/${code}?tab=freight`)
  await orderOpen(page, code)
  await page.getByRole('heading', { name: 'Parcel items' }).waitFor()
  return { page, path: `/orders/${code}?tab=freight`, street: page.getByLabel('Street') }
}

test('paying, packing, booking and printing an order takes as many keys as the README says', async () => {
  const { code } = await bench.takeOrder('?status=unpaid', isWeighed)
  const page = await unpaidOrders()
  const keys = countKeys(page)
  await jumpTo(page, code)
  await orderOpen(page, code)
  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  await opened(dialog(page, 'Record payment and pack'))
  await page.keyboard.press('ControlOrMeta+Enter')
  await statusBadge(page, 'Ready To Ship').waitFor()
  await page.keyboard.press('t')
  await bookInCarton(page)
  const printed = page.waitForResponse('**/printed')
  await page.keyboard.press('p')
  expect((await printed).status()).toBe(200)
  expect(blockOf(README, 'booking-keys')).toContain(`**${keys.end()} keys**`)
  const order = await bench.order(code)
  expect([isPacked(order), isShipped(order)]).toEqual([true, true])

  // Opens the next ready order, then returns to the list in its place.
  await page.keyboard.press('n')
  await page.waitForURL(/\/orders\/\d+\?tab=freight$/)
  const next = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const shipped = await bench.order(next)
  expect([isPacked(shipped), isShipped(shipped), shipped.freight.is_pickup]).toEqual([true, false, false])
  expect(shipped.freight.branch).toBe(order.freight.branch)
  await orderOpen(page, next)
  await page.keyboard.press('u')
  await page.waitForURL('**/orders?status=unpaid')
  await activeRow(page).waitFor()
})

test('z undoes a booking; its form still has what was typed, and the order can be booked again', async () => {
  const { code } = await bench.takeOrder('?status=paid', isToBeSent)
  const page = await unpaidOrders()
  await navigate(page, `/orders/${code}?tab=freight`)
  await orderOpen(page, code)
  await verifiedByItself(page)
  await page.getByLabel('Instructions or notes').fill('Leave at the woolshed')
  await page.getByLabel('Instructions or notes').press('Alt+2')
  await getOptions(page)
  await page.keyboard.press('Shift+1')
  await label(page).waitFor()
  await notices(page)
    .getByRole('button', { name: /^Undo the booking/ })
    .waitFor()
  const printed = page.waitForResponse('**/printed')
  await page.keyboard.press('p')
  await printed
  await page.keyboard.press('z')
  await page.waitForURL(`**/orders/${code}?tab=freight`)
  await notices(page)
    .getByText(/^Throw away the printed label of consignment/)
    .waitFor()
  expect(isShipped(await bench.order(code))).toBe(false)

  await expect.poll(() => cell(page, 'Length (cm)').inputValue()).toBe('40')
  expect(await page.getByLabel('Instructions or notes').inputValue()).toBe('Leave at the woolshed')
  await getOptions(page)
  await page.keyboard.press('Shift+1')
  await label(page).waitFor()
  expect(isShipped(await bench.order(code))).toBe(true)
})

test('the key of the freight options opens the address search, which takes an unknown address as typed', async () => {
  const { page, path, street } = await openForm()
  const search = addressSearch(page).getByRole('combobox')
  await page.keyboard.press('ControlOrMeta+Enter')
  await search.waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(street)).toBe(true)
  // The next letters are typed into the street and run no command.
  await page.keyboard.type('j')
  await expect.poll(() => search.inputValue()).toBe('j')
  expect(page.url()).toContain(path)

  await search.fill(UNKNOWN)
  await addressSearch(page)
    .getByRole('option', { name: `Use “${UNKNOWN}” as typed`, selected: true })
    .waitFor()
  await addressSearch(page).getByText('No addresses found').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Manual address', { exact: true }).waitFor()
  await expect.poll(() => hasFocus(page.getByLabel('Suburb'))).toBe(true)
  expect(await street.inputValue()).toBe(UNKNOWN)
  await cell(page, 'Height (cm)').focus()
  await typeMeasures(page, '22', '60', '30', '11,5')
  await getOptions(page)
})

test('keys behind the Enter that picks an address are for the first empty field', async () => {
  const { page } = await openForm()
  await page.keyboard.press('Alt+ArrowDown')
  await addressSearch(page).getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await typeMeasures(page, '22', '60')
  await expect.poll(() => cell(page, 'Length (cm)').inputValue()).toBe('60')
  expect(await cell(page, 'Height (cm)').inputValue()).toBe('22')
  await page.getByText('Address verified', { exact: true }).waitFor()
})

test('a parcel that cannot be read is named and keeps the panel of options closed, as Back and Esc close it', async () => {
  const { page, path } = await openForm()
  const here = () => page.url().replace(bench.url, '')
  await verifyAddress(page)
  await typeMeasures(page, '22', '60', '30', '0,5')
  await page.keyboard.press('Shift+Enter')
  await cell(page, 'Height (cm)', 2).and(page.locator(':focus')).waitFor()
  await typeMeasures(page, '22', '60', '30', '1.5.2')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page
    .getByRole('region', { name: 'Notices' })
    .getByText('Parcel 2: Weight (kg) is not a number')
    .waitFor()
  await expect.poll(() => freightOptions(page).count()).toBe(0)
  await cell(page, 'Weight (kg)', 2).fill('1,5')
  await getOptions(page)
  await freightOptions(page).getByText('2.000 kg').waitFor()

  await page.goBack()
  await freightOptions(page).waitFor({ state: 'detached' })
  expect(here()).toBe(path)
  await expect.poll(() => hasFocus(cell(page, 'Weight (kg)', 2))).toBe(true)
  await page.goForward()
  await freightOptions(page).getByRole('radio').first().waitFor()
  await page.reload()
  await freightOptions(page).getByRole('radio').first().waitFor()
  await page.keyboard.press('Escape')
  await freightOptions(page).waitFor({ state: 'detached' })
  await expect.poll(here).toBe(path)
  await expect.poll(() => cell(page, 'Weight (kg)', 2).inputValue()).toBe('1,5')
  await page.goBack()
  await page.waitForURL('**/orders?status=paid')
})

test('Enter right behind the Esc that closes the freight options books nothing', async () => {
  const { page, path } = await openForm()
  await verifyAddress(page)
  await typeMeasures(page, '22', '60', '30', '1')
  await getOptions(page)
  await chooseFirst(page)
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
  // Before the browser has gone back in its history, which is a task of its own.
  await page.evaluate(async () => {
    for (const key of ['Escape', 'Enter']) {
      const event = new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    }
  })
  await freightOptions(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.url().replace(bench.url, '')).toBe(path)
  await getOptions(page)
  expect(sent).not.toContain('POST /api/v1/consignments')
})

test('a carton left behind is sent from the shipped order, is listed there, and is found by its reference', async () => {
  const order = await bench.takeOrder(
    '?status=shipped',
    (one) => isShipped(one) && one.freight.tracking_code !== null,
  )
  const reference = `${order.code}-2`
  const page = await bench.navigate(`/orders/${order.code}`)
  await orderOpen(page, order.code)
  await page.keyboard.press('Shift+C')
  // Verifies the address: its first key is pressed while the form opens.
  await verifyAddress(page)
  await page.getByRole('heading', { level: 1, name: `Another consignment ${reference}` }).waitFor()
  await typeMeasures(page, '22', '60', '30', '11')
  expect(await page.getByRole('textbox', { name: 'Reference, parcel 1' }).inputValue()).toBe(`${reference}-1`)
  expect(await findings(page, 'another-consignment', 'main')).toEqual([])
  await getOptions(page)
  await chooseFirst(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await label(page).waitFor()
  const [, second = ''] = /^\/consignments\/([^/]+)$/.exec(new URL(page.url()).pathname) ?? []
  expect((await bench.order(order.code)).freight).toEqual(order.freight)

  // Back to the order, and not to a form for a third consignment.
  await page.keyboard.press('u')
  await orderOpen(page, order.code)
  await page.keyboard.press('t')
  const others = page.getByRole('table', { name: 'Other consignments' })
  const row = others.getByRole('link', { name: new RegExp(`${second}.*${reference}`) })
  await row.waitFor()
  await keepPicture(page, 'other-consignments')
  await row.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: `Consignment #${second}` }).waitFor()
  await page.getByText(reference, { exact: true }).first().waitFor()

  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await ordersTable(page).waitFor()
  await scan(page, reference)
  await page.getByRole('heading', { name: `Consignment #${second}` }).waitFor()
})

test('an order that is not shipped has no other consignments to offer', async () => {
  const order = await bench.takeOrder('?status=paid', (one) => !isShipped(one))
  const page = await bench.navigate(`/orders/${order.code}/another-consignment`)
  await page.getByText('The order is not shipped yet.').waitFor()
  expect(await page.getByRole('button', { name: 'Get Freight Options' }).count()).toBe(0)
})
