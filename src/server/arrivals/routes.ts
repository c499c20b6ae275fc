import type { Hono } from 'hono'
import * as calls from '../../contract/arrivals.ts'
import { noteBarcode } from '../../contract/products.ts'
import { exclusively } from '../db/dialect/dialect.ts'
import { timestamp } from '../db/times.ts'
import { serveCall } from '../http/call-route.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import { log } from '../platform/log.ts'
import { keepRefused, type RefusedRecord } from './keep.ts'
import { arrivalsOfPage, countWaiting } from './list.ts'
import { getKept, leaveOutKept, type TakeDeps, takeKept } from './take.ts'

interface ArrivalDeps extends TakeDeps {
  /** Applies the stored messages about an order again. Returns how many there are. */
  replay(code: string): Promise<number>
}

/** The source of bar codes that the ship station does not know. */
const STATION = 'Ship station'
const NOTHING_STORED = 'No message about this record is stored: only orders of webhooks can be applied again.'

/** Serves the calls of the capability `arrivals`. */
export function arrivalRoutes(app: Hono<SessionEnv>, deps: ArrivalDeps): void {
  const { db, clock } = deps
  serveCall(app, calls.listArrivals, async ({ query: { page = 1, ...filter } }) =>
    arrivalsOfPage(db, filter, page, clock()),
  )
  serveCall(app, calls.countArrivals, async () => ({ waiting: await countWaiting(db, clock()) }))
  serveCall(app, calls.getArrival, async ({ parameter }) => getKept(db.reads.record, parameter('id')))
  serveCall(app, calls.takeArrival, async ({ parameter, body: { revision, fields }, staff }) => {
    const id = parameter('id')
    const taken = await takeKept(deps, { id, revision, by: staff.name }, fields)
    if (taken.success) log.info({ arrival: id, code: taken.code, by: staff.id }, 'An arrival was taken')
    return taken
  })
  serveCall(app, calls.replayArrival, async ({ parameter, staff }) => {
    const { kind, code } = await getKept(db.reads.record, parameter('id'))
    const count = kind === 'orders' && code !== null ? await deps.replay(code) : 0
    if (count === 0) throw new Refusal(409, NOTHING_STORED)
    log.info({ arrival: parameter('id'), messages: count, by: staff.id }, 'Messages are applied again')
    return { success: true, message: null }
  })
  serveCall(app, noteBarcode, async ({ body: { barcode, order_code, pick_run } }) => {
    const run = pick_run === undefined ? null : `pick run ${pick_run}`
    const order = order_code === undefined ? null : `order ${order_code}`
    const scanned =
      order === null ? `scanned ${run === null ? 'without an order' : `in ${run}`}` : `scanned for ${order}`
    const refused: RefusedRecord = {
      source: STATION,
      kind: 'products',
      code: barcode,
      origin: order ?? run ?? STATION,
      line: 0,
      original: JSON.stringify({ barcode, order: order_code, run: pick_run }),
      raw: null,
      faults: [{ field: '', reason: `unknown bar code ${barcode}, ${scanned}` }],
    }
    await exclusively(db.batch, (within) => keepRefused(within, [refused], timestamp(clock())))
    return { success: true, message: null }
  })
  serveCall(app, calls.leaveOutArrival, async ({ parameter, body: { revision, reason }, staff }) => {
    const id = parameter('id')
    await leaveOutKept(deps, { id, revision, by: staff.name }, reason)
    log.info({ arrival: id, by: staff.id }, 'An arrival was left out')
    return { success: true, message: null }
  })
}
