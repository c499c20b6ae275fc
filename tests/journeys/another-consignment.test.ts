import { expect, test } from 'vitest'
import { isShipped } from '../../src/domain/orders/order-stage.ts'
import { findings } from '../browser/axe.ts'
import { keepPicture } from '../browser/screenshot.ts'
import { chooseFirst, getOptions, label, typeMeasures, verifyAddress } from './consignment-form.ts'
import { scan } from './scanner.ts'
import { orderOpen, ordersTable } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

test('a carton left behind is sent from the shipped order, is listed there, and is found by its reference', async () => {
  const order = await bench.takeOrder(
    '?status=shipped',
    (one) => isShipped(one) && one.freight.tracking_code !== null,
  )
  const reference = `${order.code}-2`
  const page = await bench.navigate(`/orders/${order.code}`)
  await orderOpen(page, order.code)
  await page.keyboard.press('Shift+C')
  await page.getByRole('heading', { level: 1, name: `Another consignment ${reference}` }).waitFor()
  await verifyAddress(page)
  await typeMeasures(page, '22', '60', '30', '11')
  expect(await page.getByRole('textbox', { name: 'Reference, parcel 1' }).inputValue()).toBe(`${reference}-1`)
  expect(await findings(page, 'another-consignment')).toEqual([])
  await getOptions(page)
  await chooseFirst(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await label(page).waitFor()
  const [, second = ''] = /^\/consignments\/([^/]+)$/.exec(new URL(page.url()).pathname) ?? []
  expect((await bench.order(order.code)).freight).toEqual(order.freight)

  // The key that opens the order of a consignment, then its Freight tab.
  await page.keyboard.press('o')
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
