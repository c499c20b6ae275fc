import type { Order } from '../../contract/orders.ts'
import {
  type LeftOutOrder,
  MOST_PICKED,
  type PickedOrder,
  type PickLine,
  type PickRun,
  type PickTick,
} from '../../contract/pick-runs.ts'
import { parseInstant } from '../calendar/nz-time.ts'
import { ABSENT, counted, fold, nonBlank } from '../format/text.ts'
import {
  type CheckedItem,
  checkOf,
  exact,
  type ItemBarcode,
  itemsToCheck,
  leftOf,
  readItem,
  withScanned,
} from './item-check.ts'
import { canPick } from './order-actions.ts'
import { isShipped } from './order-status.ts'
import { standingOf } from './standing.ts'

/** The orders of a run, and those that are not in it, each with the reason (RUN-1). */
export interface PlannedRun {
  orders: Order[]
  leftOut: LeftOutOrder[]
}

/**
 * The orders of a list that go into a run, in the order of the list.
 * @param inRuns the open runs of orders that are in one, by their codes
 */
export function planPickRun(orders: readonly Order[], inRuns: ReadonlyMap<string, string>): PlannedRun {
  const planned: PlannedRun = { orders: [], leftOut: [] }
  for (const order of orders) {
    const isFull = planned.orders.length === MOST_PICKED
    const reason =
      canPick(order).reason ??
      alreadyIn(inRuns.get(order.code)) ??
      (order.items.every((item) => leftOf(item) <= 0) ? 'It has nothing to fetch' : null) ??
      (isFull ? `A run has at most ${MOST_PICKED} orders` : null)
    if (reason === null) planned.orders.push(order)
    else planned.leftOut.push({ code: order.code, reason })
  }
  return planned
}

function alreadyIn(run: string | undefined): string | null {
  return run === undefined ? null : `It is in pick run ${run} already`
}

/** What is fetched together, before it is stored. */
export interface PlannedLine extends Pick<PickLine, 'code' | 'name' | 'by' | 'parts'> {
  location: string | null
}

/**
 * What the orders need: each product once, and what is measured or has no code on its own, as when items are verified
 * (SHIP-2, SHIP-3). In the order of their locations, then of their codes (RUN-2).
 * @param locations of products, by their codes
 */
export function pickLines(
  orders: readonly Order[],
  barcodes: readonly ItemBarcode[],
  locations: ReadonlyMap<string, string | null>,
): PlannedLine[] {
  const checked = itemsToCheck(
    orders.flatMap(({ items }) => items),
    barcodes,
  )
  const lines = new Map<CheckedItem, PlannedLine>()
  for (const { code: order, items } of orders) {
    for (const item of items) {
      const check = checkOf(checked, item)
      const quantity = leftOf(item)
      if (check === undefined || quantity <= 0) continue
      const line = lines.get(check) ?? plannedLine(check, item.product.name, locations)
      lines.set(check, line)
      const part = line.parts.find((one) => one.order === order)
      if (part) part.quantity = exact(part.quantity + quantity)
      else line.parts.push({ order, quantity })
    }
  }
  return [...lines.values()].sort(byLocation)
}

function plannedLine(
  { by, code: checked }: CheckedItem,
  name: string | null,
  locations: ReadonlyMap<string, string | null>,
): PlannedLine {
  const code = by === 'key' ? null : checked
  return { code, name: nonBlank(name) ?? checked, by, parts: [], location: locations.get(code ?? '') ?? null }
}

/** Compares numbers in codes as numbers: A-2 is before A-10. */
const NATURAL = new Intl.Collator('en', { numeric: true })

/** Locations first; what has none follows by its code. */
function byLocation(one: PlannedLine, other: PlannedLine): number {
  const [here, there] = [nonBlank(one.location), nonBlank(other.location)]
  if ((here === null) !== (there === null)) return here === null ? 1 : -1
  return NATURAL.compare(here ?? '', there ?? '') || NATURAL.compare(lineName(one), lineName(other))
}

/** The code of a line's product, or the name of what has none. */
export function lineName({ code, name }: Pick<PickLine, 'code' | 'name'>): string {
  return nonBlank(code) ?? nonBlank(name) ?? ABSENT
}

/**
 * What has become of an order of a run (RUN-6).
 * @param endedAt when the run ended; null while it is open
 */
export function pickedState(
  order: Order,
  endedAt: string | null,
): Pick<PickedOrder, 'state' | 'reason' | 'is_sent_before'> {
  const standing = standingOf(order)
  if (standing.is === 'stopped') return { state: 'stopped', reason: standing.reason, is_sent_before: false }
  if (isShipped(order)) {
    const [sentAt, ended] = [parseInstant(order.dates.shipped_at), parseInstant(endedAt)]
    const isBefore = ended === null || (sentAt !== null && sentAt < ended)
    return { state: 'sent', reason: null, is_sent_before: isBefore }
  }
  const { reason } = canPick(order)
  return { state: reason === null ? 'open' : 'held', reason, is_sent_before: false }
}

type RunOrders = Pick<PickRun, 'orders'>

/** Whether a run fetches nothing for an order any more: it was stopped, or sent while the run was open. */
export function needsNothing({ state, is_sent_before }: PickedOrder): boolean {
  return state === 'stopped' || is_sent_before
}

/** How much of a line its orders need, without those that need nothing any more. */
export function wantedOf({ parts }: Pick<PickLine, 'parts'>, run: RunOrders): number {
  return exact(neededParts(parts, run).reduce((sum, { quantity }) => sum + quantity, 0))
}

function neededParts(parts: PickLine['parts'], { orders }: RunOrders): PickLine['parts'] {
  const gone = new Set(orders.filter(needsNothing).map(({ code }) => code))
  return parts.filter(({ order }) => !gone.has(order))
}

/** `over`: more was fetched than is needed, because an order was stopped or sent elsewhere. */
export type PickLineState = 'open' | 'done' | 'short' | 'over'

/** Whether a line is still to be fetched. */
export function lineState(line: PickLine, run: RunOrders): PickLineState {
  const wanted = wantedOf(line, run)
  if (line.found > wanted) return 'over'
  if (line.found === wanted) return 'done'
  return line.is_short ? 'short' : 'open'
}

/** A line after a change, or why it is refused, as a sentence without its full stop. */
export function afterTick(line: PickLine, tick: PickTick, run: RunOrders): PickLine | { refused: string } {
  const wanted = wantedOf(line, run)
  const found = tick.kind === 'set' ? tick.found : exact(line.found + tick.amount)
  const isShort = (tick.kind === 'set' ? tick.is_short : line.is_short) && found < wanted
  const isSame = found === line.found && isShort === line.is_short
  if (isSame) return line
  if (tick.kind === 'set' && tick.revision !== line.revision) {
    const who = nonBlank(line.changed_by) ?? 'Somebody'
    return { refused: `${who} has changed ${lineName(line)} meanwhile: ${foundOf(line, wanted)}` }
  }
  if (found < 0) return { refused: `Nothing of ${lineName(line)} is found` }
  // What was fetched for an order that needs nothing since may only be put back.
  if (found > wanted && found > line.found) {
    return { refused: `Too many of ${lineName(line)}: ${found} instead of ${wanted}` }
  }
  return { ...line, found, is_short: isShort, revision: line.revision + 1 }
}

/** '2 of 5 found' */
function foundOf({ found }: Pick<PickLine, 'found'>, wanted: number): string {
  return `${found} of ${wanted} found`
}

/** Why a scan counts nothing. */
interface WrongScan {
  wrong: string
  /** Whether it names no line of the run. */
  isOther: boolean
}

/** The change that a scanned or typed text means, or why it means none. */
export function scannedTick(
  run: PickRun,
  text: string,
): Pick<Extract<PickTick, { kind: 'add' }>, 'line' | 'amount'> | WrongScan {
  const items = run.lines.map((line): CheckedItem => {
    const { id, by, found } = line
    const own = by === 'pieces' ? null : id
    return { code: lineName(line), line: own, ordered: wantedOf(line, run), scanned: found, by }
  })
  const scan = readItem(items, run.barcodes, text)
  if (scan === null) return { wrong: `${text.trim()} is not in this run`, isOther: true }
  if ('wrong' in scan) return { ...scan, isOther: false }
  if (items.every(({ code }) => code !== scan.code)) {
    return { wrong: `${scan.code} is not in this run`, isOther: true }
  }
  const after = withScanned(items, scan)
  if ('wrong' in after) return { ...after, isOther: false }
  const index = after.items.findIndex((item, at) => item.scanned !== items[at]?.scanned)
  const [before, now, line] = [items[index], after.items[index], run.lines[index]]
  if (!before || !now || !line) return { wrong: `${scan.code} was scanned already`, isOther: false }
  return { line: line.id, amount: exact(now.scanned - before.scanned) }
}

/** The order of a run whose code was scanned, as its sheet has it; null for none. */
export function orderScanned({ orders }: RunOrders, text: string): string | null {
  const code = fold(text.trim())
  return orders.find((order) => fold(order.code) === code)?.code ?? null
}

/** What an order gets of a line. */
export interface Share {
  order: string
  got: number
  quantity: number
}

/**
 * Shares what was found of a line among its orders (RUN-4): as many as possible get all they need, in the order of the
 * run; the next one gets the rest.
 */
export function sharesOf(line: Pick<PickLine, 'parts' | 'found'>, run: RunOrders): Share[] {
  let left = line.found
  const take = (most: number) => {
    const taken = Math.min(left, most)
    left = exact(left - taken)
    return taken
  }
  const shares = neededParts(line.parts, run).map(
    ({ order, quantity }): Share => ({ order, quantity, got: quantity <= left ? take(quantity) : 0 }),
  )
  return shares.map((share) => (share.got < share.quantity ? { ...share, got: take(share.quantity) } : share))
}

/** By order: how many lines it needs, and of how many of them it gets all. */
export function foundByOrder(
  run: Pick<PickRun, 'orders' | 'lines'>,
): Map<string, { lines: number; found: number }> {
  const counts = new Map(run.orders.map(({ code }) => [code, { lines: 0, found: 0 }]))
  for (const { order, got, quantity } of run.lines.flatMap((line) => sharesOf(line, run))) {
    const count = counts.get(order)
    if (!count) continue
    count.lines += 1
    if (got >= quantity) count.found += 1
  }
  return counts
}

/** The orders of a line that get less than they need. */
export function shortOrders(line: Pick<PickLine, 'parts' | 'found'>, run: RunOrders): Share[] {
  return sharesOf(line, run).filter(({ got, quantity }) => got < quantity)
}

/** What an order gets too little of: '2 of 5 of PEX-20-RED found'. Null if it gets all it needs of these lines. */
function shortageOf(order: string, lines: readonly PickLine[], run: RunOrders): string | null {
  const words = lines.flatMap((line) =>
    shortOrders(line, run)
      .filter((share) => share.order === order)
      .map(({ got, quantity }) => `${got} of ${quantity} of ${lineName(line)}`),
  )
  return words.length === 0 ? null : `${words.join(', ')} found`
}

const shortagePrefix = (run: string) => `Pick run ${run}: `

/**
 * Why an order is held that gets less than it needs of the lines noted as short: 'Pick run 12: 2 of 5 of PEX-20-RED found'.
 * Null if it gets all it needs of them.
 */
export function shortageReason(order: string, run: Pick<PickRun, 'id' | 'orders' | 'lines'>): string | null {
  const shortage = shortageOf(
    order,
    run.lines.filter(({ is_short }) => is_short),
    run,
  )
  return shortage === null ? null : shortagePrefix(run.id) + shortage
}

/** Whether a hold is one for a shortage of this run. */
export function isShortageHold(hold: Order['hold'], run: string): boolean {
  return hold?.reason?.startsWith(shortagePrefix(run)) === true
}

/** The orders that the ship station sends of a run, in its order, and those that it cannot send (RUN-8). */
export interface StationQueue {
  orders: { code: string; isSent: boolean }[]
  aside: { code: string; reason: string | null }[]
}

export function stationQueue(run: Pick<PickRun, 'orders' | 'lines'>): StationQueue {
  const queue: StationQueue = { orders: [], aside: [] }
  for (const { code, state, reason, is_pickup } of run.orders) {
    const shortage = state === 'open' ? shortageOf(code, run.lines, run) : null
    if (is_pickup) queue.aside.push({ code, reason: 'click & collect' })
    else if (shortage !== null) queue.aside.push({ code, reason: shortage })
    else if (state === 'open' || state === 'sent') queue.orders.push({ code, isSent: state === 'sent' })
    else queue.aside.push({ code, reason })
  }
  return queue
}

/** How far a run is. */
export interface PickProgress {
  lines: number
  settled: number
  short: number
}

export function pickProgress(run: Pick<PickRun, 'orders' | 'lines'>): PickProgress {
  const states = run.lines.map((line) => lineState(line, run))
  return {
    lines: states.length,
    settled: states.filter((state) => state !== 'open').length,
    short: states.filter((state) => state === 'short').length,
  }
}

/** Why a run cannot be finished; null if it can. */
export function whyNotFinished(run: Pick<PickRun, 'orders' | 'lines'>): string | null {
  const { lines, settled } = pickProgress(run)
  return settled === lines
    ? null
    : `${counted(lines - settled, 'line')} ${lines - settled === 1 ? 'is' : 'are'} still open`
}
