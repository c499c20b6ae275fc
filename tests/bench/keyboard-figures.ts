import type { Page } from 'playwright-core'
import { listOrders } from '../../src/contract/orders.ts'
import { firstRows, withRow } from '../../src/domain/freight/parcels.ts'
import { coldPage, noteFirstRows, readableAt } from './browser-figures.ts'
import { type Desk, hasRows, OUR_LIST, openList, openWithRecords, sitDown, typeInto } from './desk.ts'
import { typedTexts } from './made-records.ts'
import { measurable, pressAtPace, settled, slowDown, took } from './painted.ts'

const TYPED = 'abcdefghijlmnopqrstu'
const TYPING_MS = 10
/** Repeat interval of a held key, in milliseconds. */
const HELD_MS = 33
const SERVER_MS = 100
/** The longest time after a held key until the last row is active, in milliseconds. */
const ENDS_MS = 30_000
const PAGE_ROWS = 200
/** Rows that the palette has at least for a common word. */
const LEAST_ROWS = 5

/** Samples of each figure in milliseconds, by the name of its row. */
export type Samples = Map<string, number[]>

function note(samples: Samples, name: string, ...values: number[]): void {
  samples.set(name, [...(samples.get(name) ?? []), ...values])
}

/** Presses K and releases it with Control before the next key. */
async function letGo({ keyboard }: Page): Promise<void> {
  await Promise.all([keyboard.down('k'), keyboard.up('k'), keyboard.up('Control')])
}

/**
 * Opens the palette and types this text without a pause.
 * @throws Error if a key is lost
 */
export async function openPalette(page: Page, typed: string): Promise<number> {
  await page.keyboard.down('Control')
  await page.evaluate(() =>
    window.bench.arm(() => document.activeElement?.matches('[role=dialog] [role=combobox]') ?? false),
  )
  await pressAtPace(['k', ...typed], TYPING_MS, (key) =>
    key === 'k' ? letGo(page) : page.keyboard.press(key),
  )
  const sample = await took(page, 'The palette')
  const input = page.getByRole('dialog').getByRole('combobox')
  const text = await input.inputValue()
  if (text !== typed) throw new Error(`Of ${typed} the palette got ${text}.`)
  await page.keyboard.press('Escape')
  await input.waitFor({ state: 'detached' })
  return sample
}

/** Arms the stopwatch for an order's details: the code as heading, with items below it. */
function armDetail(page: Page, code: string | null): Promise<void> {
  return page.evaluate((wanted) => {
    window.bench.arm(() => {
      const open = /^\/orders\/([^/]+)$/.exec(location.pathname)?.[1]
      return (
        open !== undefined &&
        (wanted === null || open === wanted) &&
        (document.querySelector('main h1')?.textContent?.includes(open) ?? false) &&
        document.querySelector('main [role=tabpanel] table tbody tr') !== null
      )
    })
  }, code)
}

/** Arms the stopwatch of each page that is opened, for the first rows of its list. */
function armFirstRows(page: Page): Promise<unknown> {
  return page.addInitScript(() =>
    window.bench.arm(() => document.querySelector('[role=grid] tbody [role=row]') !== null, { since: 0 }),
  )
}

async function backToList(page: Page): Promise<void> {
  await page.keyboard.press('u')
  await page.waitForFunction(hasRows)
}

/** A visit with an empty cache: first rows, palette and details for the first time, then again. */
export async function visit(desk: Desk, slowdown: number, samples: Samples): Promise<void> {
  const page = await sitDown(desk)
  await slowDown(page, slowdown)
  await armFirstRows(page)
  await noteFirstRows(page)
  await page.goto(`${desk.console.url}/orders`)
  note(samples, 'cold', await took(page, 'The first rows'))
  note(samples, 'readable', await readableAt(page))
  await settled(page)
  note(samples, 'palette first', await openPalette(page, ''))
  note(samples, 'palette again', await openPalette(page, ''))
  note(samples, 'palette typed', await openPalette(page, TYPED))
  for (const name of ['detail first', 'detail again']) {
    await armDetail(page, null)
    await page.keyboard.press('Enter')
    note(samples, name, await took(page, 'The detail'))
    await backToList(page)
    await page.keyboard.press('j')
  }
  await page.context().close()
}

/** The bare page's first rows and detail, as in a visit of the console. */
async function visitBare(desk: Desk, url: string, slowdown: number, samples: Samples): Promise<void> {
  const page = await coldPage(desk.browser, url, desk.token)
  await measurable(page)
  await slowDown(page, slowdown)
  await armFirstRows(page)
  await page.goto(`${url}/orders`)
  note(samples, 'bare cold', await took(page, 'The first rows'))
  await settled(page)
  await armDetail(page, null)
  await page.keyboard.press('Enter')
  note(samples, 'bare detail', await took(page, 'The detail'))
  await page.context().close()
}

/** The codes of a page of the list, from the server. */
export async function codesOf(desk: Desk, page: number): Promise<string[]> {
  const headers = { authorization: `Bearer ${desk.token}` }
  const answer = await fetch(`${desk.console.url}/api/v1/orders?page=${page}`, { headers })
  return listOrders.answer.parse(await answer.json()).rows.map(({ code }) => code)
}

/**
 * Types a code into the palette, and Enter.
 * @param pauseMs milliseconds between its last key and Enter
 * @returns milliseconds from Enter to the details
 */
export async function jump(page: Page, code: string, pauseMs = 0): Promise<number> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await pressAtPace(code.split(''), TYPING_MS, (key) => page.keyboard.press(key))
  await page.waitForTimeout(pauseMs)
  await armDetail(page, code)
  await page.keyboard.press('Enter')
  const sample = await took(page, `Order ${code}`)
  await backToList(page)
  return sample
}

/**
 * Opens orders that are indexed but in no cached list.
 * @returns the page, which is left open
 */
async function openKnown(desk: Desk, slowdown: number, repeats: number, samples: Samples): Promise<Page> {
  const page = await sitDown(desk)
  await openList(desk, page)
  await slowDown(page, slowdown)
  const known = await codesOf(desk, 5)
  for (const code of known.slice(0, repeats)) note(samples, 'known', await jump(page, code))
  return page
}

/** Enter on known codes, in milliseconds to their details. */
export async function knownJumps(
  desk: Desk,
  slowdown: number,
  repeats: number,
  samples: Samples,
): Promise<void> {
  await (await openKnown(desk, slowdown, repeats, samples)).context().close()
}

/** Opens known orders, then orders that this browser has not seen. */
async function jumps(desk: Desk, slowdown: number, repeats: number, samples: Samples): Promise<void> {
  const page = await openKnown(desk, slowdown, repeats, samples)
  await page.route(/\/api\/v1\/orders\/[^/]+$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SERVER_MS))
    // The console cancels the request for a prefix of the code.
    await route.continue().catch(() => undefined)
  })
  const unseen = await codesOf(desk, 15)
  for (const code of unseen.slice(0, repeats)) note(samples, 'unseen', await jump(page, code))
  await page.context().close()
}

/** Runs in the page: the number of the list's active row. */
function activeRow(): number {
  const id = document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant')
  return Number((id && document.getElementById(id)?.getAttribute('aria-rowindex')) ?? 0)
}

/** Runs in the page: the place of the chosen freight option. */
function chosenOption(): number {
  const options = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=radio]')]
  return options.findIndex(({ checked }) => checked)
}

/** Runs in the page: the place of the palette's active row. */
function activeOption(): number {
  const options = [...document.querySelectorAll('[role=dialog] [role=option]')]
  return options.findIndex((option) => option.getAttribute('aria-selected') === 'true')
}

/**
 * Holds a key that moves the active row by one.
 * @param row runs in the page, and returns the place of that row
 * @returns milliseconds of each move, and the number of rows that were never painted
 * @throws Error if another row than the last one is active in the end
 */
export async function hold(
  page: Page,
  key: string,
  times: number,
  row: () => number,
): Promise<{ took: number[]; skipped: number }> {
  const last = (await page.evaluate(row)) + times
  await page.evaluate(`window.bench.follow(${row})`)
  await pressAtPace(new Array<string>(times).fill(key), HELD_MS, () => page.keyboard.down(key))
  await page.keyboard.up(key)
  // Not `waitForFunction`, which evaluates text in the page: its policy forbids that.
  for (const until = performance.now() + ENDS_MS; (await page.evaluate(row)) !== last; ) {
    if (performance.now() > until)
      throw new Error(`${key} ended at row ${await page.evaluate(row)} instead of ${last}.`)
    await page.waitForTimeout(50)
  }
  await page.waitForTimeout(500)
  return page.evaluate(() => window.bench.followed())
}

/** Holds j over the rows of a page. */
export async function holdJ(desk: Desk, slowdown: number, samples: Samples): Promise<number> {
  const page = await sitDown(desk)
  await openList(desk, page)
  await slowDown(page, slowdown)
  const { took: moves, skipped } = await hold(page, 'j', PAGE_ROWS - 1, activeRow)
  note(samples, 'held', ...moves)
  await page.context().close()
  return skipped
}

/** Holds an arrow key over the palette's rows for a text. */
export async function holdArrow(desk: Desk, slowdown: number, samples: Samples): Promise<void> {
  const page = await sitDown(desk)
  await openList(desk, page)
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill('auckland')
  await dialog.getByRole('option').nth(LEAST_ROWS).waitFor()
  await slowDown(page, slowdown)
  const rows = await dialog.getByRole('option').count()
  const { took: moves } = await hold(page, 'ArrowDown', rows - 1, activeOption)
  note(samples, 'arrow held in the palette', ...moves)
  await page.context().close()
}

/** Holds an arrow key over the freight options of an order, from the first to the last. */
async function holdInFreight(desk: Desk, slowdown: number, samples: Samples): Promise<void> {
  const page = await sitDown(desk)
  await page.goto(`${desk.console.url}/orders/${await codeToShip(desk)}?tab=freight`)
  await page.getByText('Address verified', { exact: true }).waitFor()
  for (const [measure, value] of Object.entries(MEASURES)) {
    await page.getByLabel(`${measure}, parcel 1`, { exact: true }).fill(value)
  }
  await page.keyboard.press('Control+Enter')
  const options = page.getByRole('dialog', { name: 'Freight options' }).getByRole('radio')
  await options.first().waitFor()
  await page.keyboard.press('1')
  await page.getByRole('radio', { checked: true }).waitFor()
  await settled(page)
  await slowDown(page, slowdown)
  const { took: moves } = await hold(page, 'ArrowDown', (await options.count()) - 1, chosenOption)
  note(samples, 'arrow held over freight options', ...moves)
  await page.context().close()
}

const MEASURES = { 'Height (cm)': '20', 'Length (cm)': '30', 'Width (cm)': '20', 'Weight (kg)': '2.5' }

/** The code of an order that a courier is to take. */
async function codeToShip(desk: Desk): Promise<string> {
  const headers = { authorization: `Bearer ${desk.token}` }
  const answer = await fetch(`${desk.console.url}/api/v1/orders?status=paid`, { headers })
  const order = listOrders.answer
    .parse(await answer.json())
    .rows.find(({ freight }) => !freight.is_pickup && !freight.tracking_code)
  if (!order) throw new Error('No paid order is for a courier.')
  return order.code
}

/**
 * Opens the palette and types a text.
 * @returns milliseconds from each key to its results
 */
export async function typeInPalette(page: Page, text: string): Promise<number[]> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  const samples = await typeInto(page, text, OUR_LIST)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return samples
}

/** Keystrokes in the palette with this many indexed records. */
async function keystrokes(desk: Desk, slowdown: number, records: number, texts: number): Promise<number[]> {
  const page = await sitDown(desk)
  await openWithRecords(desk, page, records)
  await slowDown(page, slowdown)
  const samples: number[] = []
  for (const text of typedTexts(texts)) samples.push(...(await typeInPalette(page, text)))
  await page.context().close()
  return samples
}

export interface DeskFigures {
  samples: Samples
  /** Number of rows that a held j skipped. */
  skipped: number
}

/** Prints the name of a stage, because a benchmark otherwise prints nothing for minutes. */
export async function stage<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  const result = await run()
  process.stderr.write(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s\n`)
  return result
}

/**
 * All figures of the console, with the processor slowed down by a factor.
 * @param bareUrl the bare page, visited alternately with the console
 */
export async function deskFigures(
  desk: Desk,
  bareUrl: string,
  slowdown: number,
  repeats: number,
): Promise<DeskFigures> {
  const samples: Samples = new Map()
  await stage(`${repeats} visits at ${slowdown}×`, async () => {
    for (let turn = 0; turn < repeats; turn += 1) {
      await visit(desk, slowdown, samples)
      await visitBare(desk, bareUrl, slowdown, samples)
    }
  })
  await stage('jumps to codes', () => jumps(desk, slowdown, repeats, samples))
  const skipped = await stage('held keys', async () => {
    for (let turn = 0; turn < repeats; turn += 1) {
      await holdArrow(desk, slowdown, samples)
      await holdInFreight(desk, slowdown, samples)
    }
    return holdJ(desk, slowdown, samples)
  })
  // Each text has five or six keys.
  const texts = Math.ceil(repeats / 2)
  const many = await stage('100,000 records', () => keystrokes(desk, slowdown, 100_000, texts))
  note(samples, 'keystroke 100000', ...many)
  note(samples, 'parcel', ...(await stage('parcels', () => parcelKeystrokes(desk, slowdown, texts))))
  return { samples, skipped }
}

const ROWS = 50
const LAST_WEIGHT = `Weight (kg), parcel ${ROWS}`
/** The text that is typed. The total changes with each key. */
const WEIGHT = '12.345'

/** Opens the form of a new consignment, with a verified address and this many added rows. */
async function openForm(desk: Desk, page: Page): Promise<void> {
  let parcels = firstRows('')
  while (parcels.length < ROWS) parcels = withRow(parcels, '')
  const draft = JSON.stringify({ address_state: 'verified', parcels })
  const [, payload = ''] = desk.token.split('.')
  const { email }: { email: string } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  await page.addInitScript(([key, stored]) => localStorage.setItem(key, stored), [
    `draft:${email}:consignment`,
    draft,
  ] as const)
  await page.goto(`${desk.console.url}/consignments/new`)
  await page.getByLabel(LAST_WEIGHT).waitFor()
  await settled(page)
}

/** Keystrokes in the last row of a long parcel table, in milliseconds until the totals are painted. */
async function parcelKeystrokes(desk: Desk, slowdown: number, repeats: number): Promise<number[]> {
  const page = await sitDown(desk)
  await openForm(desk, page)
  await slowDown(page, slowdown)
  const samples: number[] = []
  for (let turn = 0; turn < repeats; turn += 1) {
    await page.getByLabel(LAST_WEIGHT).fill('')
    for (let length = 1; length <= WEIGHT.length; length += 1) {
      // A trailing point changes no total.
      if (WEIGHT.charAt(length - 1) === '.') {
        await page.keyboard.press('.')
        continue
      }
      const total = `${Number(WEIGHT.slice(0, length)).toFixed(3)} kg`
      await page.evaluate(
        (shown) =>
          window.bench.arm(() => document.querySelector('tfoot')?.textContent?.includes(shown) ?? false),
        total,
      )
      await page.keyboard.press(WEIGHT.charAt(length - 1))
      samples.push(await took(page, `“${WEIGHT.slice(0, length)}” typed`))
    }
  }
  await page.context().close()
  return samples
}
