import type { Page } from 'playwright-core'

/** Milliseconds without a finished request. */
const QUIET_MS = 500

/**
 * Waits until the page has loaded everything that it loads in idle time. Not Playwright's `networkidle`, because the
 * stream of changes is a request that never ends.
 */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async (quiet) => {
    const loaded = () => performance.getEntriesByType('resource').length
    for (let before = -1; before !== loaded(); ) {
      before = loaded()
      await new Promise((resolve) => setTimeout(resolve, quiet))
    }
  }, QUIET_MS)
}
