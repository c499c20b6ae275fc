import type { Transaction } from 'kysely'
import type { Consignment, ConsignmentEvent, ParcelContent } from '../../contract/consignments.ts'
import { toWallClock } from '../../domain/calendar/nz-calendar.ts'
import { parseInstant } from '../../domain/calendar/nz-time.ts'
import { consignmentStage, shownStage } from '../../domain/freight/consignment.ts'
import { cubicMetres } from '../../domain/freight/parcels.ts'
import type { ChargedService } from '../couriers/courier.ts'
import type { ConsignmentEventRow, ConsignmentPartRow, ConsignmentRow } from '../db/consignment-tables.ts'
import type { Database } from '../db/schema.ts'
import { type WebhookEventType, writeEvent } from '../webhooks/write-event.ts'
import { type FoundConsignment, findConsignmentById } from './store.ts'

type Service = Consignment['services'][number]
type Part = Consignment['parts'][number]

/** A consignment in the form of the contract, field by field, so that no other column reaches the wire. */
export function presentConsignment({ row, parts, events }: FoundConsignment): Consignment {
  const dates = {
    created_at: wallClock(row.created_at),
    delivered_at: wallClock(row.delivered_at),
    manifested_at: wallClock(row.manifested_at),
    picked_at: wallClock(row.picked_at),
  }
  return {
    tracking_code: row.tracking_code,
    order_code: row.order_code,
    reference: row.reference,
    shipping_company: row.provider_slug,
    status: shownStage(row.deleting_since === null ? consignmentStage({ status: null, dates }) : 'deleting')
      .label,
    dates,
    destination: {
      building: row.company,
      contact_name: row.contact,
      contact_phone: row.phone,
      contact_email: row.email,
      street: row.street,
      suburb: row.suburb,
      // The payload has a town and no region, the response a region and no town.
      region: row.city,
      postcode: row.postcode,
    },
    parts: parts.map(presentPart),
    services: presentServices(row.services),
    events: events.map(presentEvent),
  }
}

/** The booked measures, with the volume in cubic metres. */
function presentPart(part: ConsignmentPartRow): Part {
  const { part_number, label, reference, height, length, width, weight, cost_cents } = part
  return {
    part_number,
    label,
    reference,
    height,
    length,
    width,
    volume: cubicMetres(part),
    weight,
    cost: cost_cents,
    services: presentServices(part.services),
    contents: contentsOf(part),
  }
}

/** What staff scanned into a piece; empty if that is not known. */
export function contentsOf({ contents }: Pick<ConsignmentPartRow, 'contents'>): ParcelContent[] {
  return contents === null ? [] : JSON.parse(contents)
}

function presentServices(json: string): Service[] {
  const services: ChargedService[] = JSON.parse(json)
  return services.map(({ code, description, totalCents }) => ({ code, description, total: totalCents }))
}

function presentEvent({ at, type, code, description, location }: ConsignmentEventRow): ConsignmentEvent {
  return { date: wallClock(at), type, code, description, location }
}

function wallClock(at: string | null): string | null {
  const instant = parseInstant(at)
  return instant === null ? null : toWallClock(instant)
}

/** Writes an event of a consignment, with its record as it is now in the transaction. */
export async function writeConsignmentEvent(
  within: Transaction<Database>,
  type: Extract<WebhookEventType, `consignment.${string}`>,
  { id, order_code, tracking_code }: Pick<ConsignmentRow, 'id' | 'order_code' | 'tracking_code'>,
  now: number,
): Promise<void> {
  await writeEvent(within, { type, subject: order_code ?? tracking_code, at: now }, async () => {
    const found = await findConsignmentById(within, id)
    return found && presentConsignment(found)
  })
}
