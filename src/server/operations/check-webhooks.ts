import type { Kysely } from 'kysely'
import type { Clock } from '../../domain/calendar/clock.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { endpointStates } from '../webhooks/store.ts'
import { attention, type Finding, fine } from './findings.ts'

const DAY_MS = 24 * 60 * 60_000

/** Endpoints that were disabled, and events that were given up. */
export async function checkWebhooks({
  db,
  clock,
}: {
  db: Kysely<Database>
  clock: Clock
}): Promise<Finding[]> {
  const disabled = (await endpointStates(db)).filter(({ isDisabled }) => isDisabled)
  const { count } = await db
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('failed_at', '>', timestamp(clock() - DAY_MS))
    .executeTakeFirstOrThrow()
  const detail = `${count} given up in the last day.`
  return [
    Number(count) > 0 ? attention('Failed events', detail) : fine('Failed events', detail),
    ...disabled.map(({ url }) =>
      attention('Webhooks', `${url} answered 410 and is disabled: npm run webhooks -- enable ${url}`),
    ),
  ]
}
