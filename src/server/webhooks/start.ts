import type { WebhookConfig } from '../platform/config.ts'
import type { Stoppable } from '../platform/repeat.ts'
import { connectEndpoints } from './endpoints.ts'
import { startWebhookSender, type WebhookSenderDeps } from './sender.ts'
import { startWebhookUpkeep } from './upkeep.ts'

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
