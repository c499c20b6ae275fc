import * as z from 'zod'
import { BRANCHES, type Branch, SHIPPING_COMPANIES } from '../../../contract/orders.ts'
import { branchLabel } from '../../../domain/freight/address.ts'
import { courierLabel } from '../../../domain/freight/couriers.ts'
import { whyTooLong } from '../../../domain/freight/form-address.ts'
import type { BagNames, GoSweetSpotConfig, LabelFormat } from '../../platform/courier-settings.ts'
import { log } from '../../platform/log.ts'
import { apiCourier } from '../api-courier.ts'
import {
  type Booking,
  type BookingKey,
  type Courier,
  type CourierAnswer,
  type CourierRefusal,
  CourierRefused,
  type Destination,
  type FreightRequest,
  type Pickup,
} from '../courier.ts'
import {
  CallRefused,
  callGateway,
  dollarField,
  isRecord,
  list,
  NotJson,
  type Site,
  short,
  textField,
} from './gateway.ts'
import { readLabel, readZpl } from './labels.ts'
import { gssPrinter } from './printer.ts'
import { deliveryReference, ratesBody, type ShipmentSettings, shipmentBody } from './request.ts'
import {
  bookingOfShipment,
  readCreated,
  readNotifications,
  readRefusal,
  readShipments,
  readTracked,
  type Shipment,
} from './shipments.ts'
import { webhookRoutes } from './webhook.ts'

/** GoSweetSpot as a courier of an installation. */
export const goSweetSpotApi = apiCourier<GoSweetSpotConfig>({
  account: ({ goSweetSpot }) => goSweetSpot,
  create: goSweetSpotSites,
  capabilities: ({ labelFormat }) =>
    labelFormat === 'ZPL' ? ['courier-lengths', 'zpl-labels'] : ['courier-lengths'],
  checked: 'GoSweetSpot has a stock size for every bag.',
  webhook: {
    path: 'gosweetspot',
    routes: (deps, settings) => webhookRoutes(deps, settings?.webhookSecret ?? null),
  },
  printer: (settings, address) => gssPrinter({ ...address, sites: sitesBySlug(settings) }),
})

const DELETED = /^(deleted|cannot be deleted\. already deleted)\.?$/i

/** Shipments in a response; the gateway's own limit. */
const MOST_SHIPMENTS = 250

const MINUTE = 60_000
/** The webhook reports collection and delivery, but not what happens in between. */
const TRACK_EVERY_MS = { alone: 10 * MINUTE, withWebhook: 60 * MINUTE }

/** A site, and the branch that sends from it; null if both branches do. */
export interface BranchSite extends Site, ShipmentSettings {
  branch: Branch | null
  labelFormat: LabelFormat
  /** Whether its webhook reports changes. */
  hasWebhook: boolean
}

/** The slug of the courier of a site. */
function slugOf(branch: Branch | null): string {
  return branch === null ? 'gosweetspot' : `gosweetspot-${branch}`
}

/** The configured sites: one for both branches, or one for each. */
function goSweetSpotSites({ siteIds, webhookSecret, ...settings }: GoSweetSpotConfig): Courier[] {
  const account = { ...settings, hasWebhook: webhookSecret !== null }
  if (siteIds.auckland === siteIds.christchurch) {
    return [goSweetSpot({ ...account, siteId: siteIds.auckland, branch: null })]
  }
  return BRANCHES.map((branch) => goSweetSpot({ ...account, siteId: siteIds[branch], branch }))
}

/** GoSweetSpot: a gateway to the couriers that the business has accounts with. */
export function goSweetSpot(site: BranchSite): Courier {
  return {
    slug: slugOf(site.branch),
    name: 'GoSweetSpot',
    async quote(request, signal) {
      if (isElsewhere(site, request)) return []
      refuseTooLong(request.destination)
      const body = ratesBody(request, site)
      return readRates(await callGateway(site, { method: 'POST', path: '/api/rates', body, signal }))
    },
    /** GoSweetSpot does not recognise a repeated reference, so this looks it up first. */
    async book(request, signal) {
      const [found] = await findBookings(site, request, signal)
      if (found) return found
      refuseElsewhere(site, request)
      refuseTooLong(request.destination)
      const body = shipmentBody(request, site)
      const answer = await callGateway(site, { method: 'POST', path: '/api/shipments', body, signal })
      noteNotifications(answer, body.DeliveryReference)
      return onlyOne(site, answer, body.Packages.length, signal)
    },
    find: (booking, signal) => findBookings(site, booking, signal),
    cancel: (trackingCode, signal) => deleteShipment(site, trackingCode, signal),
    label: (trackingCode, signal) => readLabel(site, trackingCode, site.labelFormat, signal),
    zpl: async (trackingCode, signal) =>
      site.labelFormat === 'ZPL' ? readZpl(site, trackingCode, signal) : null,
    manifest: (trackingCodes, signal) => publishManifest(site, trackingCodes, signal),
    bookPickup: (pickup, signal) => bookPickup(site, pickup, signal),
    tracking: {
      most: MOST_SHIPMENTS,
      everyMs: site.hasWebhook ? TRACK_EVERY_MS.withWebhook : TRACK_EVERY_MS.alone,
    },
    async track(trackingCodes, signal, isWhole = false) {
      const shipments = await listTracked(site, trackingCodes, signal, isWhole)
      return new Map(shipments.map((shipment) => [shipment.consignmentno, readTracked(shipment)]))
    },
    check: (signal) => stockSizeProblems(site, signal),
  }
}

/** Whether goods are sent from another branch than the site's. */
function isElsewhere({ branch }: BranchSite, { origin }: FreightRequest): boolean {
  return branch !== null && branch !== origin
}

/**
 * The order may have got another branch since its price: the driver would come to the wrong one.
 * @throws {CourierRefused} naming the branch
 */
function refuseElsewhere(site: BranchSite, request: FreightRequest): void {
  if (!isElsewhere(site, request)) return
  const branch = branchLabel(request.origin)
  throw new CourierRefused(`The order is sent from ${branch} now. Get the freight options again.`)
}

/**
 * GoSweetSpot would cut longer texts silently.
 * @throws {CourierRefused} naming the field
 */
function refuseTooLong(destination: Destination): void {
  const reason = whyTooLong(destination)
  if (reason !== null) throw new CourierRefused(`${reason}.`)
}

/** For the operator: they are about the account, or about a service that was changed. */
function noteNotifications(answer: unknown, reference: string): void {
  const notifications = readNotifications(answer)
  if (notifications.length > 0) log.warn({ reference, notifications }, 'GoSweetSpot notified of a booking')
}

/**
 * The shipments that a query finds. An unreadable one is logged and left out.
 * @throws if one is unreadable and all are needed (`isWhole`)
 */
async function listShipments(
  site: Site,
  query: Record<string, string>,
  signal: AbortSignal,
  isWhole: boolean,
): Promise<Shipment[]> {
  const answer = await callGateway(site, { method: 'GET', path: '/api/shipments', query, signal })
  const { shipments, unreadable } = readShipments(answer)
  if (unreadable > 0) {
    if (isWhole) throw new Error('GoSweetSpot answered with a shipment that cannot be read.')
    log.warn({ unreadable }, 'GoSweetSpot reported shipments that cannot be read')
  }
  return shipments
}

/** The codes are in the address, whose limit is not documented: a list that is refused is requested in two halves. */
async function listTracked(
  site: Site,
  codes: readonly string[],
  signal: AbortSignal,
  isWhole: boolean,
): Promise<Shipment[]> {
  const list = (some: readonly string[]) => {
    const query = { shipments: some.join(','), pagesize: String(MOST_SHIPMENTS) }
    return listShipments(site, query, signal, isWhole)
  }
  try {
    return await list(codes)
  } catch (error) {
    if (!(error instanceof CallRefused) || codes.length < 2) throw error
    const half = Math.ceil(codes.length / 2)
    return [...(await list(codes.slice(0, half))), ...(await list(codes.slice(half)))]
  }
}

/** Earlier versions sent the booking reference itself as the delivery reference, so both are looked up. */
async function findBookings(site: BranchSite, booking: BookingKey, signal: AbortSignal): Promise<Booking[]> {
  const references = [deliveryReference(booking, site.orderPrefix), booking.bookingReference]
  const query = { ordernumbers: references.join(','), excludeDeletedShipments: 'true' }
  // GoSweetSpot converts some fields to capitals.
  const isOurs = (text: string | null) => references.some((one) => text?.toLowerCase() === one.toLowerCase())
  // All are needed, because an unreadable one may be the booking.
  return (await listShipments(site, query, signal, true))
    .filter(({ packingslipno, customerref }) => isOurs(packingslipno) || isOurs(customerref))
    .map(bookingOfShipment)
}

/**
 * GoSweetSpot may split a shipment into several consignments, of which the console could follow only one. Then all are
 * deleted.
 */
async function onlyOne(site: Site, answer: unknown, pieces: number, signal: AbortSignal): Promise<Booking> {
  const [booking, ...others] = readCreated(answer, pieces)
  if (booking === undefined) {
    const reason = readRefusal(answer)
    if (reason === null) throw new Error('GoSweetSpot answered with no consignment and no reason.')
    throw new CourierRefused(reason)
  }
  if (others.length === 0) return booking
  const codes = [booking, ...others].map(({ trackingCode }) => trackingCode)
  try {
    for (const code of codes) await deleteShipment(site, code, signal)
  } catch (cause) {
    throw new Error(`GoSweetSpot split a booking: delete ${codes.join(', ')} there.`, { cause })
  }
  throw new CourierRefused(
    'GoSweetSpot would split this over several consignments. Book the parcels one by one.',
  )
}

async function deleteShipment(site: Site, trackingCode: string, signal: AbortSignal): Promise<void> {
  const query = { id: trackingCode }
  const answer = await callGateway(site, { method: 'DELETE', path: '/api/shipments', query, signal }).catch(
    (cause: unknown) => {
      // A refusal does not tell whether an earlier call, whose response may have been lost, succeeded.
      throw new Error(`GoSweetSpot did not say whether it deleted ${trackingCode}.`, { cause })
    },
  )
  const outcome = isRecord(answer) ? answer[trackingCode.toLowerCase()] : undefined
  if (typeof outcome !== 'string')
    throw new Error(`GoSweetSpot did not say whether it deleted ${trackingCode}.`)
  if (!DELETED.test(outcome.trim())) throw new CourierRefused(outcome)
}

/** The sites by the slugs of their couriers, for functions that are not a courier's, such as its print agent. */
function sitesBySlug({ siteIds, ...account }: GoSweetSpotConfig): ReadonlyMap<string, Site> {
  if (siteIds.auckland === siteIds.christchurch) {
    return new Map([[slugOf(null), { ...account, siteId: siteIds.auckland }]])
  }
  return new Map(BRANCHES.map((branch) => [slugOf(branch), { ...account, siteId: siteIds[branch] }]))
}

const StockSizes = z.array(z.object({ name: z.string() }))

/** Bags whose name is not a stock size of the account, each as a sentence for the operator. */
async function stockSizeProblems(
  site: Site & { bagNames: BagNames },
  signal: AbortSignal,
): Promise<string[]> {
  const answer = await callGateway(site, { method: 'GET', path: '/api/stocksizes', signal })
  const names = StockSizes.parse(answer).map(({ name }) => name.trim())
  const known = new Set(names.map((name) => name.toLowerCase()))
  return Object.entries(site.bagNames).flatMap(([bag, name]) =>
    known.has(name.toLowerCase())
      ? []
      : [
          `GoSweetSpot site ${site.siteId} has no stock size "${name}" for ${bag}: set GSS_BAGS to one of ${names.join(', ')}.`,
        ],
  )
}

/** Limit of the response, which contains the manifests as PDFs, in bytes. */
const MOST_BYTES = 64 * 1024 * 1024

/** The carriers whose drivers GoSweetSpot calls, by our slugs. */
const CARRIERS: Readonly<Record<string, string>> = {
  castleparcels: 'CastleParcel',
  fedex: 'FedEx',
  nzcouriers: 'NZCouriers',
  nzpost: 'NZPost',
  posthaste: 'PostHaste',
}

/** Manifests consignments with their carriers. The summaries in the response are not needed: we print a run sheet. */
async function publishManifest(
  site: Site,
  trackingCodes: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  await callGateway(site, {
    method: 'POST',
    path: '/v2/publishmanifest',
    body: trackingCodes,
    signal,
    most: MOST_BYTES,
  })
}

/** Calls a driver. Only the status of the response is certain: its text may be JSON or not. */
async function bookPickup(
  site: Site,
  { courierSlug, trackingCodes, pieces, weight }: Pickup,
  signal: AbortSignal,
): Promise<string | null> {
  const carrier = CARRIERS[courierSlug]
  if (carrier === undefined) return null
  const body = { Carrier: carrier, Consignments: trackingCodes, TotalKg: weight, Parts: pieces }
  try {
    const answer = await callGateway(site, { method: 'POST', path: '/api/bookpickup', body, signal })
    return typeof answer === 'string' ? short(answer) : 'Booked.'
  } catch (error) {
    if (error instanceof NotJson) return 'Booked.'
    throw error
  }
}

/** GoSweetSpot itself, named in refusals that concern the request and not one carrier. */
const GATEWAY = { courierName: 'GoSweetSpot', courierSlug: 'gosweetspot' }

const Rates = z.object({
  available: list,
  hidden: list,
  rejected: list,
  validationerrors: z
    .union([list, z.record(z.string(), z.unknown())])
    .nullish()
    .transform((errors) => errors ?? []),
})

const Rate = z.object({
  quoteid: z.string().min(1),
  carriername: z.string().min(1),
  deliverytype: textField,
  servicestandard: textField,
  comments: textField,
  cost: dollarField.pipe(z.int().nonnegative()),
})

const Unavailable = z.object({
  carriername: textField,
  carrier: textField,
  deliverytype: textField,
  reason: textField,
})
const FieldError = z.object({ key: textField, value: textField })

/**
 * All prices and refusals in a response. An unreadable price counts as a refusal.
 * @throws if the response is not one to a request for prices
 */
function readRates(answer: unknown): CourierAnswer[] {
  const rates = Rates.parse(answer)
  const answers = [
    ...rates.available.map(readRate),
    ...rates.hidden.map((one) => refusal(one, 'Hidden by a preference of the GoSweetSpot account.')),
    ...rates.rejected.map((one) => refusal(one, 'Gave no reason.')),
    ...readErrors(rates.validationerrors),
  ]
  if (answers.length === 0) throw new Error('GoSweetSpot answered with no price and no refusal.')
  return answers
}

function readRate(one: unknown): CourierAnswer {
  const { success, data } = Rate.safeParse(one)
  if (!success) return refusal(one, 'Its price could not be read.')
  return {
    ...courierNames(data.carriername),
    costCents: data.cost,
    type: data.deliverytype ?? 'Standard',
    description: [data.servicestandard, data.comments].filter((part) => part !== null).join(', '),
    courierQuote: data.quoteid,
  }
}

function refusal(one: unknown, otherwise: string): CourierRefusal {
  const { data } = Unavailable.safeParse(one)
  const name = data?.carriername ?? data?.carrier ?? null
  const reason = short([data?.deliverytype, data?.reason ?? otherwise].filter(Boolean).join(': '))
  return { ...(name === null ? GATEWAY : courierNames(name)), reason }
}

function readErrors(errors: unknown[] | Record<string, unknown>): CourierRefusal[] {
  const pairs = Array.isArray(errors)
    ? errors.map((one) => FieldError.safeParse(one).data ?? { key: null, value: String(one) })
    : Object.entries(errors).map(([key, value]) => ({ key, value: String(value) }))
  return pairs.map(({ key, value }) => ({
    ...GATEWAY,
    reason: short([key, value].filter(Boolean).join(': ')),
  }))
}

/** A carrier with its slug in the contract, if its name begins with a known one ('Post Haste - AKL'). */
function courierNames(name: string): { courierName: string; courierSlug: string } {
  const plain = name.toLowerCase().replace('new zealand', 'nz')
  const slug = SHIPPING_COMPANIES.find((one) => plain.startsWith(courierLabel(one).toLowerCase()))
  return { courierName: slug ? courierLabel(slug) : name, courierSlug: slug ?? name }
}
