import type { ConsignmentPayload, ParcelContent } from '../../../contract/consignments.ts'
import type { Order } from '../../../contract/orders.ts'
import type { FreightOption, FreightRefusal } from '../../../domain/freight/freight-options.ts'
import type { TypedParcel } from '../../../domain/freight/parcels.ts'
import type { CheckedItem, ItemBarcode } from '../../../domain/orders/item-check.ts'
import type { Contents } from '../../../domain/orders/parcel-contents.ts'
import type { OtherMeaning } from '../../api/arrivals.ts'
import type { Proposal } from '../../api/freight.ts'

/** The prices of the payload. */
export type Prices =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'failed'; reason: string | null }
  | {
      state: 'shown'
      options: readonly FreightOption[]
      refusals: readonly FreightRefusal[]
      /** What courier rules require, as sentences. */
      requirements: readonly string[]
      proposal: Proposal | null
      /** The option that Enter books; null if there is none. */
      chosenId: string | null
      /** When the prices were shown, in ms: an Enter pressed before that time books nothing. */
      shownAt: number
    }

/** An order at the station. */
export interface Opened {
  order: Order
  /** Empty unless items are verified by scanning. */
  items: readonly CheckedItem[]
  /** The bar codes by which they may be scanned. */
  barcodes: readonly ItemBarcode[]
  /** The bar code scanned last if no product has it, which can be noted for Arrivals; otherwise null. */
  unknown: string | null
  /** What was scanned into each parcel. */
  contents: Contents
  /** What was scanned and is not ordered any more: '1 of ABC'. It must be taken out before the order is booked. */
  surplus: readonly string[]
  /** The number of pieces typed for the next scan of an item; null if none was. */
  pieces: number | null
  /** The consignment that is priced and booked; null until it is complete. */
  payload: ConsignmentPayload | null
  /** Why it is not complete; null if it is, or while it is unknown. */
  missing: string | null
  prices: Prices
}

/** A booking whose outcome is unknown. */
interface Doubt {
  opened: Opened
  option: FreightOption
  reason: string | null
}

export type Phase =
  | { name: 'waiting' }
  /**
   * `behind` is the order that was open; it is shown again if the code turns out to be a wrong item. `parcel` was typed
   * for the order that opens.
   */
  | { name: 'opening'; code: string; behind: Opened | null; parcel: TypedParcel | null }
  /** No order has the code, or its order cannot be sent. */
  | { name: 'refused'; code: string; reason: string; meaning: OtherMeaning }
  | { name: 'open'; opened: Opened; alert: string | null }
  | { name: 'booking'; opened: Opened; option: FreightOption }
  /** `isShown`: whether the form is known to have what was requested. Only then does Enter request it again. */
  | { name: 'unknown'; doubt: Doubt; isShown: boolean }
  /** `consignment` is null if the back end did not report its number. */
  | { name: 'booked'; opened: Opened; option: FreightOption; consignment: string | null }

export interface Station {
  /** The text in the scan field. */
  text: string
  /** When it last changed, in ms. */
  typedAt: number
  phase: Phase
  /** The codes that were scanned or typed while a booking is pending, and letters alone. They count after the booking. */
  next: readonly (string | { letter: string })[]
  /** By order: bookings whose outcome is unknown. They are stored, so that the order is not booked a second time. */
  doubts: Readonly<Record<string, Doubt>>
  /** Orders booked without a number (FRT-18). Other back ends may still list them as not shipped. */
  unnumbered: readonly string[]
}

export const EMPTY_STATION: Station = {
  text: '',
  typedAt: Number.NEGATIVE_INFINITY,
  phase: { name: 'waiting' },
  next: [],
  doubts: {},
  unnumbered: [],
}

/** How this installation works. */
export interface StationRules {
  /** Whether the items must be verified by scanning. */
  verifiesItems: boolean
  /** Whether booking a price twice makes one consignment (capability `book-once`). */
  booksOnce: boolean
  /** Whether what is in each parcel is stored (capability `parcel-contents`). */
  keepsContents: boolean
}

/** `at` is when the event happened, in ms. */
export type StationEvent =
  | { type: 'typed'; text: string; at: number }
  /** A letter or a plus that was alone in the field long enough to start neither a scan nor a typed code. */
  | { type: 'letter'; letter: string; typedAt: number }
  /** Enter in the scan field, or its button. */
  | { type: 'enter'; at: number; isRepeat: boolean }
  /** A scan outside of the scan field. */
  | { type: 'scanned'; code: string; at: number }
  | { type: 'found'; code: string; order: Order; barcodes: readonly ItemBarcode[] }
  /** `isUnknown`: no order has this code. Otherwise the order could not be loaded. */
  | { type: 'not-found'; code: string; reason: string; isUnknown: boolean; meaning: OtherMeaning }
  /** The unknown bar code is to be noted. */
  | { type: 'note' }
  /** The consignment of the open order, completed or changed. */
  | { type: 'prepared'; code: string; payload: ConsignmentPayload | null; missing: string | null }
  | {
      type: 'priced'
      payload: ConsignmentPayload
      options: readonly FreightOption[]
      refusals: readonly FreightRefusal[]
      requirements: readonly string[]
      proposal: Proposal | null
      at: number
    }
  | { type: 'not-priced'; payload: ConsignmentPayload; reason: string | null }
  /** The order at the station as it is now. */
  | { type: 'changed'; order: Order }
  /** The bar codes of an order whose products have changed. */
  | { type: 'barcodes'; code: string; barcodes: readonly ItemBarcode[] }
  | { type: 'move'; step: 1 | -1 }
  | { type: 'choose'; id: string }
  | { type: 'booked'; quote: string; consignment: string | null }
  | { type: 'not-booked'; quote: string; reason: string | null; mayHaveHappened: boolean }
  /** Esc: clears the field, otherwise the message, otherwise closes the order. */
  | { type: 'close' }

export type StationEffect =
  | { type: 'open'; code: string }
  | { type: 'load-barcodes'; code: string }
  | { type: 'price'; payload: ConsignmentPayload }
  | { type: 'cancel-price'; payload: ConsignmentPayload }
  /** `contents` are those of each piece; null if they are not known or not kept. */
  | {
      type: 'book'
      order: Order
      payload: ConsignmentPayload
      option: FreightOption
      contents: ParcelContent[][] | null
    }
  /** A parcel was typed for the form of an order. `number`: of how many that were begun it is the last. */
  | { type: 'fill-in'; order: Order; parcel: TypedParcel & { number: number } }
  | { type: 'print'; consignment: string; hasContents: boolean }
  /** A letter or a plus in the empty field: it may be a key, if nothing follows. */
  | { type: 'await-letter'; letter: string; typedAt: number }
  | { type: 'press'; letter: string }
  /** `orderCode` is null if no order is open. */
  | { type: 'note'; barcode: string; orderCode: string | null }
  | { type: 'sound'; sound: 'right' | 'wrong' | 'done' }

export interface Stepped {
  state: Station
  effects: readonly StationEffect[]
}
