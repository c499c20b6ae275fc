import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it, test } from 'vitest'
import {
  type RunSheetContent,
  renderRunSheet,
  runSheetPages,
} from '../../../src/server/labels/render-run-sheet.ts'
import { readPdf, scanPdf } from './read-pdf.ts'

/** A laser printer of 300 dpi, in dots per millimetre. */
const LASER = 12

const codeOf = (number: number) => `CL${String(10_000_000 + number)}4NZ`

function content(count: number): RunSheetContent {
  return {
    courier: 'NZ Post',
    branch: 'Auckland',
    printedAt: '20/11/2026 15:12',
    lines: Array.from({ length: count }, (_, index) => ({
      trackingCode: codeOf(index + 1),
      reference: index % 5 === 0 ? '104823-2' : String(104_000 + index),
      receiver: index % 7 === 0 ? 'Tāmaki Plumbing, Drainage & Gas Fitting Supplies Limited' : 'Aroha Ngata',
      place: 'Mount Maunganui 3116',
      pieces: (index % 3) + 1,
      weight: 2.25 * ((index % 9) + 1),
    })),
  }
}

async function render(count: number): Promise<Uint8Array> {
  const pdf = await renderRunSheet(content(count))
  const folder = process.env.SCREENSHOTS
  if (folder) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `run-sheet-${count}.pdf`), pdf)
  }
  return pdf
}

let long: Uint8Array = new Uint8Array()
beforeAll(async () => {
  long = await render(20)
})

it('has a bar code per consignment that a scanner reads, on as many numbered pages as needed', async () => {
  const pages = await readPdf(long)
  expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual(
    pages.map(() => [210, 297]),
  )
  const scanned: string[] = []
  for (const [index, { texts }] of pages.entries()) {
    expect(texts.map(({ text }) => text)).toContain(`Page ${index + 1} of ${pages.length}`)
    scanned.push(...(await scanPdf(long, index + 1, LASER)).map(({ text }) => text))
  }
  expect(scanned).toEqual(Array.from({ length: 20 }, (_, index) => codeOf(index + 1)))
  expect(pages.length).toBe(2)
})

it('has the totals and the lines for the signature on the last page', async () => {
  const [page, ...others] = await readPdf(await render(3))
  expect(others).toEqual([])
  const texts = page?.texts.map(({ text }) => text) ?? []
  for (const text of [
    'Received: 3 consignments, 6 pieces, 13.5 kg',
    'Signature',
    'Driver’s name',
    'Date and time',
  ]) {
    expect(texts).toContain(text)
  }
})

it('prints nothing outside the page, and cuts what is too long', async () => {
  for (const { width, height, texts } of await readPdf(long)) {
    for (const { left, right, top, bottom, text } of texts) {
      expect([left >= 13.9, right <= width - 13.9, top >= 5, bottom <= height - 5, text]).toEqual([
        true,
        true,
        true,
        true,
        text,
      ])
    }
  }
})

test.each([0, 1, 15, 16, 17, 18, 19, 33, 36, 37, 200])('%i lines are all on some page', (count) => {
  const lines = Array.from({ length: count }, (_, index) => index)
  const pages = runSheetPages(lines)
  expect(pages.flat()).toEqual(lines)
  expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(18)
  expect(pages.at(-1)?.length).toBeLessThanOrEqual(15)
})

it('lets other work run after each page, and ends there if nobody waits for it any more', async () => {
  const gone = new AbortController()
  const count = 5_000
  const all = content(count)
  let drawn = 0
  const lines = all.lines.map((line) => ({
    ...line,
    get trackingCode() {
      drawn += 1
      return line.trackingCode
    },
  }))
  const rendering = renderRunSheet({ ...all, lines }, gone.signal)
  setImmediate(() => gone.abort())
  await expect(rendering).rejects.toThrow('The client disconnected.')
  expect(drawn).toBeLessThan(count)
})
