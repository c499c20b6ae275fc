import type { Hono } from 'hono'
import * as calls from '../../contract/customers.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import type { Connections } from '../db/named-connections.ts'
import { serveCall } from '../http/call-route.ts'
import { rowsOfPage } from '../http/list-query.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import { presentCustomer, presentListedCustomer } from './present.ts'
import { customerSearch } from './search-text.ts'
import { customersOfPage, findCustomer } from './store.ts'

/** Serves the calls about customers (API-1). */
export function customerRoutes(app: Hono<SessionEnv>, { db }: { db: Connections }): void {
  serveCall(app, calls.listCustomers, async ({ query }) => {
    const search = customerSearch(query.query)
    if (search === null) return []
    const found = await customersOfPage(db, search, rowsOfPage(query.page))
    return found.map(presentListedCustomer)
  })

  serveCall(app, calls.getCustomer, async ({ parameter }) => {
    const found = await findCustomer(db, parameter('code'))
    if (found === null) throw new Refusal(404, MESSAGES.customerDetails)
    return presentCustomer(found)
  })
}
