import type { ConsignmentPayload } from '../../../src/contract/consignments.ts'
import type { Order } from '../../../src/contract/orders.ts'
import type { FreightOption } from '../../../src/domain/freight/freight-options.ts'
import type { ItemBarcode } from '../../../src/domain/orders/item-check.ts'
import { reduceStation } from '../../../src/web/screens/ship/reduce-station.ts'
import {
  EMPTY_STATION,
  type Station,
  type StationEffect,
  type StationEvent,
  type StationRules,
} from '../../../src/web/screens/ship/station.ts'
import { orderOf } from '../orders/order-of.ts'

/** An order that can be sent, with 2 × A and 1 × B. */
export function toSend(code: string, fields: object = {}): Order {
  const items = [
    { id: 1, quantity: 2, product: { code: 'ITEM-A', name: 'Elbow' } },
    { id: 2, quantity: 1, product: { code: 'ITEM-B', name: 'Valve' } },
  ]
  return orderOf(code, { status: 'Paid', dates: { paid_at: '2026-11-19T20:06:00Z' }, items, ...fields })
}

/** A complete payload of an order; the number tells payloads of one order apart. */
export function payloadOf(order_id: string, quantity = 1): ConsignmentPayload {
  const parcel = { id: '1', reference: '', package_type: null, height: 1, length: 1, width: 1 }
  return {
    order_id,
    customer_id: '1',
    street: '12 Queen Street',
    suburb: '',
    city: '',
    postcode: '1010',
    is_rural: false,
    company: '',
    contact: '',
    phone: '',
    email: '',
    instructions: '',
    send_tracking: true,
    parcels: [{ ...parcel, quantity, weight: 1, volume: 0.1 }],
    saturday_delivery: false,
    signature_required: false,
    dangerous_goods: false,
    urgent_couriers: false,
  }
}

export function optionOf(id: string, cost: number): FreightOption {
  return { id, slug: 'nzpost', courier: 'NZ Post', cost, service: 'Parcel', cheapest: false, breakdown: [] }
}

/** A station whose clock advances by a second with each event, unless the test sets it. */
export function stationOnTest(rules: Partial<StationRules> = {}) {
  let state: Station = EMPTY_STATION
  let effects: readonly StationEffect[] = []
  let now = 0
  const send = (event: StationEvent) => {
    const next = reduceStation(state, event, {
      verifiesItems: false,
      booksOnce: true,
      keepsContents: true,
      ...rules,
    })
    state = next.state
    effects = next.effects
  }
  const tick = (ms: number) => {
    now += ms
    return now
  }
  const station = {
    get state() {
      return state
    },
    get phase() {
      return state.phase.name
    },
    get alert() {
      return state.phase.name === 'open' ? state.phase.alert : null
    },
    get effects() {
      return effects
    },
    /** The booking that the last event began. */
    get booking() {
      return effects.find((effect) => effect.type === 'book')
    },
    /** The effects of the last event without sounds, in words. */
    get did() {
      return effects.flatMap((effect) => (effect.type === 'sound' ? [] : [wordsOf(effect)]))
    },
    get sounds() {
      return effects.flatMap((effect) => (effect.type === 'sound' ? [effect.sound] : []))
    },
    send,
    /** A plus is typed by a hand, which pauses after it. */
    type(text: string, ms = 1_000) {
      const typedAt = tick(ms)
      send({ type: 'typed', text, at: typedAt })
      const waits = effects.find((effect) => effect.type === 'await-letter')
      if (waits?.letter === '+') send({ type: 'letter', letter: '+', typedAt })
    },
    enter: (ms = 1_000, isRepeat = false) => send({ type: 'enter', at: tick(ms), isRepeat }),
    /** A scanner, whose Enter immediately follows the characters. */
    scan(code: string) {
      station.type(code)
      station.enter(10)
    },
    /** A scan outside of the field, without its Enter. */
    scanBeside: (code: string) => send({ type: 'scanned', code, at: tick(1_000) }),
    found: (order: Order, barcodes: readonly ItemBarcode[] = []) =>
      send({ type: 'found', code: order.code, order, barcodes }),
    prepare(code: string, payload: ConsignmentPayload | null = payloadOf(code), missing = 'Not measured') {
      send({ type: 'prepared', code, payload, missing: payload === null ? missing : null })
    },
    /** Answers the request for prices: q1 for $20, which a rule marks, and q2 for $10. */
    price(quotes: readonly string[] = ['q1', 'q2'], proposed = quotes[0] ?? null) {
      const payload = state.phase.name === 'open' ? state.phase.opened.payload : null
      if (payload === null) throw new Error('Nothing is to be priced.')
      const options = quotes.map((id, index) => optionOf(id, 2000 - index * 1000))
      const proposal = proposed === null ? null : { id: proposed, reason: 'rule: rural → NZ Post' }
      send({ type: 'priced', payload, options, refusals: [], requirements: [], proposal, at: tick(1_000) })
    },
    /** Opens an order up to its prices. */
    open(order: Order, barcodes: readonly ItemBarcode[] = []) {
      station.scan(order.code)
      station.found(order, barcodes)
      station.prepare(order.code)
      station.price()
    },
  }
  return station
}

function wordsOf(effect: Exclude<StationEffect, { type: 'sound' }>): string {
  switch (effect.type) {
    case 'open':
      return `open ${effect.code}`
    case 'load-barcodes':
      return `load bar codes of ${effect.code}`
    case 'price':
      return `price ${effect.payload.order_id}`
    case 'cancel-price':
      return `cancel price ${effect.payload.order_id}`
    case 'book':
      return `book ${effect.option.id} for ${effect.payload.order_id}`
    case 'fill-in':
      return `fill in ${effect.order.code}: ${effect.parcel.weight} kg, parcel ${effect.parcel.number}`
    case 'print':
      return `print ${effect.consignment}`
    case 'await-letter':
      return `await ${effect.letter}`
    case 'press':
      return `press ${effect.letter}`
    case 'note':
      return `note ${effect.barcode} of ${effect.orderCode ?? 'no order'}`
  }
}
