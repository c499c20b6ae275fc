import { expect } from 'vitest'
import type { Consignment } from '../../src/contract/consignments.ts'
import { readPdf, scanPdf } from '../server/labels/read-pdf.ts'

/**
 * Expects the pages to be the labels of these consignments in this order: a page in the label's size for each piece,
 * with bars that a scanner reads.
 */
export async function expectLabels(
  pdf: Uint8Array | undefined,
  consignments: readonly Consignment[],
): Promise<void> {
  if (pdf === undefined) throw new Error('Nothing was printed.')
  const pieces = consignments.flatMap(({ parts }) => parts.map(({ label }) => label))
  const pages = await readPdf(pdf)
  const sizes = pages.map(({ width, height }) => [Math.round(width), Math.round(height)])
  expect(sizes).toEqual(pieces.map(() => [100, 150]))
  const bars: (string | undefined)[] = []
  for (const [index] of pages.entries()) {
    const codes = await scanPdf(pdf, index + 1, 8)
    bars.push(codes.find(({ format }) => format === 'Code128')?.text)
  }
  expect(bars).toEqual(pieces)
}
