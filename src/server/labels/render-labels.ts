import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setImmediate as breath } from 'node:timers/promises'
import { addressLines } from '../../domain/freight/address.ts'
import type { BranchSender } from '../../domain/freight/branch.ts'
import type { Destination } from '../couriers/courier.ts'
import {
  type Bars,
  bytesOf,
  code128,
  type FittedLine,
  fitText,
  heightOf,
  type LabelRoom,
  type Measure,
  MM,
  newDocument,
  type Paragraph,
  qrCode,
} from './drawing.ts'

/** The content of a consignment's labels. `renderLabels` makes a PDF of it with a page per piece. */
export interface LabelContent {
  /** The courier's name, such as 'NZ Couriers'. */
  courier: string
  /** The booked service, such as 'Overnight'; omitted if blank. */
  service: string
  /** Whether the label says that no parcel moves. */
  isSimulated: boolean
  /** Null prints none. */
  sender: BranchSender | null
  destination: Destination
  /** Omitted if blank. */
  orderCode: string
  trackingCode: string
  /** Target of the QR code; null puts the tracking code into it. */
  trackingUrl: string | null
  /** In the order of their numbers. */
  pieces: readonly LabelPiece[]
}

export interface LabelPiece {
  /** Text of the piece's barcode, in printable ASCII. */
  barcode: string
  /** Kilograms. */
  weight: number
}

const PAGE = { width: 100, height: 150 }

/** Label printers have 8 dots per millimetre. Bars of whole dots print sharply. */
const DOT = 1 / 8
/** Module of a Code 128 in millimetres: the widest, and the narrowest that scanners read reliably at arm's length. */
const MODULE = { widest: 0.5, narrowest: 2 * DOT }
/** Quiet zone at each side of a code, in modules. */
const QUIET = { code128: 10, qr: 4 }

/** A rectangle of the page in millimetres. */
interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The layout. Boxes do not overlap, and nothing is printed outside its box. */
const BOXES = {
  courier: { x: 5, y: 4.5, width: 62, height: 8.5 },
  service: { x: 5, y: 13, width: 62, height: 5 },
  rural: { x: 69, y: 5, width: 26, height: 12 },
  town: { x: 5, y: 21, width: 56, height: 14 },
  postcode: { x: 62, y: 20.5, width: 33, height: 15 },
  to: { x: 5, y: 38.5, width: 6, height: 5 },
  receiver: { x: 12, y: 38, width: 83, height: 40 },
  instructions: { x: 5, y: 80.5, width: 90, height: 11.5 },
  piece: { x: 5, y: 95, width: 27, height: 9 },
  weight: { x: 33, y: 95, width: 27, height: 9 },
  order: { x: 5, y: 104, width: 62, height: 6 },
  sender: { x: 5, y: 110.5, width: 62, height: 8 },
  qr: { x: 70, y: 94.5, width: 25, height: 25 },
  bars: { x: 0, y: 121.5, width: 100, height: 20.5 },
  barcode: { x: 5, y: 142.5, width: 90, height: 5 },
} as const satisfies Record<string, Box>
const RULES = [19, 36.5, 79, 93.5, 120]

/** A PDF with a page of 100 × 150 mm per piece. Codes are drawn as vectors. */
export async function renderLabels(content: LabelContent): Promise<Uint8Array> {
  const pdf = newDocument(`Labels ${content.trackingCode}`)
  const bytes = bytesOf(pdf)
  await drawPages(pdf, [content])
  return bytes
}

/**
 * Writes the labels of several consignments to a file as one PDF, which embeds the fonts only once.
 * @param signal ends it after the current page
 * @throws an AbortError if the signal is aborted before the last page
 */
export async function renderBatch(
  contents: readonly LabelContent[],
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const pdf = newDocument(`Labels of ${contents.length} consignments`)
  const written = pipeline(pdf, createWriteStream(file), { signal })
  await Promise.all([drawPages(pdf, contents).catch((error) => pdf.destroy(error)), written])
}

/** Draws a page per piece and ends the document. A document that is destroyed meanwhile is left as it is. */
async function drawPages(pdf: PDFKit.PDFDocument, contents: readonly LabelContent[]): Promise<void> {
  const write = writerOf(pdf)
  for (const content of contents) {
    const qr = qrCode(content.trackingUrl ?? content.trackingCode)
    for (const [index, piece] of content.pieces.entries()) {
      pdf.addPage({ size: [PAGE.width * MM, PAGE.height * MM], margin: 0 })
      drawPage(pdf, write, content, piece, index + 1, qr)
      // Lets other requests run between the pages of a long document.
      await breath()
      if (pdf.destroyed) return
    }
  }
  pdf.end()
}

function drawPage(
  pdf: PDFKit.PDFDocument,
  write: Write,
  content: LabelContent,
  piece: LabelPiece,
  number: number,
  qr: Bars,
): void {
  const { destination } = content
  const town = withoutRd(destination.city) || withoutRd(destination.suburb)
  for (const rule of RULES) pdf.rect(4 * MM, rule * MM, (PAGE.width - 8) * MM, 0.3 * MM)
  pdf.fill('black')
  write(BOXES.courier, [24, 7], [{ text: content.courier, font: 'bold' }])
  if (content.isSimulated) drawInverse(pdf, write, BOXES.service, [11, 6], serviceOf(content))
  else write(BOXES.service, [11, 6], [{ text: content.service, font: 'plain' }])
  if (destination.isRural) drawInverse(pdf, write, BOXES.rural, [20, 8], 'RURAL')
  write(BOXES.town, [30, 7], [{ text: town, font: 'bold', most: 2 }])
  write(BOXES.postcode, [36, 8], [{ text: destination.postcode, font: 'bold' }], { across: 1 })
  write(BOXES.to, [8, 8], [{ text: 'TO', font: 'bold' }], { down: 0 })
  write(BOXES.receiver, [15, 7], receiver(content), { down: 0 })
  write(BOXES.instructions, [11, 6], [{ text: destination.instructions, font: 'plain', most: 4 }])
  const count = `${number} of ${content.pieces.length}`
  write(BOXES.piece, [19, 8], [{ text: count, font: 'bold' }])
  write(BOXES.weight, [19, 8], [{ text: `${Number(piece.weight.toFixed(3))} kg`, font: 'bold' }])
  const order = content.orderCode.trim() && `Order ${content.orderCode}`
  write(BOXES.order, [13, 6], [{ text: order, font: 'bold' }])
  if (content.sender) write(BOXES.sender, [7.5, 5], senderLines(content.sender))
  const room = BOXES.qr
  drawBars(pdf, qr, room, Math.min(room.width, room.height) / (qr.width + 2 * QUIET.qr), true)
  drawCode128(pdf, piece.barcode)
  write(BOXES.barcode, [12, 6], [{ text: piece.barcode, font: 'bold' }], { across: 0.5 })
}

/** Writes white on black, centred in a box. */
function drawInverse(
  pdf: PDFKit.PDFDocument,
  write: Write,
  { x, y, width, height }: Box,
  sizes: readonly [largest: number, smallest: number],
  text: string,
): void {
  pdf.rect(x * MM, y * MM, width * MM, height * MM).fill('black')
  pdf.fillColor('white')
  const inner = { x: x + 1, y, width: width - 2, height }
  write(inner, sizes, [{ text, font: 'bold' }], { across: 0.5 })
  pdf.fillColor('black')
}

function serviceOf({ service }: LabelContent): string {
  return ['Simulated courier', service].filter(Boolean).join(' · ')
}

function receiver({ destination }: LabelContent): Paragraph[] {
  const { company, contact, phone } = destination
  return [
    { text: company.trim() || contact, font: 'bold', scale: 1.1, most: 3 },
    { text: company.trim() ? contact : '', font: 'plain', most: 2 },
    ...linesOf(destination).map((text): Paragraph => ({ text, font: 'plain', most: 3 })),
    { text: phone.trim() && `Phone ${phone}`, font: 'plain', scale: 0.9 },
  ]
}

/** Street, locality, town and postcode. Couriers within New Zealand need neither region nor country. */
function linesOf(place: Pick<Destination, 'street' | 'suburb' | 'city' | 'postcode'>): string[] {
  const [street, suburb, city] = [withoutRd(place.street), withoutRd(place.suburb), withoutRd(place.city)]
  const { postcode } = place
  return addressLines({ street, suburb, city, postcode, region: null, country: null, is_rural: false })
}

/** Removes the rural delivery number: it serves mail, while couriers use the road. */
function withoutRd(text: string): string {
  const parts = text.split(',').filter((part) => !/^\s*R\.?\s?D\.?\s*\d*\s*$/i.test(part))
  return parts.join(',').trim()
}

function senderLines({ name, phone, ...place }: BranchSender): Paragraph[] {
  return [
    { text: `From ${name} · ${phone}`, font: 'bold' },
    { text: linesOf(place).join(', '), font: 'plain' },
  ]
}

/** Alignment of a text in its box, from 0 (left, top) to 1 (right, bottom). */
interface Place {
  across?: number
  down?: number
}

/** Writes paragraphs into a box in the largest size (points) that fits. */
type Write = (
  box: Box,
  sizes: readonly [largest: number, smallest: number],
  paragraphs: Paragraph[],
  place?: Place,
) => void

/** Writes text on the pages of one document. Text that is on every page is laid out only once. */
function writerOf(pdf: PDFKit.PDFDocument): Write {
  const widthOf: Measure = (text, font) => pdf.font(font).fontSize(1).widthOfString(text)
  const known = new Map<string, FittedLine[]>()
  return (box, [largest, smallest], paragraphs, { across = 0, down = 0.5 } = {}) => {
    const room: LabelRoom = { width: box.width * MM, height: box.height * MM, largest, smallest }
    const key = JSON.stringify([room, paragraphs])
    const lines = known.get(key) ?? fitText(paragraphs, room, widthOf)
    known.set(key, lines)
    const below = (room.height - heightOf(lines)) * down
    for (const { text, font, size, top } of lines) {
      const spare = room.width - widthOf(text, font) * size
      pdf.font(font).fontSize(size)
      pdf.text(text, box.x * MM + spare * across, box.y * MM + below + top, { lineBreak: false })
    }
  }
}

function drawCode128(pdf: PDFKit.PDFDocument, text: string): void {
  const code = code128(text)
  const widest = Math.min(MODULE.widest, BOXES.bars.width / (code.width + 2 * QUIET.code128))
  const module = widest < MODULE.narrowest ? widest : Math.floor(widest / DOT) * DOT
  drawBars(pdf, code, BOXES.bars, module, false)
}

/** Draws a code centred in a box; one that is not square fills the height of the box. */
function drawBars(pdf: PDFKit.PDFDocument, code: Bars, box: Box, module: number, isSquare: boolean): void {
  const rise = isSquare ? module : box.height / code.height
  const left = Math.round((box.x + (box.width - code.width * module) / 2) / DOT) * DOT
  const top = box.y + (box.height - code.height * rise) / 2
  for (const { x, y, width, height } of code.bars) {
    pdf.rect((left + x * module) * MM, (top + y * rise) * MM, width * module * MM, height * rise * MM)
  }
  pdf.fill('black')
}
