import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import puppeteer from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { listOrders, type Order } from '../../src/contract/orders.ts'
import { isPacked, isShipped } from '../../src/domain/orders/order-status.ts'
import { type ConsoleProcess, freePort } from '../browser/console-process.ts'
import { isProgram } from '../browser/launch.ts'
import { isToBeSent } from './screens.ts'
import { startJourneyConsole } from './workbench.ts'

/** Keys pressed by name. Characters are typed. */
type Key = 'Control' | 'Alt' | 'Enter' | 'Escape' | 'ArrowDown' | 'k'

/** A browser with one page, with the operations of the main job. Independent of the protocol. */
interface Driver {
  open(url: string): Promise<void>
  /** Presses keys together, like a shortcut. */
  press(...keys: readonly Key[]): Promise<void>
  /** Presses the key of each character. */
  type(text: string): Promise<void>
  /** The browser's own Back. */
  back(): Promise<void>
  /** The result of running a function on a text in the page. */
  read(inPage: (text: string) => string, text?: string): Promise<string>
  close(): Promise<void>
}

/** Ten frames a second and no animations: software draws each frame, and the job only looks at the results. */
const FEW_FRAMES = { 'layout.frame_rate': 10, 'ui.prefersReducedMotion': 1 }

/** Starts Firefox without a window, over WebDriver BiDi. */
async function startFirefox(executablePath: string): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // As Chromium, it exits when its message bus does.
    env: { ...process.env, DBUS_SYSTEM_BUS_ADDRESS: 'disabled:' },
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: FEW_FRAMES,
  })
  const page = await browser.newPage()
  return {
    async open(url) {
      await page.goto(url)
    },
    async press(...keys) {
      for (const key of keys) await page.keyboard.down(key)
      for (const key of keys.toReversed()) await page.keyboard.up(key)
    },
    type: (text) => page.keyboard.type(text),
    async back() {
      await page.goBack()
    },
    read: (inPage, text = '') => page.evaluate(inPage, text),
    close: () => browser.close(),
  }
}

/** WebDriver's codes of keys. */
const CODES: Record<Key, string> = {
  Control: '\uE009',
  Alt: '\uE00A',
  Enter: '\uE007',
  Escape: '\uE00C',
  ArrowDown: '\uE015',
  k: 'k',
}

const Session = z.object({ sessionId: z.string() })

/**
 * Starts WebKitGTK's MiniBrowser in a virtual screen, over WebDriver.
 * @param driver path of WebKitWebDriver
 * @param xvfb path of the virtual screen's server
 */
async function startWebKit(driver: string, xvfb: string): Promise<Driver> {
  const children: ChildProcess[] = []
  const stop = () => Promise.all(children.map(ended))
  try {
    const size = ['-screen', '0', '1440x900x24', '-nolisten', 'tcp']
    const screen = spawn(xvfb, ['-displayfd', '1', ...size], { stdio: ['ignore', 'pipe', 'ignore'] })
    children.push(screen)
    const [display] = await once(createInterface({ input: screen.stdout }), 'line')
    const port = await freePort()
    const env = {
      ...process.env,
      DISPLAY: `:${display}`,
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Without a graphics card, it paints the page once instead of in layers.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    }
    const server = spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' })
    children.unshift(server)
    return await session(`http://127.0.0.1:${port}`, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function session(server: string, stop: () => Promise<unknown>): Promise<Driver> {
  await listening(server)
  const { sessionId } = Session.parse(await call(`${server}/session`, { capabilities: {} }))
  const address = `${server}/session/${sessionId}`
  const act = (keys: { type: 'keyDown' | 'keyUp'; value: string }[]) =>
    call(`${address}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions: keys }] })
  return {
    async open(url) {
      await call(`${address}/url`, { url })
    },
    async press(...keys) {
      const values = keys.map((key) => CODES[key])
      await act([
        ...values.map((value) => ({ type: 'keyDown' as const, value })),
        ...values.toReversed().map((value) => ({ type: 'keyUp' as const, value })),
      ])
    },
    async type(text) {
      await act(
        [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      )
    },
    async back() {
      await call(`${address}/back`, {})
    },
    async read(inPage, text = '') {
      const script = `return (${inPage.toString()}).apply(null, arguments)`
      return z.string().parse(await call(`${address}/execute/sync`, { script, args: [text] }))
    },
    async close() {
      await call(address)
      await stop()
    },
  }
}

/**
 * Posts a command; without a body, ends the session.
 * @throws with WebDriver's own message
 */
async function call(address: string, body?: object): Promise<unknown> {
  const answer = await fetch(address, {
    method: body ? 'POST' : 'DELETE',
    ...(body && { body: JSON.stringify(body) }),
  })
  const { value } = z.object({ value: z.unknown() }).parse(await answer.json())
  if (!answer.ok) throw new Error(`${address} answered ${JSON.stringify(value)}`)
  return value
}

/** Waits until the driver responds, because it prints nothing when ready. */
async function listening(server: string): Promise<void> {
  for (;;) {
    const answers = await fetch(`${server}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answers) return
    await pause(50)
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill()
  await exit
}

/** The path of a program on the PATH; null if there is none. */
function program(...names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return paths.find(isProgram) ?? null
}

interface OtherBrowser {
  name: string
  /** Null if the browser is not installed. */
  start: (() => Promise<Driver>) | null
}

function firefox(): OtherBrowser['start'] {
  const path = program('firefox-esr', 'firefox')
  return path === null ? null : () => startFirefox(path)
}

function webKit(): OtherBrowser['start'] {
  const [driver, xvfb] = [program('WebKitWebDriver'), program('Xvfb')]
  return driver === null || xvfb === null ? null : () => startWebKit(driver, xvfb)
}

/** Browsers besides Chromium in which the main job is tested, as packaged by Debian. */
const OTHER_BROWSERS: readonly OtherBrowser[] = [
  { name: 'Firefox', start: firefox() },
  { name: 'WebKit', start: webKit() },
]

let running: ConsoleProcess | null = null
beforeAll(async () => {
  running = await startJourneyConsole()
})
afterAll(() => running?.remove())

for (const { name, start } of OTHER_BROWSERS) {
  const isAsked = process.env.REQUIRE_BROWSERS === '1'
  if (start === null && !isAsked) console.warn(`The main job in ${name} is left out: it is not installed.`)
  describe.runIf(start !== null || isAsked)(name, () => {
    let driver: Driver | null = null
    beforeAll(async () => {
      if (start === null) throw new Error(`${name} is not installed.`)
      driver = await start()
    })
    afterAll(() => driver?.close())
    test('the main job: sign in, pay, pack, freight, consign, label, list and Back', async () => {
      if (driver === null || running === null) throw new Error('The browser is started before the job.')
      await mainJob(driver, running.url)
    })
  })
}

/** Milliseconds between two polls of the page. Each poll costs Firefox much processor time. */
const POLL_MS = 200

/** An unpaid order to be sent by courier. */
async function unpaidOrder(url: string): Promise<string> {
  const headers = { authorization: `Bearer ${process.env.JOURNEY_SESSION}` }
  const answer = await fetch(`${url}/api/v1/orders?status=unpaid`, { headers })
  const { rows } = listOrders.answer.parse(await answer.json())
  const fits = (order: Order) => isToBeSent(order) && !isPacked(order) && !isShipped(order)
  const order = rows.find(fits)
  if (!order) throw new Error('The demo data has no unpaid order to send.')
  return order.code
}

/** Checks of the page. The text is a selector. */
const LOOKS = {
  path: () => location.pathname + location.search,
  focus: () => document.activeElement?.tagName ?? '',
  words: (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].map((element) => element.innerText).join('\n'),
  isThere: (selector: string) => String(document.querySelector(selector) !== null),
  value: () => (document.activeElement instanceof HTMLInputElement ? document.activeElement.value : ''),
}

/** Replaces the print dialog, which a test cannot close, and notes the paper sizes. */
function notePrint(): string {
  new MutationObserver((changes) => {
    for (const frame of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(frame instanceof HTMLIFrameElement)) continue
      const replace = () => {
        const { contentDocument: paper, contentWindow: view } = frame
        if (!view || !paper) return
        view.print = () => {
          const [, size = ''] = /@page [^{]*\{ size: ([^;]*);/.exec(paper.head.innerHTML) ?? []
          document.body.dataset.printed = size
        }
      }
      replace()
      frame.addEventListener('load', replace)
    }
  }).observe(document.body, { childList: true })
  return ''
}

/** The main job by keyboard. Each step waits for what the user would see. */
async function mainJob(driver: Driver, url: string): Promise<void> {
  const code = await unpaidOrder(url)
  const sees = (look: keyof typeof LOOKS, selector = '') =>
    expect.poll(() => driver.read(LOOKS[look], selector), {
      message: `${look} ${selector}`,
      interval: POLL_MS,
    })

  await driver.open(url)
  await sees('words', 'button:enabled').toContain('Login with Microsoft')
  await sees('isThere', 'button:focus').toBe('true')
  await driver.press('Enter')
  await sees('path').toContain('/local-identity/')
  await sees('isThere', 'button:focus').toBe('true')
  await driver.press('Enter')
  await sees('isThere', '[role=grid] [data-active]').toBe('true')

  await driver.press('Control', 'k')
  await sees('isThere', '[role=dialog] input:focus').toBe('true')
  await driver.type(code)
  await driver.press('Enter')
  await sees('words', 'h1').toBe(`Order #${code}`)
  await sees('words', 'main').toContain('Order has not been shipped yet')

  await driver.type('r')
  await sees('words', '[role=dialog]').toContain('Record payment')
  await driver.press('Control', 'Enter')
  await sees('isThere', '[role=dialog]').toBe('false')
  await sees('words', 'main').toContain('Order has not been packed yet')
  await driver.type('p')
  await sees('words', '[role=dialog]').toContain('Pack order items')
  await driver.type(' ')
  await sees('isThere', '[role=dialog] input[type=checkbox]:focus:not(:checked)').toBe('true')
  await driver.press('Control', 'Enter')
  await sees('isThere', '[role=dialog]').toBe('false')
  await sees('words', 'main').toContain('Order items picked')

  await driver.type('t')
  await sees('words', 'main').toContain('Parcel items')
  await driver.press('Alt', 'ArrowDown')
  await sees('isThere', '[role=dialog] [role=option]').toBe('true')
  await driver.press('Enter')
  await sees('words', 'main').toContain('Address verified')
  await sees('isThere', '[aria-label="Height (cm), parcel 1"]:focus').toBe('true')
  for (const [index, measure] of ['22', '60', '30', '11'].entries()) {
    if (index > 0) await driver.press('Enter')
    await driver.type(measure)
    await sees('value').toBe(measure)
  }
  await driver.press('Control', 'Enter')
  await sees('isThere', '[role=radiogroup] input:focus').toBe('true')
  await driver.type('1')
  await sees('isThere', 'input[type=radio]:checked').toBe('true')
  await driver.press('Enter')
  await sees('isThere', 'canvas[data-drawn]').toBe('true')
  await sees('path').toMatch(/^\/consignments\/[^/]+\?tab=labels$/)

  await driver.read(notePrint)
  await driver.type('p')
  await sees('isThere', 'body[data-printed="100mm 150mm"]').toBe('true')

  await driver.type('go')
  await sees('isThere', '[role=grid]:focus [data-active]').toBe('true')
  await driver.type('gg')
  await sees('words', 'nav').toContain('Row 1 of')
  await driver.type('jj')
  await sees('words', 'nav').toContain('Row 3 of')
  await driver.type('x')
  await sees('words', 'main').toContain('1 selected')
  await driver.press('Enter')
  await sees('path').toMatch(/^\/orders\/[^/]+$/)
  await sees('words', '[role=tab]').toContain('Freight')
  await driver.back()
  await sees('words', 'nav').toContain('Row 3 of')
  await sees('isThere', '[role=grid]:focus [data-active][aria-selected=true]').toBe('true')
}
