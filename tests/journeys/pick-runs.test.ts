import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { findings } from '../browser/axe.ts'
import { keepPicture } from '../browser/screenshot.ts'
import { scan } from './scanner.ts'
import { isToBeSent, ordersTable, rowsOf } from './screens.ts'
import { setUpWorkbench, type Workbench } from './workbench.ts'

/** Few whole pieces, whose codes the simulated scanner can type. */
const isPickable = (order: Order) =>
  isToBeSent(order) &&
  order.items.length > 0 &&
  order.items.every(
    ({ quantity, product }) =>
      /^[A-Z0-9-]{6,}$/.test(product.code ?? '') && Number.isInteger(quantity ?? 0.5),
  )

const orderToPick = (bench: Workbench) => bench.takeOrder('?status=paid', isPickable)
const lines = (page: Page) => page.getByRole('list', { name: 'Lines' }).getByRole('listitem')
const active = (page: Page) => lines(page).and(page.locator('[aria-current]'))
const ticks = (page: Page) => page.getByRole('button', { name: /^Found all/ })
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** A page at a new run of two orders, whose list the run is made of. */
async function newRun(bench: Workbench): Promise<{ page: Page; orders: [Order, Order]; path: string }> {
  const orders: [Order, Order] = [await orderToPick(bench), await orderToPick(bench)]
  const page = await bench.navigate(`/orders?codes=${orders.map(({ code }) => code).join(',')}`)
  await rowsOf(ordersTable(page)).nth(1).waitFor()
  await page.keyboard.press('Shift+W')
  await lines(page).first().waitFor()
  return { page, orders, path: new URL(page.url()).pathname }
}

describe('a pick run', () => {
  const bench = setUpWorkbench()

  // RUN-3, RUN-4, RUN-7, RUN-8
  test('is made of a list, scanned, short, finished, and followed by the ship station', async () => {
    const { page, orders, path } = await newRun(bench)
    const count = await lines(page).count()
    await keepPicture(page, 'pick-run-1440-light')
    expect(await findings(page, 'pick run')).toEqual([])
    const other = await bench.open(path, PHONE)
    await lines(other).first().waitFor()
    const code = (await active(page).locator('code').nth(1).innerText()).trim()
    await scan(page, code)
    await expect
      .poll(() =>
        active(page)
          .getByRole('status')
          .innerText()
          .catch(() => 'done'),
      )
      .not.toMatch(/^0 of/)
    for (let line = 1; line < count; line += 1) await page.keyboard.press('Space')
    await expect.poll(() => page.getByText(`${count - 1} of ${count} lines`, { exact: true }).count()).toBe(1)
    // The other picker sees it.
    await expect
      .poll(() => other.getByText(`${count - 1} of ${count} lines`, { exact: true }).count())
      .toBe(1)
    await page.keyboard.press('s')
    await page
      .getByText(/^On hold: /)
      .first()
      .waitFor()
    await keepPicture(other, 'pick-run-390-light')
    await other.emulateMedia({ colorScheme: 'dark' })
    await keepPicture(other, 'pick-run-390-dark')
    await page.emulateMedia({ colorScheme: 'dark' })
    await keepPicture(page, 'pick-run-1440-dark')
    await page.emulateMedia({ colorScheme: null })
    const held = await Promise.all(orders.map(async (one) => (await bench.order(one.code)).hold))
    expect(held.filter(Boolean).map((hold) => hold?.reason)).toEqual([
      expect.stringMatching(/^Pick run \d+: \d+ of \d+ of .+ found$/),
    ])
    await page.keyboard.press('Control+Enter')
    await page.getByText(/^Finished by /).waitFor()
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/ship')
    const free = orders.find((_, index) => !held[index])
    await page.getByText('0 of 1 sent', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 2, name: free?.code ?? '' }).waitFor()
    await page.getByText('1 of 1', { exact: true }).waitFor()
    await keepPicture(page, 'pick-run-station')
  })

  // RUN-10
  test('counts what the camera of a phone sees, once while it stays in the picture', async () => {
    const { page: maker, path } = await newRun(bench)
    const code = (await active(maker).locator('code').nth(1).innerText()).trim()
    const page = await bench.apart()
    await page.addInitScript((seen) => {
      Object.assign(window, {
        BarcodeDetector: class {
          detect = async () => [{ rawValue: seen }]
        },
      })
      const canvas = document.createElement('canvas')
      const drawing = canvas.getContext('2d')
      setInterval(() => drawing?.fillRect(0, 0, 9, 9), 50)
      navigator.mediaDevices.getUserMedia = async () => canvas.captureStream()
    }, code)
    await page.setViewportSize(PHONE.viewport)
    await page.goto(path)
    await lines(page).first().waitFor()
    await page.getByRole('button', { name: 'Camera', exact: true }).click()
    await page.getByLabel('Picture of the camera').waitFor()
    await expect
      .poll(
        async () =>
          (await page.getByText(/^1 found$/).count()) +
          (await ticks(page).and(page.locator('[aria-pressed=true]')).count()),
      )
      .toBe(1)
    await keepPicture(page, 'pick-run-camera')
    await page.getByRole('button', { name: 'Close the camera' }).click()
    expect(await page.getByLabel('Picture of the camera').count()).toBe(0)
  })
})
