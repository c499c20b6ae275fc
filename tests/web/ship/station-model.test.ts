import { expect, test } from 'vitest'
import type { ConsignmentPayload } from '../../../src/contract/consignments.ts'
import type { Order } from '../../../src/contract/orders.ts'
import type { OtherMeaning } from '../../../src/web/api/arrivals.ts'
import { reduceStation } from '../../../src/web/screens/ship/reduce-station.ts'
import {
  EMPTY_STATION,
  type Opened,
  type Station,
  type StationEffect,
  type StationEvent,
} from '../../../src/web/screens/ship/station.ts'
import { casesOf, fc, MODEL } from '../../properties.ts'
import { optionOf, payloadOf, toSend } from './station-on-test.ts'

const CODES = ['104823', '104824', '104825'] as const
const EAN = '4006381333931'
const CARTON = '10614141000415'
/** Codes of HIBC, which begin with the key for the next parcel: of ITEM-B, and of no product. */
const HIBC = '+A99912345/$$52001510X3'
const UNKNOWN_HIBC = '+B123BJC5D6E71G'
const UNKNOWN_EAN = '96385074'
/** What codes are that neither an order nor the open order has. */
const MEANINGS: Record<string, OtherMeaning> = {
  [UNKNOWN_EAN]: { is: 'unknown-barcode' },
  [HIBC]: { is: 'product', code: 'ITEM-B' },
  '5012345678900': { is: 'several', reason: '5012345678900 is a bar code of 2 products' },
}
const BARCODES = [
  { code: EAN, quantity: 1, unit: null, product: 'ITEM-A' },
  { code: CARTON, quantity: 2, unit: 'inner', product: 'ITEM-A' },
  { code: HIBC, quantity: 1, unit: null, product: 'ITEM-B' },
  { code: '73513537', quantity: 1, unit: null, product: 'ITEM-B' },
  { code: '73513537', quantity: 1, unit: null, product: 'ITEM-Z' },
]
/** With an item that is measured and one that has no code. */
const ITEMS = [
  { id: 1, quantity: 2, product: { code: 'ITEM-A', name: 'Elbow' } },
  { id: 2, quantity: 1, product: { code: 'ITEM-B', name: 'Valve' } },
  { id: 3, quantity: 12.5, product: { code: 'HOSE', name: 'Hose' } },
  { id: 4, quantity: 1, product: { code: null, name: 'Fee' } },
]
/** What a source makes of them: other lines, more, fewer, another length, and what was there before. */
const CHANGES = [
  ITEMS.map((item) => ({ ...item, id: item.id + 10 })),
  ITEMS.map((item) => (item.id === 1 ? { ...item, quantity: 3 } : item)),
  ITEMS.map((item) => (item.id === 1 ? { ...item, quantity: 1 } : item)),
  ITEMS.map((item) => (item.id === 3 ? { ...item, quantity: 13.5 } : item)),
  ITEMS.filter((item) => item.id !== 2),
  ITEMS,
]

/** What the scans of an order must come to before it may be booked. */
function orderedOf(items: typeof ITEMS): Record<string, number> {
  return Object.fromEntries(items.map(({ quantity, product }) => [product.code ?? product.name, quantity]))
}

/** Finished parcels never change, and what is in all parcels is what was scanned, nothing of it twice (PACK-4). */
function expectCounted(before: Station, { type }: StationEvent, after: Station): void {
  const [was, is] = [openedIn(before), openedIn(after)]
  if (is === null) return
  const sums: Record<string, number> = {}
  for (const parcel of is.contents) {
    expect(new Set(parcel.map(({ code }) => code)).size).toBe(parcel.length)
    for (const { code, quantity } of parcel) {
      expect(quantity).toBeGreaterThan(0)
      sums[code] = (sums[code] ?? 0) + quantity
    }
  }
  const scanned = is.items.filter((item) => item.scanned > 0).map((item) => [item.code, item.scanned])
  expect(sums).toEqual(Object.fromEntries(scanned))
  const isSame = was !== null && was.order.code === is.order.code && before.phase.name !== 'booked'
  // An order that was closed and opened again begins anew; one whose items have changed has less in its parcels.
  if (
    isSame &&
    type !== 'changed' &&
    type !== 'found' &&
    before.phase.name !== 'opening' &&
    after.phase.name !== 'unknown'
  ) {
    expect(is.contents.slice(0, was.contents.length - 1)).toEqual(was.contents.slice(0, -1))
  }
}

function openedIn({ phase }: Station): Opened | null {
  return phase.name === 'open' || phase.name === 'booking' || phase.name === 'booked'
    ? phase.opened
    : phase.name === 'opening'
      ? phase.behind
      : null
}

/** The order of which the screen tells the station what becomes of it. */
function shownIn({ phase }: Station): Opened | null {
  if (phase.name === 'unknown') return phase.doubt.opened
  return phase.name === 'open' || phase.name === 'booked' ? phase.opened : null
}

function scannedOf(code: string, opened: Opened | null): number {
  return opened?.items.find((item) => item.code === code)?.scanned ?? 0
}

type Booking = Extract<StationEffect, { type: 'book' }>

/** What is booked with the pieces is all that was ordered; it is unknown only if fewer or more parcels were begun. */
function expectContents(
  { order, contents: begun }: Opened,
  { payload, contents }: Booking,
  ordered: Record<string, number>,
  verifies: boolean,
): void {
  const pieces = payload.parcels.reduce((sum, { quantity }) => sum + quantity, 0)
  const packed = begun.filter((parcel) => parcel.length > 0)
  if (contents === null) {
    expect(!verifies || (pieces > 1 && packed.length !== pieces)).toBe(true)
    return
  }
  expect(contents).toHaveLength(pieces)
  const sums: Record<string, number> = {}
  for (const { code, name, quantity } of contents.flat()) {
    const key = code ?? name ?? ''
    sums[key] = (sums[key] ?? 0) + (quantity ?? 0)
    expect(order.items.some((item) => item.product.code === code && item.product.name === name)).toBe(true)
  }
  expect(sums).toEqual(ordered)
}

/**
 * The next event of a hand, a scanner, the server or the clock. `ready` takes an order as far as its prices, `note-unknown`
 * a bar code as far as its note, and `lose` a booking without an answer as far as another of the changed form.
 */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('ready' as const),
      code: fc.constantFrom(...CODES),
      parcels: fc.integer({ min: 1, max: 2 }),
    }),
  },
  fc.record({
    do: fc.constant('scan' as const),
    code: fc.constantFrom(
      ...CODES,
      'ITEM-A',
      '2*ITEM-A',
      EAN,
      CARTON,
      `0${EAN}`,
      '73513537',
      'ITEM-B',
      'HOSE',
      'X',
      UNKNOWN_EAN,
      '5012345678900',
    ),
  }),
  fc.record({
    do: fc.constant('scan-slowly' as const),
    code: fc.constantFrom(HIBC, HIBC, UNKNOWN_HIBC, UNKNOWN_EAN, CARTON),
    gap: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({
    do: fc.constant('type' as const),
    text: fc.constantFrom('', '1', ' ', '+', '104823', '22x60x30 1'),
  }),
  fc.record({
    do: fc.constant('enter' as const),
    isRepeat: fc.boolean(),
    after: fc.constantFrom(5, 400, 2_000_000),
  }),
  fc.record({
    do: fc.constant('answer' as const),
    which: fc.nat(),
    outcome: fc.constantFrom('yes', 'no', 'lost', 'answer-lost'),
  }),
  fc.record({
    do: fc.constantFrom('measure' as const, 'edit' as const),
    code: fc.constantFrom(...CODES),
    quantity: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    do: fc.constantFrom(
      'down' as const,
      'close' as const,
      'note' as const,
      'note-unknown' as const,
      'lose' as const,
      'pause' as const,
    ),
  }),
  fc.record({ do: fc.constant('cancel' as const), code: fc.constantFrom(...CODES) }),
  fc.record({
    do: fc.constant('source' as const),
    code: fc.constantFrom(...CODES),
    items: fc.constantFrom(...CHANGES),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** What runs have come to. `anew`: bookings behind one of another form whose outcome was unknown. */
const NOTHING_SEEN = { booked: 0, severals: 0, noted: 0, byHibc: 0, anew: 0 }

/** A server with orders and quotes, and the bookings that it has made. */
function world(rules: { verifiesItems: boolean; booksOnce: boolean }, seen: typeof NOTHING_SEEN) {
  let state = EMPTY_STATION
  let now = 0
  let quotes = 0
  /** The character that may be a key if no other follows. */
  let awaited: Pick<Extract<StationEvent, { type: 'letter' }>, 'letter' | 'typedAt'> | null = null
  const pending: StationEffect[] = []
  const shipped = new Map<string, string>()
  const cancelled = new Set<string>()
  const items = new Map<string, typeof ITEMS>(CODES.map((code) => [code, ITEMS]))
  const orders = new Map<string, Order>()
  /** By order: the consignment in its form, whichever screen shows it. */
  const forms = new Map<string, ConsignmentPayload>()
  /** By order: the quote that the courier has booked. */
  const made = new Map<string, string>()
  /** By order: the quote that may have been booked. No other quote may be tried meanwhile, unless the form has changed. */
  const tried = new Map<string, string>()
  const changedSince = new Set<string>()
  let told: { phase: string; order: Order; payload: ConsignmentPayload | undefined } | null = null

  function send(event: StationEvent): void {
    const before = state
    const { state: after, effects } = reduceStation(before, event, { ...rules, keepsContents: true })
    state = after
    expectCounted(before, event, after)
    for (const effect of effects) {
      if (effect.type === 'book') expectDeliberate(before, event, effect)
      if (effect.type === 'note') expectNoted(before, effect)
      if (effect.type === 'await-letter') awaited = effect
      if (effect.type === 'open' || effect.type === 'price' || effect.type === 'book') pending.push(effect)
    }
    tellChanges()
  }

  /** The screen tells the station, once, what has become of the order that it shows, and what is in its form. */
  function tellChanges(): void {
    const shown = shownIn(state)
    const code = shown?.order.code ?? ''
    const before = told
    told = shown && { phase: state.phase.name, order: orderNow(code), payload: forms.get(code) }
    if (shown === null || told === null) return
    const { phase, order, payload } = told
    const isNew = before?.phase !== phase || before.order.code !== code
    if (order !== shown.order && (isNew || before.order !== order)) send({ type: 'changed', order })
    else if (payload && phase !== 'booked' && (isNew || before.payload !== payload))
      send({ type: 'prepared', code, payload, missing: null })
  }

  /** Only a code that no product has is noted, for the order that is open. */
  function expectNoted(
    before: Station,
    { barcode, orderCode }: Extract<StationEffect, { type: 'note' }>,
  ): void {
    expect(MEANINGS[barcode]).toEqual({ is: 'unknown-barcode' })
    expect(orderCode).toBe(openedIn(before)?.order.code ?? null)
    seen.noted += 1
  }

  function expectDeliberate(before: typeof state, event: StationEvent, effect: Booking): void {
    const { option, payload } = effect
    const quote = option.id
    const { order_id } = payload
    if (event.type !== 'enter') throw new Error(`${event.type} booked`)
    expect([event.isRepeat, before.text]).toEqual([false, ''])
    expect(event.at - before.typedAt).toBeGreaterThanOrEqual(300)
    const opened = before.phase.name === 'booked' ? null : shownIn(before)
    if (opened === null) throw new Error(`booked while ${before.phase.name}`)
    expect([opened.order.code, payload]).toEqual([order_id, forms.get(order_id)])
    if (before.phase.name === 'unknown') {
      expect([rules.booksOnce, before.phase.doubt.option.id]).toEqual([true, quote])
    } else {
      const { prices } = opened
      if (prices.state !== 'shown') throw new Error('booked without a price on screen')
      expect([prices.chosenId, opened.payload]).toEqual([quote, payload])
      expect(event.at - prices.shownAt).toBeGreaterThanOrEqual(300)
      expect(opened.order.status).not.toBe('Cancelled')
      expect(shipped.has(order_id)).toBe(false)
    }
    // Otherwise the server makes nothing of it.
    if (!made.has(order_id) && !cancelled.has(order_id)) {
      const scanned = Object.fromEntries(opened.items.map(({ code, scanned }) => [code, scanned]))
      const ordered = orderedOf(items.get(order_id) ?? [])
      expect(scanned).toEqual(rules.verifiesItems ? ordered : {})
      expectContents(opened, effect, ordered, rules.verifiesItems)
      if (effect.contents !== null && effect.contents.length > 1) seen.severals += 1
    }
    // No other price of the order may have been booked, unless the server is asked for another consignment.
    const last = tried.get(order_id) ?? quote
    if (last !== quote) {
      expect([rules.booksOnce, changedSince.has(order_id)]).toEqual([true, true])
      seen.anew += 1
    }
    tried.set(order_id, quote)
    changedSince.delete(order_id)
  }

  function answer(which: number, outcome: string): void {
    const [effect] = pending.splice(which % Math.max(pending.length, 1), 1)
    if (effect?.type === 'open') send(opened(effect.code, outcome))
    if (effect?.type === 'price') send(priced(effect.payload, outcome))
    if (effect?.type === 'book') send(booked(effect, outcome))
  }

  function opened(code: string, outcome: string): StationEvent {
    if (!CODES.some((one) => one === code)) {
      const meaning = MEANINGS[code] ?? { is: 'nothing' }
      return { type: 'not-found', code, reason: 'none', isUnknown: outcome !== 'lost', meaning }
    }
    return { type: 'found', code, order: orderNow(code), barcodes: BARCODES }
  }

  /** The order as it is now: the same object until it changes. */
  function orderNow(code: string): Order {
    const known = orders.get(code)
    if (known) return known
    const dates = shipped.has(code) ? { shipped_at: '2026-11-20T00:00:00Z' } : {}
    const status = cancelled.has(code) ? { status: 'Cancelled' } : {}
    const order = toSend(code, { dates, items: items.get(code) ?? [], ...status })
    orders.set(code, order)
    return order
  }

  function priced(payload: ConsignmentPayload, outcome: string): StationEvent {
    if (outcome !== 'yes') return { type: 'not-priced', payload, reason: null }
    quotes += 2
    const options = [optionOf(`q${quotes}`, 10), optionOf(`q${quotes + 1}`, 20)]
    const proposal = { id: `q${quotes}`, reason: 'cheapest' }
    return { type: 'priced', payload, options, refusals: [], requirements: [], proposal, at: now }
  }

  function booked(effect: Booking, outcome: string): StationEvent {
    const { option, payload } = effect
    const quote = option.id
    const { order_id } = payload
    const before = made.get(order_id)
    const isRefused =
      before === undefined ? outcome === 'no' || cancelled.has(order_id) : before !== quote && rules.booksOnce
    if (outcome === 'lost' || isRefused) {
      if (isRefused && before === undefined) tried.delete(order_id)
      return { type: 'not-booked', quote, reason: null, mayHaveHappened: outcome.includes('lost') }
    }
    if (!rules.booksOnce) expect(before).toBeUndefined()
    made.set(order_id, quote)
    if (!shipped.has(order_id)) seen.booked += 1
    shipped.set(order_id, quote)
    orders.delete(order_id)
    return outcome === 'answer-lost'
      ? { type: 'not-booked', quote, reason: null, mayHaveHappened: true }
      : { type: 'booked', quote, consignment: `C-${quote}` }
  }

  function scan(text: string): void {
    send({ type: 'typed', text: state.text + text, at: now })
    send({ type: 'enter', at: now + 1, isRepeat: false })
  }

  /** A scanner that types one character after another. Whatever its code begins with is no key. */
  function scanSlowly(code: string, gap: number): void {
    const wasEmpty = state.text === ''
    const before = openedIn(state)
    for (const character of code) {
      now += gap
      send({ type: 'typed', text: state.text + character, at: now })
    }
    if (wasEmpty) {
      expect(state.text).toBe(code)
      expect(openedIn(state)?.contents.length).toBe(before?.contents.length)
    }
    send({ type: 'enter', at: now + 1, isRepeat: false })
    if (wasEmpty && code === HIBC && scannedOf('ITEM-B', openedIn(state)) > scannedOf('ITEM-B', before)) {
      seen.byHibc += 1
    }
  }

  function enter(after: number, isRepeat = false): void {
    now += after
    send({ type: 'enter', at: now, isRepeat })
  }

  /** Changes the form of an order on any screen. */
  function edit(code: string | undefined, quantity: number): void {
    if (code === undefined) return
    const payload = payloadOf(code, quantity)
    if (payload.parcels[0]?.quantity === forms.get(code)?.parcels[0]?.quantity) return
    forms.set(code, payload)
    changedSince.add(code)
    tellChanges()
  }

  function run(one: Step): void {
    now += 5
    switch (one.do) {
      case 'ready':
        send({ type: 'typed', text: '', at: now })
        scan(one.code)
        answer(pending.length - 1, 'yes')
        if (rules.verifiesItems) {
          for (const item of [CARTON, 'ITEM-B', 'HOSE']) {
            scan(item)
            if (one.parcels > 1 && item === CARTON) {
              send({ type: 'typed', text: '+', at: now })
              now += 200
            }
          }
          send({ type: 'typed', text: ' ', at: now })
        }
        edit(shownIn(state)?.order.code, one.parcels)
        answer(pending.length - 1, 'yes')
        break
      case 'scan':
        scan(one.code)
        break
      case 'scan-slowly':
        scanSlowly(one.code, one.gap)
        break
      case 'pause':
        now += 400
        // The timer of a character that another has followed fires, too.
        if (awaited) send({ ...awaited, type: 'letter' })
        break
      case 'type':
        send({ type: 'typed', text: one.text, at: now })
        break
      case 'enter':
        enter(one.after, one.isRepeat)
        break
      case 'lose':
        enter(400)
        answer(pending.length - 1, 'lost')
        edit(shownIn(state)?.order.code, 3)
        answer(pending.length - 1, 'yes')
        for (const after of [400, 400]) enter(after)
        break
      case 'answer':
        answer(one.which, one.outcome)
        break
      case 'measure':
        edit(shownIn(state)?.order.code, one.quantity)
        break
      case 'edit':
        edit(one.code, one.quantity)
        break
      case 'down':
        send({ type: 'move', step: 1 })
        break
      case 'close':
      case 'note':
        send({ type: one.do })
        break
      case 'note-unknown':
        scanSlowly(UNKNOWN_EAN, 5)
        answer(pending.length - 1, 'yes')
        send({ type: 'note' })
        break
      case 'cancel':
        // Seldom, so that most orders can be booked.
        if (now % 4 !== 0) return
        cancelled.add(one.code)
        orders.delete(one.code)
        tellChanges()
        break
      case 'source':
        items.set(one.code, one.items)
        changedSince.add(one.code)
        orders.delete(one.code)
        tellChanges()
    }
  }

  return run
}

// SHIP-5, PACK-4
test.each([
  { verifiesItems: false, booksOnce: true },
  { verifiesItems: false, booksOnce: false },
  { verifiesItems: true, booksOnce: true },
])(
  'whatever happens in whatever order, only a deliberate Enter books, and never twice: %o',
  MODEL,
  (rules) => {
    const runs = casesOf(150, 4_000)
    const seen = { ...NOTHING_SEEN }
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 120 }), (steps) => {
        const run = world(rules, seen)
        for (const one of steps) run(one)
      }),
      { numRuns: runs },
    )
    expect(seen.booked).toBeGreaterThan(runs / 30)
    expect(seen.noted).toBeGreaterThan(0)
    expect([seen.severals > 0, seen.byHibc > 0]).toEqual([rules.verifiesItems, rules.verifiesItems])
    expect(seen.anew > 0).toBe(rules.booksOnce)
  },
)
