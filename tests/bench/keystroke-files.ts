import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from 'playwright-core'
import type { Plugin } from 'vite'
import { launchBrowser } from '../browser/launch.ts'
import { KEY_GAP_MS, OUR_LIST, openList, setUpDesk, sitDown } from './desk.ts'
import { settled, took } from './painted.ts'
import { serveConsole } from './without.ts'

/**
 * `node --import tsx tests/bench/keystroke-files.ts`: prints the source files through which a keystroke in the palette
 * passes, from the typed key to the painted row. The browser counts which functions run; each module is built as a
 * file of its own, so that a function leads to its source.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const oneFilePerModule: Plugin = {
  name: 'one-file-per-module',
  configResolved({ build: { rolldownOptions } }) {
    const { output } = rolldownOptions
    if (!output || Array.isArray(output)) throw new Error('The build has not one output.')
    delete output.codeSplitting
    Object.assign(output, {
      preserveModules: true,
      preserveModulesRoot: ROOT,
      entryFileNames: 'assets/[name].js',
    })
  },
}

/** The modules of which a function has run since the last call. */
async function ranIn(session: CDPSession): Promise<Set<string>> {
  const { result } = await session.send('Profiler.takePreciseCoverage')
  const ran = result.filter(({ functions }) =>
    functions.some(({ ranges: [whole] }) => (whole?.count ?? 0) > 0),
  )
  return new Set(ran.map(({ url }) => new URL(url, 'http://console').pathname))
}

/** The modules that run from the last key of a text, typed into the palette, until its rows are painted. */
async function passed(page: Page, text: string): Promise<Set<string>> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  const session = await page.context().newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await page.keyboard.type(text.slice(0, -1), { delay: KEY_GAP_MS })
  await settled(page)
  await page.evaluate((within) => window.bench.arm(() => true, { within }), OUR_LIST)
  await ranIn(session)
  await page.keyboard.press(text.slice(-1))
  await took(page, text)
  return ranIn(session)
}

/** The areas of the source, each with its files. What a keystroke passes is what a reader of its path opens. */
const AREAS = ['src/web', 'commands/engine', 'commands/interpreter', 'commands', 'src/domain', 'src/contract']

function report(urls: ReadonlySet<string>): string {
  const files = [...urls]
    .flatMap((url) => /^\/assets\/((?:src|commands)\/.*)\.js$/.exec(url)?.[1] ?? [])
    .sort()
  const areaOf = (file: string) => AREAS.find((area) => file.startsWith(`${area}/`))
  return AREAS.map((area) => {
    const own = files.filter((file) => areaOf(file) === area)
    return [`${area}: ${own.length}`, ...own.map((file) => `  ${file.slice(area.length + 1)}`)].join('\n')
  }).join('\n')
}

/** The list of the last kind of record, which the idle page requests when its index has all others. */
const LAST_LIST = /\/api\/v1\/suppliers\/orders(\?|$)/

const browser = await launchBrowser()
const desk = await setUpDesk(browser, await serveConsole([oneFilePerModule]))
try {
  const page = await sitDown(desk)
  const warmed = page.waitForResponse(LAST_LIST, { timeout: 0 })
  await openList(desk, page)
  await warmed
  await settled(page)
  process.stdout.write(`${report(await passed(page, 'pack'))}\n`)
} finally {
  await browser.close()
  await desk.console.remove()
}
