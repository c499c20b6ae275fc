import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction, UpdateQueryBuilder, UpdateResult } from 'kysely'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { releasedIfUnconfirmed } from '../db/held-writes.ts'
import type { Database, OutboxRow } from '../db/schema.ts'
import { isNotWithin, timestamp } from '../db/times.ts'
import { recordEmailEvent } from '../emails/emails.ts'

export interface Mail {
  recipient: string
  subject: string
  body: string
  /** Not sent before this time. Default: at once. */
  notBefore?: string
}

/**
 * Queues an e-mail, which is sent if and only if the transaction that causes it commits.
 * Its events refer to it by its id.
 */
export async function writeMail(
  within: Transaction<Database>,
  mail: Mail & { orderId: number; stepId: number; at: string },
): Promise<void> {
  const { recipient, subject, body, notBefore = null, orderId, stepId, at } = mail
  const { id } = await within
    .insertInto('outbox')
    .values({
      order_id: orderId,
      step_id: stepId,
      recipient,
      subject,
      body,
      created_at: at,
      next_try_at: notBefore,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordEmailEvent(within, { emailId: String(id), event: 'queued', date: at, recipient, subject })
}

/**
 * Withdraws the e-mails of actions that are undone.
 * @returns whether none of them was handed over to the mail server
 */
export async function withdrawMails(
  within: Transaction<Database>,
  stepIds: readonly number[],
  at: string,
): Promise<boolean> {
  const caused = await notWithdrawn(within).where('step_id', 'in', stepIds).execute()
  for (const mail of caused) if (!(await withdraw(within, mail, at))) return false
  return true
}

/** Withdraws the e-mails about an order that were not handed over to the mail server yet. */
export async function withdrawMailsOf(
  within: Transaction<Database>,
  orderId: number,
  at: string,
): Promise<void> {
  const waiting = await notWithdrawn(within)
    .where('order_id', '=', orderId)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute()
  for (const mail of waiting) await withdraw(within, mail, at)
}

function notWithdrawn(within: Transaction<Database>) {
  return within.selectFrom('outbox').select(['id', 'recipient', 'subject']).where('withdrawn_at', 'is', null)
}

/** Returns whether it was not handed over. */
async function withdraw(
  within: Transaction<Database>,
  { id, recipient, subject }: Pick<OutboxRow, 'id' | 'recipient' | 'subject'>,
  at: string,
): Promise<boolean> {
  // A process that has claimed it does not hand it over any more, because the claim is gone.
  const { numUpdatedRows } = await within
    .updateTable('outbox')
    .set({ withdrawn_at: at, claimed_by: null, claimed_until: null })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('handed_over_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await recordEmailEvent(within, { emailId: String(id), event: 'withdrawn', date: at, recipient, subject })
  return true
}

interface Deps {
  db: Kysely<Database>
  clock: Clock
}

/** Longer than any attempt takes (see `smtp.ts`). An older claim was left by a dead process. */
const LEASE_MS = 5 * 60_000

/** Longest delay before the next attempt, in milliseconds. */
export const LONGEST_WAIT_MS = 60 * 60_000

/** Milliseconds after which a message that is too old is checked again before it fails for good. */
export const OVERDUE_FOR_MS = 5 * 60_000

/** The result of an attempt: when, the changed columns, and the event for staff. */
export interface MailAttempt {
  /** When the attempt ended: UTC, ISO 8601. */
  at: string
  /** Without `handed_over_at` the mail server does not have the message, so that it can be sent again or withdrawn. */
  set: Partial<
    Pick<OutboxRow, 'sent_at' | 'failed_at' | 'handed_over_at' | 'next_try_at' | 'attempts' | 'overdue_since'>
  >
  event?: string
}

/** Claims the first message that is due; null if there is none, or another process claimed it. */
export async function claimDueMail({ db, clock }: Deps): Promise<OutboxRow | null> {
  const now = clock()
  const isFree = isNotWithin('claimed_until', now, LEASE_MS)
  const due = db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('handed_over_at', 'is', null)
    .where(isNotWithin('next_try_at', now, LONGEST_WAIT_MS))
    .where(isNotWithin('overdue_since', now - OVERDUE_FOR_MS, OVERDUE_FOR_MS))
    .where(isFree)
    .orderBy('id')
    .limit(1)
  const claimedBy = randomUUID()
  const claiming = db
    .updateTable('outbox')
    .set({ claimed_by: claimedBy, claimed_until: timestamp(now + LEASE_MS) })
    .where('id', '=', due)
    // If two processes choose the same message, the second finds it claimed. It may also have been withdrawn.
    .where(isFree)
    .where('withdrawn_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return (await releasedIfUnconfirmed(claiming, () => releaseMail(db, claimedBy), LEASE_MS)) ?? null
}

async function releaseMail(db: Kysely<Database>, claimedBy: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ claimed_by: null, claimed_until: null })
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('claimed_by', '=', claimedBy)
    .execute()
}

/**
 * Records that the mail server is about to receive the end of a message. After a crash, such a message is not sent
 * again.
 * @throws if the message is no longer claimed by us
 */
export async function noteHandOver({ db, clock }: Deps, mail: OutboxRow): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ handed_over_at: timestamp(clock()) })
    .where('id', '=', mail.id)
    // Checks the owner and not the time, because the clock may have been set; a claim by another process changes
    // the owner.
    .where('claimed_by', '=', mail.claimed_by)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error(`E-mail ${mail.id} was claimed by another process.`)
}

/**
 * Records the result of an attempt with its event, and releases the message. A result that is late, because the database
 * was unavailable, also replaces what `settleLeftBehind` recorded meanwhile, unless the message would be sent again.
 */
export async function settleMail(
  { db }: Pick<Deps, 'db'>,
  mail: OutboxRow,
  { set, ...attempt }: MailAttempt,
): Promise<void> {
  const isLast = set.sent_at !== undefined || set.failed_at !== undefined
  await recordAttempt(db, mail, attempt, (within) =>
    within
      .updateTable('outbox')
      .set({ failed_at: null, handed_over_at: null, ...set, claimed_by: null, claimed_until: null })
      .$if(!isLast, (update) => update.where('failed_at', 'is', null)),
  )
}

/** Records that the outcome of a message is unknown. Its claim remains, by which a process that is alive may know better. */
export async function settleLeftBehind({ db, clock }: Deps, mail: OutboxRow): Promise<void> {
  const at = timestamp(clock())
  await recordAttempt(db, mail, { at, event: 'unconfirmed' }, (within) =>
    within.updateTable('outbox').set({ failed_at: at }).where('failed_at', 'is', null),
  )
}

/** Makes an update and writes its event, if the message still has this claim. */
async function recordAttempt(
  db: Kysely<Database>,
  { id, recipient, subject, claimed_by }: OutboxRow,
  { at: date, event }: Pick<MailAttempt, 'at' | 'event'>,
  update: (within: Transaction<Database>) => UpdateQueryBuilder<Database, 'outbox', 'outbox', UpdateResult>,
): Promise<void> {
  await db.transaction().execute(async (within) => {
    const { numUpdatedRows } = await update(within)
      .where('id', '=', id)
      .where('claimed_by', '=', claimed_by)
      .executeTakeFirst()
    if (numUpdatedRows === 0n || event === undefined) return
    await recordEmailEvent(within, { emailId: String(id), event, date, recipient, subject })
  })
}

/** Messages that a dead process was sending; whether the mail server accepted them is unknown. */
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
