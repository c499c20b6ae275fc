import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'

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
export function launchBrowser(
  flags: readonly string[] = [],
  executablePath: string = findBrowser(),
): Promise<Browser> {
  return chromium.launch({
    executablePath,
    chromiumSandbox: false,
    // Chromium exits when its message bus does, such as the one started by the tests of printing.
    env: { ...process.env, DBUS_SYSTEM_BUS_ADDRESS: 'disabled:' },
    args: [...FLAGS, ...flags],
  })
}

/** Starts the browser with a camera that shows a motion JPEG. A headless shell has no cameras. */
export function launchWithCamera(file: string): Promise<Browser> {
  const isShell = /headless[-_]shell/.test(process.env.CHROMIUM_PATH ?? '')
  const whole = isShell ? installedBrowser({ ...process.env, CHROMIUM_PATH: '' }) : null
  return launchBrowser(
    [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
    whole ?? findBrowser(),
  )
}

/** Chromium without its own windows. It does the same in a page with a quarter less processor time. */
const HEADLESS_SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'msedge',
]

/** Usual installation paths of browsers that are not on the PATH. */
function usualPlaces(env: NodeJS.ProcessEnv): string[] {
  const onMac = [
    'Google Chrome.app/Contents/MacOS/Google Chrome',
    'Chromium.app/Contents/MacOS/Chromium',
    'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ]
  const onWindows = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']
  switch (process.platform) {
    case 'darwin':
      return ['/Applications', join(env.HOME ?? '', 'Applications')].flatMap((folder) =>
        onMac.map((app) => join(folder, app)),
      )
    case 'win32':
      return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].flatMap((folder) =>
        folder ? onWindows.map((program) => join(folder, program)) : [],
      )
    default:
      return ['/snap/bin/chromium']
  }
}

/** Whether a file can be run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** An installed browser: CHROMIUM_PATH, then the PATH, then the usual paths. Null if there is none. */
function installedBrowser(env: NodeJS.ProcessEnv = process.env): string | null {
  const asked = env.CHROMIUM_PATH
  if (asked) {
    if (isProgram(asked)) return asked
    throw new Error(`CHROMIUM_PATH is set to ${asked}, but there is no program there.`)
  }
  return [...onPath(NAMES, env), ...usualPlaces(env)].find(isProgram) ?? null
}

function onPath(names: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return (env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, `${name}${suffix}`)))
}

/** Whether the command succeeded. */
function ran(program: string, parameters: string[]): boolean {
  try {
    execFileSync(program, parameters, { stdio: 'ignore', timeout: 300_000 })
    return true
  } catch {
    return false
  }
}

/** Installs Debian's package, if this process may do so. */
function fromDebian(): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return null
  const isThere =
    ran('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']) ||
    (ran('apt-get', ['update']) && ran('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']))
  return isThere ? installedBrowser() : null
}

/** Playwright's own browser, which is downloaded if missing. */
function fromPlaywright(): string | null {
  if (isProgram(chromium.executablePath())) return chromium.executablePath()
  const cli = join(createRequire(import.meta.url).resolve('playwright-core/package.json'), '..', 'cli.js')
  ran(process.execPath, [cli, 'install', 'chromium'])
  return isProgram(chromium.executablePath()) ? chromium.executablePath() : null
}

/**
 * The browser for the journeys: CHROMIUM_PATH, otherwise an installed headless shell, otherwise the result of
 * `findBrowser`.
 * @throws Error with one sentence if there is none and none can be installed
 */
export function findJourneyBrowser(env: NodeJS.ProcessEnv = process.env): string {
  if (env.CHROMIUM_PATH) return findBrowser()
  return onPath(HEADLESS_SHELLS, env).find(isProgram) ?? findBrowser()
}

/**
 * The browser for measurements, as staff use it. Installs one if there is none.
 * @throws Error with one sentence if that fails
 */
function findBrowser(): string {
  const path = installedBrowser() ?? fromDebian() ?? fromPlaywright()
  if (path) return path
  throw new Error(
    'The browser tests need Chromium or Chrome: install one, or name its program in CHROMIUM_PATH.',
  )
}

/**
 * Keeps what pages print: the document in the attribute `data-printed` of its body, the time in ms in
 * `data-printed-at`. A headless browser has no print dialog, and would close the page.
 */
export async function keepPrinted(pages: Pick<Page, 'addInitScript'>): Promise<void> {
  await pages.addInitScript(() => {
    window.print = () => {
      const { dataset } = window.parent.document.body
      dataset.printedAt = String(window.parent.performance.now())
      dataset.printed = document.documentElement.outerHTML
    }
  })
}
