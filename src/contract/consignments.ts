import * as z from 'zod/mini'
import { dataCall, rowsOf } from './call.ts'
import {
  cents,
  group,
  id,
  listOf,
  measure,
  Outcome,
  reason,
  text,
  withCode,
  withDates,
  withLists,
} from './wire.ts'

export const PACKAGE_TYPES = ['custom', 'a5', 'bug_bronze', 'bug_silver', 'bug_plat', 'bug_tim'] as const
export type PackageType = (typeof PACKAGE_TYPES)[number]

const size = z.number('must be a number')

/** Centimetres, kilograms of one piece, and cubic metres of all pieces. */
export const Parcel = z.object({
  id: z.string(),
  reference: z.string(),
  /** `custom` is sent as null. */
  package_type: z.nullable(z.enum(PACKAGE_TYPES)),
  quantity: z.int('must be a whole number'),
  height: size,
  length: size,
  width: size,
  weight: size,
  volume: size,
})
export type Parcel = z.output<typeof Parcel>

const payload = {
  customer_id: z.string(),
  order_id: z.string(),
  street: z.string(),
  suburb: z.string(),
  city: z.string(),
  postcode: z.string(),
  is_rural: z.boolean(),
  company: z.string(),
  contact: z.string(),
  phone: z.string(),
  email: z.string(),
  instructions: z.string(),
  send_tracking: z.boolean(),
  parcels: z.array(Parcel),
  saturday_delivery: z.literal(false),
  signature_required: z.literal(false),
  dangerous_goods: z.literal(false),
  urgent_couriers: z.literal(false),
}

export const ConsignmentPayload = z.object(payload)
export type ConsignmentPayload = z.output<typeof ConsignmentPayload>

export const ConsignmentBooking = z.object({ ...payload, quote_id: z.string() })
export type ConsignmentBooking = z.output<typeof ConsignmentBooking>

/** One part of an option's price, in cents excluding GST. */
const RateLine = z.object({ description: z.string(), total: z.int() })
export type RateLine = z.output<typeof RateLine>

/** What the courier rules require of a consignment, what they warn of first; and the warnings alone. As sentences. */
const RulesSaid = z.object({ requirements: z.array(z.string()), warnings: z.array(z.string()) })
export type RulesSaid = z.output<typeof RulesSaid>

/** An option without id and cost is a courier's refusal, with the reason in `description` (FRT-14). */
export const PricingOption = z.object({
  id: text,
  provider_name: text,
  provider_slug: text,
  cost: cents,
  type: text,
  description: text,
  /** The parts of the price, beyond the core calls. An unreadable list counts as an empty one. */
  breakdown: z.optional(z.catch(z.array(RateLine), [])),
  /** The same for all options of an answer, beyond the core calls (capability `courier-rules`). */
  rules: z.catch(z.optional(RulesSaid), undefined),
})
export type PricingOption = z.output<typeof PricingOption>

const Service = z.object({ code: text, description: text, total: cents })

/** A product in a piece, and how much of it. */
export const ParcelContent = z.object({ code: text, name: text, quantity: measure })
export type ParcelContent = z.output<typeof ParcelContent>

const WholePart = z.object({
  part_number: text,
  label: text,
  reference: text,
  height: measure,
  length: measure,
  width: measure,
  volume: measure,
  weight: measure,
  cost: cents,
  services: listOf(Service),
  /** Of the capability `parcel-contents`: what staff scanned into the piece. An unreadable list counts as an empty one. */
  contents: z.optional(z.catch(z.array(ParcelContent), [])),
})
const Part = withLists(WholePart, { services: Service })

const ConsignmentEvent = z.object({ date: text, type: text, code: text, description: text, location: text })
export type ConsignmentEvent = z.output<typeof ConsignmentEvent>

const CONSIGNMENT_DATES = ['created_at', 'delivered_at', 'manifested_at', 'picked_at'] as const

const WholeConsignment = withDates(CONSIGNMENT_DATES, {
  tracking_code: id,
  order_code: text,
  /** Not in the specification: '104823-2' for another consignment of a shipped order, null for the order's own. */
  reference: text,
  shipping_company: text,
  status: text,
  /** `yyyy-MM-dd HH:mm:ss` on the wall clock of Pacific/Auckland (FMT-4). */
  dates: group({ created_at: text, delivered_at: text, manifested_at: text, picked_at: text }),
  destination: group({
    building: text,
    contact_name: text,
    contact_phone: text,
    contact_email: text,
    street: text,
    suburb: text,
    region: text,
    postcode: text,
  }),
  parts: listOf(Part),
  services: listOf(Service),
  events: listOf(ConsignmentEvent),
})

export const Consignment = withLists(withCode('tracking_code', WholeConsignment), {
  parts: Part,
  services: Service,
  events: ConsignmentEvent,
})
export type Consignment = z.output<typeof Consignment>

export const priceConsignment = dataCall({
  method: 'POST',
  path: '/consignments/pricing',
  body: ConsignmentPayload,
  answer: rowsOf(PricingOption),
})

/** The response to a booking. */
export const Booked = z.object({
  success: z.optional(z.boolean()),
  message: reason,
  // Without a readable id, a booking has still been made.
  data: z.catch(group({ consignment_id: text }), { consignment_id: null }),
})

export const createConsignment = dataCall({
  method: 'POST',
  path: '/consignments',
  body: ConsignmentBooking,
  answer: Booked,
})

/** The last day is excluded, because it ends on a day whose year has five digits. */
const LAST_DAY = '9999-12-31'

/**
 * Of the capability `consignment-filters`: the weight of all parcels and the service, in the forms that
 * `domain/lists/consignment-filter.ts` reads.
 */
const CONSIGNMENT_CRITERION_PARAMETERS = { weight: z.optional(z.string()), service: z.optional(z.string()) }
export type ConsignmentCriterionName = keyof typeof CONSIGNMENT_CRITERION_PARAMETERS

/** The first three parameters are sent even when blank (API-4). `date` is a day in Auckland. */
export const ConsignmentListQuery = z.object({
  date: z.iso.date().check(z.refine((day) => day !== LAST_DAY, 'must be an earlier day')),
  query: z.string(),
  provider: z.string(),
  ...CONSIGNMENT_CRITERION_PARAMETERS,
})
export type ConsignmentListQuery = z.output<typeof ConsignmentListQuery>

export const listConsignments = dataCall({
  method: 'GET',
  path: '/consignments',
  query: ConsignmentListQuery,
  answer: rowsOf(Consignment),
})

export const getConsignment = dataCall({ method: 'GET', path: '/consignments/:id', answer: Consignment })

export const deleteConsignment = dataCall({ method: 'DELETE', path: '/consignments/:id', answer: Outcome })

/** The labels in ZPL, for label printers. Not a core call: the capability `zpl-labels`. */
export const getZplLabels = dataCall({
  method: 'GET',
  path: '/consignments/:trackingCode/labels/zpl',
  answer: z.string(),
})

/** A PDF in base64: a JSON string, or an array with one (CON-11). */
export const getLabels = dataCall({
  method: 'GET',
  path: '/consignments/:trackingCode/labels',
  answer: z.pipe(
    z.union([z.string(), z.array(z.string()).check(z.length(1))]),
    z.transform((answer) => (typeof answer === 'string' ? answer : (answer[0] ?? ''))),
  ),
})

/** The calls of the capability `another-consignment`: further consignments of a shipped order. */

export const listOrderConsignments = dataCall({
  method: 'GET',
  path: '/orders/:code/consignments',
  answer: z.object({
    /** The reference that another consignment of the order would get now: '104823-2'. */
    next_reference: text,
    /** The order's own consignment and all others that are not deleted, oldest first. */
    consignments: rowsOf(Consignment),
  }),
})
export type OrderConsignments = z.output<typeof listOrderConsignments.answer>

/**
 * Books another consignment of a shipped order. `reference` must be the order's `next_reference`, so that of two users
 * who do this at the same time one books a consignment and the other is refused.
 */
const AnotherBooking = z.extend(ConsignmentBooking, { reference: z.string() })

export const createAnotherConsignment = dataCall({
  method: 'POST',
  path: '/orders/:code/consignments',
  body: AnotherBooking,
  answer: Booked,
})

/** The calls of the capability `parcel-contents`: what is in each piece of a consignment (PACK-4). */

/** The contents of each piece, in the order of the pieces. */
const PackedBooking = z.extend(ConsignmentBooking, {
  contents: z.array(z.array(ParcelContent)).check(z.minLength(1, 'must have the contents of each piece')),
})

/** Books an order as `createConsignment` does, and stores what is in its pieces. The couriers are not told. */
export const createPackedConsignment = dataCall({
  method: 'POST',
  path: '/consignments/packed',
  body: PackedBooking,
  answer: Booked,
})

/** Pages in the size of a label with the contents of each piece, as a PDF in base64. */
export const getContentsPages = dataCall({
  method: 'GET',
  path: '/consignments/:trackingCode/contents',
  answer: z.string(),
})
