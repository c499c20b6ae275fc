import { type Context, Hono, type Next } from 'hono'
import { beforeAll, beforeEach } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { undoSteps } from '../../../src/contract/taking-back.ts'
import type { SessionEnv } from '../../../src/server/http/session.ts'
import { requireDeleteRole } from '../../../src/server/sign-in/sessions.ts'
import type { TestDatabase } from '../databases.ts'
import {
  type CustomerRow,
  hoursAgo,
  NOW,
  type OrderParts,
  putCustomer,
  putOrders,
  signedInApp,
} from './harness.ts'

export const PAYMENT = {
  date_paid: '2026-11-20',
  payment_amount: 11_500,
  payment_method: 'card',
  reference: 'till 2',
}
export const READY = {
  is_pickup: false,
  send_notification: true,
  message: 'Hi Aroha,\n\nyour order is packed.',
}
export const COLLECTED = { collected_by: 'Tama', notes: 'Showed the invoice' }
export const SHIPPED = {
  shipping_company: 'titus',
  tracking_code: ' TTS1 ',
  tracking_url: 'https://track.titus.example/TTS1',
}

export const paid = { paid_at: hoursAgo(3), status: 'Paid' }
export const ready = { ...paid, ready_at: hoursAgo(2), status: 'Ready To Ship' }
export const sent = { ...ready, shipped_at: hoursAgo(1), tracking_code: 'AX1', status: 'Shipped' }
export const pickup = { is_pickup: 1 }
export const now = new Date(NOW).toISOString()

/** An order of its own for each test of the suite, and the effects of actions on it. */
export function orderOnTest(database: TestDatabase) {
  let customer: CustomerRow | undefined
  let silent: CustomerRow | undefined
  let count = 0
  let code = ''
  beforeAll(async () => {
    customer = await putCustomer(database.db, { code: '1', email: 'aroha@example.com' })
    silent = await putCustomer(database.db, { code: '2', email: ' ' })
  })
  const next = () => {
    count += 1
    code = `O/${count} #ā`
  }
  beforeEach(next)
  const app = () => signedInApp(database.db)
  const path = (action = '') => `/api/v1/orders/${encodeURIComponent(code)}${action && `/${action}`}`
  return {
    get code() {
      return code
    },
    path,
    /** The tests are about another order from here on. */
    next,
    /** Adds the order, with a customer who has an e-mail address or has none. */
    async put(parts: Partial<OrderParts>, who: 'reachable' | 'silent' = 'reachable') {
      const buyer = who === 'silent' ? silent : customer
      if (buyer) await putOrders(database.db, buyer, [{ ...parts, code }])
    },
    /** Adds another order. Returns its code. */
    async putAnother(parts: Partial<OrderParts>): Promise<string> {
      const other = `${code} other`
      if (customer) await putOrders(database.db, customer, [{ ...parts, code: other }])
      return other
    },
    post: (action: string, body: unknown) => app().post(path(action), body),
    order: async (): Promise<Order> => (await app().get(path())).json(),
    history: async () =>
      database.db
        .selectFrom('order_events')
        .innerJoin('orders', 'orders.id', 'order_events.order_id')
        .select(['action', 'staff_id', 'staff_name', 'at', 'details'])
        .where('orders.code', '=', code)
        .orderBy('order_events.id')
        .execute(),
    /** The history with what each entry changed. */
    events: async () =>
      database.db
        .selectFrom('order_events')
        .innerJoin('orders', 'orders.id', 'order_events.order_id')
        .select(['order_events.id', 'action', 'changes', 'reverts'])
        .where('orders.code', '=', code)
        .orderBy('order_events.id')
        .execute(),
    mails: async () =>
      database.db
        .selectFrom('outbox')
        .innerJoin('orders', 'orders.id', 'outbox.order_id')
        .select(['recipient', 'subject', 'body', 'outbox.created_at', 'sent_at'])
        .where('orders.code', '=', code)
        .execute(),
  }
}

/** Desks of different users, with one clock. */
export function desksOn(database: TestDatabase) {
  const time = { now: NOW }
  beforeEach(() => {
    time.now = NOW
  })
  function desk(name: string) {
    const staff = { id: `local:${name}`, name, givenName: name, email: `${name}@example.com` }
    const signIn = {
      routes: new Hono<SessionEnv>(),
      requireSession: async (c: Context<SessionEnv>, next: Next) => {
        c.set('staff', staff)
        c.set('session', { id: `session of ${name}`, staff, roles: [] })
        await next()
      },
      mayDelete: requireDeleteRole(null),
      localIdentity: null,
    }
    const app = () => signedInApp(database.db, undefined, undefined, { clock: () => time.now, signIn }).app
    const send = async (method: string, path: string, body?: object) =>
      app().request(path, {
        method,
        ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      })
    return {
      send,
      /** Acts on an order. Returns the id of the step. */
      async act(path: string, body: object): Promise<string> {
        const answer = await send('POST', path, body)
        if (answer.status !== 200) throw new Error(await answer.text())
        return (await answer.json()).step
      },
      async undo(...steps: string[]) {
        const answer = await send('POST', '/api/v1/undo', { steps })
        return undoSteps.answer.parse(await answer.json()).orders.rows
      },
    }
  }
  return { desk, time }
}
