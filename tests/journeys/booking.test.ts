import { readFileSync } from 'node:fs'
import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShipped } from '../../src/domain/orders/order-status.ts'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { findings } from '../browser/axe.ts'
import { focused } from '../browser/keyboard.ts'
import { navigate } from '../browser/navigate.ts'
import { signIn } from '../browser/sign-in.ts'
import { blockOf } from '../generated-pages.ts'
import { breakCall } from './faults.ts'
import { pressAtOnce } from './scanner.ts'
import {
  addressSearch,
  addressTaken,
  cell,
  chooseFirst,
  countKeys,
  freightOptions,
  getOptions,
  isToBeSent,
  jumpTo,
  label,
  openUnverified,
  orderOpen,
  ordersTable,
  palette,
  typeMeasures,
} from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const SEARCH = '**/api/v1/address/search'
const PRICING = '**/api/v1/consignments/pricing'
const BOOKING = /\/api\/v1\/consignments$/

const takeOrder = () => bench.takeOrder('?status=paid', isToBeSent)

// ORD-24
test('a booking by keyboard alone, from the sign-in to the label, takes as many keys as the README says', async () => {
  const { code } = await takeOrder()
  const page = await bench.visitor()
  bench.keepOpen(page)
  const keys = countKeys(page)
  await signIn(page, bench.url)
  await ordersTable(page).waitFor()
  await jumpTo(page, code)
  await orderOpen(page, code)
  await page.keyboard.press('t')
  await page.getByRole('heading', { name: 'Parcel items' }).waitFor()
  await page.keyboard.press('Alt+1')
  await getOptions(page)
  await page.keyboard.press('Shift+1')
  await label(page).waitFor()
  const count = keys.end()
  expect(blockOf(README, 'booking-keys')).toContain(`**${count} keys**`)

  const [, consignment = ''] = /^\/consignments\/([^/]+)$/.exec(new URL(page.url()).pathname) ?? []
  expect(new URL(page.url()).search).toBe('?tab=labels')
  await expect.poll(() => focused(page)).not.toBe('body')
  const order = await bench.order(code)
  expect([isShipped(order), order.freight.tracking_code]).toEqual([true, decodeURIComponent(consignment)])
  await navigate(page, `/orders/${code}?tab=freight`)
  await page.getByRole('main').getByRole('link', { name: 'View Consignment' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Get Freight Options' }).count()).toBe(0)
})

// PAL-18, FRT-20
test('a sentence in the palette shows its prices, and one Enter after that books exactly its parcels', async () => {
  const { code } = await takeOrder()
  const page = await bench.navigate('/orders')
  await ordersTable(page).waitFor()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && BOOKING.test(request.url())) sent.push(request.postData() ?? '')
  })
  await page.keyboard.press('ControlOrMeta+k')
  await palette(page).getByRole('combobox').waitFor()
  await page.keyboard.type(`ship ${code} nzpost 22x60x30 11.4 2*10x20x30 5`)
  await palette(page)
    .getByRole('note', { name: 'What Enter does' })
    .getByText(
      `Ship ${code} with NZ Post: 1 parcel 22 × 60 × 30 cm, 11.4 kg and 2 parcels, each 10 × 20 × 30 cm, 5 kg`,
    )
    .waitFor()
  // The second one, typed ahead, books nothing.
  await pressAtOnce(page, 'Enter', 'Enter')
  await freightOptions(page).getByRole('radio').first().waitFor()
  await page.getByText('Nothing is booked: the prices had not been read yet').waitFor()
  await freightOptions(page).locator('label:has(:checked)', { hasText: 'NZ Post' }).waitFor()
  expect(sent).toEqual([])
  await chooseFirst(page)
  await page.keyboard.press('Enter')
  await label(page).waitFor()
  expect(sent.map((body) => JSON.parse(body))).toMatchObject([
    {
      order_id: code,
      parcels: [
        { quantity: 1, height: 22, length: 60, width: 30, weight: 11.4 },
        { quantity: 2, height: 10, length: 20, width: 30, weight: 5 },
      ],
    },
  ])
})

test('a booking by pointer alone, for an invoice that is no order of the console', async () => {
  const page = await bench.navigate('/consignments')
  await page.getByRole('button', { name: 'New Consignment' }).click()
  await page.getByRole('heading', { level: 1, name: 'New Consignment' }).waitFor()
  await page.getByLabel('Order number').fill('48213')
  await page.getByLabel('Name', { exact: true }).fill('Tāmaki O’Neill & Sons')
  await page.getByLabel('Street').click()
  await addressSearch(page).getByRole('combobox').fill('12 Lunn Avenue')
  await addressSearch(page).getByRole('option').first().click()
  await addressTaken(page)
  await page.getByRole('button', { name: 'Add item' }).click()
  await page.getByRole('button', { name: 'Delete parcel 2' }).click()
  for (const [column, measure] of Object.entries({
    'Height (cm)': '10',
    'Length (cm)': '20',
    'Width (cm)': '30',
    'Weight (kg)': '2.5',
  })) {
    await cell(page, column).click()
    await cell(page, column).fill(measure)
  }
  await page.getByRole('button', { name: 'Get Freight Options' }).click()
  const cheapest = freightOptions(page).locator('label', { hasText: 'Cheapest' })
  await cheapest.click()
  await freightOptions(page).getByRole('button', { name: 'Consign' }).click()
  await label(page).waitFor()
  await page.getByRole('link', { name: 'Consignments' }).first().click()
  await page.getByText('48213').first().waitFor()
})

// FRT-18, MSG-2
test('a call that fails keeps the focus and the typed values, and axe has no finding in its message', async () => {
  const { code } = await takeOrder()
  const page = await bench.navigate('/notes')
  await openUnverified(page, `/orders/${code}?tab=freight`)
  await orderOpen(page, code)
  await page.getByRole('heading', { name: 'Parcel items' }).waitFor()
  const lost: (route: Route) => Promise<void> = (route) => route.abort('connectionreset')

  let mend = await breakCall(page, SEARCH, lost)
  await page.keyboard.press('Alt+ArrowDown')
  await addressSearch(page).getByRole('alert').filter({ hasText: MESSAGES.addressVerification }).waitFor()
  await mend()
  await addressSearch(page).getByRole('button', { name: 'Try again' }).press('Enter')
  await addressSearch(page).getByRole('option').first().waitFor()
  expect(await findings(page, 'address search', '[role=dialog]')).toEqual([])
  await addressSearch(page).getByRole('option').first().click()
  await addressTaken(page)
  await typeMeasures(page, '22', '60', '30', '11.x')
  await page.keyboard.press('Shift+Enter')
  await cell(page, 'Height (cm)', 2).and(page.locator(':focus')).waitFor()
  expect(await findings(page, 'consignment form', 'main')).toEqual([])
  await page.getByRole('button', { name: 'Delete parcel 2' }).click()
  await cell(page, 'Weight (kg)').fill('11')

  mend = await breakCall(page, PRICING, lost)
  await page.keyboard.press('ControlOrMeta+Enter')
  await freightOptions(page).getByRole('alert').filter({ hasText: MESSAGES.freightOptions }).waitFor()
  await mend()
  await freightOptions(page).getByRole('button', { name: 'Try again' }).press('Enter')
  await freightOptions(page).getByRole('radio').first().waitFor()
  mend = await breakCall(page, BOOKING, lost)
  await chooseFirst(page)
  await page.keyboard.press('Enter')
  await freightOptions(page).getByRole('alert').filter({ hasText: MESSAGES.consignmentCreate }).waitFor()
  await freightOptions(page).getByRole('radio', { checked: true }).waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).not.toBe('body')
  await mend()
  await page.keyboard.press('Escape')
  await freightOptions(page).waitFor({ state: 'detached' })
  await cell(page, 'Weight (kg)').and(page.locator(':focus')).waitFor()
  expect(await cell(page, 'Weight (kg)').inputValue()).toBe('11')
})
