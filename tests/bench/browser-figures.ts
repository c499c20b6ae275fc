import { performance } from 'node:perf_hooks'
import type { Browser, Page } from 'playwright-core'
import { type ConsoleProcess, startConsole } from '../browser/console-process.ts'
import { launchBrowser } from '../browser/launch.ts'
import { signIn } from '../browser/sign-in.ts'
import { milliseconds, type Row, type Summary, summarise } from './figures.ts'
import { firstContentfulPaint, slowDown } from './painted.ts'

const TOKEN_KEY = 'session-token'
const COLD_LOADS = 30
const STARTS = 7
/**
 * Milliseconds for which the browser is busy after opening a window, because its own bars are pages in another
 * process.
 */
const WINDOW_MS = 1500
const THROTTLED = 4

/**
 * Signs in as a demo user.
 * @returns the token
 */
export async function tokenOf(browser: Browser, url: string): Promise<string> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, url)
  const token = await page.evaluate((key) => localStorage.getItem(key), TOKEN_KEY)
  await context.close()
  return token ?? ''
}

/** A blank page of a signed-in context with an empty cache. */
export async function coldPage(browser: Browser, url: string, token: string): Promise<Page> {
  const origins = [{ origin: new URL(url).origin, localStorage: [{ name: TOKEN_KEY, value: token }] }]
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins },
  })
  const page = await context.newPage()
  await page.waitForTimeout(WINDOW_MS)
  return page
}

/**
 * Records in the page when the first row was painted, in milliseconds since the start of the navigation: in `readableMs`
 * by whom ever, in `firstRowsMs` by React.
 */
export async function noteFirstRows(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const first = { readableMs: 'tbody [role=row]', firstRowsMs: '[role=grid] tbody [role=row]' }
    for (const [name, rows] of Object.entries(first)) {
      const watch = new MutationObserver(() => {
        if (!document.querySelector(rows)) return
        watch.disconnect()
        requestAnimationFrame(() => setTimeout(() => Reflect.set(window, name, performance.now())))
      })
      watch.observe(document, { childList: true, subtree: true })
    }
  })
}

/** Milliseconds from the start of the navigation until rows could be read. */
export const readableAt = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'readableMs')))

async function firstRows(page: Page, url: string): Promise<number> {
  await noteFirstRows(page)
  await page.goto(`${url}/orders`)
  const handle = await page.waitForFunction(() => Number(Reflect.get(window, 'firstRowsMs') ?? 0) || false)
  return Number(await handle.jsonValue())
}

/** Milliseconds of loads with nothing cached, by what was painted. */
interface ColdLoads {
  shell: Summary
  /** Rows drawn by the page, which can be read. */
  readable: Summary
  /** React's rows, which answer keys. */
  rows: Summary
  /** First contentful paint of a page with nothing but a line of text: what the browser and the server need. */
  bare: Summary
}

async function coldLoads(browser: Browser, url: string, token: string, slowdown: number): Promise<ColdLoads> {
  const shell: number[] = []
  const readable: number[] = []
  const rows: number[] = []
  const bare: number[] = []
  const visit = async (measure: (page: Page) => Promise<void>) => {
    const page = await coldPage(browser, url, token)
    await slowDown(page, slowdown)
    await measure(page)
    await page.context().close()
  }
  for (let load = 0; load < COLD_LOADS; load += 1) {
    await visit(async (page) => {
      rows.push(await firstRows(page, url))
      readable.push(await readableAt(page))
      shell.push(await firstContentfulPaint(page))
    })
    await visit(async (page) => {
      await page.goto(`${url}/healthz`)
      bare.push(await firstContentfulPaint(page))
    })
  }
  return {
    shell: summarise(shell),
    readable: summarise(readable),
    rows: summarise(rows),
    bare: summarise(bare),
  }
}

/** Compressed bytes of script transferred before the first rows are painted. */
async function scriptBytes(browser: Browser, url: string, token: string): Promise<number> {
  const page = await coldPage(browser, url, token)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const scripts = new Set<string>()
  const ended: { id: string; bytes: number; at: number }[] = []
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    ended.push({ id: requestId, bytes: encodedDataLength, at: performance.now() })
  })
  await firstRows(page, url)
  const rowsAt = performance.now()
  const bytes = ended
    .filter(({ id, at }) => scripts.has(id) && at <= rowsAt)
    .reduce((sum, one) => sum + one.bytes, 0)
  await page.context().close()
  return bytes
}

async function warmStarts(console: ConsoleProcess): Promise<number[]> {
  const samples: number[] = []
  for (let start = 0; start < STARTS; start += 1) {
    await console.stop()
    samples.push(await console.start())
  }
  return samples
}

const shown = ({ median, p95 }: Summary): Row => [milliseconds(median), milliseconds(p95)]

/** Times that a user waits in the browser, on the demo data. */
export async function browserFigures(): Promise<Row[]> {
  const console = await startConsole()
  const browser = await launchBrowser()
  try {
    const token = await tokenOf(browser, console.url)
    const bytes = await scriptBytes(browser, console.url, token)
    const cold = await coldLoads(browser, console.url, token, 1)
    const slow = await coldLoads(browser, console.url, token, THROTTLED)
    const start = summarise(await warmStarts(console))
    return [
      ['JavaScript on the wire until the orders show', '≤ 200 KiB', `${(bytes / 1024).toFixed(0)} KiB`, ''],
      ['First contentful paint of a cold load', '≤ 120 ms', ...shown(cold.shell)],
      ['The same of a page with a line of text', '', ...shown(cold.bare)],
      ['First rows after a cold load, readable', '≤ 250 ms', ...shown(cold.readable)],
      ['The same, usable', '≤ 350 ms', ...shown(cold.rows)],
      ['First contentful paint on a CPU four times slower', '', ...shown(slow.shell)],
      ['The same of a page with a line of text', '', ...shown(slow.bare)],
      ['First rows on a CPU four times slower, readable', '≤ 600 ms', ...shown(slow.readable)],
      ['The same, usable', '≤ 1,100 ms', ...shown(slow.rows)],
      ['`npm start` to ready, nothing to build', '≤ 2 s', ...shown(start)],
    ]
  } finally {
    await browser.close()
    await console.remove()
  }
}
