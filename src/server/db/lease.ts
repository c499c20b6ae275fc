import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import { timestamp } from './times.ts'

/** Work that only one process at a time does. */
export interface Lease {
  name: string
  /** Unique to a process, or to a part of one. */
  holder: string
  /** Milliseconds after which another process takes over, unless the lease is renewed. */
  length: number
}

/** Acquires or renews a lease. False while another holder has it. */
export async function holdLease(
  db: Kysely<Database>,
  { name, holder, length }: Lease,
  now: number,
): Promise<boolean> {
  const held_until = timestamp(now + length)
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('leases')
    .values({ name, holder, held_until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, held_until })
        .where((is) =>
          is.or([
            is('leases.holder', '=', holder),
            is('leases.held_until', '<=', timestamp(now)),
            // A later end was written before the clock was set back. Smaller differences between clocks do not reach
            // this limit.
            is('leases.held_until', '>', timestamp(now + 2 * length)),
          ]),
        ),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Lets another process take over at once. */
export async function releaseLease(db: Kysely<Database>, { name, holder }: Lease): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute()
}
