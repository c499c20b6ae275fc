import { setImmediate as breath } from 'node:timers/promises'
import PdfDocument from 'pdfkit'
import { counted } from '../../domain/format/text.ts'
import { code128, LABEL_FONTS, shortened } from './drawing.ts'

export interface RunSheetLine {
  trackingCode: string
  /** The order's code; may be blank. */
  reference: string
  receiver: string
  /** Town and postcode. */
  place: string
  pieces: number
  /** Kilograms. */
  weight: number
}

export interface RunSheetContent {
  courier: string
  branch: string
  /** '20/11/2026 15:12'. */
  printedAt: string
  lines: readonly RunSheetLine[]
}

/** Points in a millimetre. */
const MM = 72 / 25.4
/** A4, in millimetres. */
const PAGE = { width: 210, height: 297, margin: 14 }
const RIGHT = PAGE.width - PAGE.margin
const ROW = 13
const TOP = 46
/** The last row ends above the signature on the last page, and above the footer on other pages. */
const FOOT = PAGE.height - 12
const SIGNATURE = 32
/** Module of a Code 128 in millimetres: a laser printer prints it sharply, and scanners read it at arm's length. */
const MODULE = 0.25
const BAR_HEIGHT = 8

/** Left edges of the columns, and right edges of the figures, in millimetres. */
const COLUMNS = {
  number: PAGE.margin,
  bars: 22,
  code: 72,
  receiver: 106,
  pieces: 166,
  weight: 184,
  check: 190,
}

/** Millimetres from the top left corner. */
interface Place {
  x: number
  y: number
  /** The text is cut to this width. */
  width?: number
  /** Whether `x` is the right edge. */
  isRight?: boolean
}

type Font = keyof typeof LABEL_FONTS

/**
 * One or more A4 pages: the consignments, a bar code for each, and a line for the driver's signature.
 * @param signal ends it after the current page
 * @throws Error if the signal is aborted before the last page
 */
export async function renderRunSheet(content: RunSheetContent, signal?: AbortSignal): Promise<Uint8Array> {
  const pdf = new PdfDocument({
    size: 'A4',
    // Keeps pdfkit from loading its default font.
    font: '',
    margin: 0,
    autoFirstPage: false,
    info: { Title: `Run sheet ${content.courier} ${content.branch}` },
  })
  for (const [name, font] of Object.entries(LABEL_FONTS)) pdf.registerFont(name, font)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => pdf.once('end', resolve).once('error', reject))
  const pages = runSheetPages(content.lines)
  let first = 1
  for (const [index, lines] of pages.entries()) {
    pdf.addPage({ size: 'A4', margin: 0 })
    drawHead(pdf, content)
    for (const [row, line] of lines.entries()) drawLine(pdf, line, first + row, TOP + row * ROW)
    first += lines.length
    if (index === pages.length - 1) drawSignature(pdf, content)
    const number = `Page ${index + 1} of ${pages.length}`
    write(pdf, number, 'plain', 8, { x: RIGHT, y: FOOT, isRight: true })
    // As with labels, lets other requests run between the pages.
    await breath()
    if (signal?.aborted) throw new Error('The client disconnected.')
  }
  pdf.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}

/** The lines of each page. The last page has room for the signature. */
export function runSheetPages<Line>(lines: readonly Line[]): Line[][] {
  const most = Math.floor((FOOT - 2 - TOP) / ROW)
  const mostSigned = Math.floor((FOOT - 2 - SIGNATURE - TOP) / ROW)
  const pages: Line[][] = []
  let start = 0
  while (lines.length - start > mostSigned) {
    const count = Math.min(most, lines.length - start)
    pages.push(lines.slice(start, start + count))
    start += count
  }
  return [...pages, lines.slice(start)]
}

function drawHead(pdf: PDFKit.PDFDocument, { courier, branch, printedAt, lines }: RunSheetContent): void {
  write(pdf, `Run sheet: ${courier}`, 'bold', 20, { x: PAGE.margin, y: 13, width: 130 })
  write(pdf, branch, 'plain', 12, { x: PAGE.margin, y: 23 })
  write(pdf, printedAt, 'plain', 11, { x: RIGHT, y: 15, isRight: true })
  write(pdf, totals(lines), 'bold', 11, { x: RIGHT, y: 23.5, isRight: true })
  const heading = (text: string, x: number, isRight = false) =>
    write(pdf, text, 'bold', 8.5, { x, y: TOP - 8, isRight })
  heading('Bar code', COLUMNS.bars)
  heading('Consignment', COLUMNS.code)
  heading('Receiver', COLUMNS.receiver)
  heading('Pieces', COLUMNS.pieces, true)
  heading('kg', COLUMNS.weight, true)
  rule(pdf, TOP - 3)
}

function drawLine(pdf: PDFKit.PDFDocument, line: RunSheetLine, number: number, top: number): void {
  const [first, second] = [top + 0.6, top + 5.4]
  write(pdf, String(number), 'plain', 9, { x: COLUMNS.number, y: top + 2.8 })
  drawBars(pdf, line.trackingCode, COLUMNS.bars, top)
  write(pdf, line.trackingCode, 'bold', 10, { x: COLUMNS.code, y: first, width: 32 })
  write(pdf, line.reference, 'plain', 9, { x: COLUMNS.code, y: second, width: 32 })
  write(pdf, line.receiver, 'plain', 10, { x: COLUMNS.receiver, y: first, width: 47 })
  write(pdf, line.place, 'plain', 9, { x: COLUMNS.receiver, y: second, width: 47 })
  write(pdf, String(line.pieces), 'bold', 11, { x: COLUMNS.pieces, y: top + 2.4, isRight: true })
  write(pdf, kilograms(line.weight), 'plain', 11, { x: COLUMNS.weight, y: top + 2.4, isRight: true })
  pdf
    .lineWidth(0.3 * MM)
    .rect(COLUMNS.check * MM, (top + 1.5) * MM, 5 * MM, 5 * MM)
    .stroke('black')
  rule(pdf, top + ROW - 2.5)
}

function drawSignature(pdf: PDFKit.PDFDocument, { lines }: RunSheetContent): void {
  const line = FOOT - 12
  write(pdf, `Received: ${totals(lines)}`, 'bold', 11, { x: PAGE.margin, y: line - 16 })
  for (const [text, from, to] of [
    ['Driver’s name', PAGE.margin, 70],
    ['Signature', 76, 144],
    ['Date and time', 150, RIGHT],
  ] as const) {
    pdf
      .lineWidth(0.3 * MM)
      .moveTo(from * MM, line * MM)
      .lineTo(to * MM, line * MM)
      .stroke('black')
    write(pdf, text, 'plain', 8.5, { x: from, y: line + 1.5 })
  }
}

/** '12 consignments, 15 pieces, 84.5 kg' */
function totals(lines: readonly RunSheetLine[]): string {
  const pieces = lines.reduce((sum, line) => sum + line.pieces, 0)
  const weight = lines.reduce((sum, line) => sum + line.weight, 0)
  return [counted(lines.length, 'consignment'), counted(pieces, 'piece'), `${kilograms(weight)} kg`].join(
    ', ',
  )
}

function kilograms(weight: number): string {
  return weight.toFixed(1)
}

function rule(pdf: PDFKit.PDFDocument, y: number): void {
  pdf
    .lineWidth(0.15 * MM)
    .moveTo(PAGE.margin * MM, y * MM)
    .lineTo(RIGHT * MM, y * MM)
    .stroke('black')
}

function drawBars(pdf: PDFKit.PDFDocument, text: string, left: number, top: number): void {
  for (const { x, width } of code128(text).bars) {
    pdf.rect((left + x * MODULE) * MM, top * MM, width * MODULE * MM, BAR_HEIGHT * MM)
  }
  pdf.fill('black')
}

function write(
  pdf: PDFKit.PDFDocument,
  text: string,
  font: Font,
  size: number,
  { x, y, width, isRight = false }: Place,
): void {
  pdf.font(font).fontSize(size)
  const fits = (shown: string) => width === undefined || pdf.widthOfString(shown) <= width * MM
  const shown = fits(text) ? text : shortened(text, fits)
  const left = x * MM - (isRight ? pdf.widthOfString(shown) : 0)
  pdf.text(shown, left, y * MM, { lineBreak: false })
}
