import puppeteer from 'puppeteer-core'
import type { Driver } from './driver.ts'

/** Ten frames a second and no animations: software draws each frame, and the job only looks at the results. */
const FEW_FRAMES = { 'layout.frame_rate': 10, 'ui.prefersReducedMotion': 1 }

/** Starts Firefox without a window, over WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<Driver> {
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
