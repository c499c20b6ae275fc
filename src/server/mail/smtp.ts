/** Not the transport of nodemailer: a commit must be made just before the end of a message is sent (decision 0018). */

import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import type { SmtpConfig } from '../platform/config.ts'
import { isLoopback } from '../platform/loopback.ts'

/** What is sent. Its id is its own for good: receivers know a message by it that they have already. */
export interface Letter {
  id: number
  recipient: string
  subject: string
  body: string
  /** UTC, ISO 8601. */
  createdAt: string
}

/** What became of a try to hand a message to the mail server. */
export type Outcome =
  | { kind: 'accepted' }
  /** The server will never take this message. */
  | { kind: 'refused'; event: 'hard-bounced' | 'rejected'; reason: string }
  /** It may take it later. */
  | { kind: 'deferred'; reason: string }
  /** The server takes no messages, or the try was broken off. This one was not handed over. */
  | { kind: 'unreachable'; reason: string }
  /** All of the message was handed over and no answer came. */
  | { kind: 'unknown'; reason: string }

/** How long the server may be silent, in milliseconds. */
const SILENCE_MS = 30_000
const PATIENCE = {
  connectionTimeout: SILENCE_MS,
  greetingTimeout: SILENCE_MS,
  dnsTimeout: SILENCE_MS,
  socketTimeout: SILENCE_MS,
}

/** How long a try may take however the server talks, in milliseconds: well below the lease of `queue.ts`. */
const TRY_WITHIN_MS = 120_000

/** Commands whose answer is about the message, and not about the server or our account with it. */
const ABOUT_THE_MESSAGE = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])
const SIGN_IN_FIRST = new Set([530, 534, 535, 538])
const CLOSING = 421
const PERMANENT = 500

/** How far a try has come: the server is called and signed in to, told of the message, given its end. */
type Stage = 'calling' | 'telling' | 'ending'

/**
 * Hands one message to the mail server. `beforeEnd` is awaited when all of the message but its end is on its way: as
 * long as it has not returned, the server cannot have taken it. Where it throws, the message is not handed over.
 * @param signal breaks the try off
 */
export async function handOver(
  { url, from }: SmtpConfig,
  letter: Letter,
  beforeEnd: () => Promise<void>,
  signal: AbortSignal,
): Promise<Outcome> {
  const connection = new SMTPConnection(connectionOptions(url))
  const { username, password } = new URL(url)
  let stage: Stage = 'calling'
  const over = new AbortController()
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TRY_WITHIN_MS)])
  const broken = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    limit.addEventListener('abort', () => reject(limit.reason), { signal: over.signal })
  })
  const conversation = async () => {
    signal.throwIfAborted()
    await called((done) => connection.connect(done))
    if (username !== '') {
      const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
      await called((done) => connection.login({ user, pass, credentials: { user, pass } }, done))
    }
    stage = 'telling'
    const message = compose(letter, from)
    const content = Readable.from(endingLate(await message.build()), { objectMode: false })
    await called((done) => connection.send(message.getEnvelope(), content, done))
  }
  async function* endingLate(content: Buffer) {
    yield content
    await beforeEnd()
    stage = 'ending'
  }
  try {
    await Promise.race([conversation(), broken])
    return { kind: 'accepted' }
  } catch (error) {
    return outcomeOf(error, stage, signal.aborted)
  } finally {
    over.abort()
    connection.close()
  }
}

/**
 * How the server of an address is called. Its certificate is checked, and a password is not given without one; on this
 * machine there is nobody in between, and mail servers have certificates of their own making.
 */
export function connectionOptions(url: string): SMTPConnectionOptions {
  const { protocol, hostname, port, username } = new URL(url)
  const isHere = isLoopback(hostname)
  return {
    ...PATIENCE,
    host: hostname.replace(/^\[(.*)]$/, '$1'),
    ...(port && { port: Number(port) }),
    secure: protocol === 'smtps:',
    requireTLS: username !== '' && !isHere,
    tls: { rejectUnauthorized: !isHere },
  }
}

/** A call whose callback is given an error or nothing. */
function called(call: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())))
}

function compose({ id, recipient, subject, body, createdAt }: Letter, from: SmtpConfig['from']) {
  const domain = from.address.replace(/^.*@/, '')
  return new MailComposer({
    from,
    to: { name: '', address: recipient },
    subject,
    text: body,
    messageId: `<${createdAt.replace(/\D/g, '')}.${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
}

function outcomeOf(error: unknown, stage: Stage, isBrokenOff: boolean): Outcome {
  const reason = error instanceof Error ? error.message : String(error)
  const { code, command, status } = detailsOf(error)
  const isAboutUs = status !== null && SIGN_IN_FIRST.has(status)
  if (status !== null && status !== CLOSING && !isAboutUs && ABOUT_THE_MESSAGE.has(command)) {
    if (status < PERMANENT) return { kind: 'deferred', reason }
    return { kind: 'refused', event: command === 'RCPT TO' ? 'hard-bounced' : 'rejected', reason }
  }
  if (stage === 'ending') return { kind: 'unknown', reason }
  // No mail server was asked: the message is one that cannot be sent.
  if (status === null && (code === 'EENVELOPE' || code === 'EMESSAGE')) {
    return { kind: 'refused', event: 'rejected', reason }
  }
  // The server was there until it was told of this message: others need not wait for it.
  if (stage === 'telling' && !isAboutUs && !isBrokenOff) return { kind: 'deferred', reason }
  return { kind: 'unreachable', reason }
}

function detailsOf(error: unknown): { code: string; command: string; status: number | null } {
  const read = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : null)
  const status = read('responseCode')
  return {
    code: String(read('code')),
    command: String(read('command')),
    status: typeof status === 'number' ? status : null,
  }
}
