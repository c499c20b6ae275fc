import type { Hono } from 'hono'
import type { Transaction } from 'kysely'
import { PAGE_SIZE } from '../../contract/call.ts'
import { type Order, type OrderListQuery, splitCodes } from '../../contract/orders.ts'
import type { PickLine, PickRun, PickTick, ShortageHold } from '../../contract/pick-runs.ts'
import * as calls from '../../contract/pick-runs.ts'
import { formatDateTime } from '../../domain/calendar/nz-time.ts'
import { counted, nonBlank } from '../../domain/format/text.ts'
import { offerUnless } from '../../domain/orders/order-actions.ts'
import { ordersMeant } from '../../domain/orders/order-code.ts'
import {
  afterTick,
  isShortageHold,
  needsNothing,
  pickLines,
  planPickRun,
  shortageReason,
  shortOrders,
  wantedOf,
  whyNotFinished,
} from '../../domain/orders/pick-run.ts'
import { nameBeside } from '../../domain/records/product.ts'
import { noteChanges } from '../changes/note-changes.ts'
import { lockName, lockRows, rowId } from '../db/dialect/dialect.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { serveCall } from '../http/call-route.ts'
import { rowsOfPage } from '../http/list-query.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv, Staff } from '../http/session.ts'
import type { PickSheetContent } from '../labels/render-pick-sheet.ts'
import { type ChangeDeps, type ChangeRequest, changeOrderWithin } from '../orders/change.ts'
import { orderQueryOf } from '../orders/filter.ts'
import { holdRequest, releaseRequest } from '../orders/hold.ts'
import { presentOrder } from '../orders/present.ts'
import { type FoundOrder, findOrder, ordersOfPage, ordersWithCodes } from '../orders/store.ts'
import { barcodesOfOrders } from '../products/products.ts'
import {
  type FoundLine,
  findPickLine,
  findPickRun,
  insertPickRun,
  locationsOf,
  openRunsOf,
  pickRunsOfPage,
  runOfRequest,
} from './store.ts'

/** What reading needs. */
type PickDeps = Pick<ChangeDeps, 'clock' | 'creditStop'> & { db: Connections }

/** Serves the calls of the capability `pick-runs`. */
export function pickRunRoutes(app: Hono<SessionEnv>, deps: ChangeDeps & { db: Connections }): void {
  serveCall(app, calls.listPickRuns, async ({ query }) =>
    pickRunsOfPage(deps.db.reads.list, rowsOfPage(query.page)),
  )
  serveCall(app, calls.getPickRun, async ({ parameter }) => runById(deps, runId(parameter('id'))))
  serveCall(app, calls.createPickRun, async ({ body, staff }) =>
    runById(deps, await createRun(deps, body, staff)),
  )
  serveCall(app, calls.getPickSheet, async ({ parameter, signal }) =>
    Buffer.from(await pickSheetPdf(deps, parameter('id'), signal)).toString('base64'),
  )
  serveCall(app, calls.tickPickLine, async ({ parameter, body, staff }) => {
    return tickLine(deps, runId(parameter('id')), body, staff)
  })
  serveCall(app, calls.endPickRun, async ({ parameter, body, staff }) => {
    const id = runId(parameter('id'))
    await endRun(deps, id, body.as, staff)
    return runById(deps, id)
  })
}

const NO_RUN = 'There is no such pick run.'

/** @throws Refusal 404 if it can be no run's */
function runId(text: string): number {
  return idIn(text, NO_RUN)
}

/** @throws Refusal 404 with the message unless the text can be an id */
function idIn(text: string, message: string): number {
  const id = rowId(text)
  if (id === null) throw new Refusal(404, message)
  return id
}

const presentDeps = ({ clock, creditStop }: PickDeps) => ({ now: clock(), creditStop })

/** @throws Refusal 404 without such a run */
async function runById(deps: PickDeps, id: number): Promise<PickRun> {
  const run = await findPickRun(deps.db.reads.record, id, presentDeps(deps))
  if (run === null) throw new Refusal(404, NO_RUN)
  return run
}

/**
 * The sheet of a run as a PDF.
 * @param signal ends it when the client disconnects
 * @throws Refusal 404 without such a run
 */
export async function pickSheetPdf(deps: PickDeps, id: string, signal?: AbortSignal): Promise<Uint8Array> {
  const run = await runById(deps, runId(id))
  // Loaded with the first sheet, as with labels.
  const { renderPickSheet } = await import('../labels/render-pick-sheet.ts')
  return renderPickSheet(pickSheetOf(run, deps.clock()), signal)
}

/** What the sheet of a run has: what is needed now, without the orders that need nothing any more (RUN-9). */
function pickSheetOf(run: PickRun, now: number): PickSheetContent {
  const orders = run.orders.filter((order) => !needsNothing(order))
  const isNeeded = (code: string) => orders.some((order) => order.code === code)
  const lines = run.lines.filter((line) => wantedOf(line, run) > 0)
  return {
    run: run.id,
    printedAt: formatDateTime(timestamp(now)),
    lines: lines.map((line) => ({
      ...itemOf(line, wantedOf(line, run)),
      location: nonBlank(line.location) ?? '',
      needed: line.parts.flatMap(({ order, quantity }) => (isNeeded(order) ? `${order} × ${quantity}` : [])),
    })),
    orders: orders.map(({ code, receiver, state }) => ({
      code,
      receiver: nonBlank(receiver) ?? '',
      isHeld: state === 'held',
      items: lines.flatMap((line) =>
        line.parts.flatMap(({ order, quantity }) => (order === code ? itemOf(line, quantity) : [])),
      ),
    })),
  }
}

function itemOf(line: Pick<PickRun['lines'][number], 'code' | 'name'>, quantity: number) {
  return { quantity: String(quantity), code: nonBlank(line.code) ?? '', name: nameBeside(line) ?? '' }
}

type Filter = Omit<OrderListQuery, 'page'>

/**
 * Makes a run of the orders of a list. Returns its id, and that of the first one if the request is repeated.
 * @throws Refusal 422 with the reasons if none of them can be picked
 */
async function createRun(
  deps: PickDeps,
  { request, filter }: { request: string; filter: Filter },
  staff: Staff,
): Promise<number> {
  const { db, clock } = deps
  const now = clock()
  const listed = await ordersOfList(deps, filter, staff)
  return db.transaction().execute(async (within) => {
    // Two runs of one list at a time would both have its orders.
    await lockName(within, 'pick runs')
    const before = await runOfRequest(within, request)
    if (before !== null) return before
    const inRuns = await openRunsOf(
      within,
      listed.map(({ record }) => record.id),
    )
    const shown = listed.map((order) => presentOrder(order, now, deps.creditStop))
    const { orders, leftOut } = planPickRun(shown, inRuns)
    if (orders.length === 0) throw new Refusal(422, nothingToPick(leftOut))
    const ids = new Map(listed.map(({ record }) => [record.code, record.id]))
    const codes = orders.map(({ code }) => code)
    const products = orders.flatMap(({ items }) => items.flatMap(({ product }) => product.code ?? []))
    const barcodes = await barcodesOfOrders(within, codes)
    const id = await insertPickRun(within, {
      ...{ request, created_at: timestamp(now), created_by: staff.name, left_out: JSON.stringify(leftOut) },
      is_partial: filter.codes === undefined && listed.length === PAGE_SIZE ? 1 : 0,
      orders: new Map(codes.flatMap((code) => toPair(code, ids.get(code)))),
      lines: pickLines(orders, barcodes, await locationsOf(within, products)),
    })
    await noteChanges(within, [{ kind: 'pick-run', code: String(id), is_new: true }])
    return id
  })
}

function toPair(code: string, id: number | undefined): [string, number][] {
  return id === undefined ? [] : [[code, id]]
}

/** The orders with these codes, in their order, otherwise those of the list's first page. */
async function ordersOfList({ db, clock }: PickDeps, filter: Filter, staff: Staff): Promise<FoundOrder[]> {
  if (filter.codes !== undefined) {
    const codes = splitCodes(filter.codes)
    const found = (await ordersWithCodes(db, codes)).map((order) => ({ ...order, code: order.record.code }))
    return [...new Set(codes.flatMap((code) => ordersMeant(code, found)))]
  }
  const query = orderQueryOf(db, filter, clock(), staff.id)
  return query === null ? [] : ordersOfPage(db, query, rowsOfPage(1))
}

/** Reasons that a refusal names. */
const NAMED = 3

function nothingToPick(leftOut: readonly { code: string; reason: string }[]): string {
  const named = leftOut.slice(0, NAMED).map(({ code, reason }) => `${code}: ${reason}.`)
  const others = leftOut.length > NAMED ? [`And ${counted(leftOut.length - NAMED, 'more order')}.`] : []
  if (named.length === 0) return 'There are no orders to pick.'
  return ['None of these orders can be picked.', ...named, ...others].join(' ')
}

const NO_LINE = 'There is no such line in this pick run.'

/**
 * Carries out a change of a line, once, with the holds that follow from it.
 * @throws Refusal 404 without such a run or line; 409 with the reason if the run has ended or the line refuses it
 */
async function tickLine(
  deps: PickDeps,
  runId: number,
  tick: PickTick,
  staff: Staff,
): Promise<{ line: PickLine; holds: ShortageHold[] }> {
  const lineId = idIn(tick.line, NO_LINE)
  return deps.db.transaction().execute(async (within) => {
    await lockRows(within, 'pick_runs', [runId])
    const found = await findPickLine(within, { runId, lineId }, presentDeps(deps))
    if (found === null) throw new Refusal(404, NO_LINE)
    const { run, line } = found
    if (!(await isNewTick(within, deps, tick, staff.name))) return { line, holds: [] }
    if (run.state !== 'open') throw new Refusal(409, endedAlready(run))
    const after = afterTick(line, tick, run)
    if ('refused' in after) throw new Refusal(409, `${after.refused}.`)
    if (after === line) return { line, holds: [] }
    await within
      .updateTable('pick_lines')
      .set({
        found: after.found,
        is_short: after.is_short ? 1 : 0,
        revision: after.revision,
        changed_by: staff.name,
      })
      .where('id', '=', lineId)
      .execute()
    await noteChanges(within, [{ kind: 'pick-run', code: String(runId), is_new: false }])
    const holds = await followShortage(within, deps, { runId, before: line, after }, staff)
    return { line: { ...after, changed_by: staff.name }, holds }
  })
}

/** Whether a change has not been carried out yet. Notes it if so. */
async function isNewTick(
  within: Transaction<Database>,
  { clock }: PickDeps,
  { tick, line }: PickTick,
  name: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await within
    .insertInto('pick_ticks')
    .values({ id: tick, line_id: Number(line), at: timestamp(clock()), staff_name: name })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

function endedAlready({ id, state, ended_by }: FoundLine['run']): string {
  const what = state === 'finished' ? 'finished' : 'given up'
  return `Pick run ${id} was ${what} by ${nonBlank(ended_by) ?? 'somebody'}.`
}

interface LineChange {
  runId: number
  before: PickLine
  after: PickLine
}

/**
 * Holds the orders for which a line becomes short, and brings the holds of this run in line with what is found (RUN-4): one
 * hold names all shortages of its order, and ends with them. An order that staff have released stays released until
 * another line becomes short. One that is refused does not stop the others.
 */
async function followShortage(
  within: Transaction<Database>,
  deps: PickDeps,
  { runId, before, after }: LineChange,
  staff: Staff,
): Promise<ShortageHold[]> {
  if (!before.is_short && !after.is_short) return []
  const run = await findPickRun(within, runId, presentDeps(deps))
  if (run === null) return []
  const shortOf = (line: PickLine) =>
    new Set(line.is_short ? shortOrders(line, run).map(({ order }) => order) : [])
  const [was, is] = [shortOf(before), shortOf(after)]
  const holds: ShortageHold[] = []
  for (const { order: code } of after.parts.filter(({ order }) => was.has(order) || is.has(order))) {
    const found = await findOrder(within, code)
    if (found === null) continue
    const order = presentOrder(found, deps.clock(), deps.creditStop)
    const request = holdAfter(order, run, is.has(code) && !was.has(code), staff)
    if (request === null) continue
    const said = { order: code, is_released: request.action === 'release' }
    try {
      const step = await changeOrderWithin(within, deps, request)
      // Only another reason is no news.
      if (said.is_released || !order.hold) holds.push({ ...said, step, reason: null })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      holds.push({ ...said, step: null, reason: error.message })
    }
  }
  return holds
}

/** The change of an order's hold that the shortages of a run require; null for none. */
function holdAfter(order: Order, run: PickRun, becomesShort: boolean, staff: Staff): ChangeRequest | null {
  const { code, hold } = order
  const reason = shortageReason(code, run)
  if (!isShortageHold(hold, run.id)) {
    return reason !== null && becomesShort ? holdRequest(code, reason, staff) : null
  }
  if (reason === null) return releaseRequest(code, `Pick run ${run.id}: all found`, staff)
  if (hold?.reason === reason) return null
  return { ...holdRequest(code, reason, staff), allowed: () => offerUnless(null) }
}

/**
 * Ends a run; one that has ended so already stays as it is.
 * @throws Refusal 404 without such a run, 409 if it has open lines or has ended otherwise
 */
async function endRun(
  deps: PickDeps,
  id: number,
  as: 'finished' | 'given-up',
  { name }: Staff,
): Promise<void> {
  await deps.db.transaction().execute(async (within) => {
    await lockRows(within, 'pick_runs', [id])
    const run = await findPickRun(within, id, presentDeps(deps))
    if (run === null) throw new Refusal(404, NO_RUN)
    if (run.state === as) return
    if (run.state !== 'open') throw new Refusal(409, endedAlready(run))
    const reason = as === 'finished' ? whyNotFinished(run) : null
    if (reason !== null) throw new Refusal(409, `${reason}.`)
    await within
      .updateTable('pick_runs')
      .set({ state: as, ended_at: timestamp(deps.clock()), ended_by: name })
      .where('id', '=', id)
      .execute()
    await noteChanges(within, [{ kind: 'pick-run', code: String(id), is_new: false }])
  })
}
