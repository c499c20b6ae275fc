import type { Page } from 'playwright-core'
import type { Plugin } from 'vite'
import { entryOf } from '../../src/web/record-index/entry.ts'
import { compare, OrderedEntries } from '../../src/web/record-index/entry-order.ts'
import { launchBrowser } from '../browser/launch.ts'
import { type Desk, KEY_GAP_MS, openList, openWithRecords, setUpDesk, sitDown } from './desk.ts'
import { milliseconds, type Row, type Summary, summarise } from './figures.ts'
import { codesOf, holdJ, jump, openPalette, stage, typeInPalette } from './keyboard-figures.ts'
import { madeRecords, typedTexts } from './made-records.ts'
import { firstContentfulPaint, pressAtPace, settled, slowDown, took } from './painted.ts'
import { compiledWhenCalled, manyFiles, noPlaceForRows, patching, serveConsole } from './without.ts'

/**
 * Code that exists only for speed: how to build the console without it, and the measurement that shows the
 * difference.
 */
interface Optimisation {
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

const DIALOG_TURNS = 6

/** The samples of all turns but the first, which loads what later ones have in memory. */
async function warm(page: Page, turnOnce: (turn: number) => Promise<number>): Promise<number[]> {
  const samples: number[] = []
  for (let turn = 0; turn < DIALOG_TURNS; turn += 1) {
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

/** Text that no record has, so that the palette shows it when its rows are those of the whole text. */
const BURST = 'abcdefghijlmnopqrstu'
const BURST_GAP_MS = 10

/** Keys that come faster than the rows of 20,000 records are looked up, from the first one on. */
async function burst(desk: Desk): Promise<number[]> {
  const page = await sitDown(desk)
  await openWithRecords(desk, page, 20_000)
  await slowDown(page, SLOWER)
  const input = page.getByRole('dialog').getByRole('combobox')
  const samples = await warm(page, async () => {
    await page.keyboard.press('Control+k')
    await input.waitFor()
    await settled(page)
    await page.evaluate((text) => {
      const status = () => document.querySelector('[role=dialog] [role=status]')
      window.bench.arm(() => status()?.textContent?.includes(text) ?? false)
    }, BURST)
    await pressAtPace([...BURST], BURST_GAP_MS, (key) => page.keyboard.press(key))
    const sample = await took(page, 'The rows of the text')
    await page.keyboard.press('Escape')
    await input.waitFor({ state: 'detached' })
    return sample
  })
  await page.context().close()
  return samples
}

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

const OPTIMISATIONS: readonly Optimisation[] = [
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
    figure: 'mod+K → input painted, first time',
    without: [compiledWhenCalled],
    measure: firstPalette,
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
        { file: 'src/web/lib/warm-up-render.tsx', replace: '    on && (', by: '    on === null && (' },
      ]),
    ],
    measure: firstPalette,
  },
  {
    name: 'Palette rows looked up once a frame (`reduce.ts`)',
    figure: `20 keys ${BURST_GAP_MS} ms apart over 20,000 records → rows painted, CPU ${SLOWER} × slower`,
    without: [
      patching([{ file: 'src/web/palette/machine/reduce.ts', replace: ' || state.frameDue', by: '' }]),
    ],
    measure: burst,
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

export const OPTIMISATIONS_HEAD = [
  'Code that exists only to be fast',
  'Figure, p50 / p95',
  'with it',
  'without it',
  'saves',
]

/** The console with all optimisations. */
const AS_IT_IS: Plugin[] = []

/** How often each console is measured, alternately. */
const TURNS = 8

/**
 * The samples with and without an optimisation, measured alternately so that the state of the machine affects both
 * equally.
 */
async function compared(
  { measure }: Optimisation,
  withIt: Desk,
  without: Desk,
): Promise<[number[], number[]]> {
  const samples: [number[], number[]] = [[], []]
  for (let turn = 0; turn < TURNS; turn += 1) {
    const order = turn % 2 === 0 ? [0, 1] : [1, 0]
    for (const place of order)
      samples[place === 0 ? 0 : 1].push(...(await measure(place === 0 ? withIt : without)))
  }
  return samples
}

const KNOWN_RECORDS = 100_000
const ANSWER_ROWS = 200

/** Inserting a response of 200 new records into an index of 100,000: each in its place, or by sorting all. */
function orderRow(): Row {
  const entries = madeRecords(KNOWN_RECORDS + ANSWER_ROWS).map((record) => entryOf(record, 0))
  const [known, added] = [entries.slice(0, KNOWN_RECORDS), entries.slice(KNOWN_RECORDS)]
  const samples: [number[], number[]] = [[], []]
  const took = (run: () => void) => {
    const began = performance.now()
    run()
    return performance.now() - began
  }
  for (let turn = 0; turn < TURNS; turn += 1) {
    const index = new OrderedEntries()
    index.put(known)
    const sorted = [...index.list]
    samples[0].push(took(() => index.put(added)))
    samples[1].push(took(() => [...sorted, ...added].sort(compare)))
  }
  return rowOf(
    'Records put in their places (`entry-order.ts`)',
    'An answer of 200 rows taken into 100,000 records',
    samples,
  )
}

function rowOf(name: string, figure: string, [withIt, without]: [number[], number[]]): Row {
  const [one, other] = [summarise(withIt), summarise(without)]
  const shown = ({ median, p95 }: Summary) => `${milliseconds(median)} / ${milliseconds(p95)}`
  return [name, figure, shown(one), shown(other), `${Math.round((1 - one.median / other.median) * 100)} %`]
}

/** The time that each optimisation saves, against the console built without it in the same run. */
export async function optimisationFigures(): Promise<Row[]> {
  const browser = await launchBrowser()
  const desks = new Map<Plugin[], Desk>()
  const deskOf = async (plugins: Plugin[]) => {
    const desk = desks.get(plugins) ?? (await setUpDesk(browser, await serveConsole(plugins)))
    desks.set(plugins, desk)
    return desk
  }
  try {
    const rows = [orderRow()]
    for (const optimisation of OPTIMISATIONS) {
      const { name, figure } = optimisation
      const samples = await stage(`${name}: ${figure}`, async () =>
        compared(optimisation, await deskOf(AS_IT_IS), await deskOf(optimisation.without)),
      )
      rows.push(rowOf(name, figure, samples))
    }
    return rows
  } finally {
    await browser.close()
    for (const { console } of desks.values()) await console.remove()
  }
}
