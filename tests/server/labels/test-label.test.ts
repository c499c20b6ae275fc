import { expect, test } from 'vitest'
import { mergePdfs } from '../../../src/server/labels/merge-pdfs.ts'
import { renderLabels } from '../../../src/server/labels/render-labels.ts'
import { renderTestLabel } from '../../../src/server/labels/render-test-label.ts'
import { LABEL } from './example-label.ts'
import { PRINTERS, type ReadText, readPdf, scanPdf } from './read-pdf.ts'

const overlaps = (one: ReadText, other: ReadText) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

test('the test label is one page of 100 × 150 mm with numbered rulers at both edges', async () => {
  const pages = await readPdf(await renderTestLabel())
  expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([[100, 150]])
  const texts = pages[0]?.texts ?? []
  for (const { text, left, top, right, bottom } of texts) {
    expect([left > 0, top > 0, right < 100, bottom < 150], text).toEqual([true, true, true, true])
  }
  for (const [index, text] of texts.entries()) {
    const clashes = texts.slice(index + 1).filter((other) => overlaps(text, other))
    expect(clashes, text.text).toEqual([])
  }
  const numbers = texts.filter(({ text }) => /^\d+$/.test(text))
  const across = numbers.filter(({ top }) => top < 6).map(({ text }) => Number(text))
  const down = numbers.filter(({ left }) => left < 6).map(({ text }) => Number(text))
  expect(across).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90])
  expect(down).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140])
  // Each number is next to the mark of its centimetre.
  for (const { text, left } of numbers.filter(({ top }) => top < 6)) {
    expect(left - Number(text)).toBeCloseTo(0.5, 0)
  }
})

test.each(PRINTERS)('the bar code of the test label is read at %i dots per millimetre', async (dots) => {
  expect(await scanPdf(await renderTestLabel(), 1, dots)).toEqual([
    { format: 'Code128', text: 'TEST-100X150' },
  ])
})

test('merged files keep the pages of each, in their order', async () => {
  const label = await renderLabels(LABEL)
  const files = [await renderTestLabel(), label, await renderTestLabel()]
  const merged = await mergePdfs(files, new AbortController().signal)
  const pages = await readPdf(merged)
  const isTest = pages.map(({ texts }) => texts.some(({ text }) => text === 'Test label'))
  expect(isTest).toEqual([true, ...LABEL.pieces.map(() => false), true])
})
