import type { Generated, Selectable } from 'kysely'
import type { ManifestOutcome } from '../../contract/end-of-day.ts'
import type { PrintOutcome } from '../../contract/printing.ts'

/** A courier's price for one payload. Rows never change, and are deleted some time after they expire. */
export interface QuoteTable {
  id: string
  /** Hash of the priced payload, see `consignments/payload.ts`. */
  payload_hash: string
  /** Slug of the courier that quoted; if it is a gateway, `provider_slug` is the courier behind it. */
  courier: string
  provider_name: string
  provider_slug: string
  type: string
  courier_quote: string
  cost_cents: number
  /** 1 if the price is with the receiver's signature; null if that was not kept yet. */
  is_signature_required: number | null
  expires_at: string
}
export type QuoteRow = Selectable<QuoteTable>

/** A quote that is being booked, or whose outcome is unknown. Deleted once the outcome is known. */
export interface ClaimTable {
  quote_id: string
  /** Null for a consignment without an order. */
  order_code: string | null
  /** The reference of another consignment of a shipped order; null for an order's own. */
  reference: string | null
  /** The booked payload as JSON. */
  payload: string
  /** JSON of what is in each piece, see `ConsignmentPartTable`; null if that is not known. */
  contents: string | null
  /** The request that handles the claim until `leased_until`. */
  holder: string
  leased_until: string
  /** Written just before the courier is called. */
  claimed_at: string
  /** When a look-up at the courier first found no booking; null if none has. */
  not_found_at: string | null
  /** 1 while a released claim is looked up again. The claim then only prevents bookings of the quote. */
  is_check: Generated<number>
  staff_id: string
  staff_name: string
}
export type ClaimRow = Selectable<ClaimTable>

/**
 * A released claim, or one without an order whose booking was found later. Its courier may still make a booking, so it is
 * looked up a few more times.
 */
export interface ReleasedClaimTable {
  quote_id: string
  order_code: string | null
  reference: string | null
  payload: string
  contents: string | null
  staff_id: string
  staff_name: string
  released_at: string
  /** Number of look-ups since then. */
  looks: number
}
export type ReleasedClaimRow = Selectable<ReleasedClaimTable>

/** A booked consignment. Deleted ones are kept, so that their quote is never booked again. */
export interface ConsignmentTable {
  id: Generated<number>
  tracking_code: string
  /** Null if it was not booked here. */
  quote_id: string | null
  payload_hash: string | null
  order_code: string | null
  /** The reference of another consignment of a shipped order; null for an order's own. */
  reference: string | null
  customer_code: string | null
  /** What was sent of which items, as `itemsKeyOf` returns it; null without an order, or if it was not booked here. */
  items_key: string | null
  tracking_url: string | null
  courier: string
  provider_name: string
  provider_slug: string
  type: string
  branch: string
  company: string
  contact: string
  phone: string
  email: string
  street: string
  suburb: string
  city: string
  postcode: string
  instructions: string
  is_rural: number
  send_tracking: number
  cost_cents: number
  /** JSON of `ChargedService[]`. */
  services: string
  search_text: string
  staff_id: string
  staff_name: string
  created_at: string
  manifested_at: string | null
  /** The manifest that it is in. Its courier may not have confirmed it, see `manifested_at`. */
  manifest_id: string | null
  picked_at: string | null
  delivered_at: string | null
  /** When staff deleted it. Until `deleted_at` is set, its courier may not have cancelled it. */
  deleting_since: string | null
  deleted_at: string | null
  /** The staff member who deleted it. */
  deleted_by_id: string | null
  deleted_by_name: string | null
  /** When the courier was last asked for tracking events. */
  tracked_at: string | null
}
export type ConsignmentRow = Selectable<ConsignmentTable>

/** One piece, in centimetres and kilograms. */
export interface ConsignmentPartTable {
  id: Generated<number>
  consignment_id: number
  part_number: string
  /** Text of its barcode. */
  label: string
  reference: string
  package_type: string | null
  height: number
  length: number
  width: number
  weight: number
  cost_cents: number
  /** JSON of `ChargedService[]`. */
  services: string
  /** JSON of `ParcelContent[]`, what staff scanned into it; null if that is not known. */
  contents: string | null
}
export type ConsignmentPartRow = Selectable<ConsignmentPartTable>

export interface ConsignmentEventTable {
  id: Generated<number>
  consignment_id: number
  at: string
  type: string
  code: string
  description: string
  location: string
}
export type ConsignmentEventRow = Selectable<ConsignmentEventTable>

/** Labels sent to the printer by staff. Rows are only added. */
export interface LabelPrintTable {
  id: Generated<number>
  consignment_id: number
  staff_id: string
  staff_name: string
  at: string
}

/** A manifest: the consignments announced to a courier. Deleted if the courier refused it. */
export interface ManifestTable {
  /** Made by the client. */
  id: string
  courier: string
  provider: string
  branch: string
  staff_id: string
  staff_name: string
  sent_at: string
  /** Null while it is being sent, or if its process died. */
  outcome: ManifestOutcome | null
  /** The outcome of the pick-up, in a sentence. */
  pickup: string | null
}
export type ManifestRow = Selectable<ManifestTable>

/** A print job whose document was sent to a printer, or is about to be. Jobs that were not printed are deleted. */
export interface PrintJobTable {
  /** The id made by the client. */
  job: string
  printer: string
  /** JSON of `PrintDocument`. */
  document: string
  staff_id: string
  staff_name: string
  /** The request that handles the job, and since when. */
  holder: string
  claimed_at: string
  /** Written just before the document is sent. From then on the job is never sent again. */
  sent_at: string | null
  /** Null until the printer has answered. */
  outcome: PrintOutcome | null
}
