import { type Browser, chromium } from 'playwright-core'
import { findBrowser } from './find-browser.ts'

/** What keeps the browser still: nothing of its own on the network, the same pixels and clock on every machine. */
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
]

/** The installed browser, headless. Root has no sandbox to give it. */
export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser(),
    chromiumSandbox: false,
    args: [...FLAGS, ...flags],
  })
}
