import { setImmediate as breath } from 'node:timers/promises'
import { counted } from '../../domain/format/text.ts'
import { A4, A4_FOOT, A4_RIGHT, A4Sheet } from './a4-sheet.ts'

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

const ROW = 13
const TOP = 46
/** The last row ends above the signature on the last page, and above the footer on other pages. */
const SIGNATURE = 32
const BAR_HEIGHT = 8

/** Left edges of the columns, and right edges of the figures, in millimetres. */
const COLUMNS = {
  number: A4.margin,
  bars: 22,
  code: 72,
  receiver: 106,
  pieces: 166,
  weight: 184,
  check: 190,
}

/**
 * One or more A4 pages: the consignments, a bar code for each, and a line for the driver's signature.
 * @param signal ends it after the current page
 * @throws Error if the signal is aborted before the last page
 */
export async function renderRunSheet(content: RunSheetContent, signal?: AbortSignal): Promise<Uint8Array> {
  const sheet = new A4Sheet(`Run sheet ${content.courier} ${content.branch}`)
  const pages = runSheetPages(content.lines)
  let first = 1
  for (const [index, lines] of pages.entries()) {
    sheet.addPage()
    drawHead(sheet, content)
    for (const [row, line] of lines.entries()) drawLine(sheet, line, first + row, TOP + row * ROW)
    first += lines.length
    if (index === pages.length - 1) drawSignature(sheet, content)
    // As with labels, lets other requests run between the pages.
    await breath()
    if (signal?.aborted) throw new Error('The client disconnected.')
  }
  return sheet.end()
}

/** The lines of each page. The last page has room for the signature. */
export function runSheetPages<Line>(lines: readonly Line[]): Line[][] {
  const most = Math.floor((A4_FOOT - 2 - TOP) / ROW)
  const mostSigned = Math.floor((A4_FOOT - 2 - SIGNATURE - TOP) / ROW)
  const pages: Line[][] = []
  let start = 0
  while (lines.length - start > mostSigned) {
    const count = Math.min(most, lines.length - start)
    pages.push(lines.slice(start, start + count))
    start += count
  }
  return [...pages, lines.slice(start)]
}

function drawHead(sheet: A4Sheet, { courier, branch, printedAt, lines }: RunSheetContent): void {
  sheet.write(`Run sheet: ${courier}`, 'bold', 20, { x: A4.margin, y: 13, width: 130 })
  sheet.write(branch, 'plain', 12, { x: A4.margin, y: 23 })
  sheet.write(printedAt, 'plain', 11, { x: A4_RIGHT, y: 15, isRight: true })
  sheet.write(totals(lines), 'bold', 11, { x: A4_RIGHT, y: 23.5, isRight: true })
  const heading = (text: string, x: number, isRight = false) =>
    sheet.write(text, 'bold', 8.5, { x, y: TOP - 8, isRight })
  heading('Bar code', COLUMNS.bars)
  heading('Consignment', COLUMNS.code)
  heading('Receiver', COLUMNS.receiver)
  heading('Pieces', COLUMNS.pieces, true)
  heading('kg', COLUMNS.weight, true)
  sheet.rule(TOP - 3)
}

function drawLine(sheet: A4Sheet, line: RunSheetLine, number: number, top: number): void {
  const [first, second] = [top + 0.6, top + 5.4]
  sheet.write(String(number), 'plain', 9, { x: COLUMNS.number, y: top + 2.8 })
  sheet.bars(line.trackingCode, COLUMNS.bars, top, BAR_HEIGHT)
  sheet.write(line.trackingCode, 'bold', 10, { x: COLUMNS.code, y: first, width: 32 })
  sheet.write(line.reference, 'plain', 9, { x: COLUMNS.code, y: second, width: 32 })
  sheet.write(line.receiver, 'plain', 10, { x: COLUMNS.receiver, y: first, width: 47 })
  sheet.write(line.place, 'plain', 9, { x: COLUMNS.receiver, y: second, width: 47 })
  sheet.write(String(line.pieces), 'bold', 11, { x: COLUMNS.pieces, y: top + 2.4, isRight: true })
  sheet.write(kilograms(line.weight), 'plain', 11, { x: COLUMNS.weight, y: top + 2.4, isRight: true })
  sheet.box(COLUMNS.check, top + 1.5)
  sheet.rule(top + ROW - 2.5)
}

function drawSignature(sheet: A4Sheet, { lines }: RunSheetContent): void {
  const line = A4_FOOT - 12
  sheet.write(`Received: ${totals(lines)}`, 'bold', 11, { x: A4.margin, y: line - 16 })
  for (const [text, from, to] of [
    ['Driver’s name', A4.margin, 70],
    ['Signature', 76, 144],
    ['Date and time', 150, A4_RIGHT],
  ] as const) {
    sheet.rule(line, from, to, 0.3)
    sheet.write(text, 'plain', 8.5, { x: from, y: line + 1.5 })
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
