import type { Kysely } from 'kysely'
import { nextReference } from '../../domain/freight/consignment.ts'
import { orderCan } from '../../domain/orders/order-actions.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { presentOrder } from '../orders/present.ts'
import { findOrder } from '../orders/store.ts'
import type { Judging } from './deps.ts'

/**
 * The reference that another consignment of an order would get now. Deleted consignments count, and a reference that is
 * the code of an order is left out.
 */
export async function nextReferenceOf(db: Kysely<Database>, orderCode: string): Promise<string> {
  const rows = await db
    .selectFrom('consignments')
    .select('reference')
    .where('order_code', '=', orderCode)
    .where('reference', 'is not', null)
    .execute()
  const taken = rows.flatMap(({ reference }) => reference ?? [])
  for (;;) {
    const next = nextReference(orderCode, taken)
    const order = await db.selectFrom('orders').select('id').where('code', '=', next).executeTakeFirst()
    if (order === undefined) return next
    taken.push(next)
  }
}

/**
 * Checks that an order may get another consignment with this reference. The caller holds the claim on the order.
 * @throws Refusal 404 without such an order, 409 if it is not shipped or another request has taken the reference
 */
export async function refuseOtherReference(
  db: Kysely<Database>,
  orderCode: string,
  reference: string,
  { now, creditStop }: Judging,
): Promise<void> {
  const found = await findOrder(db, orderCode)
  if (found === null) throw new Refusal(404, MESSAGES.orderNotFound)
  const { reason } = orderCan('another-consignment', presentOrder(found, now, creditStop))
  if (reason !== null) throw new Refusal(409, `${reason}.`)
  const next = await nextReferenceOf(db, orderCode)
  if (next === reference) return
  throw new Refusal(
    409,
    `${reference} is not the next consignment of order ${orderCode}. Look at its Freight tab, and start again.`,
  )
}
