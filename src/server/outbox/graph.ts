import * as http from 'node:http'
import * as https from 'node:https'
import * as z from 'zod'
import type { GraphConfig } from '../platform/config.ts'
import { withTimeLimit } from '../platform/limits.ts'
import { compose, type HandOver, type HandOverOutcome, TRY_WITHIN_MS } from './letter.ts'
import type { AccessTokens } from './microsoft-tokens.ts'

/** Milliseconds without a byte after which a request ends. Microsoft's gateway gives up sooner, with 504. */
const SILENCE_MS = 90_000

/** Limit of an error's body in characters. */
const MOST_CHARACTERS = 64 * 1024

/** Limit of `Retry-After` in milliseconds. */
const LONGEST_RETRY_AFTER_MS = 60 * 60_000

const ACCEPTED = 202
const UNAUTHORISED = 401
const TIMED_OUT = 408
const SERVER_FAULT = 500
/** The message itself cannot be sent: malformed, too large, or with recipients that are none. */
const ABOUT_THE_MESSAGE = new Set([400, 413, 422])
/** Documented to be repeated later: throttled, overloaded, no room in the mailbox, too many bytes. */
const REPEATED_LATER = new Set([429, 503, 507, 509])

/** Error codes about the recipient. */
const ABOUT_THE_RECIPIENT = new Set(['ErrorInvalidRecipients', 'ErrorInvalidSmtpAddress'])

/** Stage of an attempt: connecting and signing in, sending the request, sending its end. */
type Stage = 'calling' | 'telling' | 'ending'

/**
 * Hands messages to Microsoft Graph (`sendMail`), as MIME, because its JSON form has no `Message-ID`. The last byte of a
 * request is sent after `beforeEnd`.
 * @param url replaces Microsoft in tests
 */
export function graphHandOver(
  { from, mailbox }: Pick<GraphConfig, 'from' | 'mailbox'>,
  tokens: AccessTokens,
  url = 'https://graph.microsoft.com',
): HandOver {
  const address = new URL(`${url}/v1.0/users/${encodeURIComponent(mailbox)}/sendMail`)
  let isTokenRefused = false
  return async (letter, beforeEnd, signal) => {
    let stage: Stage = 'calling'
    const attempt = async (limited: AbortSignal): Promise<HandOverOutcome> => {
      limited.throwIfAborted()
      if (!isAddress(letter.recipient)) {
        return { kind: 'refused', event: 'rejected', reason: 'Invalid recipient' }
      }
      const content = (await compose(letter, from).build()).toString('base64')
      const token = await tokens(limited, isTokenRefused)
      const answer = await post({
        address,
        token,
        content,
        signal: limited,
        async beforeEnd() {
          stage = 'telling'
          await beforeEnd()
        },
        onEnd() {
          stage = 'ending'
        },
      })
      isTokenRefused = answer.status === UNAUTHORISED
      return outcomeOf(answer, stage)
    }
    try {
      return await withTimeLimit(TRY_WITHIN_MS, signal, attempt)
    } catch (error) {
      return outcomeOfFailure(error, stage, signal.aborted)
    }
  }
}

/** As SMTP requires it, because the recipients are read from the headers of the message. */
function isAddress(recipient: string): boolean {
  return /^[^\s<>,;@]+@[^\s<>,;@]+$/.test(recipient)
}

interface Post {
  address: URL
  token: string
  /** MIME in base64. */
  content: string
  signal: AbortSignal
  /** Awaited when everything but the last byte has been sent. */
  beforeEnd(): Promise<void>
  /** Called just before the last byte is sent. */
  onEnd(): void
}

interface Answer {
  status: number
  error: { code: string; message: string } | null
  /** Milliseconds. */
  retryAfter: number | null
}

/** Not `fetch`, which cannot hold back the end of a body of a known length. */
async function post({ address, token, content, signal, beforeEnd, onEnd }: Post): Promise<Answer> {
  const { request: open } = address.protocol === 'https:' ? https : http
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'text/plain',
    'Content-Length': content.length,
  }
  // A connection of its own, because one that was kept may just be closing.
  const request = open(address, { method: 'POST', headers, agent: false, timeout: SILENCE_MS })
  signal.addEventListener('abort', () => request.destroy(signal.reason), { once: true })
  let isAnswered = false
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.on('error', reject)
    request.on('timeout', () => request.destroy(new Error(`No answer within ${SILENCE_MS / 1000} s`)))
    request.on('response', (response) => {
      isAnswered = true
      resolve(response)
    })
  })
  // Called back when the bytes have left, or with the error that the request also emits.
  request.write(content.slice(0, -1), (error) => {
    if (error) return
    beforeEnd().then(
      () => {
        if (isAnswered || request.destroyed) return
        onEnd()
        request.end(content.slice(-1))
      },
      (refusal) => request.destroy(refusal),
    )
  })
  try {
    return await readAnswer(await answered)
  } finally {
    request.destroy()
  }
}

async function readAnswer(response: http.IncomingMessage): Promise<Answer> {
  const { statusCode: status = 0, headers } = response
  const seconds = Number(headers['retry-after'] ?? 'none')
  const retryAfter = seconds >= 0 ? Math.min(seconds * 1000, LONGEST_RETRY_AFTER_MS) : null
  // An accepted message needs no more of the response, which may break off.
  return { status, error: status === ACCEPTED ? null : await readError(response), retryAfter }
}

const Failure = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

/** Null if the body is none of Microsoft Graph. */
async function readError(response: http.IncomingMessage): Promise<Answer['error']> {
  try {
    let text = ''
    for await (const part of response.setEncoding('utf8')) {
      text += part
      if (text.length > MOST_CHARACTERS) return null
    }
    return Failure.parse(JSON.parse(text)).error
  } catch {
    return null
  }
}

function outcomeOfFailure(error: unknown, stage: Stage, isBrokenOff: boolean): HandOverOutcome {
  const reason = error instanceof Error ? error.message : String(error)
  if (stage === 'ending') return { kind: 'unknown', reason }
  // Microsoft was reached, so other messages need not wait.
  if (stage === 'telling' && !isBrokenOff) return { kind: 'deferred', reason }
  return { kind: 'unreachable', reason }
}

function outcomeOf({ status, error, retryAfter }: Answer, stage: Stage): HandOverOutcome {
  if (status === ACCEPTED) return { kind: 'accepted' }
  const reason = `Microsoft answered ${status}${error === null ? '' : ` ${error.code}: ${error.message}`}`
  if (ABOUT_THE_MESSAGE.has(status)) {
    const isRecipient = ABOUT_THE_RECIPIENT.has(error?.code ?? '')
    return { kind: 'refused', event: isRecipient ? 'hard-bounced' : 'rejected', reason }
  }
  if (REPEATED_LATER.has(status)) return { kind: 'unreachable', reason, ...(retryAfter && { retryAfter }) }
  // Sent nevertheless in some cases, for example after 504. Other successes are of a proxy on the way.
  const isUnclear = status >= SERVER_FAULT || status === TIMED_OUT || status < 300
  if (isUnclear) return stage === 'ending' ? { kind: 'unknown', reason } : { kind: 'deferred', reason }
  // Of the application, its permission or the mailbox: all messages would be refused.
  return { kind: 'unreachable', reason }
}
