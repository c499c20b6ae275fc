import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runScript, startConsole } from '../browser/console-process.ts'
import { startPrinterServices, whyNoPrinters } from '../browser/ipp-printer.ts'
import { findJourneyBrowser, launchBrowser } from '../browser/launch.ts'
import { signedInSession } from '../browser/sign-in.ts'
import { programFile } from '../programs.ts'

/**
 * Runs before all journeys: finds or installs the browser, builds the console, and creates the demo data with a
 * signed-in user. Each file of journeys uses a copy of this data. Starts what the printers of journeys need.
 */
export async function setup(): Promise<() => Promise<void>> {
  process.env.CHROMIUM_PATH = findJourneyBrowser()
  const [browser] = await Promise.all([launchBrowser(), runScript('src/build/build.ts')])
  const folder = mkdtempSync(join(tmpdir(), 'console-demo-'))
  const maker = await startConsole({}, folder, { program: [programFile('server')] })
  process.env.JOURNEY_SESSION = await signedInSession(await browser.newPage(), maker.url)
  await browser.close()
  await maker.stop()
  process.env.JOURNEY_DATA = folder
  const endServices = whyNoPrinters() === null ? await startPrinterServices() : async () => undefined
  return async () => {
    await endServices()
    rmSync(folder, { recursive: true, force: true })
  }
}
