import type { Page } from 'playwright-core'
import { firstRows, withRow } from '../../src/domain/freight/parcels.ts'
import { type Desk, sitDown } from './desk.ts'
import { slowDown, took } from './painted.ts'
import { settled } from './settled.ts'

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
export async function parcelKeystrokes(desk: Desk, slowdown: number, repeats: number): Promise<number[]> {
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
