import type { CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '../browser/launch.ts'
import { payloadFor } from '../server/consignments/payload-for.ts'
import { type Desk, openList, setUpDesk, sitDown } from './desk.ts'
import { milliseconds, type Row, summarise } from './figures.ts'
import { codesOf, jump, type Samples, typeInPalette } from './keyboard-figures.ts'
import { slowDown } from './painted.ts'

const HOURS = 8
/** Orders that are opened in a day, and changes by other desks: a payment or a booking for every fifth of them. */
const ORDERS = Number(process.env.DAY_ORDERS ?? 5000)
const CHANGED = 5
const SLOW = 4
/** Texts and codes that are measured before and after the day. */
const SAMPLES = 20
const PAGES = 10

export const DAY_HEAD = ['In one tab', 'target', 'after the first hour', 'after the day', 'day / hour']

interface Use {
  heapMb: number
  nodes: number
  listeners: number
}

/** What the page holds once garbage is collected. */
async function heldBy(session: CDPSession): Promise<Use> {
  for (let time = 0; time < 3; time += 1) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { heapMb: of('JSHeapUsedSize') / 2 ** 20, nodes: of('Nodes'), listeners: of('JSEventListeners') }
}

/** Another desk, which pays an order, or books it if it is packed. */
function otherDesk({ console, token }: Desk) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const post = async (path: string, body: object): Promise<unknown> => {
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(`${console.url}/api/v1${path}`, request)).json()
  }
  return {
    pay: (code: string) =>
      post(`/orders/${encodeURIComponent(code)}/payment`, {
        date_paid: '2026-11-01',
        payment_amount: 1000,
        payment_method: 'bank',
        reference: '',
      }),
    async book(code: string) {
      const options = await post('/consignments/pricing', payloadFor(code))
      const priced = Array.isArray(options) ? options.find(({ id }) => typeof id === 'string') : undefined
      if (priced) await post('/consignments', { ...payloadFor(code), quote_id: priced.id })
    },
  }
}

/** Keys at the slower processor: codes and Enter, and texts in the palette. */
async function keysAt(page: Page, codes: readonly string[], samples: Samples): Promise<void> {
  await slowDown(page, SLOW)
  const jumps: number[] = []
  for (const code of codes) jumps.push(await jump(page, code))
  samples.set('jump', jumps)
  samples.set('typed', await typeInPalette(page, 'plumbing'))
  await slowDown(page, 1)
}

/** Opens the orders of one hour, by their codes; another desk changes some of them meanwhile. */
async function hour(page: Page, codes: readonly string[], desk: Desk): Promise<void> {
  const { pay, book } = otherDesk(desk)
  for (const [index, code] of codes.entries()) {
    if (index % CHANGED === 0) await pay(code)
    if (index % (2 * CHANGED) === 0) await book(code)
    await jump(page, code)
  }
}

function compared(
  name: string,
  target: string,
  [first, last]: [number, number],
  show: (value: number) => string,
): Row {
  return [name, target, show(first), show(last), (last / first).toFixed(2)]
}

/** What a tab holds, and how fast it is, after a working day: `DAY_ORDERS` orders opened, 5,000 by default. */
export async function dayFigures(): Promise<Row[]> {
  const browser = await launchBrowser()
  const desk = await setUpDesk(browser)
  try {
    const page = await sitDown(desk)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    await openList(desk, page)
    const codes: string[] = []
    for (let number = 1; number <= PAGES; number += 1) codes.push(...(await codesOf(desk, number)))
    const keys: [Samples, Samples] = [new Map(), new Map()]
    const uses: Use[] = []
    for (let count = 0; count < HOURS; count += 1) {
      const opened = Array.from({ length: ORDERS / HOURS }, (_, index) => {
        return codes[(count * (ORDERS / HOURS) + index) % codes.length] ?? ''
      })
      await hour(page, opened, desk)
      uses.push(await heldBy(session))
      if (count === 0) await keysAt(page, codes.slice(0, SAMPLES), keys[0])
    }
    await keysAt(page, codes.slice(0, SAMPLES), keys[1])
    const [first, last] = [uses[0], uses.at(-1)]
    if (!first || !last) throw new Error('The day had no hours.')
    const median = (name: string): [number, number] => [
      summarise(keys[0].get(name) ?? []).median,
      summarise(keys[1].get(name) ?? []).median,
    ]
    const whole = (value: number) => value.toFixed(0)
    return [
      compared('Heap after collection, MB', '≤ 1.2', [first.heapMb, last.heapMb], (value) =>
        value.toFixed(1),
      ),
      compared('Nodes of documents', '≤ 1.2', [first.nodes, last.nodes], whole),
      compared('Event listeners', '≤ 1.2', [first.listeners, last.listeners], whole),
      compared(`Known code + Enter, ${SLOW} × slower CPU`, '≤ 1.1', median('jump'), milliseconds),
      compared(`A key in the palette, ${SLOW} × slower CPU`, '≤ 1.1', median('typed'), milliseconds),
    ]
  } finally {
    await browser.close()
    await desk.console.remove()
  }
}
