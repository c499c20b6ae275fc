import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Points of a PDF in a millimetre. */
const MM = 72 / 25.4
const WIDTH = 100
/** The most bytes of one graphic field (ZPL's `^GF`). A label has more, so it is sent as several, one below another. */
const MOST_FIELD_BYTES = 99_999

const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
/** For couriers' labels whose fonts are not in the file. */
const FONTS = {
  standardFontDataUrl: join(pdfjs, 'standard_fonts/'),
  cMapUrl: join(pdfjs, 'cmaps/'),
  cMapPacked: true,
}

/**
 * Draws each page of a PDF as a label in ZPL, 100 mm wide. A page that is wider than high is turned, and one that is
 * larger than the label is made smaller.
 * @param dots the printer's dots in a millimetre
 * @param height of the label in millimetres
 */
export async function drawZpl(pdf: Uint8Array, dots: number, height: number): Promise<string> {
  // A copy, because pdf.js takes its bytes away; and no Buffer, which it refuses.
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0, ...FONTS })
  try {
    const document = await task.promise
    let labels = ''
    for (let number = 1; number <= document.numPages; number += 1) {
      labels += labelOf(await bitmapOf(await document.getPage(number), dots, height))
    }
    return labels
  } finally {
    await task.destroy()
  }
}

/** Rows of a black and white picture, from the top: eight dots a byte, the leftmost in its highest bit. */
type Bitmap = readonly Uint8Array[]

async function bitmapOf(page: PDFPageProxy, dots: number, millimetres: number): Promise<Bitmap> {
  const [width, height] = [WIDTH * dots, millimetres * dots]
  const upright = page.getViewport({ scale: 1 / MM })
  const rotation = (page.rotate + (upright.width > upright.height ? 90 : 0)) % 360
  const size = page.getViewport({ scale: 1 / MM, rotation })
  const scale = Math.min(1, WIDTH / size.width, millimetres / size.height)
  const canvas = createCanvas(width, height)
  if (!isPageCanvas(canvas)) throw new Error('There is no canvas to draw on.')
  const viewport = page.getViewport({ scale: (scale * dots) / MM, rotation })
  await page.render({ canvas, viewport }).promise
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
  return Array.from({ length: height }, (_, y) =>
    packedRow(data.subarray(y * width * 4, (y + 1) * width * 4)),
  )
}

/** In Node, pdf.js draws on canvases of this package, but its types know only the browser's. */
function isPageCanvas(canvas: Canvas): canvas is Canvas & HTMLCanvasElement {
  return 'getContext' in canvas
}

/** The row of pixels, each red, green, blue and opacity, as bits. What nothing was drawn on is white. */
function packedRow(pixels: Uint8ClampedArray): Uint8Array {
  const row = new Uint8Array(Math.ceil(pixels.length / 32))
  for (let at = 0; at < pixels.length; at += 4) {
    const darkness = 1 - luminance(pixels[at], pixels[at + 1], pixels[at + 2])
    const isBlack = darkness * ((pixels[at + 3] ?? 0) / 255) > 0.5
    if (isBlack) row[at >> 5] = (row[at >> 5] ?? 0) | (0x80 >> ((at >> 2) & 7))
  }
  return row
}

/** From 0, black, to 1. */
function luminance(red = 0, green = 0, blue = 0): number {
  return (red * 0.299 + green * 0.587 + blue * 0.114) / 255
}

function labelOf(bitmap: Bitmap): string {
  const bytes = bitmap[0]?.length ?? 0
  const most = Math.floor(MOST_FIELD_BYTES / bytes)
  const fields: string[] = []
  for (let top = 0; top < bitmap.length; top += most) {
    const rows = bitmap.slice(top, top + most)
    const total = rows.length * bytes
    fields.push(`^FO0,${top}^GFA,${total},${total},${bytes},${compressed(rows)}^FS`)
  }
  return `^XA^PW${bytes * 8}^LL${bitmap.length}^LH0,0${fields.join('')}^XZ\n`
}

/** Hexadecimal in ZPL's own compression, which label printers of other makers read, too. */
function compressed(rows: Bitmap): string {
  let before: string | null = null
  const texts = rows.map((row) => {
    const text = compressedRow(row)
    const isSame = text === before
    before = text
    return isSame ? ':' : text
  })
  return texts.join('')
}

/** What ends a row of which the rest is white, or black. */
const REST = new Map([
  [0x00, ','],
  [0xff, '!'],
])

function compressedRow(row: Uint8Array): string {
  const last = row.at(-1) ?? 0
  const rest = REST.get(last) ?? ''
  const end = rest === '' ? row.length : row.findLastIndex((byte) => byte !== last) + 1
  const digits = Buffer.from(row.subarray(0, end)).toString('hex').toUpperCase()
  return digits.replace(/(.)\1+/g, (run, digit: string) => countOf(run.length) + digit) + rest
}

const LETTER_OF_1 = 'G'.charCodeAt(0)
const LETTER_OF_20 = 'g'.charCodeAt(0)

/** How often a digit follows, at most 419 times: `G` to `Y` is 1 to 19, `g` to `z` is 20, 40 … 400. */
function countOf(times: number): string {
  const [twenties, ones] = [Math.floor(times / 20), times % 20]
  return (
    (twenties > 0 ? String.fromCharCode(LETTER_OF_20 + twenties - 1) : '') +
    (ones > 0 ? String.fromCharCode(LETTER_OF_1 + ones - 1) : '')
  )
}
