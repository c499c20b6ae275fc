import { openPdf, type PdfPage, sizeOf } from './pdf-document.ts'

/** A page of a PDF as a picture. */
export interface PagePicture {
  /** A `data:` URL. */
  url: string
  /** Millimetres. */
  width: number
  height: number
}

/**
 * Renders the pages of a PDF one after another, so that only one is in memory.
 * @param dots per millimetre
 * @param onPage called after each page
 */
export async function pdfPictures(
  bytes: Uint8Array<ArrayBuffer>,
  dots: number,
  onPage: () => void = () => undefined,
): Promise<PagePicture[]> {
  const pdf = openPdf(bytes)
  const canvas = document.createElement('canvas')
  try {
    const pictures: PagePicture[] = []
    for (const page of await pdf.pages) {
      pictures.push(await pictureOf(page, canvas, dots))
      onPage()
    }
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
  // Omits content that a PDF shows only on screens.
  await page.render({ canvas, viewport, intent: 'print' }).promise
  return { url: canvas.toDataURL('image/png'), width, height }
}
