import type { Kysely } from 'kysely'
import type { Database } from '../../../src/server/db/schema.ts'
import { KEY, SITE, startGateway } from '../../server/couriers/stand-in-gateway.ts'
import { startMailServer } from '../../server/outbox/mail-server.ts'
import type { Bench } from './bench.ts'

export type Gateway = Awaited<ReturnType<typeof startGateway>>

/** A stand-in for GoSweetSpot that survives the server, and the settings with which a server uses it. */
export async function startCourier(bench: Bench) {
  const gateway = await startGateway()
  bench.defer(gateway.stop)
  return {
    gateway,
    settings: { GSS_ACCESS_KEY: KEY, GSS_SITE_ID: SITE, GSS_BASE_URL: gateway.url },
  }
}

/** A mail server that survives the server, and the settings with which a server uses it. */
export async function startMail(bench: Bench) {
  const mail = await startMailServer()
  bench.defer(mail.stop)
  return {
    mail,
    settings: { SMTP_URL: mail.url, SMTP_FROM: 'Dispatch <orders@example.com>' },
  }
}

/** The ids of the messages that a mail server accepted, once per acceptance. */
export function messageIds(received: readonly { text: string }[]): string[] {
  return received.map(({ text }) => /^message-id: *(\S+)/im.exec(text)?.[1] ?? 'no id')
}

/** The values that occur more than once. */
export function repeated(values: Iterable<string>): string[] {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const value of values) {
    if (seen.has(value)) twice.add(value)
    seen.add(value)
  }
  return [...twice]
}

/** The live shipments at the courier: tracking code to delivery reference. */
type Live = ReadonlyMap<string, { PackingSlipNo: string }>

/** The code of the order that leads a delivery reference. */
export function orderOf(deliveryReference: string): string {
  return deliveryReference.replace(/-[^-]+$/, '')
}

/** Orders with several live labels at the courier. */
export function labelledTwice(live: Live): string[] {
  const codes = Array.from(live.values(), ({ PackingSlipNo }) => orderOf(PackingSlipNo))
  return repeated(codes).map((code) => `order ${code} has several live labels`)
}

/** Differences between our consignments and the courier's shipments. */
export async function disagreements(db: Kysely<Database>, live: Live): Promise<string[]> {
  const rows = await db
    .selectFrom('consignments')
    .select(['tracking_code', 'deleted_at'])
    .where('courier', 'like', 'gosweetspot%')
    .execute()
  const ours = new Map(rows.map((row) => [row.tracking_code, row.deleted_at]))
  const dead = rows.filter(({ tracking_code, deleted_at }) => deleted_at === null && !live.has(tracking_code))
  const deleted = rows.filter(
    ({ tracking_code, deleted_at }) => deleted_at !== null && live.has(tracking_code),
  )
  const unknown = Array.from(live.keys()).filter((code) => !ours.has(code))
  return [
    ...dead.map(({ tracking_code }) => `${tracking_code} is live here and cancelled at the courier`),
    ...deleted.map(({ tracking_code }) => `${tracking_code} is deleted here and live at the courier`),
    ...unknown.map((code) => `${code} is live at the courier and unknown here`),
  ]
}

/** Bookings with an unknown outcome. */
export async function openClaims(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom('claims').select(['quote_id', 'order_code']).execute()
  return rows.map(({ quote_id, order_code }) => `booking ${quote_id} of order ${order_code}`)
}
