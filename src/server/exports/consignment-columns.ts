import type { Consignment } from '../../contract/consignments.ts'
import { gstOf } from '../../domain/format/money.ts'
import { consignmentTotals } from '../../domain/freight/consignment-details.ts'
import { courierLabel } from '../../domain/freight/couriers.ts'
import { amount, type Column, code, dollars, text } from './columns.ts'

const costOf = (consignment: Consignment) => consignmentTotals(consignment).cost

/** The columns of exported consignments. Their times are on the wall clock of Auckland already. */
export const CONSIGNMENT_COLUMNS: readonly Column<Consignment>[] = [
  code('Tracking code', (consignment) => consignment.tracking_code),
  code('Order ID', (consignment) => consignment.order_code),
  text('Created', ({ dates }) => dates.created_at),
  text('Manifested', ({ dates }) => dates.manifested_at),
  text('Picked up', ({ dates }) => dates.picked_at),
  text('Delivered', ({ dates }) => dates.delivered_at),
  text('Courier', (consignment) => courierLabel(consignment.shipping_company)),
  text('Status', (consignment) => consignment.status),
  text('Company', ({ destination }) => destination.building),
  text('Contact', ({ destination }) => destination.contact_name),
  code('Phone', ({ destination }) => destination.contact_phone),
  text('Email', ({ destination }) => destination.contact_email),
  text('Street', ({ destination }) => destination.street),
  text('Suburb', ({ destination }) => destination.suburb),
  text('City', ({ destination }) => destination.region),
  code('Postcode', ({ destination }) => destination.postcode),
  amount('Pieces', ({ parts }) => parts.length),
  amount('Kilograms', (consignment) => Number(consignmentTotals(consignment).weight.toFixed(3))),
  dollars('Freight excl GST', costOf),
  dollars('GST', (consignment) => gstOf(costOf(consignment))),
  dollars('Freight incl GST', (consignment) => costOf(consignment) + gstOf(costOf(consignment))),
]
