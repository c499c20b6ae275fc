import * as z from 'zod'
import type { Branch } from '../../../contract/orders.ts'
import { type Booking, type Courier, CourierRefused } from '../courier.ts'
import { callGateway, isRecord, type Site } from './gateway.ts'
import { readRates } from './rates.ts'
import { ratesBody, shipmentBody } from './request.ts'
import {
  bookingOfShipment,
  readCreated,
  readEvents,
  readRefusal,
  readShipments,
  type Shipment,
} from './shipments.ts'

const PDF = '%PDF'
/** Limit of labels in bytes, for the most pieces that can be booked at once. */
const MOST_LABEL_BYTES = 64 * 1024 * 1024
const DELETED = /^(deleted|cannot be deleted\. already deleted)\.?$/i

/** A site, and the branch that sends from it; null if both branches do. */
export interface BranchSite extends Site {
  branch: Branch | null
}

/** GoSweetSpot: a gateway to the couriers that the business has accounts with. */
export function goSweetSpot(site: BranchSite): Courier {
  return {
    slug: site.branch === null ? 'gosweetspot' : `gosweetspot-${site.branch}`,
    name: 'GoSweetSpot',
    async quote(request, signal) {
      if (site.branch !== null && site.branch !== request.origin) return []
      const body = ratesBody(request)
      return readRates(await callGateway(site, { method: 'POST', path: '/api/rates', body, signal }))
    },
    /** GoSweetSpot does not recognise a repeated reference, so this looks it up first. */
    async book(request, signal) {
      const [found] = await findBookings(site, request.bookingReference, signal)
      if (found) return found
      const body = shipmentBody(request)
      const answer = await callGateway(site, { method: 'POST', path: '/api/shipments', body, signal })
      return onlyOne(site, answer, body.Packages.length, signal)
    },
    find: (bookingReference, signal) => findBookings(site, bookingReference, signal),
    cancel: (trackingCode, signal) => deleteShipment(site, trackingCode, signal),
    async label(trackingCode, signal) {
      const query = { format: 'LABEL_PDF_100X150', connote: trackingCode }
      const answer = await callGateway(site, {
        method: 'GET',
        path: '/api/labels',
        query,
        signal,
        most: MOST_LABEL_BYTES,
      })
      // One PDF contains all pieces.
      const [label] = z.tuple([z.string()]).parse(answer)
      const pdf = Buffer.from(label, 'base64')
      if (pdf.toString('latin1', 0, PDF.length) !== PDF)
        throw new Error('GoSweetSpot sent a label that is no PDF.')
      return pdf
    },
    async track(trackingCode, signal) {
      const query = { shipments: trackingCode }
      const [shipment] = await listShipments(site, query, signal)
      return shipment ? readEvents(shipment) : []
    },
  }
}

async function listShipments(
  site: Site,
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<Shipment[]> {
  return readShipments(await callGateway(site, { method: 'GET', path: '/api/shipments', query, signal }))
}

async function findBookings(site: Site, reference: string, signal: AbortSignal): Promise<Booking[]> {
  const query = { ordernumbers: reference, excludeDeletedShipments: 'true' }
  // GoSweetSpot converts some fields to capitals.
  const isOurs = (text: string | null) => text?.toLowerCase() === reference.toLowerCase()
  return (await listShipments(site, query, signal))
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
      // A refusal says nothing about an earlier call whose response may have been lost.
      throw new Error(`GoSweetSpot did not say whether it deleted ${trackingCode}.`, { cause })
    },
  )
  const outcome = isRecord(answer) ? answer[trackingCode.toLowerCase()] : undefined
  if (typeof outcome !== 'string')
    throw new Error(`GoSweetSpot did not say whether it deleted ${trackingCode}.`)
  if (!DELETED.test(outcome.trim())) throw new CourierRefused(outcome)
}
