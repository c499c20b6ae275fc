import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { freePort } from '../console-process.ts'
import type { Driver, Key } from './driver.ts'

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
export async function startWebKit(driver: string, xvfb: string): Promise<Driver> {
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
