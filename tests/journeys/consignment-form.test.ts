import { describe, expect, test } from 'vitest'
import { hasFocus } from '../browser/keyboard.ts'
import {
  addressSearch,
  cell,
  freightOptions,
  getOptions,
  isToBeSent,
  openUnverified,
  typeMeasures,
  verifyAddress,
} from './consignment-form.ts'
import { orderOpen } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const UNKNOWN = '1234 Back Blocks Road'

async function openForm() {
  const { code } = await bench.takeOrder('?status=paid', isToBeSent)
  const page = await bench.navigate('/orders?status=paid')
  await page.getByRole('grid', { name: 'Orders' }).waitFor()
  await openUnverified(page, `/orders/${code}?tab=freight`)
  await orderOpen(page, code)
  await page.getByRole('heading', { name: 'Parcel items' }).waitFor()
  return { page, path: `/orders/${code}?tab=freight`, street: page.getByLabel('Street') }
}

describe('the address search', () => {
  test('takes an address that it does not know as it is typed, and the parcels can be priced', async () => {
    const { page, street } = await openForm()
    await page.keyboard.press('Alt+ArrowDown')
    await addressSearch(page).getByRole('combobox').waitFor()
    await page.keyboard.type(UNKNOWN)
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

  test('opens by the key of the freight options while nothing is verified, and Esc leads to the street', async () => {
    const { page, path, street } = await openForm()
    await page.keyboard.press('ControlOrMeta+Enter')
    await addressSearch(page).getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => hasFocus(street)).toBe(true)
    // The next letters are typed into the street and run no command.
    await page.keyboard.type('j')
    await expect.poll(() => addressSearch(page).getByRole('combobox').inputValue()).toBe('j')
    expect(page.url()).toContain(path)
  })
})

test('the browser’s Back closes the freight panel, Forward and a reload open it, and Esc stays on the form', async () => {
  const { page, path } = await openForm()
  const here = () => page.url().replace(bench.url, '')
  await verifyAddress(page)
  await typeMeasures(page, '22', '60', '30', '11')
  await getOptions(page)
  await page.goBack()
  await freightOptions(page).waitFor({ state: 'detached' })
  expect(here()).toBe(path)
  await expect.poll(() => hasFocus(cell(page, 'Weight (kg)'))).toBe(true)
  await page.goForward()
  await freightOptions(page).getByRole('radio').first().waitFor()
  await page.reload()
  await freightOptions(page).getByRole('radio').first().waitFor()
  await page.keyboard.press('Escape')
  await freightOptions(page).waitFor({ state: 'detached' })
  expect(here()).toBe(path)
  await page.goBack()
  await page.waitForURL('**/orders?status=paid')
})

test('a parcel that cannot be read keeps the freight options off, and is named', async () => {
  const { page } = await openForm()
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
})
