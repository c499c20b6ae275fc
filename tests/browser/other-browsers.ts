import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import puppeteer from 'puppeteer-core'
import * as z from 'zod'
import { freePort } from './console-process.ts'
import { isProgram } from './launch.ts'

/** Keys pressed by name. Characters are typed. */
type Key = 'Control' | 'Alt' | 'Enter' | 'Escape' | 'ArrowDown' | 'k'

/** A browser with one page, with the operations of the main job. Independent of the protocol. */
export interface Driver {
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
export const OTHER_BROWSERS: readonly OtherBrowser[] = [
  { name: 'Firefox', start: firefox() },
  { name: 'WebKit', start: webKit() },
]
