import type { Kysely } from 'kysely'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import type { WebhookConfig } from '../platform/config.ts'
import { everyHour, type Stoppable } from '../platform/repeat.ts'
import { connectEndpoints } from './endpoints.ts'
import { startWebhookSender, type WebhookSenderDeps } from './sender.ts'

/**
 * Starts the delivery of events to the configured endpoints, and the upkeep of the stored ones. Resolves once changes
 * are recorded for these endpoints.
 * @param webhooks null if none is configured
 */
export async function startWebhooks({
  webhooks,
  ...deps
}: Omit<WebhookSenderDeps, 'secret'> & { webhooks: WebhookConfig | null }): Promise<Stoppable> {
  const endpoints = await connectEndpoints(deps.db, webhooks?.urls ?? [], deps.clock())
  const running = [
    startWebhookUpkeep(deps),
    ...(webhooks
      ? endpoints.map((endpoint) => startWebhookSender(endpoint, { ...deps, secret: webhooks.secret }))
      : []),
  ]
  return {
    async stop() {
      await Promise.all(running.map((one) => one.stop()))
    },
  }
}

interface Deps {
  db: Kysely<Database>
  clock: Clock
}

const HOUR_MS = 60 * 60_000
/** Age at which events are deleted. Until then they can be resent. */
const KEPT_MS = 30 * 24 * HOUR_MS

/** Deletes old events, now and every hour. */
function startWebhookUpkeep(deps: Deps): Stoppable {
  return everyHour('Old webhook events could not be deleted', () => deleteOldEvents(deps))
}

/** Deletes events older than 30 days with their deliveries, unless a delivery to a configured endpoint is pending. */
export async function deleteOldEvents({ db, clock }: Deps): Promise<void> {
  await db
    .deleteFrom('webhook_events')
    .where('created_at', '<', timestamp(clock() - KEPT_MS))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries as delivery')
            .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint_id')
            .select('delivery.id')
            .whereRef('delivery.event_id', '=', 'webhook_events.id')
            .where('delivery.delivered_at', 'is', null)
            .where('delivery.failed_at', 'is', null)
            .where('endpoint.removed_at', 'is', null),
        ),
      ),
    )
    .execute()
}
