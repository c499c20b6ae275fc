import type { Hono } from 'hono'
import * as calls from '../../contract/products.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import type { Connections } from '../db/named-connections.ts'
import { serveCall } from '../http/call-route.ts'
import { rowsOfPage, termsOf } from '../http/list-query.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import { presentProduct } from './present.ts'
import { findProduct, productsOfPage } from './store.ts'

/** Serves the calls about products (API-1). */
export function productRoutes(app: Hono<SessionEnv>, { db }: { db: Connections }): void {
  serveCall(app, calls.listProducts, async ({ query }) => {
    const terms = termsOf(query.query)
    if (terms === null) return []
    const found = await productsOfPage(db, terms, rowsOfPage(query.page))
    return found.map(presentProduct)
  })

  serveCall(app, calls.getProduct, async ({ parameter }) => {
    const found = await findProduct(db, parameter('id'))
    if (found === null) throw new Refusal(404, MESSAGES.productDetails)
    return presentProduct(found)
  })
}
