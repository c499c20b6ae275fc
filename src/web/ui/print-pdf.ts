/** The frame of the last print: it must outlive the browser's own dialog, which tells nobody when it closes. */
let last: { frame: HTMLIFrameElement; url: string } | null = null

function clearLast(): void {
  last?.frame.remove()
  if (last) URL.revokeObjectURL(last.url)
  last = null
}

/**
 * Prints a PDF at its own size from a hidden frame. The focus stays where it is: in the frame no key would reach the
 * page any more. A browser that shows no PDFs saves it instead.
 * @returns what was done
 */
export async function printPdf(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<'printed' | 'saved'> {
  clearLast()
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  if (!navigator.pdfViewerEnabled) {
    savePdf(url, name)
    return 'saved'
  }
  const frame = document.createElement('iframe')
  last = { frame, url }
  frame.title = name
  frame.tabIndex = -1
  frame.className = 'pointer-events-none fixed -left-[9999px] size-px'
  frame.setAttribute('aria-hidden', 'true')
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  frame.src = url
  document.body.append(frame)
  await loaded
  const focused = document.activeElement
  try {
    frame.contentWindow?.print()
  } catch {
    // Some browsers keep the viewer's window from the page.
    savePdf(url, name)
    return 'saved'
  }
  if (focused instanceof HTMLElement && document.activeElement === frame) focused.focus()
  return 'printed'
}

function savePdf(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.pdf`
  link.click()
}
