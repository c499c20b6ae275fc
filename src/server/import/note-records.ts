import type { Transaction } from 'kysely'
import type { ChangedKind } from '../../contract/changes.ts'
import { noteChanges } from '../changes/note-changes.ts'
import type { Database } from '../db/schema.ts'
import type { Kind, KindName } from './kinds/kind.ts'

const CHANGED: Record<KindName, ChangedKind> = {
  suppliers: 'supplier',
  products: 'product',
  customers: 'customer',
  orders: 'order',
  'supplier-orders': 'supplier-order',
}

/** Notes the created and changed records of a lot for the desks, by their codes. */
export async function noteRecords(
  within: Transaction<Database>,
  { name }: Kind,
  { created, changed }: { created: readonly string[]; changed: readonly string[] },
): Promise<void> {
  const kind = CHANGED[name]
  await noteChanges(within, [
    ...created.map((code) => ({ kind, code, is_new: true })),
    ...changed.map((code) => ({ kind, code, is_new: false })),
  ])
}
