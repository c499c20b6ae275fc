import type { Hono } from 'hono'
import * as calls from '../../contract/consignments.ts'
import { createAnotherConsignment, listOrderConsignments } from '../../contract/consignments.ts'
import { standingOf } from '../../domain/orders/standing.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { serveCall } from '../http/call-route.ts'
import { termsOf } from '../http/list-query.ts'
import { invalidField, Refusal } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import { presentOrder } from '../orders/present.ts'
import { findMeantOrder, findOrder } from '../orders/store.ts'
import { bookQuote } from './book.ts'
import { nextReferenceOf } from './claims.ts'
import { cancelAndDelete } from './delete.ts'
import { contentsPagesOf, type LabelDeps, labelsOf, zplOf } from './labels.ts'
import { presentConsignment } from './present.ts'
import { quotePrices } from './quotes.ts'
import {
  consignmentCriteriaSql,
  consignmentsOfDay,
  consignmentsOfOrder,
  findConsignment,
  findConsignmentByDigits,
  findReferredConsignment,
  findScannedConsignment,
} from './store.ts'

/**
 * Serves the core calls about consignments (API-1), and those of the capabilities `another-consignment` and
 * `parcel-contents`.
 */
export function consignmentRoutes(app: Hono<SessionEnv>, deps: LabelDeps): void {
  contentsRoutes(app, deps)
  serveCall(app, calls.priceConsignment, async ({ body, signal }) => quotePrices(deps, body, signal))

  serveCall(app, calls.createConsignment, async ({ body, staff }) => {
    const { quote_id, ...payload } = body
    const trackingCode = await bookQuote(deps, { quoteId: quote_id, payload, staff })
    const message = await stoppedReason(deps, payload.order_id)
    return { success: true, message, data: { consignment_id: trackingCode } }
  })

  serveCall(app, calls.listConsignments, async ({ query }) => {
    const terms = termsOf(query.query)
    if (terms === null) return []
    const provider = query.provider || null
    const criteria = consignmentCriteriaSql(query)
    const found = await consignmentsOfDay(deps.db, { day: query.date, terms, provider, criteria })
    return found.map(presentConsignment)
  })

  serveCall(app, calls.getConsignment, async ({ parameter }) => {
    const code = parameter('id')
    const found =
      (await findConsignment(deps.db, code)) ??
      (await findReferredConsignment(deps.db, code)) ??
      (await findScannedConsignment(deps.db, code)) ??
      (await findConsignmentByDigits(deps.db, code))
    if (found === null) throw new Refusal(404, MESSAGES.consignmentNotFound)
    return presentConsignment(found)
  })

  serveCall(app, calls.deleteConsignment, async ({ parameter, staff }) => {
    await cancelAndDelete(deps, parameter('id'), staff)
    return { success: true, message: null }
  })

  serveCall(app, calls.getZplLabels, async ({ parameter }) => zplOf(deps, parameter('trackingCode')))

  serveCall(app, calls.getLabels, async ({ parameter }) => {
    const pdf = await labelsOf(deps, parameter('trackingCode'))
    return Buffer.from(pdf).toString('base64')
  })
  serveCall(app, listOrderConsignments, async ({ parameter }) => {
    const order = await findMeantOrder(deps.db, parameter('code'))
    if (order === null) throw new Refusal(404, MESSAGES.orderNotFound)
    const { code } = order.record
    const found = await consignmentsOfOrder(deps.db, code)
    return {
      next_reference: await nextReferenceOf(deps.db, code),
      consignments: found.map(presentConsignment),
    }
  })

  serveCall(app, createAnotherConsignment, async ({ parameter, body, staff }) => {
    const { quote_id, reference, ...payload } = body
    if (payload.order_id.trim() !== parameter('code')) {
      throw invalidField(422, 'order_id', 'must be the code of the order')
    }
    const trackingCode = await bookQuote(deps, { quoteId: quote_id, payload, reference, staff })
    const message = await stoppedReason(deps, payload.order_id)
    return { success: true, message, data: { consignment_id: trackingCode } }
  })
}

/** Serves the calls of the capability `parcel-contents`. */
function contentsRoutes(app: Hono<SessionEnv>, deps: LabelDeps): void {
  serveCall(app, calls.createPackedConsignment, async ({ body, staff }) => {
    const { quote_id, contents, ...payload } = body
    const pieces = payload.parcels.reduce((sum, { quantity }) => sum + quantity, 0)
    if (contents.length !== pieces) throw invalidField(422, 'contents', 'must have a list for each piece')
    const trackingCode = await bookQuote(deps, { quoteId: quote_id, payload, contents, staff })
    const message = await stoppedReason(deps, payload.order_id)
    return { success: true, message, data: { consignment_id: trackingCode } }
  })

  serveCall(app, calls.getContentsPages, async ({ parameter }) => {
    const pdf = await contentsPagesOf(deps, parameter('trackingCode'))
    return Buffer.from(pdf).toString('base64')
  })
}

/** Why the order of a new consignment was stopped while the courier was called; null if it was not. */
async function stoppedReason({ db, clock }: LabelDeps, orderCode: string): Promise<string | null> {
  const found = await findOrder(db, orderCode.trim())
  const standing = found && standingOf(presentOrder(found, clock()))
  return standing?.is === 'stopped' ? standing.reason : null
}
