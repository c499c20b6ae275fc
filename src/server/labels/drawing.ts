import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import bwip from 'bwip-js/generic'
import PdfDocument from 'pdfkit'

/** Tables for kerning and ligatures. */
const LAYOUT = new Set(['GDEF', 'GPOS', 'GSUB', 'kern'])
/** The version of a `post` table without glyph names. */
const NAMELESS = 0x0003_0000

/** The fonts of labels by name. The standard fonts of PDF have no macrons. */
export const LABEL_FONTS = {
  plain: readFont('DejaVuSansCondensed.ttf'),
  bold: readFont('DejaVuSansCondensed-Bold.ttf'),
} as const

/** Removes tables that labels do not need, because reading them takes longer than rendering a label. */
function readFont(file: string): Buffer {
  const font = readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}`))
  // The table directory: the count, then from byte 12 entries of 16 bytes with name, checksum, offset and length.
  const tables = font.readUInt16BE(4)
  for (let entry = 12; entry < 12 + tables * 16; entry += 16) {
    const name = font.toString('latin1', entry, entry + 4)
    // Renames the table to a tag that no reader looks up.
    if (LAYOUT.has(name)) font.write('----', entry, 'latin1')
    if (name === 'post') font.writeUInt32BE(NAMELESS, font.readUInt32BE(entry + 8))
  }
  return font
}

/** Points in a millimetre. */
export const MM = 72 / 25.4

/** A document without pages, which has the fonts of labels. */
export function newDocument(title: string, options: PDFKit.PDFDocumentOptions = {}): PDFKit.PDFDocument {
  const pdf = new PdfDocument({
    autoFirstPage: false,
    // Keeps pdfkit from loading its default font, which nothing uses.
    font: '',
    margin: 0,
    info: { Title: title },
    ...options,
  })
  for (const [name, font] of Object.entries(LABEL_FONTS)) pdf.registerFont(name, font)
  return pdf
}

/** The bytes of a document, once it has ended. Collects them from this call on. */
export async function bytesOf(pdf: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  await new Promise<void>((resolve, reject) => pdf.once('end', resolve).once('error', reject))
  return new Uint8Array(Buffer.concat(chunks))
}

/** A line of text, in millimetres from the top left corner. */
export interface TextLine {
  font: keyof typeof LABEL_FONTS
  /** Points. */
  size: number
  x: number
  y: number
  /** The text is cut to this width. */
  width?: number
  /** Points down to which a text that is too wide is made smaller before it is cut: part of a code is no code. */
  smallest?: number
  /** Whether `x` is the right edge. */
  isRight?: boolean
}

/** Writes a text in one line. */
export function writeLine(
  pdf: PDFKit.PDFDocument,
  text: string,
  { font, size, x, y, width, smallest = size, isRight = false }: TextLine,
): void {
  pdf.font(font).fontSize(size)
  const share = width === undefined ? 1 : (width * MM) / pdf.widthOfString(text)
  if (share < 1) pdf.fontSize(Math.max(smallest, Math.floor(size * share * 10) / 10))
  const fits = (shown: string) => width === undefined || pdf.widthOfString(shown) <= width * MM
  const shown = fits(text) ? text : shortened(text, fits)
  const left = x * MM - (isRight ? pdf.widthOfString(shown) : 0)
  pdf.text(shown, left, y * MM, { lineBreak: false })
}

/** Lays out paragraphs in a size in points; they wrap at a width in millimetres. */
export function wrapText(
  pdf: PDFKit.PDFDocument,
  paragraphs: readonly Paragraph[],
  size: number,
  width: number,
): FittedLine[] {
  const room = { width: width * MM, height: Number.POSITIVE_INFINITY, largest: size, smallest: size }
  return fitText(paragraphs, room, (text, font) => pdf.font(font).fontSize(1).widthOfString(text))
}

/** Writes lines, the first one at a place in millimetres. */
export function writeLines(
  pdf: PDFKit.PDFDocument,
  lines: readonly FittedLine[],
  { x, y }: Pick<TextLine, 'x' | 'y'>,
): void {
  for (const { text, font, size, top } of lines) {
    pdf.font(font).fontSize(size)
    pdf.text(text, x * MM, y * MM + top, { lineBreak: false })
  }
}

/** A black rectangle of a code, in modules from the code's top left corner. */
interface Bar {
  x: number
  y: number
  width: number
  height: number
}

/** The bars of a code and its size, in modules, without the quiet zone. */
export interface Bars {
  bars: Bar[]
  width: number
  height: number
}

/** A Code 128 of printable ASCII, one module high. @throws if the text contains another character */
export function code128(text: string): Bars {
  if (!/^[ -~]+$/.test(text)) throw new Error(`'${text}' cannot be a Code 128.`)
  const [code] = bwip.raw('code128', text)
  if (code === undefined || !('sbs' in code)) throw new Error('No Code 128 came.')
  const bars: Bar[] = []
  let x = 0
  for (const [index, width] of code.sbs.entries()) {
    if (index % 2 === 0) bars.push({ x, y: 0, width, height: 1 })
    x += width
  }
  return { bars, width: x, height: 1 }
}

/** A QR code that stays readable with a seventh of its area damaged. Adjacent modules of a row are one bar. */
export function qrCode(text: string): Bars {
  const [code] = bwip.raw('qrcode', text, 'eclevel=M')
  if (code === undefined || !('pixs' in code)) throw new Error('No QR code came.')
  const { pixs, pixx, pixy } = code
  const bars: Bar[] = []
  for (const [index, isBlack] of pixs.entries()) {
    if (!isBlack) continue
    const [x, y] = [index % pixx, Math.floor(index / pixx)]
    const last = bars.at(-1)
    if (last && last.y === y && last.x + last.width === x) last.width += 1
    else bars.push({ x, y, width: 1, height: 1 })
  }
  return { bars, width: pixx, height: pixy }
}

/** Not the wrapping of pdfkit: it breaks words before it tries a smaller size, and returns no lines (decision 0018). */

/** A text that wraps. */
export interface Paragraph {
  text: string
  font: string
  /** Relative size within its box; 1 by default. */
  scale?: number
  /** Maximum number of lines; the rest is cut with an ellipsis. 1 by default. */
  most?: number
}

export interface FittedLine {
  text: string
  font: string
  /** Points. */
  size: number
  /** Points from the top of the box. */
  top: number
}

export interface LabelRoom {
  /** Points. */
  width: number
  height: number
  /** Limits of the size of a paragraph of scale 1, in points. */
  largest: number
  smallest: number
}

/** Width of a text at a size of one point. */
export type Measure = (text: string, font: string) => number

/** Line height relative to the size. Accents and descenders of all fonts fit within it. */
const LEADING = 1.17
const STEP = 0.5
const ELLIPSIS = '…'

/**
 * Lays out paragraphs in the largest size at which they fit the box with no word broken. At the smallest size, words
 * that are too wide are broken and paragraphs are cut. The text never leaves the box if the maximum lines of
 * all paragraphs fit at the smallest size.
 */
export function fitText(paragraphs: readonly Paragraph[], room: LabelRoom, widthOf: Measure): FittedLine[] {
  const present = paragraphs
    .map((paragraph) => ({ ...paragraph, text: printed(paragraph.text) }))
    .filter(({ text }) => text !== '')
  for (let size = room.largest; size > room.smallest; size -= STEP) {
    const lines = laidOut(present, size, (paragraph, width) =>
      wrapped(paragraph, room.width / width, widthOf),
    )
    if (lines && heightOf(lines) <= room.height) return lines
  }
  return (
    laidOut(present, room.smallest, (paragraph, width) => cut(paragraph, room.width / width, widthOf)) ?? []
  )
}

/** Normalised for printing: on one line, composed, without invisible characters. */
function printed(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
}

function laidOut(
  paragraphs: readonly Paragraph[],
  size: number,
  wrap: (paragraph: Paragraph, size: number) => string[] | null,
): FittedLine[] | null {
  const lines: FittedLine[] = []
  let top = 0
  for (const paragraph of paragraphs) {
    const scaled = size * (paragraph.scale ?? 1)
    const texts = wrap(paragraph, scaled)
    if (texts === null) return null
    for (const text of texts) {
      lines.push({ text, font: paragraph.font, size: scaled, top })
      top += scaled * LEADING
    }
  }
  return lines
}

/** Height of all lines in points. */
export function heightOf(lines: readonly FittedLine[]): number {
  const last = lines.at(-1)
  return last ? last.top + last.size * LEADING : 0
}

/** The lines of a paragraph within a width in ems; null if a word or the paragraph does not fit. */
function wrapped({ text, font, most = 1 }: Paragraph, ems: number, widthOf: Measure): string[] | null {
  const lines = wrapWords(text.split(' '), (line) => widthOf(line, font) <= ems)
  return lines.length <= most && lines.every((line) => widthOf(line, font) <= ems) ? lines : null
}

function cut({ text, font, most = 1 }: Paragraph, ems: number, widthOf: Measure): string[] {
  const fits = (line: string) => widthOf(line, font) <= ems
  const words = text.split(' ').flatMap((word) => broken(word, fits))
  const lines = wrapWords(words, fits)
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), shortened(lines.slice(most - 1).join(' '), fits)]
}

/** As many characters as fit before an ellipsis; the ellipsis alone if none does. */
export function shortened(text: string, fits: (line: string) => boolean): string {
  const characters = [...text]
  const shown = (count: number) => characters.slice(0, count).join('') + ELLIPSIS
  let [fitting, tooMany] = [0, characters.length + 1]
  while (fitting + 1 < tooMany) {
    const half = Math.floor((fitting + tooMany) / 2)
    if (fits(shown(half))) fitting = half
    else tooMany = half
  }
  return shown(fitting)
}

function wrapWords(words: readonly string[], fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function broken(word: string, fits: (line: string) => boolean): string[] {
  const pieces = ['']
  for (const character of word) {
    const last = pieces.at(-1) ?? ''
    if (last === '' || fits(last + character)) pieces[pieces.length - 1] = last + character
    else pieces.push(character)
  }
  return pieces
}
