import type { Kysely } from 'kysely'
import { leftOf } from '../../domain/orders/item-check.ts'
import type { ConsignmentPartRow } from '../db/consignment-tables.ts'
import type { Database } from '../db/schema.ts'

/** Products are weighed in grams. */
const GRAMS = 1000

/** Kilograms of an order's items that are still to be sent; null if it has none, or if the weight of any of them is unknown. */
export async function weightOfItems(db: Kysely<Database>, orderId: number): Promise<number | null> {
  const items = await db
    .selectFrom('order_items')
    .leftJoin('products', 'products.code', 'order_items.product_code')
    .select(['order_items.quantity', 'order_items.fulfilled_quantity', 'products.weight'])
    .where('order_id', '=', orderId)
    .execute()
  let kilograms = 0
  for (const { weight, ...item } of items) {
    // Nothing of it is to be sent: it was sent elsewhere, or it is a text or a discount.
    if (leftOf(item) === 0) continue
    if (weight === null || weight <= 0) return null
    kilograms += leftOf(item) * weight
  }
  return kilograms > 0 ? Math.round(kilograms * GRAMS) / GRAMS : null
}

/** The pieces of a customer's last consignment that was not deleted. */
export async function lastPieces(
  db: Kysely<Database>,
  customerCode: string,
): Promise<Pick<ConsignmentPartRow, 'package_type' | 'height' | 'length' | 'width' | 'weight'>[]> {
  const last = await db
    .selectFrom('consignments')
    .select('id')
    .where('customer_code', '=', customerCode)
    .where('deleting_since', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return []
  return db
    .selectFrom('consignment_parts')
    .select(['package_type', 'height', 'length', 'width', 'weight'])
    .where('consignment_id', '=', last.id)
    .orderBy('id')
    .execute()
}
