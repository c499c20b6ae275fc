import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Consignment } from '../../src/contract/consignments.ts'
import { PRINTERS, readPdf, scanPdf } from '../server/labels/read-pdf.ts'

/** The usual resolution of a label printer, in dots per millimetre. */
export const [DOTS = 0] = PRINTERS

/**
 * Expects the pages to be the labels of these consignments in this order: a page in the label's size for each piece,
 * with bars that a scanner reads.
 * @param printers resolutions to print at, in dots per millimetre
 */
export async function expectLabels(
  pdf: Uint8Array | undefined,
  consignments: readonly Consignment[],
  printers: readonly number[] = [DOTS],
): Promise<void> {
  if (pdf === undefined) throw new Error('Nothing was printed.')
  const pieces = consignments.flatMap(({ parts }) => parts.map(({ label }) => label))
  const pages = await readPdf(pdf)
  const sizes = pages.map(({ width, height }) => [Math.round(width), Math.round(height)])
  expect(sizes).toEqual(pieces.map(() => [100, 150]))
  for (const dots of printers) {
    const bars: (string | undefined)[] = []
    for (const [index] of pages.entries()) {
      const codes = await scanPdf(pdf, index + 1, dots)
      bars.push(codes.find(({ format }) => format === 'Code128')?.text)
    }
    expect(bars).toEqual(pieces)
  }
}

/**
 * Expects a page to have printed the labels of these consignments by the browser, and forgets them.
 * @param printers resolutions to print at, in dots per millimetre
 */
export async function expectPrinted(
  page: Page,
  consignments: readonly Consignment[],
  printers?: readonly number[],
): Promise<void> {
  const body = page.locator('body[data-printed]')
  await body.waitFor({ state: 'attached' })
  const printed = (await body.getAttribute('data-printed')) ?? ''
  const paper = await page.context().newPage()
  await paper.setContent(printed)
  const pdf = new Uint8Array(await paper.pdf({ preferCSSPageSize: true }))
  await paper.close()
  await expectLabels(pdf, consignments, printers)
  await body.evaluate(({ dataset }) => {
    delete dataset.printed
  })
}
