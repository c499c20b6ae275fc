import { PDFDocument } from '@cantoo/pdf-lib'

/** Whether a PDF can be read, and so be merged with others. */
export async function isReadable(file: Uint8Array): Promise<boolean> {
  return PDFDocument.load(file).then(
    (document) => document.getPageCount() > 0,
    () => false,
  )
}

/** One PDF with the pages of all, in their order. */
export async function mergePdfs(files: readonly Uint8Array[]): Promise<Uint8Array> {
  const [only, ...others] = files
  if (only !== undefined && others.length === 0) return only
  const merged = await PDFDocument.create()
  for (const file of files) {
    const source = await PDFDocument.load(file)
    for (const page of await merged.copyPages(source, source.getPageIndices())) merged.addPage(page)
  }
  return merged.save()
}
