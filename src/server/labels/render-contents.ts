import type { ParcelContent } from '../../contract/consignments.ts'
import { nameBeside } from '../../domain/records/product.ts'
import {
  bytesOf,
  type FittedLine,
  heightOf,
  MM,
  newDocument,
  type TextLine,
  wrapText,
  writeLine,
  writeLines,
} from './drawing.ts'

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
const RIGHT = PAGE.width - PAGE.margin
const TOP = 38
/** Between two items. */
const GAP = 1.2
/** Right edge of the quantities, and left edge of what they count. */
const COLUMNS = { quantity: 20, item: 23 }
/** Points of a code, and of the name below it in parts of that. */
const CODE = 10
const NAME = 0.78

/** An item, as it is laid out: its lines, and its height in millimetres. */
interface Row {
  quantity: string
  lines: readonly FittedLine[]
  height: number
}

/** Pages that say what is in each piece, in the size of a label; a piece with many items has several. */
export async function renderContents(content: ContentsPages): Promise<Uint8Array> {
  const pdf = newDocument(`Contents ${content.trackingCode}`)
  const bytes = bytesOf(pdf)
  for (const [index, items] of content.pieces.entries()) {
    const pages = pagesOf(items.map((item) => rowOf(pdf, item)))
    for (const [page, rows] of pages.entries()) {
      pdf.addPage({ size: [PAGE.width * MM, PAGE.height * MM], margin: 0 })
      drawHead(pdf, content, index + 1)
      if (pages.length > 1) {
        const words = `page ${page + 1} of ${pages.length}`
        writeLine(pdf, words, { font: 'plain', size: 11, x: RIGHT, y: 18.5, isRight: true })
      }
      drawRows(pdf, rows)
    }
  }
  pdf.end()
  return bytes
}

/** What has no code is named in its place. */
function rowOf(pdf: PDFKit.PDFDocument, { code, name, quantity }: ParcelContent): Row {
  const item = code ?? name ?? ''
  const texts = [
    { text: item, font: 'bold', most: 2 },
    { text: nameBeside({ code: item, name }) ?? '', font: 'plain', scale: NAME, most: 2 },
  ]
  const lines = wrapText(pdf, texts, CODE, RIGHT - COLUMNS.item)
  return { quantity: `${quantity ?? ''} ×`, lines, height: heightOf(lines) / MM + GAP }
}

/** The rows of each page; a piece of which nothing is known has one page. */
function pagesOf(rows: readonly Row[]): Row[][] {
  const pages: Row[][] = [[]]
  let left = PAGE.height - PAGE.margin - TOP
  for (const row of rows) {
    if (row.height - GAP > left) {
      pages.push([])
      left = PAGE.height - PAGE.margin - TOP
    }
    pages.at(-1)?.push(row)
    left -= row.height
  }
  return pages
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
    .moveTo(PAGE.margin * MM, (TOP - 2) * MM)
    .lineTo(RIGHT * MM, (TOP - 2) * MM)
    .stroke('black')
}

function drawRows(pdf: PDFKit.PDFDocument, rows: readonly Row[]): void {
  if (rows.length === 0) write(pdf, 'Not known', { font: 'plain', size: CODE, x: PAGE.margin, y: TOP })
  let y = TOP
  for (const { quantity, lines, height } of rows) {
    writeLine(pdf, quantity, { font: 'bold', size: CODE, x: COLUMNS.quantity, y, isRight: true })
    writeLines(pdf, lines, { x: COLUMNS.item, y })
    y += height
  }
}

/** Writes a text in one line, cut at the edge of the page. */
function write(pdf: PDFKit.PDFDocument, text: string, line: TextLine): void {
  writeLine(pdf, text, { ...line, width: RIGHT - line.x })
}
