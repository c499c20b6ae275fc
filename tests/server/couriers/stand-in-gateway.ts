import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import type { BranchSite } from '../../../src/server/couriers/go-sweet-spot/go-sweet-spot.ts'
import { readConfig } from '../../../src/server/platform/config.ts'

export const KEY = 'key-of-the-account'
export const SITE = '4180'

/** The site of the gateway at an address, with the default settings unless changed. */
export function siteAt(url: string, changes: Partial<BranchSite> = {}): BranchSite {
  const { goSweetSpot } = readConfig({
    GSS_ACCESS_KEY: KEY,
    GSS_SITE_ID: SITE,
    GSS_BASE_URL: url,
  }).accounts
  if (goSweetSpot === null) throw new Error('GoSweetSpot is not configured.')
  return { ...goSweetSpot, siteId: SITE, branch: null, hasWebhook: false, ...changes }
}

/** A received call. */
export interface Received {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: unknown
}

const Shipped = z.object({
  QuoteId: z.string(),
  DeliveryReference: z.string(),
  Packages: z.array(z.object({ Kg: z.number() })),
})

/** An order of the queue, and when it was put there (UTC, ISO 8601). */
interface QueuedOrder {
  createdAt: string
  order: {
    packingslipno: string
    status?: { Status: string; ticketnumber: string; Picked: string | null } | null
    products?: object[]
    [field: string]: unknown
  }
}

interface Reply {
  status?: number
  body: unknown
}

/** Replaces the regular response: a status with text or JSON, or no response. */
type Lie = Reply | 'silence' | 'hang up' | 'do it and hang up' | Script

/** Decides on each call, and when. `truth` runs the regular behaviour. Null closes the connection. */
export type Script = (call: Received, truth: () => Reply) => Promise<Reply | null>

/**
 * A server that behaves as GoSweetSpot's documentation says: prices, consignments remembered by their order
 * number, labels, deletion. Any response can be replaced.
 */
export async function startGateway(firstNumber = 14_111) {
  const calls: Received[] = []
  const lies = new Map<string, Lie>()
  const shipments = new Map<string, ReturnType<typeof shipmentOf>>()
  const queue: QueuedOrder[] = []
  let number = firstNumber

  function truth({ method, path, query, body }: Received): Reply {
    switch (`${method} ${path}`) {
      case 'POST /api/rates':
        return { body: RATES }
      case 'POST /api/shipments': {
        const shipped = Shipped.parse(body)
        const connote = `SSPOT0${number++}`
        shipments.set(connote, shipmentOf(connote, shipped.DeliveryReference, shipped.Packages.length))
        return { body: createdOf(connote, shipped.Packages.length) }
      }
      case 'GET /api/shipments':
        return { body: { Page: 1, PageSize: 250, Pages: 1, Results: find(query) } }
      case 'DELETE /api/shipments':
        return { body: Object.fromEntries((query.get('id') ?? '').split(',').map((id) => [id, remove(id)])) }
      case 'GET /api/labels':
        return { body: [Buffer.from('%PDF-1.7 a label').toString('base64')] }
      case 'GET /api/customerorders':
        return { body: queued(query) }
      case 'GET /api/stocksizes':
        return { body: STOCK_SIZES }
      default:
        return { status: 404, body: { Message: 'No HTTP resource was found.' } }
    }
  }

  function find(query: URLSearchParams) {
    const wanted = (query.get('shipments') ?? query.get('ordernumbers') ?? '').split(',')
    return Array.from(shipments.values()).filter(
      (one) => wanted.includes(one.ConsignmentNo) || wanted.includes(one.PackingSlipNo),
    )
  }

  /** A page of the order queue, oldest first. */
  function queued(query: URLSearchParams) {
    const numbers = query.get('packingslipno')?.split(',')
    const from = query.get('createdfrom') ?? ''
    const [page, size] = ['page', 'pagesize'].map((name) =>
      Number(query.get(name) ?? (name === 'page' ? 1 : 100)),
    )
    const found = queue
      .filter(({ order }) => numbers === undefined || numbers.includes(order.packingslipno))
      .filter(({ order }) => query.get('excludecompleted') !== 'true' || !order.status?.ticketnumber)
      .filter(({ createdAt }) => createdAt >= from)
      .map(({ order: { products, ...order } }) =>
        query.get('includeProducts') === 'true' ? { ...order, products } : order,
      )
    const start = ((page ?? 1) - 1) * (size ?? 100)
    const Pages = Math.ceil(found.length / (size ?? 100))
    return { Page: page, PageSize: size, Pages, Results: found.slice(start, start + (size ?? 100)) }
  }

  function remove(id: string): string {
    return shipments.delete(id) ? 'Deleted' : 'Cannot be deleted. Already deleted.'
  }

  const server = createServer((request, response) => {
    void read(request).then((call) => {
      calls.push(call)
      if (call.headers.access_key !== KEY || !/^418[01]$/.test(String(call.headers.site_id))) {
        return send(response, 401, { Message: 'Authorization has been denied for this request.' })
      }
      const lie = lies.get(`${call.method} ${call.path}`)
      if (lie === 'silence') return
      if (typeof lie === 'function') {
        return void lie(call, () => truth(call)).then((reply) =>
          reply === null ? response.destroy() : send(response, reply.status ?? 200, reply.body),
        )
      }
      if (lie === 'do it and hang up') truth(call)
      if (lie === 'hang up' || lie === 'do it and hang up') return void response.destroy()
      const { status = 200, body } = lie ?? truth(call)
      send(response, status, body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The gateway has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    /** Replaces the response to a call such as `POST /api/rates` from now on. */
    lies,
    shipments,
    /** The order queue. */
    queue,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

async function read(request: IncomingMessage): Promise<Received> {
  let text = ''
  for await (const chunk of request) text += chunk
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://gateway')
  return {
    method: request.method ?? '',
    path: pathname,
    query: searchParams,
    headers: request.headers,
    body: text ? JSON.parse(text) : null,
  }
}

/** Of the bags, the account lacks one. */
const STOCK_SIZES = ['GSS A5', 'Bug Bronze', 'BUG SILVER', ' Bug Plat ', 'Castle Max Pack'].map((Name) => ({
  PackageStockId: 6073,
  Name,
  Type: 'Satchel',
}))

const RATE = {
  QuoteId: '3104eb7e-0000-4000-8000-000000000001',
  CarrierId: 102,
  CarrierName: 'Post Haste',
  DeliveryType: 'Overnight',
  Cost: 8.58,
  Charge: 10.58,
  ServiceStandard: 'By noon on the next working day',
  Comments: '',
  Route: 'AKL->CHC',
  IsRuralDelivery: false,
}

export const RATES = {
  Available: [
    RATE,
    {
      ...RATE,
      QuoteId: '3104eb7e-0000-4000-8000-000000000002',
      CarrierName: 'New Zealand Couriers - AKL',
      Cost: 9.005,
    },
    {
      ...RATE,
      QuoteId: '3104eb7e-0000-4000-8000-000000000003',
      CarrierName: 'Nearby Vans',
      Comments: 'Van',
      Cost: 12,
    },
  ],
  Hidden: [{ ...RATE, CarrierName: 'NZ Post', DeliveryType: 'Economy', Cost: 7.1 }],
  Rejected: [{ Reason: 'Too light for a pallet', Carrier: 'Big Trucks', DeliveryType: 'Pallet' }],
  ValidationErrors: {},
}

function createdOf(connote: string, pieces: number) {
  return {
    CarrierId: 102,
    CarrierName: 'Post Haste',
    Message: 'Connote created.',
    Errors: [],
    SiteId: 4180,
    Consignments: [
      {
        Connote: connote,
        TrackingUrl: `https://track.example/${connote}`,
        Cost: 10.01 * pieces,
        Items: null,
        OutputFiles: null,
      },
    ],
  }
}

function shipmentOf(connote: string, reference: string, pieces: number) {
  return {
    ConsignmentNo: connote,
    PackingSlipNo: reference,
    CustomerRef: null,
    Tracking: `https://track.example/${connote}`,
    TotalCost: 10.01 * pieces,
    Parts: pieces,
    Items: Array.from({ length: pieces }, (_, index) => ({ PartNo: index + 1, Charge_LineTotal: 10.01 })),
    Events: [
      event('2026-11-20T22:57:57.047', 'DEL', 'Delivered to ANDREW'),
      event('2026-11-20T09:00:00', 'CR', 'Tracking number allocated & order ready'),
    ],
  }
}

export function event(at: string | null, code: string, description: string | null, Part = 'SSPOT01') {
  return { EventDT: at, Code: code, Description: description, Location: 'PENROSE (AKL)', Part }
}
