import type { Page } from 'playwright-core'

/**
 * Keeps what pages print: the document in the attribute `data-printed` of its body, the time in ms in
 * `data-printed-at`. A headless browser has no print dialog, and would close the page.
 */
export async function keepPrinted(pages: Pick<Page, 'addInitScript'>): Promise<void> {
  await pages.addInitScript(() => {
    window.print = () => {
      const { dataset } = window.parent.document.body
      dataset.printedAt = String(window.parent.performance.now())
      dataset.printed = document.documentElement.outerHTML
    }
  })
}
