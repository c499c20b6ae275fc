import {
  bytesOf,
  code128,
  MM,
  newDocument,
  type Paragraph,
  type TextLine,
  wrapText,
  writeLine,
  writeLines,
} from './drawing.ts'

/** In millimetres. */
export const A4 = { width: 210, height: 297, margin: 14 }
/** The right edge of what is printed, and the baseline of the number of the page. */
export const A4_RIGHT = A4.width - A4.margin
export const A4_FOOT = A4.height - 12
/** Module of a Code 128 in millimetres: a laser printer prints it sharply, and scanners read it at arm's length. */
const MODULE = 0.25

type Place = Pick<TextLine, 'x' | 'y'>

/** A document of A4 pages, whose measures are millimetres. */
export class A4Sheet {
  readonly #pdf: PDFKit.PDFDocument
  readonly #bytes: Promise<Uint8Array>

  constructor(title: string) {
    this.#pdf = newDocument(title, { bufferPages: true })
    this.#bytes = bytesOf(this.#pdf)
  }

  addPage(): void {
    this.#pdf.addPage({ size: 'A4', margin: 0 })
  }

  write(text: string, font: TextLine['font'], size: number, place: Omit<TextLine, 'font' | 'size'>): void {
    writeLine(this.#pdf, text, { font, size, ...place })
  }

  /** Paragraphs that wrap at a width. */
  wrap(paragraphs: readonly Paragraph[], size: number, { x, y, width }: Place & { width: number }): void {
    writeLines(this.#pdf, wrapText(this.#pdf, paragraphs, size, width), { x, y })
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
    return this.#bytes
  }
}
