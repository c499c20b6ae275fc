import type { Generated, Selectable } from 'kysely'
import type {
  ClaimTable,
  ConsignmentEventTable,
  ConsignmentPartTable,
  ConsignmentTable,
  LabelPrintTable,
  ManifestTable,
  PrintJobTable,
  QuoteTable,
  ReleasedClaimTable,
} from './consignment-tables.ts'
import type {
  ArrivalCorrectionTable,
  ArrivalHourTable,
  ArrivalSourceTable,
  ArrivalTable,
  FeedCursorTable,
  FeedMessageTable,
  FeedOrderTable,
  ImportOrderTable,
  ImportTable,
} from './intake-tables.ts'
import type {
  PickLineTable,
  PickPartTable,
  PickRunOrderTable,
  PickRunTable,
  PickTickTable,
} from './pick-run-tables.ts'

/**
 * The tables. Money is integer cents, times are UTC ISO 8601 text of one width (`2026-11-20T01:02:03.004Z`, so that
 * text order is time order), booleans are 0 or 1: the same on both databases.
 */
export interface Database {
  schema_migrations: SchemaMigrationTable
  signing_keys: SigningKeyTable
  sessions: SessionTable
  used_sign_ins: UsedSignInTable
  customers: CustomerTable
  products: ProductTable
  product_barcodes: ProductBarcodeTable
  orders: OrderTable
  order_items: OrderItemTable
  order_events: OrderEventTable
  order_days: OrderDayTable
  outbox: OutboxTable
  email_events: EmailEventTable
  suppliers: SupplierTable
  supplier_orders: SupplierOrderTable
  supplier_order_items: SupplierOrderItemTable
  quotes: QuoteTable
  claims: ClaimTable
  released_claims: ReleasedClaimTable
  consignments: ConsignmentTable
  consignment_parts: ConsignmentPartTable
  consignment_events: ConsignmentEventTable
  label_prints: LabelPrintTable
  manifests: ManifestTable
  print_jobs: PrintJobTable
  rate_card_bookings: RateCardBookingTable
  webhook_endpoints: WebhookEndpointTable
  webhook_events: WebhookEventTable
  webhook_deliveries: WebhookDeliveryTable
  verified_addresses: VerifiedAddressTable
  export_tickets: ExportTicketTable
  saved_views: SavedViewTable
  api_keys: ApiKeyTable
  leases: LeaseTable
  feed_messages: FeedMessageTable
  feed_orders: FeedOrderTable
  feed_cursors: FeedCursorTable
  changes: ChangeTable
  arrivals: ArrivalTable
  arrival_corrections: ArrivalCorrectionTable
  arrival_sources: ArrivalSourceTable
  arrival_hours: ArrivalHourTable
  imports: ImportTable
  import_orders: ImportOrderTable
  pick_runs: PickRunTable
  pick_run_orders: PickRunOrderTable
  pick_lines: PickLineTable
  pick_parts: PickPartTable
  pick_ticks: PickTickTable
}

/** The tables with a full-text index on their `search_text`. */
export type SearchedTable = 'orders' | 'customers' | 'products' | 'email_events'

interface SchemaMigrationTable {
  name: string
  applied_at: string
}

/** Keys for session tokens and pending sign-ins. Stored, so that they survive a restart and all processes share them. */
interface SigningKeyTable {
  id: string
  secret: string
  created_at: string
}

/** A session. Its token is valid only as long as this row exists and has not ended. */
interface SessionTable {
  token_id: string
  staff_id: string
  staff_name: string
  email: string
  /** The browser, such as 'Firefox on Windows'. */
  user_agent: string
  created_at: string
  /** Time of the last request, to the minute. */
  last_seen_at: string
  expires_at: string
  ended_at: string | null
}

/** Completed sign-ins, so that each counts only once. */
interface UsedSignInTable {
  id: string
  expires_at: string
}

/** The delivery address; all null if it is the customer's own address. */
type DeliveryColumns = { [Name in keyof AddressColumns as `delivery_${Name}`]: AddressColumns[Name] | null }

interface CustomerTable extends AddressColumns, DeliveryColumns {
  id: Generated<number>
  code: string
  /** The customer's sort key in the invoicing system. */
  infusion_key: string | null
  first_name: string
  name: string
  company: string | null
  /** The company as searches compare it, see `customers/search-text.ts`. */
  company_key: string | null
  phone: string | null
  mobile: string | null
  email: string | null
  /** 'stop', 'drip', 'wholesale' or another word. */
  pricing: string
  /** 'cash' or 'account'. */
  terms: Generated<string>
  /** 0 or 1: whether its credit is stopped, besides by a pricing of 'stop'. */
  credit_stop: Generated<number>
  created_at: string
  updated_at: string
  last_login_at: string | null
  last_active_at: string | null
  last_ordered_at: string | null
  /** The searched text, see `db/search-text.ts`. */
  search_text: string
}
export type CustomerRow = Selectable<CustomerTable>

interface ProductTable {
  id: Generated<number>
  /** Id in the online shop; null if not sold there. */
  cms_id: string | null
  code: string
  name: string
  description: string
  image_url: string | null
  price_cents: number
  /** Set if a tier is not calculated from the price. Retail includes GST. */
  cost_cents: number | null
  drip_cents: number | null
  wholesale_cents: number | null
  retail_cents: number | null
  /** Kilograms and centimetres of one piece. */
  weight: number | null
  height: number | null
  depth: number | null
  width: number | null
  /** Where it is stored, such as 'A-04-2'. */
  location: string | null
  /** 1 if it is dangerous goods. */
  dangerous_goods: Generated<number>
  created_at: string
  updated_at: string
  last_sold_at: string | null
  search_text: string
}
export type ProductRow = Selectable<ProductTable>

/** The bar codes of products, in their order. A code may have several products (PRD-8). */
interface ProductBarcodeTable {
  id: Generated<number>
  product_id: number
  /** As `comparedBarcode` returns it. */
  code: string
  quantity: number
  unit: string | null
}

/** E-mails, written in the transaction that caused them. An e-mail that is neither sent, failed nor withdrawn is
 * queued. */
interface OutboxTable {
  id: Generated<number>
  order_id: number | null
  recipient: string
  subject: string
  body: string
  created_at: string
  /** When the mail server accepted the message. */
  sent_at: string | null
  /** Number of attempts that the mail server deferred. */
  attempts: Generated<number>
  /** Not sent before this time; null means at once. */
  next_try_at: string | null
  /** The process that is sending it, and until when its claim holds. */
  claimed_by: string | null
  claimed_until: string | null
  /**
   * When everything but the end of the message was sent. From then on the outcome is unknown until the mail server
   * confirms.
   */
  handed_over_at: string | null
  /** When the message was first found too old to be sent. */
  overdue_since: string | null
  /** When the message failed for good. */
  failed_at: string | null
  /** The action that caused it. */
  step_id: number | null
  /** When it was withdrawn, because the action was undone before it was sent. */
  withdrawn_at: string | null
}
export type OutboxRow = Selectable<OutboxTable>

/** Reported delivery events of e-mails. Rows are only added; all events of one e-mail have the same `email_id`. */
interface EmailEventTable {
  id: Generated<number>
  email_id: string
  date: string
  /** 'queued', 'sent', 'delivered', 'hard-bounced' or another word. */
  event: string
  recipient: string
  subject: string
  search_text: string
}
export type EmailEventRow = Selectable<EmailEventTable>

/** Bookings of the built-in couriers by their reference. */
interface RateCardBookingTable {
  /** The tracking code is made from this number. */
  id: Generated<number>
  courier: string
  reference: string
  origin: string
  /** Price of each piece and single charges, as JSON. */
  parts: string
  services: string
  booked_at: string
  cancelled_at: string | null
}

/** Addresses whose details the address service gave. */
interface VerifiedAddressTable {
  /** The service's id. */
  id: string
  /** Street and postcode, see `addresses/verified.ts`. */
  place: string
  /** JSON of `AddressDetail`. */
  detail: string
  fetched_at: string
}

/** Keys of other systems. Only a hash of each is stored; revoked ones are kept. */
interface ApiKeyTable {
  id: string
  name: string
  /** SHA-256 in hexadecimal digits. */
  hash: string
  created_at: string
  /** Time of the last request, to the minute. */
  last_used_at: string | null
  revoked_at: string | null
}

/** Work that only one process at a time does, see `db/lease.ts`. */
interface LeaseTable {
  name: string
  holder: string
  held_until: string
}

/** Changes for the desks, as JSON. In PostgreSQL each is deleted when it is published. */
interface ChangeTable {
  /** Counts up, in the embedded database without gaps and in the order of the commits. */
  id: Generated<number>
  note: string
}

/** An address, as orders and customers have it. */
interface AddressColumns {
  street: string | null
  suburb: string | null
  city: string | null
  region: string | null
  postcode: string | null
  is_rural: number
  country: string
}

interface OrderTable extends AddressColumns {
  id: Generated<number>
  code: string
  /** The number in a code that has a sign or letters in front (`domain/orders/order-code.ts`); null for any other code. */
  code_number: string | null
  reference: string | null
  status: string
  notes: string | null
  customer_id: number
  payment_method: string | null
  payment_reference: string | null
  branch: string
  is_pickup: number
  freight_cents: number
  /** Items and freight, excluding GST. */
  subtotal_cents: number
  tax_cents: number
  total_cents: number
  tracking_code: string | null
  tracking_url: string | null
  tracking_company: string | null
  created_at: string
  ordered_at: string
  paid_at: string | null
  ready_at: string | null
  shipped_at: string | null
  collected_by: string | null
  /** Until when staff have set the order aside, why, and who; all three are null if they have not. */
  skipped_until: string | null
  skip_reason: string | null
  skipped_by: string | null
  /** When the order was cancelled and refunded, and by whom; null if unknown, even if its status says so. */
  cancelled_at: string | null
  refunded_at: string | null
  cancelled_by: string | null
  /** Since when, by which member of staff and why the order is on hold; all null for a hold of which only the status is known. */
  held_at: string | null
  held_by: string | null
  hold_reason: string | null
  /** The stopping or holding status that the order's source sent last; null if its last status was neither. */
  source_status: string | null
  /** 0 or 1: whether the order is stopped, and whether it is on hold (`domain/orders/standing.ts`). */
  is_stopped: Generated<number>
  is_held: Generated<number>
  /** What its source wants and staff have neither taken nor left, and what they have left, as JSON (`server/orders/source-changes.ts`). */
  source_changes: string | null
  source_kept: string | null
  search_text: string
}
export type OrderRow = Selectable<OrderTable>

interface OrderItemTable {
  id: Generated<number>
  order_id: number
  product_code: string
  product_name: string
  price_cents: number
  quantity: number
  subtotal_cents: number
  /** How much of it was sent elsewhere; null where the source does not tell. */
  fulfilled_quantity: number | null
}

/** Actions of staff on an order. Rows are only added. */
interface OrderEventTable {
  id: Generated<number>
  order_id: number
  action: string
  staff_id: string
  staff_name: string
  at: string
  /** The request body as JSON. */
  details: string
  /** What it changed, as JSON: `{"paid_at": {"before": null, "after": "…"}}`. Null for older actions. */
  changes: string | null
  /** The id of the action that it undoes or takes back; null for all others. */
  reverts: number | null
}

/** The lowest and the highest order id of each UTC day, maintained by a trigger: a list of some days is between them. */
interface OrderDayTable {
  day: string
  first_id: number
  /** Null only for a day whose orders were all deleted before it was noted. */
  last_id: number | null
}

interface SupplierTable {
  id: Generated<number>
  /** The supplier's number in the invoicing system. */
  external_id: string | null
  name_legal: string
  website: string | null
}
export type SupplierRow = Selectable<SupplierTable>

interface SupplierOrderTable {
  id: Generated<number>
  supplier_id: number
  po_number: string
  external_id: string | null
  branch: string
  created_at: string
  ordered_at: string | null
  paid_at: string | null
  shipped_at: string | null
  received_at: string | null
  expected_at: string | null
  devanned_at: string | null
}

interface SupplierOrderItemTable {
  id: Generated<number>
  supplier_order_id: number
  product_code: string | null
  supplier_code: string | null
  unit_quantity: number | null
  carton_quantity: number | null
  quantity_per_carton: number | null
}
export type SupplierOrderItemRow = Selectable<SupplierOrderItemTable>

/** A receiver of events: one address of WEBHOOK_URL. */
interface WebhookEndpointTable {
  id: Generated<number>
  url: string
  /** When the server first started without it in WEBHOOK_URL; null while it is configured. */
  removed_at: string | null
  /** When it responded 410. Its deliveries wait until it is enabled again. */
  disabled_at: string | null
}

/** An event, written in the transaction of the change that it reports. Rows never change. */
interface WebhookEventTable {
  /** Counts up, so that it orders the events of a subject. */
  id: Generated<number>
  /** The id that receivers know, the same for every attempt. */
  message_id: string
  /** 'order.paid' or another of `EventType`. */
  type: string
  /** The code of the order, or without an order the tracking code. Events of one subject are delivered in order. */
  subject: string
  /** The request body, stored so that every attempt sends the same bytes. */
  body: string
  created_at: string
}

/** One event for one endpoint. An event that is neither delivered nor failed is pending. */
interface WebhookDeliveryTable {
  id: Generated<number>
  endpoint_id: number
  event_id: number
  /** The subject of the event, for the index of pending deliveries. */
  subject: string
  /** Finished attempts. */
  attempts: Generated<number>
  /** Not before this time; null means at once. */
  next_try_at: string | null
  /** The process that delivers it, and until when. */
  claimed_by: string | null
  claimed_until: string | null
  delivered_at: string | null
  /** When it was given up. */
  failed_at: string | null
  /** Why the last attempt failed. */
  last_error: string | null
}
export type WebhookDeliveryRow = Selectable<WebhookDeliveryTable>

/** A named filter of a list. */
interface SavedViewTable {
  id: string
  /** The user that it belongs to. */
  staff_id: string
  /** The plural noun of the list's rows: 'orders'. */
  list: string
  name: string
  /** A path of the console. */
  address: string
  /** Its place among the user's views, from 0. */
  place: number
  /** 1 for the view that opens after signing in, at most one per user; otherwise 0. */
  is_default: number
}

/** An export that waits for its download. */
interface ExportTicketTable {
  /** The hash of its ticket. */
  id: string
  /** The session that requested it. */
  session_id: string
  /** JSON of `ExportRequest`. */
  request: string
  expires_at: string
}
