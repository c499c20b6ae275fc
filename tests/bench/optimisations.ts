import type { Page } from 'playwright-core'
import type { Plugin } from 'vite'
import { type Desk, KEY_GAP_MS, openList, openWithRecords, sitDown } from './desk.ts'
import { codesOf, holdJ, jump, openPalette, typeInPalette } from './keyboard-figures.ts'
import { typedTexts } from './made-records.ts'
import { firstContentfulPaint, slowDown, took } from './painted.ts'
import { settled } from './settled.ts'
import { compiledWhenCalled, manyFiles, noPlaceForRows, patching } from './without.ts'

/**
 * Code that exists only for speed: how to build the console without it, and the measurement that shows the
 * difference.
 */
export interface Optimisation {
  name: string
  /** The name of the measurement. */
  figure: string
  /** The plugins that build the console without it. */
  without: Plugin[]
  /** Measures one of the two consoles once, in ms. */
  measure(desk: Desk): Promise<number[]>
}

/** Measures in a separate page on the list of orders, after all idle work. */
function onList(measure: (page: Page, desk: Desk) => Promise<number[]>) {
  return async (desk: Desk): Promise<number[]> => {
    const page = await sitDown(desk)
    await openList(desk, page)
    const samples = await measure(page, desk)
    await page.context().close()
    return samples
  }
}

/** Of a dispatch bench's PC. */
const SLOWER = 4

/** The server's response time, for optimisations that use this time. */
const SERVER_MS = 100

/** Delays the responses about orders, as a distant server does. */
async function slowAnswers(page: Page): Promise<void> {
  await page.route(/\/api\/v1\/orders/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SERVER_MS))
    // The console cancels a request that it no longer needs.
    await route.continue().catch(() => undefined)
  })
}

/** Rows that can be read, by whom ever they are drawn, and rows of React, which answer keys. */
const ROWS = { readable: 'tbody [role=row]', answering: '[role=grid] tbody [role=row]' } as const

/** Loads the list of orders with nothing cached. */
async function coldLoad(
  desk: Desk,
  rows: keyof typeof ROWS,
  prepare?: (page: Page) => Promise<void>,
): Promise<number[]> {
  const page = await sitDown(desk)
  await prepare?.(page)
  await page.addInitScript(
    (selector) => window.bench.arm(() => document.querySelector(selector) !== null, { since: 0 }),
    ROWS[rows],
  )
  await page.goto(`${desk.console.url}/orders`)
  const sample = await took(page, 'The first rows')
  await page.context().close()
  return [sample]
}

/** The first contentful paint of a load with nothing cached. */
async function firstPaint(desk: Desk): Promise<number[]> {
  const page = await sitDown(desk)
  await page.goto(`${desk.console.url}/orders`)
  const sample = await firstContentfulPaint(page)
  await page.context().close()
  return [sample]
}

const TURNS = 6

/** The samples of all turns but the first, which loads what later ones have in memory. */
async function warm(page: Page, turnOnce: (turn: number) => Promise<number>): Promise<number[]> {
  const samples: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    samples.push(await turnOnce(turn))
    await settled(page)
  }
  return samples.slice(1)
}

/** Opens a dialog over 200 rows, and closes it again. */
const dialogs = onList((page) =>
  warm(page, async () => {
    await page.evaluate(() =>
      window.bench.arm(() => document.activeElement?.closest('[role=dialog]') != null),
    )
    await page.keyboard.press('Shift+V')
    const sample = await took(page, 'The dialog')
    await page.keyboard.press('Escape')
    return sample
  }),
)

const firstPalette = onList(async (page) => [await openPalette(page, '')])

const typedAhead = onList(async (page) => {
  await openPalette(page, '')
  return [await openPalette(page, 'abcdefghijlmnopqrstu')]
})

async function held(desk: Desk): Promise<number[]> {
  const samples = new Map<string, number[]>()
  await holdJ(desk, SLOWER, samples)
  return samples.get('held') ?? []
}

const JUMPS = 4

const jumps = onList(async (page, desk) => {
  const samples: number[] = []
  await slowAnswers(page)
  const codes = (await codesOf(desk, 5)).slice(0, JUMPS)
  for (const code of codes) samples.push(await jump(page, code, KEY_GAP_MS))
  return samples
})

function keystrokes(records: number) {
  return async (desk: Desk): Promise<number[]> => {
    const page = await sitDown(desk)
    await openWithRecords(desk, page, records)
    const samples: number[] = []
    for (const text of typedTexts(2)) samples.push(...(await typeInPalette(page, text)))
    await page.context().close()
    return samples
  }
}

const ALL_ENTRIES_READ = [
  patching([
    { file: 'src/web/record-index/masks.ts', replace: 'return (query & ~mask) === 0', by: 'return true' },
  ]),
]

export const OPTIMISATIONS: readonly Optimisation[] = [
  {
    name: 'Shell painted before any script (`first-paint.tsx`)',
    figure: 'First contentful paint, target ≤ 120 ms',
    without: [patching([{ file: 'index.html', replace: '<!-- first paint -->', by: '' }])],
    measure: firstPaint,
  },
  {
    name: 'Orders requested by the page itself (`early-request.ts`)',
    figure: `Cold load → rows can be read, answers after ${SERVER_MS} ms`,
    without: [
      patching([{ file: 'index.html', replace: 'window.earlyRequest = { url, token, answer }', by: '' }]),
    ],
    measure: (desk) => coldLoad(desk, 'readable', slowAnswers),
  },
  {
    name: 'First rows drawn by the page (`first-rows.tsx`)',
    figure: `Cold load → rows can be read, CPU ${SLOWER} × slower`,
    without: [noPlaceForRows],
    measure: (desk) => coldLoad(desk, 'readable', (page) => slowDown(page, SLOWER)),
  },
  {
    name: 'Scripts compiled while they are downloaded (`vite.config.ts`)',
    figure: `Cold load → rows answer keys, CPU ${SLOWER} × slower`,
    without: [compiledWhenCalled],
    measure: (desk) => coldLoad(desk, 'answering', (page) => slowDown(page, SLOWER)),
  },
  {
    name: 'One file until the first rows (`vite.config.ts`)',
    figure: 'Cold load → rows answer keys',
    without: [manyFiles],
    measure: (desk) => coldLoad(desk, 'answering'),
  },
  {
    name: 'The row of a held key marked at once, all else when it ends (`data-table.tsx`)',
    figure: `j held over 200 rows, a move → painted, CPU ${SLOWER} × slower`,
    without: [
      patching([
        {
          file: 'src/web/hotkeys/hotkeys.tsx',
          replace: 'store.set(isKeyHeldAtom, true)',
          by: 'store.set(isKeyHeldAtom, false)',
        },
      ]),
    ],
    measure: held,
  },
  {
    name: 'The screen behind a dialog keeps its style (`styles.css`)',
    figure: 'Shift+V over 200 rows → dialog painted',
    without: [
      patching([
        {
          file: 'src/web/styles.css',
          replace: '@property --removed-body-scroll-bar-size',
          by: '@property --unused',
        },
      ]),
    ],
    measure: dialogs,
  },
  {
    name: 'Palette rendered once in idle time (`warm-up-render.tsx`)',
    figure: 'mod+K → input painted, first time',
    without: [
      patching([
        { file: 'src/web/palette/warm-up-render.tsx', replace: '    on && (', by: '    on === null && (' },
      ]),
    ],
    measure: firstPalette,
  },
  {
    name: 'Palette rows looked up once a frame (`reduce.ts`)',
    figure: 'mod+K with 20 keys typed after it → input painted',
    without: [
      patching([{ file: 'src/web/palette/machine/reduce.ts', replace: ' || state.frameDue', by: '' }]),
    ],
    measure: typedAhead,
  },
  {
    name: 'A known code read ahead (`server-requests.ts`)',
    figure: `Enter ${KEY_GAP_MS} ms after a known code → its detail painted, answers after ${SERVER_MS} ms`,
    without: [
      patching([
        {
          file: 'src/web/palette/server-requests.ts',
          replace: "if (kind === 'order') void",
          by: "if (kind === 'product') void",
        },
      ]),
    ],
    measure: jumps,
  },
  {
    name: 'Letters of a record as bits (`masks.ts`)',
    figure: 'Keystroke → results painted, 20,000 records',
    without: ALL_ENTRIES_READ,
    measure: keystrokes(20_000),
  },
  {
    name: 'The same',
    figure: 'Keystroke → results painted, 100,000 records',
    without: ALL_ENTRIES_READ,
    measure: keystrokes(100_000),
  },
]
