import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pdfPictures } from '../../../src/web/lib/pdf-pictures.ts'
import { printPdf } from '../../../src/web/lib/print-pdf.ts'

// happy-dom has no canvas. Journeys print real labels.
vi.mock('../../../src/web/lib/pdf-pictures.ts', () => ({ pdfPictures: vi.fn() }))

const PDF = new Uint8Array([0x25, 0x50, 0x44, 0x46])
const PICTURES = [
  { url: 'data:image/png;base64,AAAA', width: 100, height: 150 },
  { url: 'data:image/png;base64,BBBB', width: 101.6, height: 101.6 },
]
const frames = () => Array.from(document.querySelectorAll('iframe'))
const saved: string[] = []
let paper = document.implementation.createHTMLDocument()

beforeEach(() => {
  document.head.innerHTML = '<meta name="csp-nonce" content="once">'
  document.body.innerHTML = '<button>Here</button>'
  saved.length = 0
  vi.mocked(pdfPictures).mockResolvedValue(PICTURES)
  // happy-dom loads no frames and logs that as an error.
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:label')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockResolvedValue()
})
afterEach(() => vi.restoreAllMocks())

/** Gives frames a window and a document. Without `print`, the browser cannot print. */
function browserWith(view: { print?: () => void }): void {
  paper = document.implementation.createHTMLDocument()
  vi.spyOn(HTMLIFrameElement.prototype, 'contentDocument', 'get').mockReturnValue(paper)
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(
    Object.assign(Object.create(window), { print: undefined, ...view }),
  )
}

async function printed(): Promise<string> {
  const done = printPdf([PDF], 'labels-COC1')
  await vi.waitFor(() => expect(frames()).toHaveLength(1))
  for (const frame of frames()) frame.dispatchEvent(new Event('load'))
  return done
}

test('prints each page on paper of its size, from a hidden frame, and leaves the focus where it was', async () => {
  const print = vi.fn()
  browserWith({ print })
  const here = document.querySelector('button')
  here?.focus()
  expect(await printed()).toBe('printed')
  expect(print).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(here)
  expect(frames().map((frame) => [frame.tabIndex, frame.getAttribute('aria-hidden')])).toEqual([[-1, 'true']])
  expect(paper.title).toBe('labels-COC1')
  expect(Array.from(paper.querySelectorAll('img'), ({ src }) => src)).toEqual(PICTURES.map(({ url }) => url))
  const style = paper.querySelector('style')
  expect(style?.nonce).toBe('once')
  expect(style?.textContent).toContain('@page page-0 { size: 100mm 150mm; margin: 0 }')
  expect(style?.textContent).toContain('@page page-1 { size: 101.6mm 101.6mm; margin: 0 }')
  expect(saved).toEqual([])
})

test('the frame of the previous print is removed', async () => {
  browserWith({ print: () => undefined })
  await printed()
  const [before] = frames()
  await printed()
  expect(frames()).toHaveLength(1)
  expect(frames()).not.toContain(before)
})

test('the labels are saved if the browser cannot print', async () => {
  browserWith({})
  expect(await printed()).toBe('saved')
  expect(saved).toEqual(['labels-COC1.pdf'])
  browserWith({ print: () => undefined })
  expect(await printed()).toBe('printed')
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:label')
})
