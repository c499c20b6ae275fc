import type { Page } from 'playwright-core'

/** A screen that loads nothing. */
const EMPTY_SCREEN = { path: '/notes', title: 'Notes' }

/** Closes the layers and notices that a journey left open, and shows a path without loading the console again. */
export async function navigate(page: Page, path: string): Promise<void> {
  const layers = page.locator('[role=dialog], [role=alertdialog], [role=menu]').filter({ visible: true })
  while ((await layers.count()) > 0) await page.keyboard.press('Escape')
  await page.evaluate(() => {
    const notices = document.querySelectorAll<HTMLElement>('[aria-label=Notices] [aria-label=Dismiss]')
    for (const notice of notices) notice.click()
  })
  // Else the pointer would hover over what is shown there next.
  await page.mouse.move(0, 0)
  // Passes through another screen, so that the previous one is gone before the journey looks at its own.
  await goTo(page, EMPTY_SCREEN.path)
  await page.getByRole('heading', { level: 1, name: EMPTY_SCREEN.title }).waitFor()
  await goTo(page, path)
}

/** Shows a path as React Router does. Its history entry has no origin, like that of a typed address. */
export function goTo(page: Page, path: string): Promise<void> {
  return page.evaluate((address) => {
    const { idx = 0 }: { idx?: number } = history.state ?? {}
    const state = { usr: null, key: crypto.randomUUID(), idx: idx + 1 }
    history.pushState(state, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, path)
}
