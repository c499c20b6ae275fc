import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type PickSheetContent, renderPickSheet } from '../../../src/server/labels/render-pick-sheet.ts'
import { readPdf, scanPdf } from './read-pdf.ts'

/** A laser printer of 300 dpi, in dots per millimetre. */
const LASER = 12

const item = (index: number) => ({
  quantity: index % 9 === 0 ? '12.5' : String(index + 1),
  code: index % 11 === 0 ? '' : `PEX-${20 + index}-RED`,
  name:
    index % 7 === 0 ? 'Compression fitting 90° for drinking water, hot and cold, 15 mm' : 'Pipe, 20 mm, red',
})

const content = (lines: number, orders: number): PickSheetContent => ({
  run: '12',
  printedAt: '20/11/2026 15:12',
  lines: Array.from({ length: lines }, (_, index) => ({
    ...item(index),
    location: index % 10 === 9 ? '' : `A-${String(index + 1).padStart(2, '0')}-3`,
    needed: Array.from({ length: (index % 4) + 1 }, (_, at) => `10482${at} × ${at + 1}`),
  })),
  orders: Array.from({ length: orders }, (_, index) => ({
    code: String(104_800 + index),
    isHeld: index === 1,
    receiver: index % 3 === 0 ? 'Tāmaki Plumbing, Drainage & Gas Fitting Supplies Limited' : 'Aroha Ngata',
    items: Array.from({ length: (index % 6) + 1 }, (_, at) => item(at + index)),
  })),
})

// RUN-9
it('has all lines, then each order with a bar code that a scanner reads, on numbered pages', async () => {
  const pdf = await renderPickSheet(content(30, 14))
  const folder = process.env.SCREENSHOTS
  if (folder) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'pick-sheet.pdf'), pdf)
  }
  const pages = await readPdf(pdf)
  expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual(
    pages.map(() => [210, 297]),
  )
  const texts = pages.map((page) => page.texts.map(({ text }) => text))
  expect(texts.map((page) => page.find((text) => text.startsWith('Page')))).toEqual(
    pages.map((_, index) => `Page ${index + 1} of ${pages.length}`),
  )
  const first = texts.flatMap((page) => (page.includes('To fetch') ? page : []))
  expect(first.filter((text) => /^A-\d\d-3$/.test(text))).toHaveLength(27)
  expect(first).toContain('14 orders, 30 lines')
  expect(texts.flat().filter((text) => text.startsWith('On hold'))).toEqual(['On hold, 2 lines'])
  const scanned: string[] = []
  for (const [index] of pages.entries()) {
    scanned.push(...(await scanPdf(pdf, index + 1, LASER)).map(({ text }) => text))
  }
  expect(scanned).toEqual(Array.from({ length: 14 }, (_, index) => String(104_800 + index)))
})

// RUN-9
it('prints an order without bars whose code no Code 128 can have', async () => {
  const [order] = content(1, 1).orders
  const orders = order ? [{ ...order, code: 'ŌTA-1' }] : []
  const pages = await readPdf(await renderPickSheet({ ...content(1, 0), orders }))
  expect(pages.at(-1)?.texts.map(({ text }) => text)).toContain('ŌTA-1')
})

// RUN-9
it('cuts neither a location, nor the code of an order, nor the name of what has no code', async () => {
  const location = 'WAREHOUSE-2-F-01-1'
  const name = 'Delivery surcharge, rural, as agreed by phone with the customer'
  const [line] = content(1, 0).lines
  const lines = line ? [{ ...line, location, code: '', name }] : []
  const order = { code: '#SHOP-2026/00012345-A', receiver: '', isHeld: false, items: [] }
  const pages = await readPdf(await renderPickSheet({ ...content(0, 0), lines, orders: [order] }))
  const texts = pages.flatMap((page) => page.texts)
  const words = texts.map(({ text }) => text)
  expect(words).toEqual(expect.arrayContaining([location, order.code]))
  expect(words.join(' ')).toContain(name)
  const place = texts.find(({ text }) => text === location)
  expect(place?.right).toBeLessThan(48)
})

// RUN-9
it('repeats the code of an order that continues on the next page', async () => {
  const items = Array.from({ length: 50 }, (_, index) => item(index))
  const order = { code: '104823', receiver: '', isHeld: false, items }
  const pages = await readPdf(await renderPickSheet({ ...content(1, 0), orders: [order] }))
  expect(pages.slice(2).map(({ texts }) => texts.some(({ text }) => text === '104823, continued'))).toEqual([
    true,
  ])
})
