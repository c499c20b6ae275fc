import MailComposer from 'nodemailer/lib/mail-composer'
import type { MailSender } from '../platform/config.ts'

/** A message. Its id never changes, so that recipients recognise a message that they already have. */
export interface Letter {
  id: number
  recipient: string
  subject: string
  body: string
  /** UTC, ISO 8601. */
  createdAt: string
}

/** The outcome of an attempt to hand a message to the mail server. */
export type HandOverOutcome =
  | { kind: 'accepted' }
  /** The server will never accept this message. */
  | { kind: 'refused'; event: 'hard-bounced' | 'rejected'; reason: string }
  /** The server may accept it later. */
  | { kind: 'deferred'; reason: string }
  /**
   * The server accepts no messages, or the attempt was aborted. The message was not handed over. `retryAfter` are the
   * milliseconds that the server requests to wait.
   */
  | { kind: 'unreachable'; reason: string; retryAfter?: number }
  /** The whole message was handed over, and no response arrived. */
  | { kind: 'unknown'; reason: string }

/**
 * Hands one message to the mail server. `beforeEnd` is awaited when everything but the end of the message has been sent;
 * until it resolves, the server cannot have accepted the message. If it rejects, the message is not handed over.
 * @param signal aborts the attempt
 */
export type HandOver = (
  letter: Letter,
  beforeEnd: () => Promise<void>,
  signal: AbortSignal,
) => Promise<HandOverOutcome>

/** Limit of an attempt, even if the server responds, in milliseconds: well below the lease of `queue.ts`. */
export const TRY_WITHIN_MS = 120_000

/** Composes the message as MIME, the same for every way to send it. */
export function compose({ id, recipient, subject, body, createdAt }: Letter, from: MailSender) {
  const domain = from.address.replace(/^.*@/, '')
  return new MailComposer({
    from,
    to: { name: '', address: recipient },
    subject,
    text: body,
    newline: 'windows',
    messageId: `<${createdAt.replace(/\D/g, '')}.${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
}
