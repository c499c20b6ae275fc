import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runScript, startConsole } from '../browser/console-process.ts'
import { startPrinterServices, whyNoPrinters } from '../browser/ipp-printer.ts'
import { findJourneyBrowser, launchBrowser } from '../browser/launch.ts'
import { signedInSession } from '../browser/sign-in.ts'
import { programFile } from '../programs.ts'

/** What follows the path of the demo data in that of the file with the result, which is written when both are there. */
export const PREPARED = '.json'

/** The token of the user who is signed in in the demo data, or why there is none. */
export type Prepared = { session: string } | { fault: string }

/**
 * Runs before all tests: finds or installs the browser, and starts what the printers of journeys need. Building the
 * console and creating the demo data with a signed-in user, of which each file of journeys uses a copy, go on beside
 * the tests of other projects; `setup.ts` waits for them.
 */
export async function setup(): Promise<() => Promise<void>> {
  process.env.CHROMIUM_PATH = findJourneyBrowser()
  const endServices = whyNoPrinters() === null ? await startPrinterServices() : async () => undefined
  const folder = mkdtempSync(join(tmpdir(), 'console-demo-'))
  process.env.JOURNEY_DATA = folder
  const prepared = prepare(folder).then(
    (session) => writeResult(folder, { session }),
    (error: unknown) => writeResult(folder, { fault: String(error) }),
  )
  return async () => {
    await prepared
    await endServices()
    for (const made of [folder, folder + PREPARED]) rmSync(made, { recursive: true, force: true })
  }
}

/** Builds the console, and creates the demo data in a folder. @returns the token of the signed-in user */
async function prepare(folder: string): Promise<string> {
  const [browser] = await Promise.all([launchBrowser(), runScript('src/build/build.ts')])
  try {
    const maker = await startConsole({}, folder, { program: [programFile('server')] })
    const session = await signedInSession(await browser.newPage(), maker.url)
    await maker.stop()
    return session
  } finally {
    await browser.close()
  }
}

/** Written beside the data and then renamed, so that nobody reads a part of it. */
function writeResult(folder: string, result: Prepared): void {
  const path = folder + PREPARED
  writeFileSync(`${path}.new`, JSON.stringify(result))
  renameSync(`${path}.new`, path)
}
