import PdfDocument from 'pdfkit'
import { code128, LABEL_FONTS, shortened } from './drawing.ts'

/** Points in a millimetre. */
const MM = 72 / 25.4
/** In millimetres. */
export const A4 = { width: 210, height: 297, margin: 14 }
/** The right edge of what is printed, and the baseline of the number of the page. */
export const A4_RIGHT = A4.width - A4.margin
export const A4_FOOT = A4.height - 12
/** Module of a Code 128 in millimetres: a laser printer prints it sharply, and scanners read it at arm's length. */
const MODULE = 0.25

/** Millimetres from the top left corner. */
interface Place {
  x: number
  y: number
  /** The text is cut to this width. */
  width?: number
  /** Whether `x` is the right edge. */
  isRight?: boolean
}

/** A document of A4 pages, whose measures are millimetres. */
export class A4Sheet {
  readonly #pdf: PDFKit.PDFDocument
  readonly #chunks: Buffer[] = []
  readonly #ended: Promise<void>

  constructor(title: string) {
    this.#pdf = new PdfDocument({
      size: 'A4',
      // Keeps pdfkit from loading its default font.
      font: '',
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      info: { Title: title },
    })
    const pdf = this.#pdf
    for (const [name, font] of Object.entries(LABEL_FONTS)) pdf.registerFont(name, font)
    pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
    this.#ended = new Promise((resolve, reject) => pdf.once('end', resolve).once('error', reject))
  }

  addPage(): void {
    this.#pdf.addPage({ size: 'A4', margin: 0 })
  }

  write(
    text: string,
    font: keyof typeof LABEL_FONTS,
    size: number,
    { x, y, width, isRight = false }: Place,
  ): void {
    const pdf = this.#pdf
    pdf.font(font).fontSize(size)
    const fits = (shown: string) => width === undefined || pdf.widthOfString(shown) <= width * MM
    const shown = fits(text) ? text : shortened(text, fits)
    const left = x * MM - (isRight ? pdf.widthOfString(shown) : 0)
    pdf.text(shown, left, y * MM, { lineBreak: false })
  }

  /** A line across the page, or from one place to another. */
  rule(y: number, from = A4.margin, to = A4_RIGHT, width = 0.15): void {
    this.#pdf
      .lineWidth(width * MM)
      .moveTo(from * MM, y * MM)
      .lineTo(to * MM, y * MM)
      .stroke('black')
  }

  /** A box to be ticked. */
  box(x: number, y: number): void {
    this.#pdf
      .lineWidth(0.3 * MM)
      .rect(x * MM, y * MM, 5 * MM, 5 * MM)
      .stroke('black')
  }

  /** A Code 128. @throws if the text has other characters than printable ASCII */
  bars(text: string, left: number, top: number, height: number): void {
    for (const { x, width } of code128(text).bars) {
      this.#pdf.rect((left + x * MODULE) * MM, top * MM, width * MODULE * MM, height * MM)
    }
    this.#pdf.fill('black')
  }

  /** Numbers the pages and ends the document. */
  async end(): Promise<Uint8Array> {
    const { count } = this.#pdf.bufferedPageRange()
    for (let page = 0; page < count; page += 1) {
      this.#pdf.switchToPage(page)
      this.write(`Page ${page + 1} of ${count}`, 'plain', 8, { x: A4_RIGHT, y: A4_FOOT, isRight: true })
    }
    this.#pdf.end()
    await this.#ended
    return new Uint8Array(Buffer.concat(this.#chunks))
  }
}
