import type { ParcelContent } from '../../contract/consignments.ts'
import { bytesOf, MM, newDocument, type TextLine, writeLine } from './drawing.ts'

/** The contents of a consignment's pieces, as they are printed. */
export interface ContentsPages {
  /** The order's code, or the reference of another consignment. */
  reference: string
  trackingCode: string
  receiver: string
  /** Those of each piece, in their order. */
  pieces: readonly (readonly ParcelContent[])[]
}

const PAGE = { width: 100, height: 150, margin: 6 }
const TOP = 40
const ROW = 9
/** Left edge of the codes, after the quantities. */
const CODES = 24
const ROWS = Math.floor((PAGE.height - PAGE.margin - TOP) / ROW)

/** Pages that say what is in each piece, in the size of a label; a piece with many lines has several. */
export async function renderContents(content: ContentsPages): Promise<Uint8Array> {
  const pdf = newDocument(`Contents ${content.trackingCode}`)
  const bytes = bytesOf(pdf)
  for (const [index, lines] of content.pieces.entries()) {
    for (let from = 0; from < Math.max(lines.length, 1); from += ROWS) {
      pdf.addPage({ size: [PAGE.width * MM, PAGE.height * MM], margin: 0 })
      drawHead(pdf, content, index + 1)
      for (const [row, line] of lines.slice(from, from + ROWS).entries()) drawLine(pdf, line, TOP + row * ROW)
    }
  }
  pdf.end()
  return bytes
}

function drawHead(
  pdf: PDFKit.PDFDocument,
  { reference, trackingCode, receiver, pieces }: ContentsPages,
  piece: number,
): void {
  write(pdf, reference, { font: 'bold', size: 26, x: PAGE.margin, y: 6 })
  write(pdf, `Parcel ${piece} of ${pieces.length}`, { font: 'bold', size: 16, x: PAGE.margin, y: 17 })
  write(pdf, receiver, { font: 'plain', size: 11, x: PAGE.margin, y: 25 })
  write(pdf, trackingCode, { font: 'plain', size: 11, x: PAGE.margin, y: 30 })
  pdf
    .moveTo(PAGE.margin * MM, (TOP - 3) * MM)
    .lineTo((PAGE.width - PAGE.margin) * MM, (TOP - 3) * MM)
    .stroke('black')
}

function drawLine(pdf: PDFKit.PDFDocument, { code, name, quantity }: ParcelContent, y: number): void {
  write(pdf, `${quantity ?? ''} ×`, { font: 'bold', size: 13, x: PAGE.margin, y })
  write(pdf, code ?? name ?? '', { font: 'bold', size: 11, x: CODES, y })
  if (code !== null) write(pdf, name ?? '', { font: 'plain', size: 8, x: CODES, y: y + 4.5 })
}

/** Writes a text in one line, cut at the edge of the page. */
function write(pdf: PDFKit.PDFDocument, text: string, line: TextLine): void {
  writeLine(pdf, text, { ...line, width: PAGE.width - PAGE.margin - line.x })
}
