import { GlobalWorkerOptions, getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { useEffect, useState } from 'react'

GlobalWorkerOptions.workerSrc = workerUrl

export type PdfPage = PDFPageProxy

/** An open PDF. The caller that opens it must close it. */
interface Pdf {
  pages: Promise<PdfPage[]>
  close(): Promise<void>
}

export function openPdf(bytes: Uint8Array<ArrayBuffer>): Pdf {
  // Copied, because the worker takes ownership of the buffer.
  const task = getDocument({ data: bytes.slice() })
  const pages = task.promise.then((pdf) =>
    Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1))),
  )
  return { pages, close: () => task.destroy() }
}

const MM_PER_POINT = 25.4 / 72

/** The size of a page in millimetres, rounded to hundredths. */
export function sizeOf(page: PdfPage): { width: number; height: number } {
  const { width, height } = page.getViewport({ scale: MM_PER_POINT })
  return { width: Math.round(width * 100) / 100, height: Math.round(height * 100) / 100 }
}

interface ShownPdf {
  state: 'loading' | 'failed' | 'ready'
  pages: readonly PdfPage[]
}

const LOADING: ShownPdf = { state: 'loading', pages: [] }
const FAILED: ShownPdf = { state: 'failed', pages: [] }

/** Opens a PDF for display. `bytes` must be the same object while its content is the same. */
export function usePdf(bytes: Uint8Array<ArrayBuffer>): ShownPdf {
  const [open, setOpen] = useState<ShownPdf & { bytes?: Uint8Array }>(LOADING)
  useEffect(() => {
    let there = true
    const pdf = openPdf(bytes)
    pdf.pages.then(
      (pages) => there && setOpen({ state: 'ready', pages, bytes }),
      () => there && setOpen({ ...FAILED, bytes }),
    )
    return () => {
      there = false
      void pdf.close()
    }
  }, [bytes])
  return open.bytes === bytes ? open : LOADING
}
