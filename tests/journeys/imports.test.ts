import type { FileChooser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findings, seriousFindings } from '../browser/axe.ts'
import { keepPicture } from '../browser/screenshot.ts'
import { PATIENT } from '../time-outs.ts'
import { dialog, opened, ordersTable, palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const HEADER =
  'code,customer.code,freight.branch,freight.subtotal,dates.ordered_at,items.product.code,items.product.price,items.quantity'

/** A file of new orders, of which the last one is refused. */
async function ordersFile(first: number, count: number, refused = 1): Promise<string> {
  const [known] = await bench.orders()
  const lines = Array.from({ length: count + refused }, (_, index) => {
    const customer = index < count ? known?.customer.code : 'NOBODY'
    return `${first + index},${customer},auckland,695,2026-11-18T10:00:00+13:00,PEX-20-RED,1250,2`
  })
  return [HEADER, ...lines].join('\n')
}

/** Drops files on the console, as the system does. */
async function drop(page: Page, files: { name: string; text: string }[], where = 'main'): Promise<void> {
  const data = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer()
    for (const { name, text } of all) transfer.items.add(new File([text], name, { type: 'text/csv' }))
    return transfer
  }, files)
  await page.dispatchEvent(where, 'dragover', { dataTransfer: data })
  await page.dispatchEvent(where, 'drop', { dataTransfer: data })
}

const confirmButton = (page: Page, name: RegExp) => page.getByRole('button', { name })

// FILE-3, FILE-6
test(
  'a dropped file is previewed, also on a phone, loaded by one key, and its orders are listed',
  PATIENT,
  async () => {
    const page = await bench.navigate('/orders')
    await rowsOf(ordersTable(page)).first().waitFor()
    await drop(page, [{ name: 'orders-friday.csv', text: await ordersFile(990001, 11) }])
    const box = dialog(page, 'Import orders-friday.csv')
    await confirmButton(page, /^Import 11 orders/).waitFor()
    await box.getByText('11 new, 1 refused').waitFor()
    await box.getByText('there is no such customer').waitFor()
    expect(await findings(page, 'import-preview', '[role=dialog]')).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    const { width, height } = page.viewportSize() ?? expect.fail('The page has no viewport.')
    await page.setViewportSize({ width: 390, height: 844 })
    await keepPicture(page, 'import-preview-phone')
    expect(await seriousFindings(page, { within: '[role=dialog]' })).toEqual([])
    await page.setViewportSize({ width, height })
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('11 orders: 11 new.').waitFor()
    await page.getByText('1 record waits').waitFor()
    await keepPicture(page, 'import-done')
    await page.getByRole('link', { name: 'Show them' }).click()
    await page.waitForURL(/query=import/)
    await expect.poll(() => rowsOf(ordersTable(page)).count()).toBe(11)
    await page.getByRole('row', { name: /990011/ }).waitFor()
  },
)

// FILE-1, FILE-8
test(
  'a file is chosen by keyboard from the palette, survives a reload, and is discarded',
  PATIENT,
  async () => {
    const page = await bench.navigate('/customers')
    await page.getByRole('grid').waitFor()
    // Before the key that opens it: the browser's own dialog would open while the listening has not begun.
    const chooser = new Promise<FileChooser>((resolve) => page.once('filechooser', resolve))
    await page.keyboard.press('ControlOrMeta+k')
    await opened(palette(page))
    await page.keyboard.type('import a file')
    await page.getByRole('option', { name: /Import a file…/ }).waitFor()
    await page.keyboard.press('Enter')
    await opened(dialog(page, 'Import a file'))
    await keepPicture(page, 'import-choose')
    await page.keyboard.press('ControlOrMeta+Enter')
    await (await chooser).setFiles({
      name: 'orders-monday.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(await ordersFile(990101, 3, 0)),
    })
    await confirmButton(page, /^Import 3 orders/).waitFor()
    await page.reload()
    const status = page.getByRole('button', { name: 'orders-monday.csv is ready to be imported' })
    await status.waitFor()
    await status.press('Enter')
    await opened(dialog(page, 'Import orders-monday.csv'))
    await page.getByRole('button', { name: 'Discard' }).press('Enter')
    await dialog(page, 'Import a file').waitFor()
    await status.waitFor({ state: 'detached' })
  },
)

// FILE-2
test('several files, and a drop over another dialog, are not taken, and the browser opens none', async () => {
  const page = await bench.navigate('/orders')
  await rowsOf(ordersTable(page)).first().waitFor()
  const both = ['one.csv', 'two.csv'].map((name) => ({ name, text: 'code' }))
  await drop(page, both)
  await page.getByText('Only one file can be imported at a time. Drop them one after another.').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await dialog(page, 'Keys').waitFor()
  const isLeft = await page.evaluate(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['code'], 'one.csv'))
    const event = new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
    document.body.dispatchEvent(event)
    return event.defaultPrevented
  })
  expect(isLeft).toBe(true)
  expect(await dialog(page, 'Import a file').count()).toBe(0)
})
