import { GlobalWorkerOptions, getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { useEffect, useState } from 'react'

GlobalWorkerOptions.workerSrc = workerUrl

export type PdfPage = PDFPageProxy

interface OpenPdf {
  state: 'loading' | 'failed' | 'ready'
  pages: readonly PdfPage[]
}

const LOADING: OpenPdf = { state: 'loading', pages: [] }
const FAILED: OpenPdf = { state: 'failed', pages: [] }

/** The pages of a PDF, ready to be drawn. The bytes must be the same object as long as they are the same. */
export function usePdf(bytes: Uint8Array<ArrayBuffer>): OpenPdf {
  const [open, setOpen] = useState<OpenPdf & { bytes?: Uint8Array }>(LOADING)
  useEffect(() => {
    let there = true
    // A copy: the worker takes what it is given.
    const task = getDocument({ data: bytes.slice() })
    task.promise
      .then((pdf) => Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1))))
      .then(
        (pages) => there && setOpen({ state: 'ready', pages, bytes }),
        () => there && setOpen({ ...FAILED, bytes }),
      )
    return () => {
      there = false
      void task.destroy()
    }
  }, [bytes])
  return open.bytes === bytes ? open : LOADING
}
