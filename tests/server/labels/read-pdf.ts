import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'

/** A run of text and its bounding box, in millimetres from the top left of the page. */
export interface ReadText {
  text: string
  left: number
  top: number
  right: number
  bottom: number
}

/** A page of a PDF: its size in millimetres, and its texts. */
export interface ReadPage {
  width: number
  height: number
  texts: ReadText[]
}

/** A barcode that the scanner found on a page. */
export interface ReadCode {
  format: string
  text: string
}

const MM = 72 / 25.4
/** Resolutions of label printers in dots per millimetre: the usual 203 dpi, and an old 152 dpi. */
export const PRINTERS = [8, 6]

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
// A local copy; otherwise the library downloads it.
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } })

/** What scanners of labels and run sheets read. A search for all kinds of codes takes twice as long. */
const SCANNER: ReaderOptions = { formats: ['Code128', 'QRCode'], tryInvert: false }

export async function readPdf(pdf: Uint8Array): Promise<ReadPage[]> {
  return withDocument(pdf, async (document) => {
    const pages: ReadPage[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      pages.push(await readPage(document, number))
    }
    return pages
  })
}

/** The first and the last page. */
export async function readEnds(pdf: Uint8Array): Promise<ReadPage[]> {
  return withDocument(pdf, async (document) => [
    await readPage(document, 1),
    await readPage(document, document.numPages),
  ])
}

export async function countPages(pdf: Uint8Array): Promise<number> {
  return withDocument(pdf, async (document) => document.numPages)
}

async function readPage(document: PDFDocumentProxy, number: number): Promise<ReadPage> {
  const page = await document.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 / MM })
  return { width, height, texts: await textsOf(page, height) }
}

/** The codes that a scanner reads on a page (from 1) at a printer's resolution, from top to bottom. */
export async function scanPdf(pdf: Uint8Array, number: number, dots: number): Promise<ReadCode[]> {
  return withDocument(pdf, async (document) => {
    const canvas = await drawn(await document.getPage(number), dots)
    const { width, height } = canvas
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
    const image = { width, height, data: new Uint8ClampedArray(data), colorSpace: 'srgb' } as const
    const found = await readBarcodes(image, SCANNER)
    return found
      .toSorted((one, other) => one.position.topLeft.y - other.position.topLeft.y)
      .map(({ format, text }) => ({ format, text }))
  })
}

async function withDocument<T>(
  pdf: Uint8Array,
  work: (document: PDFDocumentProxy) => Promise<T>,
): Promise<T> {
  const task = getDocument({ data: pdf.slice(), verbosity: 0 })
  try {
    return await work(await task.promise)
  } finally {
    await task.destroy()
  }
}

async function textsOf(page: PDFPageProxy, height: number): Promise<ReadText[]> {
  const { items } = await page.getTextContent()
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [, , , , x, y] = item.transform.map(Number)
    const [left, baseline, size] = [(x ?? 0) / MM, height - (y ?? 0) / MM, item.height / MM]
    const upright = { top: baseline - size * 0.76, bottom: baseline + size * 0.24 }
    return [{ text: item.str, left, right: left + item.width / MM, ...upright }]
  })
}

async function drawn(page: PDFPageProxy, dots: number): Promise<Canvas> {
  const viewport = page.getViewport({ scale: dots / MM })
  const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height))
  if (!isPageCanvas(canvas)) throw new Error('There is no canvas to draw on.')
  await page.render({ canvas, viewport }).promise
  return canvas
}

/** In Node, pdf.js uses canvases of this package, but its types know only the browser's. */
function isPageCanvas(canvas: Canvas): canvas is Canvas & HTMLCanvasElement {
  return 'getContext' in canvas
}
