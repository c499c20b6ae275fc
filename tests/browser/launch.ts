import { type Browser, chromium } from 'playwright-core'
import { findBrowser } from './find-browser.ts'

/**
 * Makes the browser reproducible: no network requests of its own, and equal rendering and time zone on every
 * machine.
 */
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
]

/** Starts the installed browser, headless. Running as root, it cannot use its sandbox. */
export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser(),
    chromiumSandbox: false,
    // Chromium exits when its message bus does, such as the one started by the tests of printing.
    env: { ...process.env, DBUS_SYSTEM_BUS_ADDRESS: 'disabled:' },
    args: [...FLAGS, ...flags],
  })
}
