import { PDFDocument } from '@cantoo/pdf-lib'

/** The number of pages of a PDF; 0 if it cannot be read, and so cannot be merged with others. */
export async function pagesIn(file: Uint8Array): Promise<number> {
  return PDFDocument.load(file).then(
    (document) => document.getPageCount(),
    () => 0,
  )
}

/**
 * One PDF with the pages of all, in their order.
 * @throws the signal's reason if it is aborted before the last one is copied
 */
export async function mergePdfs(files: readonly Uint8Array[], signal: AbortSignal): Promise<Uint8Array> {
  const [only, ...others] = files
  if (only !== undefined && others.length === 0) return only
  const merged = await PDFDocument.create()
  for (const file of files) {
    signal.throwIfAborted()
    const source = await PDFDocument.load(file)
    for (const page of await merged.copyPages(source, source.getPageIndices())) merged.addPage(page)
  }
  return merged.save()
}
