import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import * as calls from '../../contract/suppliers.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import type { Database } from '../db/schema.ts'
import { serveCall } from '../http/call-route.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import { presentSupplier, presentSupplierOrder } from './present.ts'
import { allSupplierOrders, allSuppliers, findSupplierOrder } from './store.ts'

/** Ids as this server makes them. Other text never reaches the database. */
const ID = /^[1-9]\d{0,8}$/

/** Serves the call about suppliers (API-1). It takes no search, because the console searches the whole list. */
export function supplierRoutes(app: Hono<SessionEnv>, { db }: { db: Kysely<Database> }): void {
  serveCall(app, calls.listSuppliers, async () => (await allSuppliers(db)).map(presentSupplier))
}

/** Serves the calls about supplier orders (API-1), also without a search. */
export function supplierOrderRoutes(app: Hono<SessionEnv>, { db }: { db: Kysely<Database> }): void {
  serveCall(app, calls.listSupplierOrders, async () =>
    (await allSupplierOrders(db)).map(presentSupplierOrder),
  )

  serveCall(app, calls.getSupplierOrder, async ({ parameter }) => {
    const id = parameter('id')
    const found = ID.test(id) ? await findSupplierOrder(db, Number(id)) : null
    if (found === null) throw new Refusal(404, MESSAGES.supplierOrderDetails)
    return presentSupplierOrder(found)
  })
}
