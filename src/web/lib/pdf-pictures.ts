import { openPdf, type PdfPage, sizeOf } from './pdf-document.ts'

/** A page of a PDF as a picture. */
export interface PagePicture {
  /** A `data:` address. */
  url: string
  /** Millimetres. */
  width: number
  height: number
}

/**
 * Draws every page of a PDF, one after another: no two of them are in memory at once.
 * @param dots to the millimetre
 */
export async function pdfPictures(bytes: Uint8Array<ArrayBuffer>, dots: number): Promise<PagePicture[]> {
  const pdf = openPdf(bytes)
  const canvas = document.createElement('canvas')
  try {
    const pictures: PagePicture[] = []
    for (const page of await pdf.pages) pictures.push(await pictureOf(page, canvas, dots))
    return pictures
  } finally {
    await pdf.close()
  }
}

async function pictureOf(page: PdfPage, canvas: HTMLCanvasElement, dots: number): Promise<PagePicture> {
  const { width, height } = sizeOf(page)
  canvas.width = Math.round(width * dots)
  canvas.height = Math.round(height * dots)
  const viewport = page.getViewport({ scale: canvas.width / page.getViewport({ scale: 1 }).width })
  // For paper: what a PDF has for the screen alone is left out.
  await page.render({ canvas, viewport, intent: 'print' }).promise
  return { url: canvas.toDataURL('image/png'), width, height }
}
