import { randomUUID } from 'node:crypto'
import { type AnyCall, type Call, DATA_BASE, type PathParameter, pathOf } from '../../../src/contract/call.ts'
import {
  createConsignment,
  createPackedConsignment,
  deleteConsignment,
  priceConsignment,
} from '../../../src/contract/consignments.ts'
import { packOrder, recordPayment } from '../../../src/contract/orders.ts'
import { createPickRun, type PickTick, tickPickLine } from '../../../src/contract/pick-runs.ts'
import { exchangeCode, signOut, startSignIn, validateToken } from '../../../src/contract/sign-in.ts'
import { todayInAuckland } from '../../../src/domain/calendar/nz-calendar.ts'
import { OWN_SIGN_IN } from '../../../src/server/platform/settings.ts'
import { createConsoleSessions } from '../../../src/server/sign-in/sessions.ts'
import { payloadFor } from '../../server/consignments/payload-for.ts'
import type { Bench } from './bench.ts'
import type { DatabaseOnTest } from './database.ts'
import { type Answer, type HttpRequest, send } from './http.ts'

/** The fields of an order that the scenarios use. */
export interface OrderOnTest {
  code: string
  totalCents: number
}

/** A staff member: sends the requests of the console, and returns the responses. */
export interface Staff {
  token: string
  get(path: string): Promise<Answer>
  pay(order: OrderOnTest): Promise<Answer>
  /** Packs an order and notifies its customer by e-mail. */
  pack(order: OrderOnTest): Promise<Answer>
  price(orderCode: string): Promise<Answer>
  book(orderCode: string, quoteId: string): Promise<Answer>
  /** Books with what is in each of the two pieces. */
  bookPacked(orderCode: string, quoteId: string): Promise<Answer>
  /** Makes a pick run of an order. */
  pick(orderCode: string): Promise<Answer>
  tick(run: string, tick: PickTick): Promise<Answer>
  remove(trackingCode: string): Promise<Answer>
  signOut(): Promise<Answer>
  /** Whether the token is still valid. */
  validate(): Promise<Answer>
}

export function staffWith(url: string, token: string): Staff {
  const sendCall = <Path extends string>(
    call: Call<Path, unknown, unknown, unknown>,
    parameters: Record<PathParameter<Path>, string>,
    body?: unknown,
  ) => send(url, addressOf(call, pathOf(call.path, parameters)), requestOf(call.method, token, body))
  return {
    token,
    get: (path) => send(url, DATA_BASE + path, requestOf('GET', token)),
    pay: ({ code, totalCents }) => {
      const date_paid = todayInAuckland(Date.now())
      const body = { date_paid, payment_amount: totalCents, payment_method: 'bank', reference: '' }
      return sendCall(recordPayment, { code }, body)
    },
    pack: ({ code }) =>
      sendCall(packOrder, { code }, { is_pickup: false, send_notification: true, message: 'It is packed.' }),
    price: (code) => sendCall(priceConsignment, {}, payloadFor(code)),
    book: (code, quote_id) => sendCall(createConsignment, {}, { ...payloadFor(code), quote_id }),
    bookPacked: (code, quote_id) => {
      const piece = [{ code: 'PIPE', name: 'Pipe', quantity: 1 }]
      return sendCall(
        createPackedConsignment,
        {},
        { ...payloadFor(code), quote_id, contents: [piece, piece] },
      )
    },
    pick: (codes) => sendCall(createPickRun, {}, { request: randomUUID(), filter: { codes } }),
    tick: (id, tick) => sendCall(tickPickLine, { id }, tick),
    remove: (id) => sendCall(deleteConsignment, { id }),
    signOut: () => sendCall(signOut, {}),
    validate: () => sendCall(validateToken, {}),
  }
}

/** The address at which a path of the contract is served. */
export function addressOf({ host }: Pick<AnyCall, 'host'>, path: string): string {
  return (host === 'data' ? DATA_BASE : OWN_SIGN_IN) + path
}

export function requestOf(method: string, token: string, body?: unknown): HttpRequest {
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' }
  if (body === undefined) return { method, headers }
  return { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

const SHIFT_MS = 12 * 3_600_000

/** Sessions of different users, as issued at sign-in. */
export async function issueTokens(bench: Bench, database: DatabaseOnTest, count: number): Promise<string[]> {
  return bench.read(database, async (db) => {
    const sessions = createConsoleSessions({ db, clock: Date.now, keyId: 'local', sessionIdleMs: SHIFT_MS })
    const tokens: string[] = []
    for (let number = 1; number <= count; number += 1) {
      const name = `Staff ${number}`
      const email = `staff-${number}@example.com`
      const staff = { id: `local:staff-${number}`, name, givenName: name, email }
      tokens.push(await sessions.begin({ staff, roles: [] }, 'the fault harness'))
    }
    return tokens
  })
}

/** Unpaid orders that can be carried through all steps, newest first. */
export async function unpaidOrders(bench: Bench, database: DatabaseOnTest): Promise<OrderOnTest[]> {
  return bench.read(database, async (db) => {
    const rows = await db
      .selectFrom('orders')
      .innerJoin('customers', 'customers.id', 'orders.customer_id')
      .select(['orders.code', 'orders.total_cents'])
      .where('paid_at', 'is', null)
      .where('ready_at', 'is', null)
      .where('shipped_at', 'is', null)
      .where('tracking_code', 'is', null)
      .where('is_pickup', '=', 0)
      .where('is_stopped', '=', 0)
      .where('is_held', '=', 0)
      .where('credit_stop', '=', 0)
      .where('pricing', '!=', 'stop')
      .where('customers.email', 'is not', null)
      .where('customers.email', '!=', '')
      .orderBy('orders.id', 'desc')
      .execute()
    return rows.map(({ code, total_cents }) => ({ code, totalCents: total_cents }))
  })
}

/**
 * Signs in through the local identity provider, as a browser does.
 * @returns the token
 */
export async function signInLocally(url: string): Promise<string> {
  const started = await send(url, addressOf(startSignIn, startSignIn.path))
  const login = new URL(startSignIn.answer.parse(JSON.parse(started.text)).login_url ?? '')
  const form = new URLSearchParams(login.searchParams)
  form.set('staff', 'mere')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const pressed = await send(url, login.pathname, { method: 'POST', headers, body: form.toString() })
  const callback = new URL(pressed.headers.location ?? '')
  const body = JSON.stringify(Object.fromEntries(callback.searchParams))
  const json = { 'content-type': 'application/json' }
  const exchanged = await send(url, addressOf(exchangeCode, exchangeCode.path), {
    method: 'POST',
    headers: json,
    body,
  })
  return exchangeCode.answer.parse(JSON.parse(exchanged.text)).access_token
}
