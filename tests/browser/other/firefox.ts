import puppeteer from 'puppeteer-core'
import type { Driver } from './driver.ts'

/** Starts Firefox without a window, over WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: { width: 1440, height: 900 },
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
