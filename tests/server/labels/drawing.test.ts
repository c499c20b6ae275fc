import PdfDocument from 'pdfkit'
import { expect, it } from 'vitest'
import { LABEL_FONTS, type Measure, shortened } from '../../../src/server/labels/drawing.ts'
import { fc } from '../../properties.ts'

const pdf = new PdfDocument({ autoFirstPage: false, font: '' })
for (const [name, font] of Object.entries(LABEL_FONTS)) pdf.registerFont(name, font)
const ofLabels: Measure = (text, font) => pdf.font(font).fontSize(1).widthOfString(text)
const ofEqualLetters: Measure = (text) => [...text].length

const text = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 60 }))

/** Removes one character after the other until the rest fits. */
function oneByOne(text: string, fits: (line: string) => boolean): string {
  const rest = [...text]
  while (rest.length > 0 && !fits(`${rest.join('')}…`)) rest.pop()
  return `${rest.join('')}…`
}

it.each([
  ['equal letters', ofEqualLetters, 70],
  ["the labels' fonts", ofLabels, 40],
])('cuts as little as possible: %s', (_, widthOf, widest) => {
  const width = fc.double({ min: 0, max: widest, noNaN: true })
  fc.assert(
    fc.property(text, width, fc.constantFrom('plain', 'bold'), (text, width, font) => {
      const fits = (line: string) => widthOf(line, font) <= width
      expect(shortened(text, fits)).toBe(oneByOne(text, fits))
    }),
    { numRuns: 300 },
  )
})
