import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runScript, startConsole } from '../browser/console-process.ts'
import { findBrowser } from '../browser/find-browser.ts'
import { launchBrowser } from '../browser/launch.ts'
import { signedInSession } from '../browser/sign-in.ts'

/**
 * Before any journey: finds (or installs) the browser, builds the console, and makes the demo data with somebody signed
 * in, of which every file of journeys then takes a copy.
 */
export async function setup(): Promise<() => void> {
  process.env.CHROMIUM_PATH = findBrowser()
  await runScript('src/build/build.ts')
  const folder = mkdtempSync(join(tmpdir(), 'console-demo-'))
  const maker = await startConsole({}, folder)
  const browser = await launchBrowser()
  process.env.JOURNEY_SESSION = await signedInSession(await browser.newPage(), maker.url)
  await browser.close()
  await maker.stop()
  process.env.JOURNEY_DATA = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
