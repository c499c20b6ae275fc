import { setImmediate as breath } from 'node:timers/promises'
import { counted } from '../../domain/format/text.ts'
import { A4, A4_FOOT, A4_RIGHT, A4Sheet } from './a4-sheet.ts'

/** A quantity of a product; the code is blank if it has none. */
interface PickSheetItem {
  quantity: string
  code: string
  name: string
}

export interface PickSheetContent {
  /** The number of the run. */
  run: string
  /** '20/11/2026 15:12'. */
  printedAt: string
  /** In the order of fetching. `needed`: what each order needs, such as '104823 × 3'. */
  lines: readonly (PickSheetItem & { location: string; needed: readonly string[] })[]
  /** In the order of the run. */
  orders: readonly { code: string; receiver: string; isHeld: boolean; items: readonly PickSheetItem[] }[]
}

const TOP = 38
const LINE = 12
const ITEM = 6.5
const ORDER_HEAD = 17
const BAR_HEIGHT = 10

/** Left edges of the columns, and right edges of the quantities, in millimetres. */
const COLUMNS = { location: A4.margin, quantity: 62, product: 68, needed: 136, check: 190 }
const ORDER_COLUMNS = { quantity: 28, product: 34 }

const CODE_128 = /^[ -~]+$/

/**
 * A4 pages (RUN-9): first what is fetched for all orders, with a box for each line, then a part for each order with its
 * bar code.
 * @param signal ends it after the current order
 * @throws Error if the signal is aborted before the last one
 */
export async function renderPickSheet(content: PickSheetContent, signal?: AbortSignal): Promise<Uint8Array> {
  const sheet = new A4Sheet(`Pick run ${content.run}`)
  const pages = new Pages(sheet, content)
  pages.begin('lines')
  for (const line of content.lines) drawLine(sheet, line, pages.room(LINE))
  pages.begin('orders')
  for (const order of content.orders) {
    drawOrder(sheet, order, pages)
    await breath()
    if (signal?.aborted) throw new Error('The client disconnected.')
  }
  return sheet.end()
}

/** Where the next part goes; begins a page when there is no room. */
class Pages {
  readonly #sheet: A4Sheet
  readonly #content: PickSheetContent
  #part: 'lines' | 'orders' = 'lines'
  #y = 0

  constructor(sheet: A4Sheet, content: PickSheetContent) {
    this.#sheet = sheet
    this.#content = content
  }

  /** Begins a page of a part. */
  begin(part: 'lines' | 'orders'): void {
    this.#part = part
    this.#sheet.addPage()
    drawHead(this.#sheet, this.#content, part)
    this.#y = TOP
  }

  /**
   * The top of something of this height, in millimetres.
   * @param together the height of what should be on the same page
   * @param onNext draws what a new page repeats, from its top, and returns its height
   */
  room(height: number, together = height, onNext = (_: number) => 0): number {
    if (this.#y + together > A4_FOOT - 2) {
      this.begin(this.#part)
      this.#y += onNext(this.#y)
    }
    const top = this.#y
    this.#y += height
    return top
  }
}

function drawHead(
  sheet: A4Sheet,
  { run, printedAt, lines, orders }: PickSheetContent,
  part: 'lines' | 'orders',
): void {
  sheet.write(`Pick run ${run}`, 'bold', 20, { x: A4.margin, y: 13, width: 110 })
  sheet.write(printedAt, 'plain', 11, { x: A4_RIGHT, y: 15, isRight: true })
  const totals = `${counted(orders.length, 'order')}, ${counted(lines.length, 'line')}`
  sheet.write(totals, 'bold', 11, { x: A4_RIGHT, y: 23.5, isRight: true })
  sheet.write(part === 'lines' ? 'To fetch' : 'By order', 'plain', 12, { x: A4.margin, y: 23 })
  const heading = (text: string, x: number, isRight = false) =>
    sheet.write(text, 'bold', 8.5, { x, y: TOP - 7, isRight })
  if (part === 'lines') {
    heading('Location', COLUMNS.location)
    heading('Quantity', COLUMNS.quantity, true)
    heading('Product', COLUMNS.product)
    heading('Orders', COLUMNS.needed)
  }
  sheet.rule(TOP - 2.5)
}

function drawLine(sheet: A4Sheet, line: PickSheetContent['lines'][number], top: number): void {
  const { location, quantity, code, name, needed } = line
  sheet.write(location, 'bold', 14, { x: COLUMNS.location, y: top + 1.2, width: 33, smallest: 7 })
  sheet.write(quantity, 'bold', 16, { x: COLUMNS.quantity, y: top + 0.8, isRight: true })
  // What has only a code or only a name may have both lines for it.
  const [first, second] = [code || name, code === '' ? '' : name]
  const texts = [
    { text: first, font: 'bold', most: second === '' ? 2 : 1 },
    { text: second, font: 'plain', scale: 0.9 },
  ]
  sheet.wrap(texts, 10, { x: COLUMNS.product, y: top, width: 65 })
  const half = Math.ceil(needed.length / 2)
  const rows = needed.length > 2 ? [needed.slice(0, half), needed.slice(half)] : needed.map((one) => [one])
  for (const [index, row] of rows.entries()) {
    sheet.write(row.join(', '), 'plain', 8.5, { x: COLUMNS.needed, y: top + index * 4.4, width: 50 })
  }
  sheet.box(COLUMNS.check, top + 1.5)
  sheet.rule(top + LINE - 1.8)
}

function drawOrder(
  sheet: A4Sheet,
  { code, receiver, isHeld, items }: PickSheetContent['orders'][number],
  pages: Pages,
): void {
  const top = pages.room(ORDER_HEAD, ORDER_HEAD + ITEM * Math.min(items.length, 3))
  if (CODE_128.test(code)) sheet.bars(code, A4.margin, top, BAR_HEIGHT)
  sheet.write(code, 'bold', 16, { x: 84, y: top + 0.5, width: 78, smallest: 7 })
  sheet.write(receiver, 'plain', 10, { x: 84, y: top + 7, width: A4_RIGHT - 84 })
  const lines = counted(items.length, 'line')
  sheet.write(isHeld ? `On hold, ${lines}` : lines, 'bold', 11, { x: A4_RIGHT, y: top + 1.5, isRight: true })
  const continued = (y: number) => {
    sheet.write(`${code}, continued`, 'bold', 11, { x: A4.margin, y })
    return ITEM + 1
  }
  for (const { quantity, code: product, name } of items) {
    const y = pages.room(ITEM, ITEM, continued)
    sheet.write(quantity, 'bold', 11, { x: ORDER_COLUMNS.quantity, y, isRight: true })
    const text = product === '' ? name : `${product}  ${name}`
    sheet.write(text, 'plain', 10, { x: ORDER_COLUMNS.product, y: y + 0.3, width: COLUMNS.check - 38 })
    sheet.box(COLUMNS.check, y)
  }
  sheet.rule(pages.room(7) + 2)
}
