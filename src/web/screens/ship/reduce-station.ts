import type { Order } from '../../../contract/orders.ts'
import { readTypedParcel, type TypedParcel } from '../../../domain/freight/parcels.ts'
import {
  type CheckedItem,
  followedItems,
  type ItemBarcode,
  itemsToCheck,
  notInOrder,
  readItem,
  readPieces,
  surplusOf,
  toTakeOut,
  withConfirmed,
  withScanned,
} from '../../../domain/orders/item-check.ts'
import { orderCan } from '../../../domain/orders/order-actions.ts'
import { isPickup, isShipped } from '../../../domain/orders/order-status.ts'
import {
  followedContents,
  NOTHING_PACKED,
  withCounted,
  withNextParcel,
} from '../../../domain/orders/parcel-contents.ts'
import { standingReason } from '../../../domain/orders/standing.ts'
import { readScan, withoutIdentifier } from '../../../domain/records/barcode.ts'
import { NO_MEANING, type OtherMeaning } from '../../api/arrivals.ts'
import { LONGEST_GAP_MS } from '../../hotkeys/scanner.ts'
import { bookedContents, chosen, confirmed, inDoubt, prepared, priceAgain, priced } from './confirm.ts'
import type { Opened, Phase, Station, StationEffect, StationEvent, StationRules, Stepped } from './station.ts'

export const BOOKED_WITHOUT_NUMBER =
  'The order has been booked, but its consignment number is unknown. Look for it among today’s consignments.'

/** The ship station: a scan opens an order, and only an Enter of its own books it (docs/dispatch-floor.md). */
export function reduceStation(state: Station, event: StationEvent, rules: StationRules): Stepped {
  const { phase } = state
  switch (event.type) {
    case 'typed':
      return typed(state, event, rules)
    case 'letter':
      if (state.text !== event.letter || state.typedAt !== event.typedAt) return unchanged(state)
      return alone({ ...state, text: '' }, event.letter)
    case 'enter':
      return entered(state, event, rules)
    case 'scanned':
      return submitted({ ...state, text: '', typedAt: event.at }, event.code, rules)
    case 'found':
      return phase.name === 'opening' && phase.code === event.code
        ? found(state, event, phase, rules)
        : unchanged(state)
    case 'not-found':
      return phase.name === 'opening' && phase.code === event.code
        ? notFound(state, event, phase, rules)
        : unchanged(state)
    case 'note':
      return noted(state)
    case 'prepared':
      return prepared(state, event, rules)
    case 'priced':
    case 'not-priced':
      return priced(state, event)
    case 'changed':
      return changed(state, event.order, rules)
    case 'barcodes':
      return withBarcodes(state, event, rules)
    case 'move':
    case 'choose':
      return chosen(state, event)
    case 'booked':
    case 'not-booked':
      return settled(state, event, rules)
    case 'close':
      return closed(state)
  }
}

function unchanged(state: Station): Stepped {
  return { state, effects: [] }
}

/** A space in the empty field confirms an item without a code: no code begins with one. */
const CONFIRMS = ' '

/** A plus in the empty field begins the next parcel. Codes of HIBC begin with one, too: a scanner goes on at once. */
export const NEXT_PARCEL = '+'

function typed(
  state: Station,
  event: Extract<StationEvent, { type: 'typed' }>,
  rules: StationRules,
): Stepped {
  const { text, at } = event
  if (text === CONFIRMS && state.text === '') return confirmedItem({ ...state, typedAt: at })
  if (text.startsWith(NEXT_PARCEL) && isPressed(state, at, rules)) {
    const next = nextParcel({ ...state, text: '' })
    const rest = typed(next.state, { ...event, text: text.slice(NEXT_PARCEL.length) }, rules)
    return { state: rest.state, effects: [...next.effects, ...rest.effects] }
  }
  const isAwaited = /^[a-z]$/i.test(text) || (text === NEXT_PARCEL && beginsParcels(state, rules))
  return {
    state: { ...state, text, typedAt: at },
    effects: state.text === '' && isAwaited ? [{ type: 'await-letter', letter: text, typedAt: at }] : [],
  }
}

/** Whether the plus that waits in the field was pressed by a hand: no scanner pauses for so long. */
function isPressed(state: Station, at: number, rules: StationRules): boolean {
  return isPlus(state, rules) && at - state.typedAt > LONGEST_GAP_MS
}

/** Whether the field has a plus alone, which is no code. */
function isPlus(state: Station, rules: StationRules): boolean {
  return state.text === NEXT_PARCEL && beginsParcels(state, rules)
}

/** What a character does that nothing follows: a letter may be a key, a plus begins the next parcel. */
function alone(state: Station, letter: string): Stepped {
  if (letter === NEXT_PARCEL) return nextParcel(state)
  // An undo is meant for the pending booking, not for the one before.
  if (state.phase.name === 'booking') return unchanged({ ...state, next: [...state.next, { letter }] })
  return { state, effects: [{ type: 'press', letter }] }
}

/** Whether a plus may begin the next parcel: items are scanned here (PACK-4). */
function beginsParcels({ phase }: Station, { keepsContents }: StationRules): boolean {
  return keepsContents && phase.name === 'open' && phase.opened.items.length > 0
}

/** Begins the next parcel, unless nothing is in the one before (PACK-4). */
function nextParcel(state: Station): Stepped {
  const { phase } = state
  const contents = phase.name === 'open' ? withNextParcel(phase.opened.contents) : null
  if (phase.name !== 'open' || contents === null) return unchanged(state)
  return to(state, { ...phase, opened: { ...phase.opened, contents } }, { type: 'sound', sound: 'right' })
}

/** The order after a scan or a key has counted items, into the parcel that is being packed. */
function counted(opened: Opened, items: readonly CheckedItem[]): Opened {
  return { ...opened, items, contents: withCounted(opened.contents, opened.items, items) }
}

/** Confirms the next item that has no code (SHIP-3). */
function confirmedItem(state: Station): Stepped {
  const { phase } = state
  const items = phase.name === 'open' ? withConfirmed(phase.opened.items) : null
  if (phase.name !== 'open' || items === null) return unchanged(state)
  const opened = counted(phase.opened, items)
  return to(state, { name: 'open', opened, alert: null }, { type: 'sound', sound: 'right' })
}

/** Notes the bar code that no product has (SHIP-4). */
function noted(state: Station): Stepped {
  const { phase } = state
  if (phase.name === 'refused' && phase.meaning.is === 'unknown-barcode')
    return to(state, { name: 'waiting' }, { type: 'note', barcode: phase.code, orderCode: null })
  if (phase.name !== 'open' || phase.opened.unknown === null) return unchanged(state)
  const { unknown: barcode, order } = phase.opened
  const opened: Opened = { ...phase.opened, unknown: null }
  return to(state, { name: 'open', opened, alert: null }, { type: 'note', barcode, orderCode: order.code })
}

function to(state: Station, phase: Phase, ...effects: StationEffect[]): Stepped {
  return { state: { ...state, phase }, effects }
}

function refused(state: Station, code: string, reason: string, meaning = NO_MEANING): Stepped {
  return to(state, { name: 'refused', code, reason, meaning }, { type: 'sound', sound: 'wrong' })
}

/**
 * With text in the field, Enter only opens the order with that code, so that the Enter of a scan never books. A held
 * Enter does nothing.
 */
function entered(
  state: Station,
  { at, isRepeat }: Extract<StationEvent, { type: 'enter' }>,
  rules: StationRules,
): Stepped {
  if (isRepeat) return unchanged(state)
  if (isPlus(state, rules)) return nextParcel({ ...state, text: '', typedAt: at })
  if (state.text === '') return confirmed(state, at, rules)
  return submitted({ ...state, text: '', typedAt: at }, state.text, rules)
}

/**
 * A scanned or typed text. With an open order it may be a parcel ('22x60x30 11.4'), an item or a number of pieces; any
 * other text is the code of an order.
 */
function submitted(state: Station, text: string, { verifiesItems }: StationRules): Stepped {
  const code = text.trim()
  if (code === '') return { state, effects: [] }
  const { phase } = state
  if (phase.name === 'booking') return unchanged({ ...state, next: [...state.next, code] })
  const parcel = readTypedParcel(code)
  if (phase.name === 'opening' && parcel)
    return { state: { ...state, phase: { ...phase, parcel } }, effects: [] }
  if (phase.name === 'opening' && phase.behind) {
    const after = verifiesItems ? checked(phase.behind, code) : null
    // The previous code may still turn out to be a wrong item, which must be reported.
    return after
      ? { state: { ...state, phase: { ...phase, behind: after.opened } }, effects: after.effects }
      : opening(state, code, phase.behind)
  }
  if (phase.name !== 'open') return opening(state, code, null)
  const { opened } = phase
  if (parcel) return open(state, { opened, alert: null, effects: [filledIn(opened, parcel)] })
  const after = verifiesItems ? checked(opened, code) : null
  return after ? open(state, after) : opening(state, code, opened)
}

/** A typed parcel is kept in the form of the order only, where it can be changed. */
function filledIn({ order, contents }: Opened, parcel: TypedParcel): StationEffect {
  return { type: 'fill-in', order, parcel: { ...parcel, number: contents.length } }
}

function opening(state: Station, scanned: string, behind: Opened | null): Stepped {
  const code = withoutIdentifier(scanned)
  return {
    state: { ...state, phase: { name: 'opening', code, behind, parcel: null } },
    effects: [{ type: 'open', code }],
  }
}

interface Checked {
  opened: Opened
  alert: string | null
  effects: readonly StationEffect[]
}

function open(state: Station, { opened, alert, effects }: Checked): Stepped {
  return { state: { ...state, phase: { name: 'open', opened, alert } }, effects }
}

/** The order after the scan of one of its items or a number of pieces; null if the text is neither. */
function checked(opened: Opened, text: string): Checked | null {
  const item = readItem(opened.items, opened.barcodes, text)
  if (!item) {
    const pieces = readPieces(text)
    return pieces === null ? null : { opened: { ...opened, pieces, unknown: null }, alert: null, effects: [] }
  }
  const typed = 'wrong' in item ? null : (item.typed ?? opened.pieces)
  const after = 'wrong' in item ? item : withScanned(opened.items, { ...item, typed })
  const rest = { ...opened, pieces: null, unknown: null }
  if ('wrong' in after) {
    return { opened: rest, alert: after.wrong, effects: [{ type: 'sound', sound: 'wrong' }] }
  }
  return {
    opened: counted(rest, after.items),
    alert: null,
    effects: [{ type: 'sound', sound: 'right' }],
  }
}

/** Why an order cannot be sent from the station; null if it can. */
function whyNotSent(order: Order, { unnumbered }: Station): string | null {
  const { offered, reason } = orderCan('create-consignment', order)
  if (!offered) return reason
  if (isPickup(order)) return 'The order is click & collect'
  return unnumbered.includes(order.code) ? BOOKED_WITHOUT_NUMBER : null
}

type Opening = Extract<Phase, { name: 'opening' }>

function found(
  state: Station,
  { order, barcodes }: Extract<StationEvent, { type: 'found' }>,
  { behind, parcel }: Opening,
  rules: StationRules,
): Stepped {
  const reason = whyNotSent(order, state)
  if (reason !== null) return refused(state, order.code, reason)
  const doubt = state.doubts[order.code]
  if (doubt) {
    const { opened, alert } = followed(doubt.opened, order, barcodes, rules)
    const phase = { name: 'unknown', doubt: { ...doubt, opened }, isShown: false } as const
    return { state: inDoubt(state, phase, alert, rules), effects: [{ type: 'sound', sound: 'wrong' }] }
  }
  const again = behind?.order.code === order.code ? behind : null
  const { items = [], contents = NOTHING_PACKED, surplus = [] } = again ?? {}
  const begun: Opened = {
    order,
    items,
    barcodes,
    contents,
    surplus,
    unknown: null,
    pieces: null,
    payload: null,
    missing: null,
    prices: { state: 'none' },
  }
  const { opened, alert } = followed(begun, order, barcodes, rules)
  const typed = parcel ? [filledIn(opened, parcel)] : []
  const sound = alert === null ? 'right' : 'wrong'
  return to(state, { name: 'open', opened, alert }, ...typed, { type: 'sound', sound })
}

/** The order as it is now. Its check follows the items; what was scanned and is not ordered any more is reported. */
function followed(
  opened: Opened,
  order: Order,
  barcodes: readonly ItemBarcode[],
  { verifiesItems }: StationRules,
): Checked {
  const items = followedItems(opened.items, verifiesItems ? itemsToCheck(order.items, barcodes) : [])
  const more = surplusOf(opened.items, items)
  const surplus = [...opened.surplus, ...more]
  const contents = followedContents(opened.contents, items)
  const alert = more.length === 0 ? null : toTakeOut(surplus)
  return {
    opened: { ...opened, order, barcodes, items: items.map(({ item }) => item), contents, surplus },
    alert,
    effects: alert === null ? [] : [{ type: 'sound', sound: 'wrong' }],
  }
}

/**
 * While items are being verified, a code without an order is a wrong item, and the order stays open with the items
 * scanned so far.
 */
function notFound(
  state: Station,
  { code, reason, isUnknown, meaning }: Extract<StationEvent, { type: 'not-found' }>,
  { behind, parcel }: Opening,
  { verifiesItems }: StationRules,
): Stepped {
  const unused = parcel === null ? '' : ' The typed parcel was not used.'
  // Without the lot and the serial number of the symbol, with which it would be another bar code each time.
  const barcode = readScan(code)?.code ?? code
  if (!behind || !verifiesItems) {
    const named = meaning.is === 'unknown-barcode' ? barcode : code
    return refused(state, named, (meaning.is === 'nothing' ? reason : noOrder(meaning)) + unused, meaning)
  }
  const isBarcode = isUnknown && meaning.is === 'unknown-barcode'
  const alert = (isUnknown ? wrongItem(isBarcode ? barcode : code, meaning) : reason) + unused
  const unknown = isBarcode ? barcode : null
  const phase = { name: 'open', opened: { ...behind, pieces: null, unknown }, alert } as const
  const { payload, prices } = behind
  // Prices that arrived in the meantime were dropped.
  const back = payload && prices.state === 'loading' ? priceAgain(state, phase, payload) : to(state, phase)
  return { state: back.state, effects: [...back.effects, { type: 'sound', sound: 'wrong' }] }
}

/** What a bar code is that was scanned instead of an order (SHIP-4). */
function noOrder(meaning: Exclude<OtherMeaning, { is: 'nothing' }>): string {
  switch (meaning.is) {
    case 'product':
      return `It is a bar code of ${meaning.code}, not of an order.`
    case 'several':
      return meaning.reason
    case 'unknown-barcode':
      return 'No order and no product has this bar code.'
  }
}

/** Says why a code that is none of an order counts nothing (SHIP-4). */
function wrongItem(code: string, meaning: OtherMeaning): string {
  switch (meaning.is) {
    case 'product':
      return `${code} is ${meaning.code}, which is not in this order`
    case 'several':
      return meaning.reason
    case 'unknown-barcode':
      return `Unknown bar code ${code}`
    case 'nothing':
      return notInOrder(code)
  }
}

/**
 * An order that was stopped or sent while it is open here can no longer be booked, at the price that is shown or any other.
 * If its booking is in doubt, it may be this booking that has sent it: Enter finds out, and prints its label.
 */
function changed(state: Station, order: Order, rules: StationRules): Stepped {
  const { phase } = state
  if (phase.name === 'booked') return changedAfterBooking(state, phase, order)
  if (phase.name !== 'open' && phase.name !== 'unknown') return unchanged(state)
  const opened = phase.name === 'open' ? phase.opened : phase.doubt.opened
  if (opened.order.code !== order.code) return unchanged(state)
  const reason = whyNotSent(order, state)
  if (reason === null) {
    const { alert, ...after } = followed(opened, order, opened.barcodes, rules)
    const known = new Set(opened.order.items.map(({ product }) => product.code))
    const isLacking = rules.verifiesItems && order.items.some(({ product }) => !known.has(product.code))
    const load: StationEffect[] = isLacking ? [{ type: 'load-barcodes', code: order.code }] : []
    const effects = [...after.effects, ...load]
    if (phase.name === 'open') return open(state, { ...after, alert: alert ?? phase.alert, effects })
    const doubt = { ...phase.doubt, opened: after.opened }
    return { state: inDoubt(state, { ...phase, doubt }, alert, rules), effects }
  }
  if (phase.name === 'unknown') return unchanged(state)
  const { payload, prices } = opened
  const isPricing = payload !== null && prices.state === 'loading'
  const { state: after, effects } = refused(state, order.code, reason)
  return { state: after, effects: isPricing ? [...effects, { type: 'cancel-price', payload }] : effects }
}

function withBarcodes(
  state: Station,
  { code, barcodes }: Extract<StationEvent, { type: 'barcodes' }>,
  rules: StationRules,
): Stepped {
  const { phase } = state
  const opened = phase.name === 'open' ? phase.opened : phase.name === 'opening' ? phase.behind : null
  if (opened?.order.code !== code) return unchanged(state)
  const after = followed(opened, opened.order, barcodes, rules)
  if (phase.name === 'opening') return to(state, { ...phase, behind: after.opened })
  return phase.name === 'open'
    ? open(state, { ...after, alert: after.alert ?? phase.alert })
    : unchanged(state)
}

/** A booked order that was stopped, or whose booking was undone, is not shown as booked any more. */
function changedAfterBooking(
  state: Station,
  phase: Extract<Phase, { name: 'booked' }>,
  order: Order,
): Stepped {
  const { opened } = phase
  if (opened.order.code !== order.code) return unchanged(state)
  const reason = standingReason(order)
  if (reason !== null) return refused(state, order.code, reason)
  // Until the booking is read back, the order is still the one from before it.
  if (isShipped(opened.order) && !isShipped(order)) return to(state, { name: 'waiting' })
  return to(state, { ...phase, opened: { ...opened, order } })
}

function settled(
  state: Station,
  event: Extract<StationEvent, { type: 'booked' | 'not-booked' }>,
  rules: StationRules,
): Stepped {
  const { phase, next } = state
  if (phase.name !== 'booking' || phase.option.id !== event.quote) return unchanged(state)
  const { opened, option } = phase
  const { code } = opened.order
  const { [code]: _, ...doubts } = state.doubts
  const after: Station = { ...state, next: [], doubts }
  if (event.type === 'booked') {
    const { consignment } = event
    const unnumbered = consignment === null ? [...state.unnumbered, code] : state.unnumbered
    const effects: StationEffect[] = [{ type: 'sound', sound: 'done' }]
    if (consignment !== null) {
      const hasContents = bookedContents(opened, rules) !== null
      effects.push({ type: 'print', consignment, hasContents })
    }
    const booked = to({ ...after, unnumbered }, { name: 'booked', opened, option, consignment }, ...effects)
    return next.reduce((step, one) => {
      const { state, effects } =
        typeof one === 'string' ? submitted(step.state, one, rules) : alone(step.state, one.letter)
      return { state, effects: [...step.effects, ...effects] }
    }, booked)
  }
  if (event.mayHaveHappened) {
    const doubt = { opened, option, reason: event.reason }
    const doubtful = { ...after, doubts: { ...doubts, [code]: doubt } }
    return to(doubtful, { name: 'unknown', doubt, isShown: false }, { type: 'sound', sound: 'wrong' })
  }
  const alert = event.reason ?? 'The courier refused the booking'
  const repriced = opened.payload && priceAgain(after, { name: 'open', opened, alert }, opened.payload)
  if (!repriced) return to(after, { name: 'open', opened, alert })
  return { state: repriced.state, effects: [...repriced.effects, { type: 'sound', sound: 'wrong' }] }
}

function closed(state: Station): Stepped {
  const { phase, text } = state
  if (text !== '') return unchanged({ ...state, text: '' })
  if (phase.name === 'booking') return unchanged(state)
  if (phase.name === 'open' && phase.alert !== null) return to(state, { ...phase, alert: null })
  const { payload, prices } = phase.name === 'open' ? phase.opened : { payload: null, prices: null }
  const isPricing = payload !== null && prices?.state === 'loading'
  return to(state, { name: 'waiting' }, ...(isPricing ? [{ type: 'cancel-price', payload } as const] : []))
}
