import type { Browser, Page } from 'playwright-core'
import { keyOf } from '../../src/domain/records/indexed-record.ts'
import type { StoredRecord } from '../../src/web/record-index/record-index.ts'
import { type ConsoleProcess, startConsole } from '../browser/console-process.ts'
import { coldPage, tokenOf } from './browser-figures.ts'
import { madeRecords } from './made-records.ts'
import { measurable, settled, took } from './painted.ts'

/** The built console with the demo data, and a signed-in user. */
export interface Desk {
  console: Pick<ConsoleProcess, 'url' | 'remove'>
  browser: Browser
  token: string
}

/** @param running a running console; by default one is started with its own demo data */
export async function setUpDesk(browser: Browser, running?: Desk['console']): Promise<Desk> {
  const console = running ?? (await startConsole())
  return { console, browser, token: await tokenOf(browser, console.url) }
}

/** A blank page to be measured, in a signed-in context with an empty cache. */
export async function sitDown(desk: Desk): Promise<Page> {
  const page = await coldPage(desk.browser, desk.console.url, desk.token)
  await measurable(page)
  return page
}

/** Runs in the page: whether the first rows are shown. */
export const hasRows = () => document.querySelector('[role=grid] tbody [role=row]') !== null

/** Opens the list and waits until the work of idle time is done: loading chunks and filling the index. */
export async function openList(desk: Desk, page: Page): Promise<void> {
  await page.goto(`${desk.console.url}/orders`)
  await page.waitForFunction(hasRows)
  await settled(page)
}

/** Part of the name of every made-up person. It distinguishes their rows from the row of an unknown code. */
const MADE = 'Example'

/** Whether the palette finds the code. Opens and closes the palette. */
async function isFound(page: Page, code: string): Promise<boolean> {
  await page.keyboard.press('Control+k')
  const input = page.getByRole('dialog').getByRole('combobox')
  await input.fill(code)
  const found = await page
    .getByRole('dialog')
    .getByRole('option')
    .filter({ hasText: MADE })
    .first()
    .isVisible()
  await page.keyboard.press('Escape')
  await input.waitFor({ state: 'detached' })
  return found
}

/**
 * Opens the console with made-up records in its index. They are written to the index's storage before the console is
 * opened.
 */
export async function openWithRecords(desk: Desk, page: Page, count: number): Promise<void> {
  const stored = madeRecords(count).map((record): [string, StoredRecord] => [
    keyOf(record),
    { record, openedAt: 0 },
  ])
  const [, payload = ''] = desk.token.split('.')
  const { email }: { email: string } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  // A page of the same origin without scripts.
  await page.goto(`${desk.console.url}/api/v1/orders`)
  await page.evaluate(
    async ([user, records]) => {
      const opening = indexedDB.open('record-index', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('records')
      await new Promise((resolve) => {
        opening.onsuccess = resolve
      })
      const transaction = opening.result.transaction('records', 'readwrite')
      const store = transaction.objectStore('records')
      for (const [key, record] of records) store.put(record, [user, key])
      await new Promise((resolve) => {
        transaction.oncomplete = resolve
      })
      opening.result.close()
    },
    [email, stored] as const,
  )
  await openList(desk, page)
  // IndexedDB returns them in the order of their keys.
  const last = stored.reduce((highest, [key]) => (key > highest ? key : highest), '').split(':')[1] ?? ''
  while (!(await isFound(page, last))) await page.waitForTimeout(200)
  await settled(page)
}

/**
 * Types a text into an open palette, one key at a time.
 * @returns for each key, the ms until its results were painted
 */
export async function typeInto(page: Page, text: string, list: string): Promise<number[]> {
  const samples: number[] = []
  for (let length = 1; length <= text.length; length += 1) {
    await page.evaluate(
      ([typed, within]) =>
        window.bench.arm(
          () => {
            // Commands for the active row, which are found by other words, may precede the records.
            const rows = Array.from(document.querySelectorAll(`${within} [role=option]`))
            const texts = rows.map(({ textContent }) => (textContent ?? '').toLowerCase().normalize('NFD'))
            return texts.some((text) =>
              text.replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').includes(typed),
            )
          },
          { within },
        ),
      [text.slice(0, length), list] as const,
    )
    await page.keyboard.press(text.charAt(length - 1))
    samples.push(await took(page, `“${text.slice(0, length)}” typed`))
    // As a person types. Some of the compared palettes also wait between two searches.
    await page.waitForTimeout(KEY_GAP_MS)
  }
  return samples
}

/** Time between two keys of a person, in ms. */
export const KEY_GAP_MS = 120

export const OUR_LIST = '[role=dialog] [cmdk-list]'
