/** Every PDF begins with these characters. */
const SIGNATURE = '%PDF'

/** Decodes a PDF from base64; null if it is not a PDF (CON-11). */
export function readPdf(base64: string): Uint8Array<ArrayBuffer> | null {
  let binary: string
  try {
    binary = atob(base64)
  } catch {
    return null
  }
  if (!binary.startsWith(SIGNATURE)) return null
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
