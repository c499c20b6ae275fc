import type { Page } from 'playwright-core'

/** What a page under measurement offers; see `watchPaints`. */
interface Bench {
  /**
   * Arms a stopwatch: from the next key press, or from `since`, until what `isThere` looks for is painted. Only changes
   * inside of `within` count.
   */
  arm(isThere: () => boolean, options?: { since?: number; within?: string }): void
  /** What the armed stopwatch took, in ms. */
  took: Promise<number>
  /** Follows the active row: `row` gives its position, every press of a key should move it by one. */
  follow(row: () => number): void
  /** For every key pressed since, the ms until the row that it leads to was painted; and how many rows were skipped. */
  followed(): { took: number[]; skipped: number }
}

declare global {
  interface Window {
    bench: Bench
  }
}

/**
 * Runs in every page, before its own scripts. One definition of painted for all: the change that shows the result is in
 * the document (a mutation observer saw it), the next animation frame has begun, and a message posted in it or the frame
 * after it has come, which either does only after that frame's styles, layout and paint. A key press begins at its event's own time stamp.
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
      // Keys that come without a pause are let before the message, but a frame begins only when the last is painted.
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

/** Makes a page measurable; before it is opened. */
export async function measurable(page: Page): Promise<void> {
  // What runs this file wraps named functions in a helper of its own, which the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(watchPaints)
}

/** Makes the processor so many times slower for a page; from when on it is measured, so that setting up is not. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** What the stopwatch armed last in the page took, in ms. */
export async function took(page: Page, what: string): Promise<number> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: nothing was painted.`)), GIVE_UP_MS)
  })
  return Promise.race([page.evaluate(() => window.bench.took), late]).finally(() => clearTimeout(timer))
}

/** Presses keys at a fixed pace, in ms, without waiting for what they do; resolves when all were taken. */
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
