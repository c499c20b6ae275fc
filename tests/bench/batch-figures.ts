import { performance } from 'node:perf_hooks'
import { DATA_BASE } from '../../src/contract/call.ts'
import { type Consignment, getConsignment } from '../../src/contract/consignments.ts'
import { listOrders } from '../../src/contract/orders.ts'
import { renderLabels } from '../../src/server/labels/render-labels.ts'
import { cutEvents } from '../../src/web/api/event-stream.ts'
import { keepPrinted, launchBrowser } from '../browser/launch.ts'
import { LABEL, pieces } from '../server/labels/example-label.ts'
import { type Desk, setUpDesk, sitDown } from './desk.ts'
import { milliseconds, type Row, summarise } from './figures.ts'
import { settled } from './painted.ts'

/** Consignments of a batch. */
const COUNT = 200
const REPEATS = 8
const TARGET = '≤ 3 s'

export const BATCH_HEAD = [
  `Labels of ${COUNT} consignments as one job`,
  'target',
  'median',
  'p95',
  'of one label',
]

type Get = (path: string, init?: RequestInit) => Promise<Response>

/** Shipped consignments of the demo, as in the console's list. */
async function consignmentsOf(get: Get): Promise<Consignment[]> {
  const found: Consignment[] = []
  for (let page = 1; found.length < COUNT; page += 1) {
    const answer = await get(`/orders?status=shipped&page=${page}`)
    for (const { freight } of listOrders.answer.parse(await answer.json()).rows) {
      if (freight.tracking_code === null || found.length === COUNT) continue
      const one = await get(`/consignments/${freight.tracking_code}`)
      if (one.ok) found.push(getConsignment.answer.parse(await one.json()))
      else await one.body?.cancel()
    }
  }
  return found
}

interface Batch {
  first: number
  whole: number
  /** Responses to a request for an order meanwhile. */
  meanwhile: number[]
}

/** One batch at the server, while a colleague opens an order again and again. */
async function batchAt(get: Get, codes: readonly string[], order: string): Promise<Batch> {
  const began = performance.now()
  let isDone = false
  const meanwhile: number[] = []
  const colleague = async () => {
    while (!isDone) {
      const asked = performance.now()
      await (await get(`/orders/${order}`)).text()
      meanwhile.push(performance.now() - asked)
    }
  }
  const collect = async (): Promise<Omit<Batch, 'meanwhile'>> => {
    const body = JSON.stringify({ consignments: codes, with_pdf: true })
    const answer = await get('/labels', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let [text, first] = ['', Number.NaN]
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      if (text === '') first = performance.now() - began
      text += part.value
    }
    isDone = true
    if (!cutEvents(text).events.some(({ event }) => event === 'pdf'))
      throw new Error('The batch has no labels.')
    return { first, whole: performance.now() - began }
  }
  const [batch] = await Promise.all([collect(), colleague()])
  return { ...batch, meanwhile }
}

interface Printed {
  /** Milliseconds from the key until the first page is drawn, and until the browser's print dialog has all pages. */
  first: number
  all: number
}

/** Prints these consignments in the browser. */
async function printedFrom(desk: Desk, consignments: readonly Consignment[]): Promise<Printed> {
  const page = await sitDown(desk)
  await keepPrinted(page)
  await page.route('**/labels/awaiting', (route) => route.fulfill({ json: consignments }))
  await page.goto(`${desk.console.url}/consignments`)
  await settled(page)
  await page.keyboard.press('Shift+L')
  await page.getByRole('dialog').getByText('Waiting', { exact: true }).first().waitFor()
  await page.evaluate(() => {
    window.addEventListener('keydown', () => (document.body.dataset.pressed = String(performance.now())), {
      capture: true,
    })
    const drawn = new MutationObserver(() => {
      const { drawn: known } = document.body.dataset
      const words = document.querySelector('[role=dialog] [role=status]')?.textContent ?? ''
      if (known === undefined && /^Page \d+ prepared/.test(words)) {
        document.body.dataset.drawn = String(performance.now())
      }
    })
    drawn.observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await page.keyboard.press('Control+Enter')
  await page.locator('body[data-printed-at]').waitFor({ state: 'attached', timeout: 120_000 })
  const [pressed, drawn, printed] = await page.evaluate(() => {
    const { pressed, drawn, printedAt: printed } = document.body.dataset
    return [Number(pressed), Number(drawn ?? printed), Number(printed)] as const
  })
  await page.context().close()
  return { first: drawn - pressed, all: printed - pressed }
}

/**
 * A batch of labels: at the server, and from the key to the print dialog, each compared with one label in the same
 * run.
 */
export async function batchFigures(): Promise<Row[]> {
  const browser = await launchBrowser()
  const desk = await setUpDesk(browser)
  try {
    const headers = { authorization: `Bearer ${desk.token}` }
    const get: Get = (path, init = {}) =>
      fetch(desk.console.url + DATA_BASE + path, { ...init, headers: { ...headers, ...init.headers } })
    const consignments = await consignmentsOf(get)
    const codes = consignments.map(({ tracking_code }) => tracking_code)
    const [one = '', order = ''] = [codes[0], consignments[0]?.order_code ?? undefined]
    const samples: Record<
      'first' | 'whole' | 'meanwhile' | 'label' | 'drawn' | 'batch' | 'single',
      number[]
    > = {
      first: [],
      whole: [],
      meanwhile: [],
      label: [],
      drawn: [],
      batch: [],
      single: [],
    }
    for (let turn = 0; turn <= REPEATS; turn += 1) {
      const began = performance.now()
      await (await get(`/consignments/${one}/labels`)).text()
      const label = performance.now() - began
      const { first, whole, meanwhile } = await batchAt(get, codes, order)
      // The first turn warms up.
      if (turn === 0) continue
      samples.label.push(label)
      samples.first.push(first)
      samples.whole.push(whole)
      samples.meanwhile.push(...meanwhile)
    }
    for (let turn = 0; turn < REPEATS / 2; turn += 1) {
      const { first, all } = await printedFrom(desk, consignments)
      samples.drawn.push(first)
      samples.batch.push(all)
      samples.single.push((await printedFrom(desk, consignments.slice(0, 1))).all)
    }
    const row = (name: string, target: string, values: number[], beside?: number[]): Row => {
      const { median, p95 } = summarise(values)
      const ratio = beside ? `× ${(median / summarise(beside).median).toFixed(1)}` : ''
      return [name, target, milliseconds(median), milliseconds(p95), ratio]
    }
    return [
      row('Server: first consignment of the batch collected', '', samples.first, samples.label),
      row('Server: the PDF with all pages', TARGET, samples.whole, samples.label),
      row('Server: an order opened meanwhile', '≤ 100 ms', samples.meanwhile),
      row('Browser: key → first page drawn', TARGET, samples.drawn, samples.single),
      row('Browser: key → print dialog with all pages', '', samples.batch, samples.single),
    ]
  } finally {
    await browser.close()
    await desk.console.remove()
  }
}

const LABEL_WARM_UP = 5
const LABEL_REPEATS = 40

const ASKED = [
  { name: 'Label of one parcel', target: '≤ 20 ms', count: 1 },
  { name: 'Labels of 50 parcels', target: '≤ 500 ms', count: 50 },
] as const

/** Time to render the PDF of a consignment's labels. */
export async function labelFigures(): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, target, count } of ASKED) {
    const content = { ...LABEL, pieces: pieces(count) }
    const samples: number[] = []
    for (let time = 0; time < LABEL_WARM_UP + LABEL_REPEATS; time += 1) {
      const began = performance.now()
      await renderLabels(content)
      if (time >= LABEL_WARM_UP) samples.push(performance.now() - began)
    }
    const { median, p95 } = summarise(samples)
    rows.push([name, target, milliseconds(median), milliseconds(p95)])
  }
  return rows
}
