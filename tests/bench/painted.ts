import type { Page } from 'playwright-core'

/** Functions in a measured page; see `watchPaints`. */
interface Bench {
  /**
   * Arms the stopwatch. It runs from the next key press, or from `since`, until the result that `isThere` detects is
   * painted. Only changes inside `within` count.
   */
  arm(isThere: () => boolean, options?: { since?: number; within?: string }): void
  /** Time of the armed stopwatch, in milliseconds. */
  took: Promise<number>
  /** Observes the active row. `row` returns its index, which each key press should increase by one. */
  follow(row: () => number): void
  /** For each key pressed since, the milliseconds until its row was painted; and the number of skipped rows. */
  followed(): { took: number[]; skipped: number }
}

declare global {
  interface Window {
    bench: Bench
  }
}

/**
 * Runs in each page before its scripts. Defines "painted" for all of them: a mutation observer has seen the result
 * in the document, the next animation frame has begun, and a message posted in that frame or the next has arrived,
 * which happens only after the frame's style, layout and paint. A key press begins at the time stamp of its event.
 */
function watchPaints(): void {
  const CHANGES = { subtree: true, childList: true, attributes: true, characterData: true }
  let began: number | null = null
  let onKey = (_at: number) => {}
  window.addEventListener('keydown', ({ timeStamp }) => onKey(timeStamp), { capture: true })

  const afterPaint = (then: (at: number) => void) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      let told = false
      const tell = () => {
        channel.port1.close()
        if (!told) then(performance.now())
        told = true
      }
      channel.port1.onmessage = tell
      channel.port2.postMessage(null)
      // Keys without a pause are handled before the message, but the next frame begins only after the previous
      // paint.
      requestAnimationFrame(tell)
    })

  let visited = new Set<number>()
  let pressed: number[] = []
  let painted: number[] = []
  const isIn = (node: Node, within: string) =>
    (node instanceof Element ? node : node.parentElement)?.closest(within) != null

  window.bench = {
    took: Promise.resolve(Number.NaN),
    arm(isThere, { since, within } = {}) {
      began = since ?? null
      onKey = (at) => {
        began ??= at
      }
      this.took = new Promise((resolve) => {
        const look = () => {
          if (began === null || !isThere()) return
          watch.disconnect()
          document.removeEventListener('focusin', look)
          const from = began
          afterPaint((at) => resolve(at - from))
        }
        const watch = new MutationObserver((changes) => {
          if (within === undefined || changes.some(({ target }) => isIn(target, within))) look()
        })
        watch.observe(document, CHANGES)
        if (within === undefined) document.addEventListener('focusin', look)
      })
    },
    follow(row) {
      const start = row()
      visited = new Set([start])
      pressed = []
      painted = []
      onKey = (at) => pressed.push(at)
      new MutationObserver(() => {
        const now = row()
        if (visited.has(now)) return
        visited.add(now)
        afterPaint((at) => {
          while (painted.length < now - start) painted.push(at)
        })
      }).observe(document, CHANGES)
    },
    followed: () => ({
      took: painted.map((at, move) => at - (pressed[move] ?? Number.NaN)),
      skipped: pressed.length - (visited.size - 1),
    }),
  }
}

const GIVE_UP_MS = 10_000

/** Makes a page measurable. Call it before the page is opened. */
export async function measurable(page: Page): Promise<void> {
  // The test runner wraps named functions in a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(watchPaints)
}

/** Slows the processor down for a page by this factor. Called after the setup, which need not be slow. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Time of the stopwatch last armed in the page, in milliseconds. */
export async function took(page: Page, what: string): Promise<number> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: nothing was painted.`)), GIVE_UP_MS)
  })
  return Promise.race([page.evaluate(() => window.bench.took), late]).finally(() => clearTimeout(timer))
}

/** The browser's own first contentful paint of the page, in milliseconds since the start of the navigation. */
export async function firstContentfulPaint(page: Page): Promise<number> {
  const painted = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? false,
  )
  return Number(await painted.jsonValue())
}

/**
 * Presses keys at a fixed interval, in milliseconds, without waiting for their results. Resolves when all were
 * handled.
 */
export async function pressAtPace(
  keys: readonly string[],
  everyMs: number,
  press: (key: string) => Promise<void>,
) {
  const began = performance.now()
  const presses: Promise<void>[] = []
  for (const [index, key] of keys.entries()) {
    const wait = began + index * everyMs - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    presses.push(press(key))
  }
  await Promise.all(presses)
}

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
