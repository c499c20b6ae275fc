import { Readable } from 'node:stream'
import SMTPConnection, {
  type SMTPConnectionAuth,
  type SMTPConnectionOptions,
} from 'nodemailer/lib/smtp-connection'
import XOAuth2 from 'nodemailer/lib/xoauth2'
import type { SmtpConfig } from '../platform/config.ts'
import { isLoopback } from '../platform/settings.ts'
import { compose, type HandOver, type HandOverOutcome, TRY_WITHIN_MS } from './letter.ts'
import type { AccessTokens } from './microsoft-tokens.ts'

/** Not the transport of nodemailer: a commit must be made just before the end of a message is sent (decision 0018). */

/** Milliseconds without a response after which the connection is closed. */
const SILENCE_MS = 30_000
const TIME_OUTS = {
  connectionTimeout: SILENCE_MS,
  greetingTimeout: SILENCE_MS,
  dnsTimeout: SILENCE_MS,
  socketTimeout: SILENCE_MS,
}

/** Commands whose response concerns the message, and not the server or our account. */
const ABOUT_THE_MESSAGE = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])
const SIGN_IN_FIRST = new Set([530, 534, 535, 538])
const CLOSING = 421
const PERMANENT = 500

/** Stage of an attempt: connecting and signing in, sending the message, sending its end. */
type Stage = 'calling' | 'telling' | 'ending'

/**
 * Hands messages to an SMTP server.
 * @param tokens sign in to the mailbox of the address by XOAUTH2; null signs in with its password, if it has one
 */
export function smtpHandOver(
  { url, from }: Pick<SmtpConfig, 'url' | 'from'>,
  tokens: AccessTokens | null,
): HandOver {
  let isTokenRefused = false
  return async (letter, beforeEnd, signal) => {
    const connection = new SMTPConnection(connectionOptions(url))
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
      const login = loginOf(url, tokens && (await tokens(over.signal, isTokenRefused)))
      if (login !== null) await called((done) => connection.login(login, done))
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
      isTokenRefused = SIGN_IN_FIRST.has(detailsOf(error).status ?? 0)
      return outcomeOf(error, stage, signal.aborted)
    } finally {
      over.abort()
      connection.close()
    }
  }
}

/** How to sign in; null if the address has no user. */
function loginOf(url: string, accessToken: string | null): SMTPConnectionAuth | null {
  const { username, password } = new URL(url)
  if (username === '') return null
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  if (accessToken !== null) return { user, oauth2: new XOAuth2({ user, accessToken }) }
  return { user, pass, credentials: { user, pass } }
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
