import { expect, test } from 'vitest'
import { dialog, orderOpen, ordersTable, palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

/** What screen readers announce, by the accessible names and regions that browsers compute. */

const bench = setUpWorkbench()

/** Matches parts in order, separated by a comma or a space. */
const apart = (...parts: string[]) => new RegExp(`^${parts.join(' ?, ')}`)

test('rows and records are named by their own text; selections and the reach of single keys are announced', async () => {
  const order = await bench.takeOrder('', (one) => Boolean(one.customer.company && one.customer.name))
  const page = await bench.open(`/orders/${order.code}`)
  await orderOpen(page, order.code)
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await rowsOf(ordersTable(page)).first().waitFor()

  // A record of the palette is named by its cells, separated from each other.
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
