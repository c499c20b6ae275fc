import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Driver } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

/** The path of a program on the PATH; null if there is none. */
function program(...names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return paths.find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
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
