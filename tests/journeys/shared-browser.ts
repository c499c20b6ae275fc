import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { freePort } from '../browser/console-process.ts'
import { keepPrinted } from '../browser/keep-printed.ts'
import { launchBrowser } from '../browser/launch.ts'
import { navigate } from '../browser/navigate.ts'
import { TOKEN_KEY } from '../browser/sign-in.ts'

/** Shorter than the time-out of a test, so that a failure names the step; long enough for a busy machine. */
const STEP_MS = 30_000

/** Lower than a usual window, because each row in view is rendered, but higher than those with a layout of their own. */
const VIEWPORT = { width: 1440, height: 560 }

/** Options of a browser context that a reused page can be given and reset. */
const RESETTABLE_OPTIONS = new Set(['viewport', 'colorScheme', 'permissions'])

/** The console that a page opens, and the token of its session; null without a session. */
export interface Visit {
  url: string
  session: string | null
}

/** A page that is reused by the next journey. */
interface ReusedPage {
  page: Page
  url: string
  /** Options of its context that cannot be changed, as JSON. */
  options: string
  /** Whether a journey uses it, it has been reset, or it shows the console as a journey left it. */
  state: 'taken' | 'reset' | 'open'
  /** Whether it stays open after its journey, for a journey that navigates within the console. */
  staysOpen: boolean
}

/**
 * The browser of a worker, shared by its files. Pages are reused, because a page whose scripts are compiled opens in a
 * quarter of the time.
 */
class SharedBrowser {
  readonly #reused = new Set<ReusedPage>()
  readonly #contexts = new Set<BrowserContext>()
  readonly #faults: string[] = []
  #launched: Promise<Browser> | null = null

  /** A page without storage or interceptions. Pages of one journey share no storage. */
  async page({ url, session }: Visit, options: BrowserContextOptions): Promise<Page> {
    const { page } = await this.#take(url, options)
    await adjust(page, options)
    if (session !== null) await storeSession(page, session)
    return page
  }

  /** A page at a path, which stays open after its journey. Only the first one loads the console. */
  async navigated({ url, session }: Visit, path: string, options: BrowserContextOptions): Promise<Page> {
    const key = JSON.stringify(lastingOptions(options))
    const open = Array.from(this.#reused).find(
      (one) => one.state === 'open' && one.url === url && one.options === key,
    )
    if (open) open.state = 'taken'
    const reused = open ?? (await this.#take(url, options))
    reused.staysOpen = true
    await adjust(reused.page, options)
    if (open) await navigate(reused.page, path)
    else {
      if (session !== null) await storeSession(reused.page, session)
      await reused.page.goto(path)
    }
    return reused.page
  }

  /** Leaves a page open after its journey, for `navigated`. */
  keepOpen(page: Page): void {
    for (const reused of this.#reused) if (reused.page === page) reused.staysOpen = true
  }

  /** A page that is closed after the journey and not reused. */
  async apart({ url, session }: Visit): Promise<Page> {
    const localStorage = session === null ? [] : [{ name: TOKEN_KEY, value: session }]
    const context = await this.#context(url, {
      storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
    })
    this.#contexts.add(context)
    return context.newPage()
  }

  async #take(url: string, options: BrowserContextOptions): Promise<ReusedPage> {
    for (const reused of this.#reused) if (reused.url !== url) await this.#drop(reused)
    const lasting = lastingOptions(options)
    const key = JSON.stringify(lasting)
    const found = Array.from(this.#reused).find((one) => one.state === 'reset' && one.options === key)
    if (found) {
      found.state = 'taken'
      return found
    }
    const context = await this.#context(url, lasting)
    const page = await context.newPage()
    const reused: ReusedPage = { page, url, options: key, state: 'taken', staysOpen: false }
    this.#reused.add(reused)
    await clear(reused)
    return reused
  }

  async #drop(reused: ReusedPage): Promise<void> {
    this.#reused.delete(reused)
    await reused.page.context().close()
  }

  async #context(url: string, options: BrowserContextOptions): Promise<BrowserContext> {
    this.#launched ??= launchBrowser()
    const browser = await this.#launched
    const context = await browser.newContext({ viewport: VIEWPORT, baseURL: url, ...options })
    context.setDefaultTimeout(STEP_MS)
    await keepPrinted(context)
    context.on('weberror', (error) => this.#faults.push(String(error.error())))
    context.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) this.#faults.push(message.text())
    })
    return context
  }

  /**
   * Closes or resets the pages of a journey, or leaves them open for the next one, unless it failed. Returns the
   * errors of their scripts and violations of the security policy.
   */
  async leave(hasFailed: boolean): Promise<string[]> {
    const pages = Array.from(this.#contexts, (context) => context.pages()).flat()
    // The console sends requests when idle, so intercepted calls at the end are not errors.
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    await Promise.all(Array.from(this.#contexts, (context) => context.close()))
    this.#contexts.clear()
    const taken = Array.from(this.#reused).filter(({ state }) => state === 'taken')
    await Promise.all(
      taken.map((one) => (one.staysOpen && !hasFailed ? this.#leaveOpen(one) : this.#reset(one))),
    )
    return this.#faults.splice(0)
  }

  /** Resets the pages that were left open, before their console ends. */
  async end(): Promise<void> {
    const open = Array.from(this.#reused).filter(({ state }) => state === 'open')
    await Promise.all(open.map((one) => this.#reset(one)))
  }

  async #leaveOpen(reused: ReusedPage): Promise<void> {
    await removeInterceptions(reused.page)
    reused.state = 'open'
  }

  async #reset(reused: ReusedPage): Promise<void> {
    reused.staysOpen = false
    // The journey may have left it in any state, so the next one gets another page if it cannot be reset.
    await clear(reused).then(
      () => {
        reused.state = 'reset'
      },
      () => this.#drop(reused),
    )
  }
}

export const sharedBrowser = new SharedBrowser()

let port: number | null = null

/**
 * The port of this worker's consoles, which run one after another: the browser caches compiled scripts by origin.
 * Changes if another program has taken the port in between.
 */
export async function sharedPort(): Promise<number> {
  port = await freePort(port ?? 0).catch(() => freePort())
  return port
}

/**
 * Headers that the console sends, too. With others, Chromium would give each navigation a new process, in which no
 * script is compiled yet.
 */
const ISOLATION = { 'cross-origin-opener-policy': 'same-origin', 'origin-agent-cluster': '?1' }

/** The options of a context that cannot be changed. */
function lastingOptions(options: BrowserContextOptions): BrowserContextOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !RESETTABLE_OPTIONS.has(name)))
}

async function adjust(
  page: Page,
  { viewport, colorScheme, permissions }: BrowserContextOptions,
): Promise<void> {
  if (permissions) await page.context().grantPermissions(permissions)
  await page.setViewportSize(viewport ?? VIEWPORT)
  await page.emulateMedia({ colorScheme: colorScheme ?? 'light', forcedColors: null })
}

function storeSession(page: Page, session: string): Promise<void> {
  return page.evaluate(([key, value]) => localStorage.setItem(key, value), [TOKEN_KEY, session] as const)
}

/** Closes the other pages of a page's context, and removes interceptions and listeners. */
async function removeInterceptions(page: Page): Promise<void> {
  const others = page
    .context()
    .pages()
    .filter((one) => one !== page)
  await Promise.all(others.map((one) => one.close()))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const event of [
    'request',
    'requestfinished',
    'requestfailed',
    'response',
    'dialog',
    'popup',
  ] as const) {
    page.removeAllListeners(event)
  }
}

/** Resets a page: closes layers, clears storage, and removes interceptions and permissions. */
async function clear({ page, url }: ReusedPage): Promise<void> {
  const context = page.context()
  await removeInterceptions(page)
  // Leaves the console first, because it stores data when left. Only a page of the same origin can clear it.
  const blank = `${url}/blank`
  await page.route(blank, (route) =>
    route.fulfill({ contentType: 'text/html', headers: ISOLATION, body: '' }),
  )
  await page.goto(blank)
  await page.unroute(blank)
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name = '' } of await indexedDB.databases()) {
      await new Promise((resolve) => {
        const deleting = indexedDB.deleteDatabase(name)
        for (const end of ['success', 'error', 'blocked']) deleting.addEventListener(end, resolve)
      })
    }
  })
  await Promise.all([context.clearCookies(), context.clearPermissions()])
}
