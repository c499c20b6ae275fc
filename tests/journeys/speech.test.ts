import { expect, test } from 'vitest'
import { freightOptions, getOptions, isToBeSent, typeMeasures, verifyAddress } from './consignment-form.ts'
import { dialog, orderOpen, ordersTable, palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

/** What screen readers announce, by the accessible names and regions that browsers compute. */

const bench = setUpWorkbench()

test('a row is named only by its own text, and the first selected one is announced', async () => {
  const [first] = await bench.orders()
  const code = first?.code ?? ''
  const page = await bench.navigate('/orders')
  await rowsOf(ordersTable(page)).first().waitFor()
  await ordersTable(page)
    .getByRole('row', { name: new RegExp(`^${code} `) })
    .waitFor()
  // Screen readers announce only changes in an existing region.
  const regions = await page.getByRole('status').elementHandles()
  await page.keyboard.press('Home')
  await page.keyboard.press('x')
  await expect.poll(() => Promise.all(regions.map((region) => region.textContent()))).toContain('1 selected')
})

/** Matches parts in order, separated by a comma or a space. */
const apart = (...parts: string[]) => new RegExp(`^${parts.join(' ?, ')}`)

test('a record of the palette is named by its cells, separated from each other', async () => {
  const order = await bench.takeOrder('', (one) => Boolean(one.customer.company && one.customer.name))
  // In a console without a past, because the palette offers first what was used before.
  const page = await bench.open(`/orders/${order.code}`)
  await orderOpen(page, order.code)
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await rowsOf(ordersTable(page)).first().waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(order.code)
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
})

test('the keys sheet says what screen readers do with single keys', async () => {
  const page = await bench.navigate('/orders')
  await rowsOf(ordersTable(page)).first().waitFor()
  await page.keyboard.press('?')
  await dialog(page, 'All keys')
    .getByText(/screen reader, single keys reach the page in its focus mode only; Ctrl\+K opens the palette/)
    .waitFor()
})

test('freight options focus their radio group when they are loaded', async () => {
  const { code } = await bench.takeOrder('?status=paid', isToBeSent)
  const page = await bench.navigate(`/orders/${code}?tab=freight`)
  await orderOpen(page, code)
  await page.getByRole('heading', { name: 'Parcel items' }).waitFor()
  await verifyAddress(page)
  await typeMeasures(page, '22', '60', '30', '11')
  await getOptions(page)
  const options = freightOptions(page).getByRole('radiogroup', { name: 'Freight options' })
  await options.getByRole('radio').first().and(page.locator(':focus')).waitFor()
  expect(await options.getByRole('radio', { checked: true }).count()).toBe(0)
})
