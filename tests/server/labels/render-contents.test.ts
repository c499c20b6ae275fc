import { expect, it } from 'vitest'
import type { ParcelContent } from '../../../src/contract/consignments.ts'
import { renderContents } from '../../../src/server/labels/render-contents.ts'
import { readPdf } from './read-pdf.ts'

const LONG = 'Whāngārei compression reducing coupling, PN16, DZR brass, 15 × 10 mm, with Ōtautahi pattern nut'
const UNCODED = 'Delivery of an awkward crate to the first floor, as agreed by phone'

const pagesOf = async (...pieces: ParcelContent[][]) => {
  const head = { reference: '104823', trackingCode: 'CPL01000001', receiver: 'Tāmaki Plumbing & Gas' }
  return readPdf(await renderContents({ ...head, pieces }))
}

// PACK-4
it('numbers the pages of a piece, with each of its items once and nothing beyond the edges', async () => {
  const items = Array.from({ length: 30 }, (_, index) => ({
    code: `PEX-${index + 10}-RED`,
    name: index % 2 === 0 ? LONG : 'Pipe, 20 mm, red',
    quantity: index === 0 ? 12.5 : 1234,
  }))
  const pages = await pagesOf(items, [{ code: 'TAP', name: 'Tap', quantity: 1 }])
  const texts = pages.map((page) => page.texts.map(({ text }) => text))
  const first = texts.slice(0, -1)
  expect(first.length).toBeGreaterThan(1)
  expect(first.map((page) => page.filter((text) => /^(Parcel|page) /.test(text)))).toEqual(
    first.map((_, index) => ['Parcel 1 of 2', `page ${index + 1} of ${first.length}`]),
  )
  expect(texts.at(-1)).not.toContainEqual(expect.stringMatching(/^page /))
  expect(first.flat().filter((text) => text.startsWith('PEX-'))).toEqual(items.map(({ code }) => code))
  for (const { left, right, top, bottom } of pages.flatMap((page) => page.texts)) {
    expect([left >= 5, right <= 95, top >= 5, bottom <= 145]).toEqual([true, true, true, true])
  }
})

it('writes the whole name of what has no code, and a name that is the code once', async () => {
  const [page] = await pagesOf([
    { code: null, name: UNCODED, quantity: 1 },
    { code: 'Cutting fee', name: 'Cutting fee', quantity: 1 },
  ])
  const texts = page?.texts.map(({ text }) => text) ?? []
  expect(texts.join(' ')).toContain(UNCODED)
  expect(texts.filter((text) => text === 'Cutting fee')).toHaveLength(1)
})

it('says that the contents of a piece are not known', async () => {
  const pages = await pagesOf([], [{ code: 'TAP', name: 'Tap', quantity: 1 }])
  expect(pages.map(({ texts }) => texts.some(({ text }) => text === 'Not known'))).toEqual([true, false])
})
