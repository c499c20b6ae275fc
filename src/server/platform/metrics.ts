import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics of this process for `GET /metrics`; docs/operations.md has a table of their names. */
export const metrics = new Registry()
const registers = [metrics]

export const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time to answer a request, by the pattern of its route.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
})

export const courierSeconds = new Histogram({
  name: 'courier_request_duration_seconds',
  help: 'Time of a call to a courier: answered, refused (by a courier that answered) or failed.',
  labelNames: ['courier', 'call', 'outcome'] as const,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
})

export const courierAnsweredAt = new Gauge({
  name: 'courier_last_answer_timestamp_seconds',
  help: 'When a courier last answered any call, in seconds since 1970.',
  labelNames: ['courier'] as const,
  registers,
})

export const bookings = new Counter({
  name: 'bookings_total',
  help: 'Bookings by outcome: booked, refused by the courier, or unknown until it is looked up.',
  labelNames: ['outcome'] as const,
  registers,
})

export const emails = new Counter({
  name: 'emails_total',
  help: 'Tries to send an e-mail, by outcome.',
  labelNames: ['outcome'] as const,
  registers,
})

export const intakeRecords = new Counter({
  name: 'intake_records_total',
  help: 'Records that other systems sent, by kind and outcome.',
  labelNames: ['kind', 'outcome'] as const,
  registers,
})

export const shopWebhooks = new Counter({
  name: 'shop_webhooks_total',
  help: 'Webhooks of shops, by outcome: stored, repeated, other (a topic or test that says nothing of an order), unsigned or unknown-shop.',
  labelNames: ['feed', 'outcome'] as const,
  registers,
})

export const feedMessages = new Counter({
  name: 'feed_messages_total',
  help: 'Messages about orders by what became of them: applied, older, ahead (of its order) or waiting (for staff).',
  labelNames: ['outcome'] as const,
  registers,
})

export const queuedEmails = new Gauge({
  name: 'emails_queued',
  help: 'E-mails that are neither sent nor given up.',
  registers,
})

export const webhookDeliveries = new Counter({
  name: 'webhook_deliveries_total',
  help: 'Attempts to deliver an event, by outcome: delivered, failed, given-up, gone or aborted.',
  labelNames: ['outcome'] as const,
  registers,
})

export const undeliveredEvents = new Gauge({
  name: 'webhook_deliveries_pending',
  help: 'Events that an endpoint has not accepted yet.',
  registers,
})

export const oldestUndeliveredSeconds = new Gauge({
  name: 'webhook_deliveries_oldest_age_seconds',
  help: 'Age of the oldest event that an endpoint has not accepted yet; 0 without any.',
  registers,
})

export const waitingArrivals = new Gauge({
  name: 'arrivals_waiting',
  help: 'Refused records and files that wait for staff.',
  registers,
})

export const openClaims = new Gauge({
  name: 'claims_open',
  help: 'Bookings that are under way or whose outcome is unknown.',
  registers,
})

export const oldestClaimSeconds = new Gauge({
  name: 'claims_oldest_age_seconds',
  help: 'Age of the oldest open claim; 0 without any.',
  registers,
})
