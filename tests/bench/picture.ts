import { fileURLToPath } from 'node:url'
import { runScript, startConsole } from '../browser/console-process.ts'
import { launchBrowser } from '../browser/launch.ts'
import { signIn } from '../browser/sign-in.ts'

/** `npm run picture`: takes the README's screenshot of the built console with the demo business. */
await runScript('src/build/build.ts')
const [console, browser] = await Promise.all([startConsole(), launchBrowser()])
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(page, console.url)
  await page.getByRole('grid').locator('tbody [role=row]').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.screenshot({ path: fileURLToPath(new URL('../../docs/screenshot.png', import.meta.url)) })
} finally {
  await browser.close()
  await console.remove()
}
