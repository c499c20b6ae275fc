import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { printPdf } from '../../../src/web/ui/print-pdf.ts'

const PDF = new Uint8Array([0x25, 0x50, 0x44, 0x46])
const frames = () => Array.from(document.querySelectorAll('iframe'))
const saved: string[] = []

beforeEach(() => {
  document.body.innerHTML = '<button>Here</button>'
  saved.length = 0
  const made: unknown[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:label/${made.push(blob)}`)
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  // happy-dom loads no frames, and says so.
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => vi.restoreAllMocks())

function viewer(enabled: boolean, print: () => void = () => undefined): void {
  // happy-dom has no viewer and says nothing of it.
  Object.defineProperty(navigator, 'pdfViewerEnabled', { configurable: true, value: enabled })
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(
    Object.assign(Object.create(window), { print }),
  )
}

async function printed(): Promise<string> {
  const done = printPdf(PDF, 'labels-COC1')
  for (const frame of frames()) frame.dispatchEvent(new Event('load'))
  return done
}

test('prints from a hidden frame and leaves the focus where it was', async () => {
  const print = vi.fn()
  viewer(true, print)
  const here = document.querySelector('button')
  here?.focus()
  expect(await printed()).toBe('printed')
  expect(print).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(here)
  expect(
    frames().map((frame) => [frame.getAttribute('src'), frame.tabIndex, frame.getAttribute('aria-hidden')]),
  ).toEqual([['blob:label/1', -1, 'true']])
})

test('the frame of the print before goes', async () => {
  viewer(true)
  await printed()
  await printed()
  expect(frames().map((frame) => frame.getAttribute('src'))).toEqual(['blob:label/2'])
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:label/1')
})

test('without a viewer for it, or where that is out of reach, it is saved', async () => {
  viewer(false)
  expect(await printed()).toBe('saved')
  expect(frames()).toEqual([])
  viewer(true, () => {
    throw new DOMException('no', 'SecurityError')
  })
  expect(await printed()).toBe('saved')
  expect(saved).toEqual(['labels-COC1.pdf', 'labels-COC1.pdf'])
})
