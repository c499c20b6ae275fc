import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'

export interface Endpoint {
  id: number
  url: string
}

/**
 * Stores the endpoints of the settings at startup. From then on, every event of any process is written for them. An
 * endpoint that is no longer configured keeps its pending deliveries, which continue if it is configured again.
 */
export async function connectEndpoints(
  db: Kysely<Database>,
  urls: readonly string[],
  now: number,
): Promise<Endpoint[]> {
  const connected = await connectedEndpoints(db)
  const isUnchanged =
    connected.length === urls.length && connected.every((endpoint) => urls.includes(endpoint.url))
  if (isUnchanged) return connected
  await db.transaction().execute(async (within) => {
    await within
      .updateTable('webhook_endpoints')
      .set({ removed_at: timestamp(now) })
      .where('removed_at', 'is', null)
      .$if(urls.length > 0, (update) => update.where('url', 'not in', urls))
      .execute()
    if (urls.length === 0) return
    await within
      .insertInto('webhook_endpoints')
      .values(urls.map((url) => ({ url })))
      .onConflict((conflict) =>
        conflict
          .column('url')
          .doUpdateSet({ removed_at: null, disabled_at: null })
          .where('webhook_endpoints.removed_at', 'is not', null),
      )
      .execute()
  })
  return connectedEndpoints(db)
}

async function connectedEndpoints(db: Kysely<Database>): Promise<Endpoint[]> {
  return db
    .selectFrom('webhook_endpoints')
    .select(['id', 'url'])
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Stops deliveries to an endpoint, by every process, until it is enabled again. */
export async function disableEndpoint(db: Kysely<Database>, { id }: Endpoint, now: number): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ disabled_at: timestamp(now) })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .execute()
}

/** @returns false if no endpoint of this address is configured */
export async function enableEndpoint(db: Kysely<Database>, url: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_endpoints')
    .set({ disabled_at: null })
    .where('url', '=', url)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
