import { randomUUID } from 'node:crypto'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Clock } from '../../domain/clock.ts'
import type { Database, OutboxRow } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { recordEmailEvent } from '../emails/store.ts'

interface Deps {
  db: Kysely<Database>
  clock: Clock
}

/** Longer than any try takes (see `smtp.ts`): a claim held past it was left by a dead process. */
const LEASE_MS = 5 * 60_000

/** What a try comes to: the columns that it changes, and what staff are told of it. */
export interface Step {
  set: Partial<Pick<OutboxRow, 'sent_at' | 'failed_at' | 'next_try_at' | 'attempts'>>
  event?: string
}

/** Takes the first message that is due; null where none is, or another process took it. */
export async function claimDue({ db, clock }: Deps): Promise<OutboxRow | null> {
  const now = clock()
  const at = timestamp(now)
  const isFree = sql<SqlBool>`(claimed_until is null or claimed_until <= ${at})`
  const due = db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('handed_over_at', 'is', null)
    .where(sql<SqlBool>`(next_try_at is null or next_try_at <= ${at})`)
    .where(isFree)
    .orderBy('id')
    .limit(1)
  const row = await db
    .updateTable('outbox')
    .set({ claimed_by: randomUUID(), claimed_until: timestamp(now + LEASE_MS) })
    .where('id', '=', due)
    // Of two that chose the same one the second finds it claimed.
    .where(isFree)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/**
 * Writes down that the mail server is about to have all of a message. Whoever finds it so after a crash does not send
 * it again.
 * @throws where the message is no longer ours to send
 */
export async function noteHandOver({ db, clock }: Deps, mail: OutboxRow): Promise<void> {
  const now = timestamp(clock())
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ handed_over_at: now })
    .where('id', '=', mail.id)
    .where('claimed_by', '=', mail.claimed_by)
    .where('claimed_until', '>', now)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error(`E-mail ${mail.id} was claimed by another process.`)
}

/** Writes down what a try came to, with its event, and gives the message free. */
export async function settle({ db, clock }: Deps, mail: OutboxRow, { set, event }: Step): Promise<void> {
  await db.transaction().execute(async (within) => {
    const { numUpdatedRows } = await within
      .updateTable('outbox')
      .set({ ...set, claimed_by: null, claimed_until: null, handed_over_at: null })
      .where('id', '=', mail.id)
      .where('claimed_by', '=', mail.claimed_by)
      .executeTakeFirst()
    if (numUpdatedRows === 0n || event === undefined) return
    const { id, recipient, subject } = mail
    const date = timestamp(clock())
    await recordEmailEvent(within, { emailId: String(id), event, date, recipient, subject })
  })
}

/** Messages that a dead process was handing over: nobody knows whether the mail server took them. */
export async function leftBehind({ db, clock }: Deps): Promise<OutboxRow[]> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('handed_over_at', 'is not', null)
    .where('claimed_until', '<=', timestamp(clock()))
    .execute()
}
