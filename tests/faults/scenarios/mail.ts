import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { MailServer } from '../../server/outbox/mail-server.ts'
import { figure, none, type Scenario } from '../scenario.ts'
import type { Bench } from '../support/bench.ts'
import { settle, until } from '../support/console.ts'
import type { DatabaseOnTest } from '../support/database.ts'
import { waitingMails } from '../support/ledger.ts'
import { messageIds, repeated, startMail } from '../support/partners.ts'
import { issueTokens, staffWith, unpaidOrders } from '../support/staff.ts'

interface Behaviour {
  name: string
  /** The final status of its e-mail. */
  outcome: 'delivered' | 'hard-bounced' | 'rejected' | 'unconfirmed'
  to?: MailServer['script']['to']
  data?: MailServer['script']['data']
}

const never = () => new Promise<never>(() => undefined)
const says = (code: number, text: string) => () => ({ code, text })
const LATE_MS = 10_000

/** Behaviours of a mail server. Deferred messages are delivered once it behaves regularly. */
const BEHAVIOURS: readonly Behaviour[] = [
  { name: 'takes it', outcome: 'delivered' },
  { name: 'refuses the recipient', outcome: 'hard-bounced', to: says(550, 'No such mailbox') },
  { name: 'puts the recipient off', outcome: 'delivered', to: says(450, 'Try later') },
  { name: 'hangs at the recipient', outcome: 'delivered', to: never },
  { name: 'refuses the message', outcome: 'rejected', data: says(554, 'Not this one') },
  { name: 'puts the message off', outcome: 'delivered', data: says(451, 'Try later') },
  { name: 'takes it and never says so', outcome: 'unconfirmed', data: () => 'taken in silence' },
  { name: 'takes it late', outcome: 'delivered', data: () => pause(LATE_MS, null) },
]

/** Two messages hang until the server gives up, and one is late. */
const ALL_TRIED_WITHIN_MS = 110_000

/** The mail server is unreachable, hangs, refuses, loses its response or is late, each with a message of its own. */
export const mail: Scenario = {
  name: 'mail',
  title: 'Mail server away, hangs, refuses or is late',
  within: 240,
  async run(bench) {
    const database = await bench.database()
    const { mail, settings } = await startMail(bench)
    mail.script.connect = says(421, 'Closed')
    const console = await bench.console(database, settings)
    const [token = ''] = await issueTokens(bench, database, 1)
    const staff = staffWith(console.url, token)
    const first = await firstOwnMail(bench, database)
    for (const order of (await unpaidOrders(bench, database)).slice(0, BEHAVIOURS.length * 2)) {
      await staff.pay(order)
      await staff.pack(order)
    }
    const behaviourOf = await assign(bench, database, first)
    mail.script.to = (address) => behaviourOf.get(address)?.to?.(address) ?? null
    mail.script.data = (address) => behaviourOf.get(address)?.data?.(address) ?? null
    mail.script.connect = () => null
    await until(async () => (await untried(bench, database)) === 0, ALL_TRIED_WITHIN_MS, 1000)
    mail.script.to = () => null
    mail.script.data = () => null
    await settle(console, async () => (await bench.read(database, waitingMails)).length === 0)
    return [
      figure('E-mails taken', mail.received.length),
      none('E-mails taken twice', repeated(messageIds(mail.received))),
      none('E-mails that still wait', await bench.read(database, waitingMails)),
      none(
        'E-mails with another status than the mail server gave',
        await wrongOutcomes(bench, database, first, behaviourOf),
      ),
    ]
  },
}

/** The id of the next e-mail. Lower ids are the demo's. */
async function firstOwnMail(bench: Bench, database: DatabaseOnTest): Promise<number> {
  const row = await bench.read(database, (db) =>
    db
      .selectFrom('outbox')
      .select(({ fn }) => fn.max<number | null>('id').as('last'))
      .executeTakeFirst(),
  )
  return (row?.last ?? 0) + 1
}

/** Gives each behaviour a recipient. Messages to other recipients are handled regularly. */
async function assign(
  bench: Bench,
  database: DatabaseOnTest,
  first: number,
): Promise<Map<string, Behaviour>> {
  const recipients = await bench.read(database, (db) =>
    db
      .selectFrom('outbox')
      .select('recipient')
      .distinct()
      .where('id', '>=', first)
      .orderBy('recipient')
      .execute(),
  )
  return new Map(
    BEHAVIOURS.flatMap((behaviour, index) => {
      const recipient = recipients[index]?.recipient
      return recipient === undefined ? [] : [[recipient, behaviour] as const]
    }),
  )
}

/** E-mails that have not been handed to the mail server yet. */
async function untried(bench: Bench, database: DatabaseOnTest): Promise<number> {
  const rows = await bench.read(database, (db) =>
    db
      .selectFrom('outbox')
      .select('id')
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('attempts', '=', 0)
      .execute(),
  )
  return rows.length
}

async function wrongOutcomes(
  bench: Bench,
  database: DatabaseOnTest,
  first: number,
  behaviourOf: ReadonlyMap<string, Behaviour>,
): Promise<string[]> {
  const events = await bench.read(database, (db) =>
    db
      .selectFrom('outbox')
      .innerJoin('email_events', (join) =>
        join.on('email_events.email_id', '=', sql`cast(outbox.id as text)`),
      )
      .select(['outbox.id', 'outbox.recipient', 'email_events.event'])
      .where('outbox.id', '>=', first)
      .orderBy('email_events.id')
      .execute(),
  )
  const last = new Map(events.map(({ id, recipient, event }) => [id, { recipient, event }]))
  return Array.from(last.values()).flatMap(({ recipient, event }) => {
    const behaviour = behaviourOf.get(recipient)
    const isRight = event === (behaviour?.outcome ?? 'delivered')
    return isRight ? [] : [`the server ${behaviour?.name ?? 'takes it'}, and the status is ${event}`]
  })
}
