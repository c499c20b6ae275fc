import type { ConsignmentPayload, ParcelContent } from '../../../contract/consignments.ts'
import { isTooSoon, QUOTE_LASTS_MINUTES } from '../../../domain/freight/freight-options.ts'
import { stillToScan, toTakeOut } from '../../../domain/orders/item-check.ts'
import { cautionBefore } from '../../../domain/orders/order-actions.ts'
import { contentsOfPieces, namedContents } from '../../../domain/orders/parcel-contents.ts'
import type { Opened, Phase, Station, StationEffect, StationEvent, StationRules, Stepped } from './station.ts'

/** Prices older than this are requested again, before the server refuses them. */
const STALE_MS = (QUOTE_LASTS_MINUTES - 1) * 60_000

/** Says why an Enter booked nothing; cleared when the prices are shown. */
const STILL_LOADING = 'The prices are still loading'
const UNCHOSEN = 'Choose a courier first, with ↑ or ↓'
const NO_PRICE = 'No courier gave a price for this parcel'

/** Says why a booking whose outcome is unknown is not asked for again. */
const CHANGED = 'The consignment has changed since it was requested'

/** What a second Enter confirms before an order is booked: that it is unpaid or on hold. Null if there is nothing. */
export function askedFirst({ order }: Opened): string | null {
  const caution = cautionBefore('create-consignment', order)
  return caution === null ? null : `${caution}. Press Enter again to book it anyway.`
}

type OpenPhase = Extract<Phase, { name: 'open' }>
type UnknownPhase = Extract<Phase, { name: 'unknown' }>

/**
 * Whether prices are so old that Enter requests new ones.
 * @param at in ms since the page was loaded, as events have it
 */
export function areStale({ shownAt }: { shownAt: number }, at: number): boolean {
  return at - shownAt > STALE_MS
}

/** Whether Enter can book an order: its items are verified and a price is chosen. */
export function isBookable({ items, prices }: Opened): boolean {
  return stillToScan(items) === null && prices.state === 'shown' && prices.chosenId !== null
}

/** Enter with an empty scan field: books what is shown, or reports why it cannot be booked. */
export function confirmed(state: Station, at: number, rules: StationRules): Stepped {
  const { phase } = state
  if (isTooSoon(at, state.typedAt)) return { state, effects: [] }
  // With the capability `book-once`, booking the same price again cannot create a second consignment. Without it, no
  // retry is offered.
  if (phase.name === 'unknown' && phase.isShown && rules.booksOnce) {
    const { opened, option } = phase.doubt
    return book(state, opened, option.id, rules)
  }
  return phase.name === 'open' ? confirmedOrder(state, phase, at, rules) : { state, effects: [] }
}

function confirmedOrder(state: Station, phase: OpenPhase, at: number, rules: StationRules): Stepped {
  const { opened, alert } = phase
  const { payload, missing, prices } = opened
  const asked = askedFirst(opened)
  // A message about a wrong item has to be confirmed first.
  const takeOut = toTakeOut(opened.surplus)
  if (alert !== null && alert !== asked) {
    const surplus = alert === takeOut ? [] : opened.surplus
    const after: Opened = { ...opened, unknown: null, surplus }
    return { state: { ...state, phase: { ...phase, opened: after, alert: null } }, effects: [] }
  }
  // A later scan has closed the message about it.
  if (takeOut !== null) return said(state, phase, takeOut)
  const unscanned = stillToScan(opened.items)
  if (unscanned !== null) return said(state, phase, unscanned)
  if (payload === null) return missing === null ? { state, effects: [] } : said(state, phase, missing)
  switch (prices.state) {
    case 'none':
    case 'loading':
      return { state: { ...state, phase: { ...phase, alert: STILL_LOADING } }, effects: [] }
    case 'failed':
      return priceAgain(state, phase, payload)
    case 'shown': {
      if (isTooSoon(at, prices.shownAt)) return { state, effects: [] }
      if (areStale(prices, at)) return priceAgain(state, phase, payload)
      if (prices.chosenId === null) return said(state, phase, prices.options.length > 0 ? UNCHOSEN : NO_PRICE)
      if (asked !== null && alert === null) return said(state, phase, asked)
      return book(state, opened, prices.chosenId, rules)
    }
  }
}

function book(state: Station, opened: Opened, quote: string, rules: StationRules): Stepped {
  const { payload, prices } = opened
  const option = prices.state === 'shown' ? prices.options.find(({ id }) => id === quote) : undefined
  if (!option || payload === null) return { state, effects: [] }
  return {
    state: { ...state, phase: { name: 'booking', opened, option } },
    effects: [
      { type: 'book', order: opened.order, payload, option, contents: bookedContents(opened, rules) },
    ],
  }
}

/** What is in each piece of the consignment, as it is booked; null if that is not known or not kept. */
export function bookedContents(
  { order, contents, payload }: Opened,
  { keepsContents }: StationRules,
): ParcelContent[][] | null {
  if (!keepsContents) return null
  const pieces = payload?.parcels.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0
  const known = contentsOfPieces(contents, pieces)
  return known && namedContents(known, order.items)
}

/** Chooses another of the options that are shown. */
export function chosen(state: Station, event: Extract<StationEvent, { type: 'move' | 'choose' }>): Stepped {
  const { phase } = state
  if (phase.name !== 'open' || phase.opened.prices.state !== 'shown') return { state, effects: [] }
  const { opened } = phase
  const { prices } = phase.opened
  const ids = prices.options.map(({ id }) => id)
  const at = ids.indexOf(prices.chosenId ?? '')
  const first = event.type === 'move' && event.step < 0 && at < 0 ? 0 : at
  const chosenId = event.type === 'choose' ? event.id : (ids.at((first + event.step) % ids.length) ?? null)
  const after: Opened = { ...opened, prices: { ...prices, chosenId } }
  return { state: { ...state, phase: { ...phase, opened: after } }, effects: [] }
}

function said(state: Station, phase: OpenPhase, alert: string): Stepped {
  const effects: StationEffect[] = [{ type: 'sound', sound: 'wrong' }]
  return { state: { ...state, phase: { ...phase, alert } }, effects }
}

/** Requests the prices of a payload. Prices shown before are no longer bookable. */
export function priceAgain(state: Station, phase: OpenPhase, payload: ConsignmentPayload): Stepped {
  const opened: Opened = { ...phase.opened, prices: { state: 'loading' } }
  return { state: { ...state, phase: { ...phase, opened } }, effects: [{ type: 'price', payload }] }
}

type Prepared = Extract<StationEvent, { type: 'prepared' }>

/** The form has a consignment now, or another one: requests its prices. */
export function prepared(state: Station, event: Prepared, rules: StationRules): Stepped {
  const { phase } = state
  if (phase.name === 'unknown') return preparedInDoubt(state, phase, event, rules)
  if (phase.name !== 'open' || phase.opened.order.code !== event.code) return { state, effects: [] }
  const { opened } = phase
  const { payload, missing } = event
  if (payload !== null && isSame(payload, opened.payload)) return { state, effects: [] }
  if (payload === null) {
    const after: Opened = { ...opened, payload, missing, prices: { state: 'none' } }
    return { state: { ...state, phase: { ...phase, opened: after } }, effects: [] }
  }
  // The missing field that an Enter reported has been filled in.
  const alert = phase.alert === opened.missing ? null : phase.alert
  return priceAgain(state, { name: 'open', opened: { ...opened, payload, missing: null }, alert }, payload)
}

/** Asks for a booking in doubt again only if the form still has what was requested. */
function preparedInDoubt(state: Station, phase: UnknownPhase, event: Prepared, rules: StationRules): Stepped {
  const { opened } = phase.doubt
  const { code, payload, missing } = event
  if (opened.order.code !== code || !rules.booksOnce) return { state, effects: [] }
  const isPending = payload === null && missing === null
  const isShown = payload !== null && isSame(payload, opened.payload)
  if (isPending || isShown) return { state: { ...state, phase: { ...phase, isShown } }, effects: [] }
  const next = prepared(withoutDoubt(state, opened, CHANGED), event, rules)
  return { state: next.state, effects: [...next.effects, { type: 'sound', sound: 'wrong' }] }
}

/**
 * A booking in doubt, of the order as it is now. If its items have to be verified anew, it is not asked for again.
 * @param alert what has to be taken out; null if nothing has to
 */
export function inDoubt(
  state: Station,
  phase: UnknownPhase,
  alert: string | null,
  rules: StationRules,
): Station {
  const { opened } = phase.doubt
  const isVerified = alert === null && stillToScan(opened.items) === null
  return isVerified || !rules.booksOnce ? { ...state, phase } : withoutDoubt(state, opened, alert ?? CHANGED)
}

/**
 * Opens an order whose booking is in doubt, to price what has become of it. It cannot be booked twice: before another
 * booking of an order, the server finds out what became of the last one.
 */
function withoutDoubt(state: Station, doubtful: Opened, alert: string): Station {
  const { [doubtful.order.code]: _, ...doubts } = state.doubts
  const opened: Opened = { ...doubtful, payload: null, missing: null, prices: { state: 'none' } }
  return { ...state, doubts, phase: { name: 'open', opened, alert } }
}

/** Compares their JSON: both come from `consignmentPayload`, which fixes the order of fields. */
function isSame(one: object, other: object | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Shows the prices of the consignment that the form has. */
export function priced(
  state: Station,
  event: Extract<StationEvent, { type: 'priced' | 'not-priced' }>,
): Stepped {
  const { phase } = state
  if (phase.name !== 'open' || phase.opened.payload !== event.payload) return { state, effects: [] }
  const { opened } = phase
  const alert = phase.alert === STILL_LOADING ? null : phase.alert
  if (event.type === 'not-priced') {
    const after: Opened = { ...opened, prices: { state: 'failed', reason: event.reason } }
    return { state: { ...state, phase: { ...phase, alert, opened: after } }, effects: [] }
  }
  const { options, refusals, requirements, proposal, at } = event
  const chosenId = proposal?.id ?? null
  const shown = { state: 'shown', options, refusals, requirements } as const
  const prices = { ...shown, proposal, chosenId, shownAt: at }
  return { state: { ...state, phase: { ...phase, alert, opened: { ...opened, prices } } }, effects: [] }
}
