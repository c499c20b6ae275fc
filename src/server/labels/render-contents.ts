import PdfDocument from 'pdfkit'
import type { ParcelContent } from '../../contract/consignments.ts'
import { LABEL_FONTS, shortened } from './drawing.ts'

/** The contents of a consignment's pieces, as they are printed. */
export interface ContentsPages {
  /** The order's code, or the reference of another consignment. */
  reference: string
  trackingCode: string
  receiver: string
  /** Those of each piece, in their order. */
  pieces: readonly (readonly ParcelContent[])[]
}

/** Points in a millimetre. */
const MM = 72 / 25.4
const PAGE = { width: 100, height: 150, margin: 6 }
const TOP = 40
const ROW = 9
/** Left edge of the codes, after the quantities. */
const CODES = 24
const ROWS = Math.floor((PAGE.height - PAGE.margin - TOP) / ROW)

/** Pages that say what is in each piece, in the size of a label; a piece with many lines has several. */
export async function renderContents(content: ContentsPages): Promise<Uint8Array> {
  const pdf = new PdfDocument({
    size: [PAGE.width * MM, PAGE.height * MM],
    // Keeps pdfkit from loading its default font, which these pages do not use.
    font: '',
    margin: 0,
    autoFirstPage: false,
    info: { Title: `Contents ${content.trackingCode}` },
  })
  for (const [name, font] of Object.entries(LABEL_FONTS)) pdf.registerFont(name, font)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => pdf.once('end', resolve).once('error', reject))
  for (const [index, lines] of content.pieces.entries()) {
    for (let from = 0; from < Math.max(lines.length, 1); from += ROWS) {
      pdf.addPage()
      drawHead(pdf, content, index + 1)
      for (const [row, line] of lines.slice(from, from + ROWS).entries()) drawLine(pdf, line, TOP + row * ROW)
    }
  }
  pdf.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
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

interface Place {
  font: keyof typeof LABEL_FONTS
  size: number
  /** Millimetres. */
  x: number
  y: number
}

/** Writes a text in one line, cut at the edge of the page. */
function write(pdf: PDFKit.PDFDocument, text: string, { font, size, x, y }: Place): void {
  pdf.font(font).fontSize(size)
  const fits = (line: string) => pdf.widthOfString(line) <= (PAGE.width - PAGE.margin - x) * MM
  pdf.text(fits(text) ? text : shortened(text, fits), x * MM, y * MM, { lineBreak: false })
}
