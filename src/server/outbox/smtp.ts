import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import type { SmtpConfig } from '../platform/config.ts'
import { isLoopback } from '../platform/loopback.ts'

/** Not the transport of nodemailer: a commit must be made just before the end of a message is sent (decision 0018). */

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
  /** The server accepts no messages, or the attempt was aborted. The message was not handed over. */
  | { kind: 'unreachable'; reason: string }
  /** The whole message was handed over, and no response arrived. */
  | { kind: 'unknown'; reason: string }

/** Milliseconds without a response after which the connection is closed. */
const SILENCE_MS = 30_000
const TIME_OUTS = {
  connectionTimeout: SILENCE_MS,
  greetingTimeout: SILENCE_MS,
  dnsTimeout: SILENCE_MS,
  socketTimeout: SILENCE_MS,
}

/** Limit of an attempt, even if the server responds, in milliseconds: well below the lease of `queue.ts`. */
const TRY_WITHIN_MS = 120_000

/** Commands whose response concerns the message, and not the server or our account. */
const ABOUT_THE_MESSAGE = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])
const SIGN_IN_FIRST = new Set([530, 534, 535, 538])
const CLOSING = 421
const PERMANENT = 500

/** Stage of an attempt: connecting and signing in, sending the message, sending its end. */
type Stage = 'calling' | 'telling' | 'ending'

/**
 * Hands one message to the mail server. `beforeEnd` is awaited when everything but the end of the message has been sent;
 * until it resolves, the server cannot have accepted the message. If it rejects, the message is not handed over.
 * @param signal aborts the attempt
 */
export async function handOver(
  { url, from }: SmtpConfig,
  letter: Letter,
  beforeEnd: () => Promise<void>,
  signal: AbortSignal,
): Promise<HandOverOutcome> {
  const connection = new SMTPConnection(connectionOptions(url))
  const { username, password } = new URL(url)
  let stage: Stage = 'calling'
  const over = new AbortController()
  // Not combined by `AbortSignal.any`: Node may then collect the time-out as garbage, and it never fires.
  const limits = [signal, AbortSignal.timeout(TRY_WITHIN_MS)]
  const broken = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    for (const limit of limits) {
      limit.addEventListener('abort', () => reject(limit.reason), { signal: over.signal })
    }
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
 * Connection options for a server. Its certificate is checked, and a password requires TLS. A server on this
 * machine is exempt: nobody can listen in, and its certificate may be self-signed.
 */
export function connectionOptions(url: string): SMTPConnectionOptions {
  const { protocol, hostname, port, username } = new URL(url)
  const isHere = isLoopback(hostname)
  return {
    ...TIME_OUTS,
    host: hostname.replace(/^\[(.*)]$/, '$1'),
    ...(port && { port: Number(port) }),
    secure: protocol === 'smtps:',
    requireTLS: username !== '' && !isHere,
    tls: { rejectUnauthorized: !isHere },
  }
}

/** Promisifies a call whose callback receives an error or nothing. */
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

function outcomeOf(error: unknown, stage: Stage, isBrokenOff: boolean): HandOverOutcome {
  const reason = error instanceof Error ? error.message : String(error)
  const { code, command, status } = detailsOf(error)
  const isAboutUs = status !== null && SIGN_IN_FIRST.has(status)
  if (status !== null && status !== CLOSING && !isAboutUs && ABOUT_THE_MESSAGE.has(command)) {
    if (status < PERMANENT) return { kind: 'deferred', reason }
    return { kind: 'refused', event: command === 'RCPT TO' ? 'hard-bounced' : 'rejected', reason }
  }
  if (stage === 'ending') return { kind: 'unknown', reason }
  // The message was invalid before the server was involved.
  if (status === null && (code === 'EENVELOPE' || code === 'EMESSAGE')) {
    return { kind: 'refused', event: 'rejected', reason }
  }
  // The server worked until it received this message, so other messages need not wait.
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
