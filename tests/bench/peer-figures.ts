import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Browser, Page } from 'playwright-core'
import { build, preview } from 'vite'
import { listOrders } from '../../src/contract/orders.ts'
import { formatDateTime } from '../../src/domain/calendar/nz-time.ts'
import { formatCents } from '../../src/domain/format/money.ts'
import { regionShown } from '../../src/domain/freight/address.ts'
import { freePort } from '../browser/console-process.ts'
import { type Desk, openWithRecords, sitDown, typeInto } from './desk.ts'
import type { GridRow } from './grid-row.ts'
import { hold, typeInPalette } from './keyboard-figures.ts'
import { typedTexts } from './made-records.ts'
import { measurable, slowDown, took } from './painted.ts'

const FOLDER = fileURLToPath(new URL('peers', import.meta.url))
const BUILT = fileURLToPath(new URL('../../dist/bench', import.meta.url))

/** Installs the peers, which are in a separate package so that the product does not depend on them. */
async function install(): Promise<void> {
  if (existsSync(join(FOLDER, 'node_modules'))) return
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const [code] = await once(spawn(npm, ['ci'], { cwd: FOLDER, stdio: 'inherit' }), 'exit')
  if (code !== 0) throw new Error(`npm ci of the peers ended with ${code}`)
}

interface PeerPages {
  url: string
  close(): Promise<void>
}

/** Builds and serves the pages of the comparison. All use the same React. */
export async function servePeerPages(): Promise<PeerPages> {
  await install()
  const shared = { root: FOLDER, configFile: false as const, logLevel: 'warn' as const }
  await build({
    ...shared,
    plugins: [react(), tailwindcss()],
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      outDir: BUILT,
      emptyOutDir: true,
      target: 'chrome123',
      chunkSizeWarningLimit: 2_000,
      reportCompressedSize: false,
      rolldownOptions: { input: [join(FOLDER, 'table.html'), join(FOLDER, 'palette.html')] },
    },
  })
  const port = await freePort()
  const server = await preview({ ...shared, build: { outDir: BUILT }, preview: { port, host: '127.0.0.1' } })
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const TABLES = ['ours', 'ag-grid', 'mui', 'plain', 'bare'] as const
export type Table = (typeof TABLES)[number]
const PALETTES = ['ours', 'cmdk', 'kbar', 'bare'] as const
export type Palette = (typeof PALETTES)[number]

/** Index of a visible row, in the window size that all tables get. */
const IN_VIEW = 20
const ARROWS = 4
/** Rows over which an arrow key is held: all tables have more, but the bare page, which has the rows in view alone. */
const HELD_ROWS = 90
/** In how many turns it is held. */
const HOLDS = 2
/** Pause in milliseconds, so that work done after a paint is not part of the next figure. */
const REST_MS = 100

/** A page of the demo's orders as texts. */
export async function gridRows(desk: Desk, page: number): Promise<GridRow[]> {
  const answer = await fetch(`${desk.console.url}/api/v1/orders?page=${page}`, {
    headers: { authorization: `Bearer ${desk.token}` },
  })
  return listOrders.answer.parse(await answer.json()).rows.map((order) => ({
    code: order.code,
    date: formatDateTime(order.dates.ordered_at),
    customer: order.customer.company ?? order.customer.name ?? '',
    total: formatCents(order.costs.total),
    region: regionShown(order) ?? '',
    status: order.status ?? '',
  }))
}

async function openContest(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await measurable(page)
  await page.goto(url)
  return page
}

/** The order of a round: each peer is first equally often. */
function inTurn<Name>(names: readonly Name[], turn: number): Name[] {
  const first = turn % names.length
  return [...names.slice(first), ...names.slice(0, first)]
}

/** A slowed page occupies a core even when idle, so only the page being measured is slowed. */
async function slowedDown<Result>(page: Page, rate: number, run: () => Promise<Result>): Promise<Result> {
  await slowDown(page, rate)
  const result = await run()
  await slowDown(page, 1)
  return result
}

export interface TableSamples {
  /** In a page that has not rendered rows before. */
  first: number[]
  /** Replacing rows, as when paging. */
  data: number[]
  arrow: number[]
  /** Each move of an arrow key that is held over the rows. */
  held: number[]
}

/**
 * Passes rows to a table.
 * @returns milliseconds until they are painted
 */
async function show(page: Page, rows: GridRow[]): Promise<number> {
  await page.evaluate(
    ([data, inView]) => {
      const root = document.getElementById('root')
      const wanted = [data[0]?.code ?? '', data[inView]?.code ?? '', data[inView]?.status ?? '']
      if (!root) return
      window.bench.arm(() => wanted.every((text) => root.textContent?.includes(text)), {
        since: performance.now(),
      })
      window.contestant?.show(root, data)
    },
    [rows, IN_VIEW] as const,
  )
  return took(page, 'The rows')
}

/** Shows the first rows in a new page, and makes the first one active. */
async function begin(page: Page, rows: GridRow[], into: TableSamples): Promise<void> {
  await page.reload()
  await page.waitForFunction(() => window.contestant !== undefined)
  // Without this, our table would begin at its last active row.
  await page.evaluate(() => sessionStorage.clear())
  into.first.push(await show(page, rows))
  await page.waitForTimeout(REST_MS)
  await page.evaluate(() => window.contestant?.focusFirst())
  await page.waitForFunction(() => window.contestant?.activeRow() === 0)
}

/** Measures a table in a new page: the rows of one page of the list, arrow keys, then other pages in turn. */
async function tryTable(page: Page, pages: readonly GridRow[][], into: TableSamples): Promise<void> {
  const [first = [], ...others] = pages
  await begin(page, first, into)
  for (let row = 1; row <= ARROWS; row += 1) {
    await page.evaluate((wanted) => window.bench.arm(() => window.contestant?.activeRow() === wanted), row)
    await page.keyboard.press('ArrowDown')
    into.arrow.push(await took(page, 'The active row'))
  }
  for (const rows of [...others, first, ...others, first]) {
    await page.waitForTimeout(REST_MS)
    into.data.push(await show(page, rows))
  }
}

/** Holds an arrow key over the rows of a table in a new page. */
async function holdOver(page: Page, rows: GridRow[], over: number, into: TableSamples): Promise<void> {
  await begin(page, rows, into)
  into.held.push(...(await hold(page, 'ArrowDown', over, activeContestRow)).took)
}

/** Runs in the page: the number of the table's active row. */
function activeContestRow(): number {
  return window.contestant?.activeRow() ?? 0
}

/** The comparison of tables: the same rows in turn, each time in a page that has not rendered any. */
export async function tableContest(
  browser: Browser,
  url: string,
  rows: readonly GridRow[][],
  slowdown: number,
  turns: number,
): Promise<Map<Table, TableSamples>> {
  const none = (): TableSamples => ({ first: [], data: [], arrow: [], held: [] })
  const samples = new Map(TABLES.map((name) => [name, none()]))
  const pages = new Map<Table, Page>()
  for (const name of TABLES) {
    pages.set(name, await openContest(browser, `${url}/table.html?of=${name}`))
  }
  for (let turn = 0; turn < turns; turn += 1) {
    for (const name of inTurn(TABLES, turn)) {
      const [page, into] = [pages.get(name), samples.get(name)]
      if (!page || !into) continue
      await page.bringToFront()
      await slowedDown(page, slowdown, () => tryTable(page, rows, into))
      const over = name === 'bare' ? IN_VIEW : HELD_ROWS
      if (turn < HOLDS) await slowedDown(page, slowdown, () => holdOver(page, rows[0] ?? [], over, into))
    }
  }
  for (const page of pages.values()) await page.context().close()
  return samples
}

/** Number of records in the comparison of palettes. */
const RECORDS = 20_000

/** Empty for a text whose keys change nothing visible, because there is no paint to measure. */
async function typeInPeer(page: Page, text: string): Promise<number[]> {
  const samples = await typeInto(page, text, '[role=listbox]').catch(() => [])
  await page.locator('input').fill('')
  await page.waitForTimeout(SETTLE_MS)
  return samples
}

const SETTLE_MS = 500

/** The comparison of palettes: the same records and texts in turn. Ours is the console itself. */
export async function paletteContest(
  desk: Desk,
  url: string,
  slowdown: number,
  turns: number,
): Promise<Map<Palette, number[]>> {
  const ours = await sitDown(desk)
  await openWithRecords(desk, ours, RECORDS)
  const pages = new Map<Palette, Page>([['ours', ours]])
  for (const name of ['cmdk', 'kbar', 'bare'] as const) {
    const page = await openContest(desk.browser, `${url}/palette.html?of=${name}&records=${RECORDS}`)
    await page.locator('input').waitFor()
    await page.locator('input').focus()
    pages.set(name, page)
  }
  const samples = new Map<Palette, number[]>()
  for (const [turn, text] of typedTexts(turns).entries()) {
    for (const name of inTurn(PALETTES, turn)) {
      const page = pages.get(name)
      if (!page) continue
      await page.bringToFront()
      const type = name === 'ours' ? typeInPalette : typeInPeer
      const taken = await slowedDown(page, slowdown, () => type(page, text))
      samples.set(name, [...(samples.get(name) ?? []), ...taken])
    }
  }
  for (const page of pages.values()) await page.context().close()
  return samples
}
