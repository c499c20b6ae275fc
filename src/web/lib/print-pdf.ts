import type { PagePicture } from './pdf-pictures.ts'
import { saveFrom } from './save-from.ts'

/** Dots per millimetre, twice the resolution of label printers. */
const DOTS = 16

/** Kept after the call, because the print dialog needs the frame and a download needs its URL. */
let last: { frame: HTMLIFrameElement; urls?: readonly string[] } | null = null

function clearLast(): void {
  last?.frame.remove()
  for (const url of last?.urls ?? []) URL.revokeObjectURL(url)
  last = null
}

interface PrintOptions {
  /** Dots per millimetre of the pictures. */
  dots?: number
  /** Called after each page is drawn. */
  onPage?(): void
}

/**
 * Prints PDFs from a hidden frame, with each page on paper of its own size. The pages are printed as pictures,
 * because only HTML can set the paper size (by `@page`), and because it works without the browser's PDF viewer.
 * The focus is restored. A browser that cannot print downloads the PDFs instead.
 * @param name of the file and of the print job
 * @returns what was done
 */
export async function printPdf(
  files: readonly Uint8Array<ArrayBuffer>[],
  name: string,
  { dots = DOTS, onPage }: PrintOptions = {},
): Promise<'printed' | 'saved'> {
  clearLast()
  const { pdfPictures } = await import('./pdf-pictures.ts')
  const pictures: PagePicture[] = []
  for (const file of files) pictures.push(...(await pdfPictures(file, dots, onPage)))
  const frame = hiddenFrame(name)
  last = { frame }
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  // Content added before the load event is lost in some browsers.
  await loaded
  const focused = document.activeElement
  const isPrinted = await printPictures(frame, pictures, name)
  if (focused instanceof HTMLElement && document.activeElement === frame) focused.focus()
  if (isPrinted) return 'printed'
  last = { frame, urls: files.map((file) => savePdf(file, name)) }
  return 'saved'
}

function hiddenFrame(title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.tabIndex = -1
  frame.className = 'pointer-events-none fixed -left-[9999px] size-px'
  frame.setAttribute('aria-hidden', 'true')
  return frame
}

/** @returns whether the browser can print */
async function printPictures(
  { contentDocument: paper, contentWindow: view }: HTMLIFrameElement,
  pictures: readonly PagePicture[],
  title: string,
): Promise<boolean> {
  if (!paper || !view || typeof view.print !== 'function') return false
  const style = paper.createElement('style')
  style.nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
  style.textContent = styleOf(pictures)
  paper.title = title
  paper.head.append(style)
  const pages = pictures.map(({ url }, index) => {
    const page = paper.createElement('img')
    page.src = url
    page.className = `page-${index}`
    return page
  })
  paper.body.append(...pages)
  await Promise.all(pages.map((page) => page.decode()))
  view.print()
  return true
}

/** CSS with a paper size for each page. */
function styleOf(pictures: readonly PagePicture[]): string {
  const pages = pictures.map(({ width, height }, index) => {
    const paper = `@page page-${index} { size: ${width}mm ${height}mm; margin: 0 }`
    // Slightly narrower than the paper, because a width that is rounded up would start another page.
    return `${paper} .page-${index} { page: page-${index}; width: ${width}mm; height: ${height - 0.1}mm }`
  })
  return ['body { margin: 0 } img { display: block; break-inside: avoid }', ...pages].join('\n')
}

/** @returns the URL of the file */
function savePdf(bytes: Uint8Array<ArrayBuffer>, name: string): string {
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  saveFrom(url, `${name}.pdf`)
  return url
}
