import type { Generated, Selectable } from 'kysely'

/** A courier's price for one payload, as it was given. Rows never change; deleted some time after they expire. */
export interface QuoteTable {
  id: string
  /** Of the payload that was priced: see `consignments/payload.ts`. */
  payload_hash: string
  /** The slug of the courier that gave it; `provider_slug` is who carries it, where the courier is a gateway. */
  courier: string
  provider_name: string
  provider_slug: string
  type: string
  courier_quote: string
  cost_cents: number
  expires_at: string
}
export type QuoteRow = Selectable<QuoteTable>

/** A quote that is being booked, or whose booking has an outcome that nobody knows yet. Gone once it is known. */
export interface ClaimTable {
  quote_id: string
  /** Null where the consignment is of no order. */
  order_code: string | null
  /** What is booked, as JSON. */
  payload: string
  /** The request that works on it, as long as `leased_until` is ahead. */
  holder: string
  leased_until: string
  /** The courier is asked to book it right after. */
  claimed_at: string
  /** When the courier was first asked for the booking and did not have it. */
  not_found_at: string | null
  /** 1 while a released claim is looked up again: it keeps bookings of the quote out, and books nothing. */
  is_check: Generated<number>
  staff_id: string
  staff_name: string
}
export type ClaimRow = Selectable<ClaimTable>

/** A claim that was let go. Its courier may still make the booking, so it is looked up some more times. */
export interface ReleasedClaimTable {
  quote_id: string
  order_code: string | null
  payload: string
  staff_id: string
  staff_name: string
  released_at: string
  /** How often it was looked up since. */
  looks: number
}
export type ReleasedClaimRow = Selectable<ReleasedClaimTable>

/** What a courier was given to carry. Deleted ones stay, so that their quote is never booked again. */
export interface ConsignmentTable {
  id: Generated<number>
  tracking_code: string
  /** Null where it was not booked here. */
  quote_id: string | null
  payload_hash: string | null
  order_code: string | null
  customer_code: string | null
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
  picked_at: string | null
  delivered_at: string | null
  /** When staff asked to delete it: until `deleted_at` is set, its courier may not have cancelled it yet. */
  deleting_since: string | null
  deleted_at: string | null
  /** Who asked to delete it. */
  deleted_by_id: string | null
  deleted_by_name: string | null
  /** When the courier was last asked how far it is. */
  tracked_at: string | null
}
export type ConsignmentRow = Selectable<ConsignmentTable>

/** One piece: centimetres and kilograms. */
export interface ConsignmentPartTable {
  id: Generated<number>
  consignment_id: number
  part_number: string
  /** What its barcode says. */
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
