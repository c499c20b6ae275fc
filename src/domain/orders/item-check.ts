import type { OrderItem } from '../../contract/orders.ts'
import { fold, LONGEST_CODE, nonBlank } from '../format/text.ts'
import { type Barcode, readScan, type Unit, unitOf } from '../records/barcode.ts'

type Counted = Pick<OrderItem, 'quantity' | 'fulfilled_quantity'>

/** How much of an item is still to be sent from here: its quantity without what was sent elsewhere (ORD-90). */
export function leftOf({ quantity, fulfilled_quantity }: Counted): number {
  return Math.max(0, (quantity ?? 0) - sentOf({ quantity, fulfilled_quantity }))
}

function sentOf({ quantity, fulfilled_quantity }: Counted): number {
  return Math.min(Math.max(0, fulfilled_quantity ?? 0), quantity ?? 0)
}

/** Whether all of an item was sent elsewhere. */
export function isSentElsewhere(item: Counted): boolean {
  return sentOf(item) > 0 && leftOf(item) === 0
}

/** What was sent elsewhere of an item; null if nothing was: '2 sent, 3 left'. */
export function sentNote(item: Counted): string | null {
  const sent = sentOf(item)
  return sent === 0 ? null : `${sent} sent, ${leftOf(item)} left`
}

/** Matches items by their keys: each call returns the next one with a key, undefined after the last. */
export function inTurn<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key) {
  const waiting = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const others = waiting.get(key)
    if (others) others.push(item)
    else waiting.set(key, [item])
  }
  return (key: Key): Item | undefined => waiting.get(key)?.shift()
}

/** What is checked before an order is booked: a product, or a line that is checked on its own. */
export interface CheckedItem {
  /** The product's code; the name of what has none. */
  code: string
  /** The id of its line; null for a product, whose lines count together. */
  line: string | null
  ordered: number
  scanned: number
  /**
   * `pieces`: each scan counts. `measure`: a quantity that is not whole is one scan, or what its bar codes measure
   * (SHIP-2). `key`: it has no code and is confirmed by a key (SHIP-3). `either`: so is one whose code is its name, but
   * scans of that code count, too.
   */
  by: 'pieces' | 'measure' | 'key' | 'either'
}

/** What is still to be sent of an order, each product once. */
export function itemsToCheck(items: readonly OrderItem[], barcodes: readonly ItemBarcode[]): CheckedItem[] {
  const checked: CheckedItem[] = []
  for (const item of items) {
    if (isSentElsewhere(item)) continue
    const ordered = leftOf(item)
    const code = nonBlank(item.product.code)
    const isName = code !== null && isOnlyName(code, item, barcodes)
    if (code === null || isName) {
      const name = code ?? nonBlank(item.product.name) ?? 'an item without a name'
      const by = isName ? 'either' : 'key'
      if (ordered > 0) checked.push({ code: name, line: item.id, ordered, scanned: 0, by })
      continue
    }
    const isWhole = Number.isInteger(ordered)
    const same = isWhole ? checked.find((one) => one.by === 'pieces' && one.code === code) : undefined
    if (same) same.ordered += ordered
    else if (isWhole) checked.push({ code, line: null, ordered, scanned: 0, by: 'pieces' })
    else checked.push({ code, line: item.id, ordered, scanned: 0, by: 'measure' })
  }
  return checked
}

/** Whether the code of an item is its name only: a bar code belongs to a product. */
function isOnlyName(code: string, { product }: OrderItem, barcodes: readonly ItemBarcode[]): boolean {
  return isNameAsCode(code, product.name) && !barcodes.some((barcode) => barcode.product === code)
}

/** Whether a code is the name of its item, which sources give for a code that is missing. It has spaces. */
export function isNameAsCode(code: string, name: string | null): boolean {
  return /\s/.test(code) && fold(code) === fold((name ?? '').slice(0, LONGEST_CODE).trim())
}

/** The part of the check that an item of an order belongs to. */
export function checkOf(items: readonly CheckedItem[], { id, product }: OrderItem): CheckedItem | undefined {
  return (
    items.find(({ line }) => line === id) ??
    items.find((one) => one.line === null && one.code === product.code)
  )
}

/** A bar code of an order's product, or of another product that has it, too. */
export interface ItemBarcode extends Barcode {
  product: string
}

/** A scanned product. */
export interface ScannedItem {
  code: string
  /** The number typed with it; null if none was. */
  typed: number | null
  /** How much one scan of it counts of a whole quantity. */
  quantity: number
  /** How much one counts of a quantity that is not whole, if its bar code measures it. */
  measure: number | null
}

const COUNTED = /^(\d{1,3})\s*\*\s*(.+)$/

/**
 * The item that a text names: the code of a product in any case, or one of its bar codes, perhaps with a number before it
 * ('3ABC', '3*ABC', '3*4006381333931'). `wrong` says why a bar code counts nothing. Null if the text names none, or if
 * it could name two.
 */
export function readItem(
  items: readonly CheckedItem[],
  barcodes: readonly ItemBarcode[],
  text: string,
): ScannedItem | { wrong: string } | null {
  const whole = readWhole(items, barcodes, text.trim(), null)
  if (whole !== null) return whole
  const [, number, rest] = COUNTED.exec(text.trim()) ?? []
  const counted = rest === undefined ? null : readWhole(items, barcodes, rest, Number(number))
  return counted ?? readCode(items, text)
}

/** The item that all of a text names: the code of a product, or a bar code. */
function readWhole(
  items: readonly CheckedItem[],
  barcodes: readonly ItemBarcode[],
  content: string,
  typed: number | null,
): ScannedItem | { wrong: string } | null {
  const scan = readScan(content)
  const same = barcodes.filter(({ code }) => code === scan?.code)
  const own = items.find(({ code, by }) => by !== 'key' && fold(code) === fold(content))
  const products = new Set([...same.map(({ product }) => product), ...(own ? [own.code] : [])])
  const [code, ...others] = products
  if (code === undefined) return null
  if (others.length > 0) return { wrong: severalHave(content, [...products]) }
  const [barcode] = same
  if (scan?.doubt) return { wrong: `${content} ${scan.doubt}` }
  const pieces = (barcode?.quantity ?? 1) * (scan?.count ?? 1)
  const unit = soldBy(code, barcodes)
  const measure = scan?.measures[unit ?? USUAL_UNIT] ?? null
  return { code, typed, quantity: unit === null ? pieces : (measure ?? pieces), measure }
}

/** What is cut to a length is the usual quantity that is not whole. */
const USUAL_UNIT: Unit = 'm'

/** The unit of measure that a product is sold by, as one of its bar codes says; null if none says one. */
function soldBy(product: string, barcodes: readonly ItemBarcode[]): Unit | null {
  const own = barcodes.filter((barcode) => barcode.product === product)
  return own.map(unitOf).find((unit) => unit !== null) ?? null
}

/** Says that a bar code means no product, because several have it (PRD-8). */
function severalHave(barcode: string, products: readonly string[]): string {
  return `${barcode} is a bar code of ${products.join(' and ')}. Scan or type the code of the product`
}

/**
 * The product whose code a text ends in after a number. A code that begins with a digit needs a star or a space between
 * them: '104823' is another code, not ten pieces of '4823'.
 */
function readCode(items: readonly CheckedItem[], text: string): ScannedItem | null {
  const typed = text.trim().toLowerCase()
  const codes = [...new Set(items.flatMap(({ code, by }) => (by === 'key' ? [] : code)))]
  const counted = codes.flatMap((code) => {
    const before = typed.endsWith(code.toLowerCase()) ? typed.slice(0, -code.length) : ''
    const [, pieces] = /^(\d{1,3})\s*\*?\s*$/.exec(before) ?? []
    const isGlued = /\d$/.test(before) && /^\d/.test(code)
    return pieces === undefined
      ? []
      : [isGlued ? null : { code, typed: Number(pieces), quantity: 1, measure: null }]
  })
  return counted.length === 1 ? (counted[0] ?? null) : null
}

/** A number of pieces typed before a scan: '3'. Null for any other text. */
export function readPieces(text: string): number | null {
  const [, pieces] = /^(\d{1,3})\*?$/.exec(text.trim()) ?? []
  return pieces === undefined || Number(pieces) === 0 ? null : Number(pieces)
}

/** The items after a scan, or why it is wrong: not ordered, or more than was ordered. */
export function withScanned(
  items: readonly CheckedItem[],
  { code, typed, quantity, measure }: ScannedItem,
): { items: CheckedItem[] } | { wrong: string } {
  const own = items.filter((one) => one.by !== 'key' && one.code === code)
  const times = typed ?? 1
  const amount = (one: CheckedItem) => {
    if (Number.isInteger(one.ordered)) return quantity * times
    return measure === null ? one.ordered - one.scanned : measure * times
  }
  const after = (one: CheckedItem) => exact(one.scanned + amount(one))
  const isOpen = (one: CheckedItem) => one.scanned < one.ordered
  // What is measured belongs to a line that is, if the order has one.
  const first = measure === null ? 'pieces' : 'measure'
  const inOrder = [...own.filter(({ by }) => by === first), ...own.filter(({ by }) => by !== first)]
  const target = inOrder.find((one) => isOpen(one) && after(one) <= one.ordered)
  if (target) return { items: items.map((one) => (one === target ? { ...one, scanned: after(one) } : one)) }
  const full = inOrder.find(isOpen) ?? inOrder[0]
  if (!full) return { wrong: notInOrder(code) }
  if (!Number.isInteger(full.ordered) && measure === null) return { wrong: `${code} was scanned already` }
  return { wrong: `Too many of ${code}: ${after(full)} instead of ${full.ordered}` }
}

/** Sums of measures such as 5.2 + 7.3, without the error of binary fractions. GS1 has at most six decimals. */
export function exact(sum: number): number {
  return Math.round(sum * 1e6) / 1e6
}

/** The items after the first one without a code is confirmed; null if there is none to confirm. */
export function withConfirmed(items: readonly CheckedItem[]): CheckedItem[] | null {
  const next = toConfirm(items)
  return next && items.map((one) => (one === next ? { ...one, scanned: one.ordered } : one))
}

/** The item without a code that is confirmed next; null if there is none. */
export function toConfirm(items: readonly CheckedItem[]): CheckedItem | null {
  return items.find((one) => isConfirmed(one) && one.scanned < one.ordered) ?? null
}

function isConfirmed({ by }: CheckedItem): boolean {
  return by === 'key' || by === 'either'
}

export function notInOrder(code: string): string {
  return `${code} is not in this order`
}

/** A part of a check whose items have changed. `was` is the same part before; null if it is new. */
export interface FollowedItem {
  item: CheckedItem
  was: CheckedItem | null
}

/**
 * The check of an order whose items have changed: what was counted stays, as far as it is still ordered. A piece of another
 * length is another piece. A line that its source has replaced is known by its code and quantity.
 */
export function followedItems(
  before: readonly CheckedItem[],
  now: readonly CheckedItem[],
): readonly FollowedItem[] {
  const left = [...before]
  return now.map((item) => {
    const at = left.findIndex(
      ({ code, line, ordered }) => code === item.code && (line === item.line || ordered === item.ordered),
    )
    const [was = null] = at < 0 ? [] : left.splice(at, 1)
    const isOther = item.by === 'measure' && was?.ordered !== item.ordered
    return { item: { ...item, scanned: isOther ? 0 : Math.min(was?.scanned ?? 0, item.ordered) }, was }
  })
}

/** What was counted and is not ordered any more: '1 of ABC'. */
export function surplusOf(before: readonly CheckedItem[], followed: readonly FollowedItem[]): string[] {
  return before.flatMap((one) => {
    const kept = followed.find(({ was }) => was === one)?.item.scanned ?? 0
    return one.scanned > kept ? `${exact(one.scanned - kept)} of ${one.code}` : []
  })
}

/** 'The items have changed. Take out 1 of ABC'; null if there is no surplus. */
export function toTakeOut(surplus: readonly string[]): string | null {
  return surplus.length === 0 ? null : `The items have changed. Take out ${surplus.join(', ')}`
}

/** What is missing: 'Still to scan: 2 of ABC, 1 of DEF. Space confirms Delivery'. Null if nothing is. */
export function stillToScan(items: readonly CheckedItem[]): string | null {
  const missing = items.filter(({ scanned, ordered }) => scanned < ordered)
  const scans = missing
    .filter((one) => !isConfirmed(one))
    .map(({ code, ordered, scanned }) => `${exact(ordered - scanned)} of ${code}`)
  const keys = missing.filter(isConfirmed).map(({ code }) => code)
  const sentences = [
    ...(scans.length > 0 ? [`Still to scan: ${scans.join(', ')}`] : []),
    ...(keys.length > 0 ? [`Space confirms ${keys.join(', ')}`] : []),
  ]
  return sentences.length === 0 ? null : sentences.join('. ')
}
