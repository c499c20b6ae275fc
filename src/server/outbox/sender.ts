import type { Kysely } from 'kysely'
import { type Clock, parseInstant } from '../../domain/calendar/nz-time.ts'
import { type HeldWrites, holdWrites } from '../db/held-writes.ts'
import { logFailure } from '../db/log-failure.ts'
import type { Database, OutboxRow } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import type { MailConfig } from '../platform/config.ts'
import { log } from '../platform/log.ts'
import { emails } from '../platform/metrics.ts'
import { backOff, repeat, type Stoppable } from '../platform/repeat.ts'
import { graphHandOver } from './graph.ts'
import type { HandOver, HandOverOutcome } from './letter.ts'
import { applicationTokens } from './microsoft-tokens.ts'
import {
  claimDueMail,
  LONGEST_WAIT_MS,
  leftBehind,
  type MailAttempt,
  noteHandOver,
  OVERDUE_FOR_MS,
  settleLeftBehind,
  settleMail,
} from './queue.ts'
import { smtpHandOver } from './smtp.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** First delay of a deferred message; it doubles with each attempt, up to the longest delay. */
const FIRST_WAIT_MS = MINUTE
/** Older messages are dropped. */
const GIVE_UP_AFTER_MS = 48 * HOUR

/** The outcome of an attempt; or that the message is too old, found for the first time or for good. */
type Result = HandOverOutcome | { kind: 'overdue' | 'expired' }

interface MailSenderDeps {
  db: Kysely<Database>
  clock: Clock
  handOver: HandOver
  /** Milliseconds between checks of the queue, also without the database, and the longest without the mail server. */
  pace?: { look: number; withoutDatabase: number; most: number }
  /** Milliseconds that a stop waits for the current message. */
  stopWithin?: number
}

/** How the settings say that messages are sent. */
export function handOverBy(mail: MailConfig): HandOver {
  if (mail.kind === 'graph') return graphHandOver(mail, applicationTokens(mail.application, mail.kind))
  return smtpHandOver(mail, mail.application && applicationTokens(mail.application, mail.kind))
}

/**
 * Sends the outbox, oldest message first. Every process runs one sender. Crashes and refusals are handled as described
 * in docs/outbox.md.
 */
export function startMailSender({
  pace = { look: 4 * SECOND, withoutDatabase: 5 * SECOND, most: 5 * MINUTE },
  stopWithin = 5 * SECOND,
  ...deps
}: MailSenderDeps): Stoppable {
  const breakOff = new AbortController()
  const results = holdResults(deps)
  let failures = 0
  const rounds = repeat(async (stopping) => {
    const { away, retryAfter = 0 } = await sendRound(deps, results, stopping, breakOff.signal)
    if (away === 'database') return pace.withoutDatabase
    failures = away === null ? 0 : failures + 1
    return Math.max(retryAfter, backOff(failures, pace.look, pace.most))
  })
  return {
    // Sends no further message; the current one is finished or aborted.
    async stop() {
      const late = setTimeout(() => breakOff.abort(new Error('The server stops.')), stopWithin)
      await rounds.stop()
      clearTimeout(late)
      await results.end()
    },
  }
}

/** The result of an attempt, to be stored. */
interface MailResult {
  mail: OutboxRow
  outcome: Result
  /** In milliseconds since 1970. */
  at: number
}

/** At most one result waits: a round begins by storing it. */
function holdResults(deps: MailSenderDeps): HeldWrites<MailResult> {
  return holdWrites(
    ({ mail, outcome, at }) => settleMail(deps, mail, attemptOf(outcome, mail, at)),
    ({ mail, outcome }, error) =>
      logFailure(
        error,
        { email: mail.id, outcome: outcome.kind },
        'The result of an e-mail could not be stored, its status will be Unconfirmed',
      ),
  )
}

/** What a round of sending found. */
interface Round {
  /** What is unavailable. */
  away: 'mail server' | 'database' | null
  /** Milliseconds that the mail server requests to wait. */
  retryAfter?: number
}

/** Stores the result that waits, and sends all due messages. */
async function sendRound(
  deps: MailSenderDeps,
  results: HeldWrites<MailResult>,
  stopping: AbortSignal,
  breakOff: AbortSignal,
): Promise<Round> {
  try {
    await results.flush()
    for (const mail of await leftBehind(deps)) await settleLeftBehind(deps, mail)
    while (!stopping.aborted) {
      const mail = await claimDueMail(deps)
      if (mail === null) break
      const outcome = await tryMail(deps, mail, breakOff)
      emails.inc({ outcome: outcome.kind })
      if ('reason' in outcome)
        log.warn({ email: mail.id, outcome: outcome.kind, reason: outcome.reason }, 'E-mail not sent')
      results.add({ mail, outcome, at: deps.clock() })
      await results.flush()
      if (outcome.kind === 'unreachable') return { ...outcome, away: 'mail server' }
    }
    return { away: null }
  } catch (error) {
    logFailure(error, {}, 'E-mails could not be sent')
    return { away: 'database' }
  }
}

async function tryMail(deps: MailSenderDeps, mail: OutboxRow, breakOff: AbortSignal): Promise<Result> {
  const { id, recipient, subject, body, created_at } = mail
  const age = ageOf(mail, deps.clock())
  if (age !== null) return { kind: age }
  return deps.handOver(
    { id, recipient, subject, body, createdAt: created_at },
    () => noteHandOver(deps, mail),
    breakOff,
  )
}

/**
 * Whether a message is too old to be sent; null if it is not. It fails only at the second check: a clock that is
 * days ahead for some seconds must not bounce the whole queue.
 */
function ageOf({ created_at, overdue_since }: OutboxRow, now: number): 'overdue' | 'expired' | null {
  if (now - (parseInstant(created_at) ?? now) <= GIVE_UP_AFTER_MS) return null
  const since = parseInstant(overdue_since)
  return since !== null && since <= now - OVERDUE_FOR_MS ? 'expired' : 'overdue'
}

/** The changes to a message and the event for an outcome. */
function attemptOf(outcome: Result, { attempts }: OutboxRow, now: number): MailAttempt {
  const at = timestamp(now)
  switch (outcome.kind) {
    case 'accepted':
      return { at, set: { sent_at: at }, event: 'delivered' }
    case 'refused':
      return { at, set: { failed_at: at }, event: outcome.event }
    case 'overdue':
      return { at, set: { overdue_since: at } }
    case 'expired':
      return { at, set: { failed_at: at }, event: 'soft-bounced' }
    case 'unknown':
      return { at, set: { failed_at: at, handed_over_at: at }, event: 'unconfirmed' }
    case 'unreachable':
      return { at, set: {} }
    case 'deferred': {
      const wait = Math.min(FIRST_WAIT_MS * 2 ** attempts, LONGEST_WAIT_MS)
      const set = { attempts: attempts + 1, next_try_at: timestamp(now + wait) }
      return attempts === 0 ? { at, set, event: 'deferred' } : { at, set }
    }
  }
}
