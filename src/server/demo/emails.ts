import type { Insertable } from 'kysely'
import { parseInstant } from '../../domain/calendar/nz-time.ts'
import { packedMessage } from '../../domain/orders/order-message.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import type { EmailNews } from '../emails/emails.ts'
import { packedSubject } from '../orders/actions.ts'
import type { DemoOrder } from './orders.ts'
import type { Random } from './random.ts'

export interface DemoMail {
  orderCode: string
  /** As a sent message is stored in the outbox. */
  row: Omit<Insertable<Database['outbox']>, 'order_id'>
  events: Pick<EmailNews, 'event' | 'date'>[]
}

const SECOND = 1000

/** Number of events: fills whole pages exactly. */
const EVENTS = 3000

/** GUESS: outcomes of a queued e-mail with their cumulative shares. */
const FATES: readonly { upTo: number; events: readonly (keyof typeof WITHIN)[] }[] = [
  { upTo: 0.5, events: ['sent', 'delivered'] },
  { upTo: 0.82, events: ['sent', 'delivered', 'opened'] },
  { upTo: 0.86, events: ['sent', 'deferred', 'delivered'] },
  { upTo: 0.89, events: ['sent', 'deferred'] },
  { upTo: 0.92, events: ['sent', 'soft-bounced'] },
  { upTo: 0.94, events: ['sent', 'soft-bounced', 'delivered'] },
  { upTo: 0.97, events: ['sent', 'hard-bounced'] },
  { upTo: 0.99, events: ['rejected'] },
  { upTo: 1, events: ['sent'] },
]

/** GUESS: longest time since the previous event, in seconds. */
const WITHIN = {
  sent: 5,
  delivered: 600,
  opened: 20_000,
  deferred: 60,
  'soft-bounced': 90,
  'hard-bounced': 30,
  rejected: 10,
}

/** The latest e-mails about packed orders before `now` (ms), oldest first. */
export function demoMails(random: Random, now: number, orders: readonly DemoOrder[]): DemoMail[] {
  const told = orders
    .filter(({ row, customer }) => row.ready_at && customer.row.email)
    .sort((one, other) => ((one.row.ready_at ?? '') < (other.row.ready_at ?? '') ? 1 : -1))
  const mails: DemoMail[] = []
  let count = 0
  for (const order of told) {
    const mail = mailOf(random, now, order)
    // The oldest e-mail contributes only its last events, as many as are still missing from the number.
    mail.events.splice(0, mail.events.length - (EVENTS - count))
    if (mail.events.length === 0) break
    count += mail.events.length
    mails.push(mail)
  }
  return mails.reverse()
}

function mailOf(random: Random, now: number, { row, customer }: DemoOrder): DemoMail {
  const queuedAt = parseInstant(row.ready_at ?? null) ?? now
  const isPickup = row.is_pickup === 1
  const events = [{ event: 'queued', date: timestamp(queuedAt) }]
  const draw = random.next()
  const fate = FATES.find(({ upTo }) => draw < upTo)
  let at = queuedAt
  for (const event of fate?.events ?? []) {
    at += random.whole(SECOND, WITHIN[event] * SECOND)
    if (at <= now) events.push({ event, date: timestamp(at) })
  }
  const message = { code: row.code, customer: { first_name: customer.row.first_name } }
  return {
    orderCode: row.code,
    row: {
      recipient: customer.row.email ?? '',
      subject: packedSubject(row.code, isPickup),
      body: packedMessage(message, isPickup),
      created_at: timestamp(queuedAt),
      sent_at: timestamp(queuedAt),
    },
    events,
  }
}
