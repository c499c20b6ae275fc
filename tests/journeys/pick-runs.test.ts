import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import bwip from 'bwip-js/generic'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { PickRun } from '../../src/contract/pick-runs.ts'
import { findings } from '../browser/axe.ts'
import { launchWithCamera } from '../browser/launch.ts'
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
  test('counts a bar code in the picture of the camera, once while it stays there', async () => {
    const { path } = await newRun(bench)
    const folder = mkdtempSync(join(tmpdir(), 'console-camera-'))
    const picture = join(folder, 'camera.mjpeg')
    const browser = await launchWithCamera(picture)
    onTestFinished(async () => {
      await browser.close()
      rmSync(folder, { recursive: true })
    })
    const page = await bench.apart(browser)
    await page.setViewportSize(PHONE.viewport)
    const loaded = page.waitForResponse((response) => response.url().endsWith(`/api/v1${path}`))
    await page.goto(path)
    const run = PickRun.parse(await (await loaded).json())
    const piece = run.barcodes.find(({ quantity }) => quantity === 1)
    const line = run.lines.find(({ code }) => code === piece?.product)
    if (!piece || !line) throw new Error('No product of the run has the bar code of a piece.')
    writeFileSync(picture, pictureOf(piece.code))
    const downloads: string[] = []
    page.on('request', (request) => downloads.push(request.url()))
    await lines(page).first().waitFor()
    await page.getByRole('button', { name: 'Camera', exact: true }).click()
    const wanted = line.parts.reduce((sum, { quantity }) => sum + quantity, 0)
    const own = lines(page).filter({ hasText: line.code ?? '' })
    await own.getByRole('status').getByText(`1 of ${wanted}`, { exact: true }).waitFor()
    // Chromium on Linux has no detector of its own: ours is loaded now, from this server only.
    const loaders = downloads.filter((url) => /barcode-worker|zxing/.test(url))
    expect(loaders.map((url) => url.slice(bench.url.length))).toEqual([
      expect.stringMatching(/^\/assets\/barcode-worker-.+\.js$/),
      expect.stringMatching(/^\/assets\/zxing_reader-.+\.wasm$/),
    ])
    await keepPicture(page, 'pick-run-camera')
    // The code stays in the picture for several looks.
    await page.waitForTimeout(1_000)
    await own.getByRole('status').getByText(`1 of ${wanted}`, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Close the camera' }).click()
    expect(await page.getByLabel('Picture of the camera').count()).toBe(0)
  })
})

/** A picture of a bar code on white, as a JPEG. */
function pictureOf(barcode: string): Buffer {
  const symbology = { 8: 'ean8', 12: 'upca', 13: 'ean13', 14: 'itf14' }[barcode.length] ?? 'code128'
  const [code] = bwip.raw(symbology, barcode)
  if (!code || !('sbs' in code)) throw new Error(`${barcode} has no bars.`)
  const canvas = createCanvas(640, 480)
  const drawing = canvas.getContext('2d')
  drawing.fillStyle = 'white'
  drawing.fillRect(0, 0, 640, 480)
  drawing.fillStyle = 'black'
  let left = 160
  for (const [index, width] of code.sbs.entries()) {
    if (index % 2 === 0) drawing.fillRect(left, 120, width * 3, 240)
    left += width * 3
  }
  return canvas.toBuffer('image/jpeg')
}
