import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import * as z from 'zod'
import type { Database, OrderRow } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import type { Staff } from '../http/session.ts'

const text = z.exactOptional(z.nullable(z.string()))
const number = z.exactOptional(z.number())

/** An item without its ids, as a source wants it or as a step replaces it. */
export const ItemValues = z.object({
  product_code: z.string(),
  product_name: z.string(),
  price_cents: z.number(),
  quantity: z.number(),
  subtotal_cents: z.number(),
  fulfilled_quantity: z.nullable(z.number()),
})
export type ItemValues = z.output<typeof ItemValues>

/** Values of the columns that steps change. */
const StepValues = z.object({
  status: z.exactOptional(z.string()),
  is_pickup: z.exactOptional(z.number()),
  payment_method: text,
  payment_reference: text,
  paid_at: text,
  ready_at: text,
  shipped_at: text,
  collected_by: text,
  tracking_code: text,
  tracking_url: text,
  tracking_company: text,
  skipped_until: text,
  skip_reason: text,
  skipped_by: text,
  is_held: z.exactOptional(z.number()),
  held_at: text,
  held_by: text,
  hold_reason: text,
  // What a change of the source can set besides.
  reference: text,
  notes: text,
  branch: z.exactOptional(z.string()),
  customer_id: number,
  freight_cents: number,
  subtotal_cents: number,
  tax_cents: number,
  total_cents: number,
  street: text,
  suburb: text,
  city: text,
  region: text,
  postcode: text,
  is_rural: number,
  country: z.exactOptional(z.string()),
  source_changes: text,
  source_kept: text,
})
export type StepValues = z.output<typeof StepValues>
export type StepColumn = keyof StepValues

/** Reads values of columns that were stored as JSON. @throws if they are none */
export function readStepValues(columns: object): StepValues {
  return StepValues.parse(columns)
}

/** The columns that steps change. */
export const STEP_COLUMNS = StepValues.keyof().options

/** The values of the changed columns before and after a step, and the items if it replaced them. */
const StepChanges = z.object({
  before: StepValues,
  after: StepValues,
  items: z.exactOptional(z.object({ before: z.array(ItemValues), after: z.array(ItemValues) })),
})
export type StepChanges = z.output<typeof StepChanges>

type StepOrder = Pick<OrderRow, StepColumn>

/** What a step changes on an order. */
export function changesOf(order: StepOrder, set: StepValues): StepChanges {
  const changed = new Set(STEP_COLUMNS.filter((column) => column in set && set[column] !== order[column]))
  const only = (values: StepValues): StepValues =>
    Object.fromEntries(Object.entries(values).filter(([column]) => isColumn(column) && changed.has(column)))
  return { before: only(order), after: only(set) }
}

function isColumn(name: string): name is StepColumn {
  return STEP_COLUMNS.some((column) => column === name)
}

/** The columns that have values. */
export function columnsOf(values: StepValues): StepColumn[] {
  return STEP_COLUMNS.filter((column) => values[column] !== undefined)
}

/** Null for an action of an older version, which recorded no changes. */
export function changesIn({ changes }: Pick<StepRow, 'changes'>): StepChanges | null {
  return changes === null ? null : StepChanges.parse(JSON.parse(changes))
}

/** An action of staff on an order. */
export interface StepDone {
  action: string
  staff: Pick<Staff, 'id' | 'name'>
  /** The request body, or the result of the action. */
  details: object
  /** The id of the action that it undoes or takes back. */
  reverts?: number | null
}

/** Adds an action to the history of an order. Returns its id. */
export async function writeStep(
  within: Transaction<Database>,
  orderId: number,
  { action, staff, details, reverts = null, changes }: StepDone & { changes: StepChanges },
  now: number,
): Promise<number> {
  const { id } = await within
    .insertInto('order_events')
    .values({
      order_id: orderId,
      action,
      staff_id: staff.id,
      staff_name: staff.name,
      at: timestamp(now),
      details: JSON.stringify(details),
      changes: JSON.stringify(changes),
      reverts,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A condition on `order_events`: an action that was neither undone nor taken back, and is no undo itself. */
export const isEffective = sql<SqlBool>`(order_events.reverts is null and not exists
  (select 1 from order_events as later where later.reverts = order_events.id))`

/** The actions on an order that are in effect, oldest first. */
export function effectiveSteps(db: Kysely<Database>, orderId: number) {
  return (
    db
      .selectFrom('order_events')
      .selectAll()
      .where('order_id', '=', orderId)
      .where(isEffective)
      // The one notes what the source wants, and changes nothing; the other is how the order began here.
      .where('action', 'not in', ['source-change', 'finish'])
      .orderBy('id')
      .execute()
  )
}
export type StepRow = Awaited<ReturnType<typeof effectiveSteps>>[number]

/**
 * The change that removes one step of an order. It restores the values before the step; where these are unknown, or
 * have changed since, `otherwise` applies; a value that it does not have stays as it is now. The status is that before
 * the step unless another step followed.
 * @param steps the steps of the order that are in effect
 * @param step one of these; undefined if none recorded it, because it came from outside
 */
export function changeWithout(
  order: StepOrder,
  steps: readonly StepRow[],
  step: StepRow | undefined,
  otherwise: Omit<StepValues, 'status'>,
): { set: Omit<StepValues, 'status'>; status?: string } {
  const changes = step && changesIn(step)
  if (!changes) return { set: otherwise }
  const isIntact = (column: StepColumn) => order[column] === changes.after[column]
  const changed = columnsOf(changes.after)
  const { status = order.status, ...before } = changes.before
  if (steps.at(-1) === step && changed.every(isIntact)) return { set: before, status }
  const lost = new Set<string>(changed.filter((column) => !isIntact(column)))
  return {
    set: Object.fromEntries([
      ...Object.entries(before).filter(([column]) => !lost.has(column)),
      ...Object.entries(otherwise).filter(([column]) => lost.has(column)),
    ]),
  }
}
