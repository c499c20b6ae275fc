import { randomUUID } from 'node:crypto'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Clock } from '../../domain/calendar/clock.ts'
import type { Database, OutboxRow } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { recordEmailEvent } from '../emails/store.ts'

interface Deps {
  db: Kysely<Database>
  clock: Clock
}

/** Longer than any try takes (see `smtp.ts`): a claim held past it was left by a dead process. */
const LEASE_MS = 5 * 60_000

/** The longest that a message waits before it is tried again, in milliseconds. */
export const LONGEST_WAIT_MS = 60 * 60_000

/** A message that is too old is looked at again this much later, before it is given up, in milliseconds. */
export const OVERDUE_FOR_MS = 5 * 60_000

/** What a try comes to: the columns that it changes, and what staff are told of it. */
export interface Step {
  set: Partial<Pick<OutboxRow, 'sent_at' | 'failed_at' | 'next_try_at' | 'attempts' | 'overdue_since'>>
  event?: string
}

/** Takes the first message that is due; null where none is, or another process took it. */
export async function claimDue({ db, clock }: Deps): Promise<OutboxRow | null> {
  const now = clock()
  const isFree = isNotWithin('claimed_until', now, LEASE_MS)
  const due = db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('handed_over_at', 'is', null)
    .where(isNotWithin('next_try_at', now, LONGEST_WAIT_MS))
    .where(isNotWithin('overdue_since', now - OVERDUE_FOR_MS, OVERDUE_FOR_MS))
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
 * Whether a time is not in the `length` milliseconds after `from`. One further ahead than that was written before the
 * clock was set back, and holds nothing up.
 */
function isNotWithin(column: keyof OutboxRow, from: number, length: number): RawBuilder<SqlBool> {
  const time = sql.ref(column)
  return sql`(${time} is null or ${time} <= ${timestamp(from)} or ${time} > ${timestamp(from + length)})`
}

/**
 * Writes down that the mail server is about to have all of a message. Whoever finds it so after a crash does not send
 * it again.
 * @throws where the message is no longer ours to send
 */
export async function noteHandOver({ db, clock }: Deps, mail: OutboxRow): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ handed_over_at: timestamp(clock()) })
    .where('id', '=', mail.id)
    // Not until when: the clock may have been set since, and another process that claims it changes this.
    .where('claimed_by', '=', mail.claimed_by)
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
    .where(isNotWithin('claimed_until', clock(), LEASE_MS))
    .execute()
}
