import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { runScript } from '../browser/console-process.ts'
import { launchBrowser } from '../browser/launch.ts'
import { blockOf, withBlock } from '../generated-pages.ts'
import { serveBareDesk } from './bare-desk.ts'
import { setUpDesk } from './desk.ts'
import { table, verdict } from './figures.ts'
import { deskFigures, holdJ, type Samples, stage } from './keyboard-figures.ts'
import { contestRows, deskRows, paletteRows, slowestRow, tableRows } from './keyboard-report.ts'
import { gridRows, paletteContest, servePeerPages, tableContest } from './peer-figures.ts'

/** `--repeats=30` takes more. A repeat on the slow processor takes several times as long. */
const asked = process.argv.find((word) => word.startsWith('--repeats='))?.split('=')[1]
const REPEATS = { 1: Number(asked ?? 16), 4: Math.ceil(Number(asked ?? 16) / 3) } as const

/**
 * `npm run bench:keyboard`: prints the figures for the keyboard targets, and those of peers from the same run.
 * `--publish` writes them into docs/generated/performance.md. `--quick` takes few samples, as a trial;
 * `--palettes` measures only keystrokes in the palettes, which takes two minutes, and publishes nothing.
 */
const quick = process.argv.includes('--quick')
const repeats = (slowdown: 1 | 4) => (quick ? 2 : REPEATS[slowdown])
const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.version}`
const load = () => (loadavg()[0] ?? 0).toFixed(1)

await runScript('src/build/build.ts')
const pages = await servePeerPages()
const browser = await launchBrowser()
const desk = await setUpDesk(browser)
const bare = await serveBareDesk(desk)
const HEAD = ['What', 'target, p95', 'p50', 'p95', 'met', 'p50, CPU 4 × slower', 'p95, CPU 4 × slower']

async function measurePalettes() {
  const fast = await stage('palettes', () => paletteContest(desk, pages.url, 1, quick ? 1 : 5))
  const slow = await stage('palettes, slower', () => paletteContest(desk, pages.url, 4, quick ? 1 : 2))
  return { fast, slow }
}

async function measureAll(): Promise<void> {
  const loadBefore = load()
  const rows = [await gridRows(desk, 1), await gridRows(desk, 2)]
  const fast = await deskFigures(desk, bare.url, 1, repeats(1))
  const slow = await deskFigures(desk, bare.url, 4, repeats(4))
  const slowest: Samples = new Map()
  await stage('held key at 6×', () => holdJ(desk, 6, slowest))
  const fastTables = await stage('tables', () => tableContest(browser, pages.url, rows, 1, repeats(4)))
  const slowTables = await stage('tables, slower', () =>
    tableContest(browser, pages.url, rows, 4, 2 * repeats(4)),
  )
  const palettes = await measurePalettes()
  const contest = contestRows(fastTables, slowTables, palettes.fast, palettes.slow)
  const text = `Measured with \`npm run bench:keyboard\`, ${repeats(1)} repeats, in headless Chromium ${browser.version()} against the built console and its server on ${machine}; load of the machine ${loadBefore} before, ${load()} after. A time starts at the key event's time stamp. It ends at the paint: when the change is in the document, and a message posted in the next animation frame, or the one after it, has arrived. A bare page shows the same with the least work: for a list and a detail it requests the same orders and inserts the elements of the console in one piece, with the same style sheet; for a palette it repeats the typed text in as many rows and searches nothing.

${table(HEAD, [...deskRows(fast, slow), slowestRow(slowest.get('held') ?? []), ...paletteRows(palettes.fast, palettes.slow), ...tableRows])}

The same data in the same run, by turns: 200 rows of six texts 28 px high (MUI's free grid puts 100 of them on a page), and 20,000 records to search. Data → painted replaces all rows, as turning a page does; the first rows are drawn by an empty page. The bare page of a table has the rows in view as plain elements, and an arrow key changes two attributes.

${table(['Contest, p50', 'target of ours', 'ours', ...contest.peers, 'met'], contest.rows)}`
  const document = fileURLToPath(new URL('../../docs/generated/performance.md', import.meta.url))
  const before = readFileSync(document, 'utf8')
  process.stdout.write(`\n${text}\n\n${verdict(blockOf(before, 'keyboard-figures'), text)}\n`)
  if (process.argv.includes('--publish')) {
    writeFileSync(document, withBlock(before, 'keyboard-figures', text))
  }
}

try {
  if (process.argv.includes('--palettes')) {
    const { fast, slow } = await measurePalettes()
    process.stdout.write(`\n${table(HEAD, paletteRows(fast, slow))}\n`)
  } else await measureAll()
} finally {
  await browser.close()
  await bare.close()
  await desk.console.remove()
  await pages.close()
}
