import * as z from 'zod'
import { nonBlank } from '../../../domain/format/text.ts'
import { boundedText } from '../../platform/limits.ts'
import { CourierRefused } from '../courier.ts'

/** One site of a GoSweetSpot account. */
export interface Site {
  /** Without a trailing slash. */
  url: string
  accessKey: string
  siteId: string
  supportEmail: string | null
}

interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  query?: Record<string, string>
  body?: object
  signal: AbortSignal
  /** Limit of its response in bytes, if above the usual. */
  most?: number
}

const UNAUTHORIZED = new Set([401, 403])
const REQUEST_TIMEOUT = 408
const TOO_MANY = 429

/** The call itself was refused, and not because of the account or too many calls. */
export class CallRefused extends CourierRefused {}

/** A response with a good status and no JSON. */
export class NotJson extends Error {
  readonly text: string

  constructor(call: string, text: string) {
    super(`GoSweetSpot answered ${call} with what is no JSON: ${short(text)}`)
    this.text = text
  }
}

/** Limit of a response in bytes, well above all but labels. */
const MOST_BYTES = 4 * 1024 * 1024

/** Limit of the reason that the gateway gives, in characters. */
const REASON = 300

/**
 * Calls GoSweetSpot and returns its response with lower-case field names, because their case is not documented.
 * @throws {CourierRefused} if the response says that nothing was done; anything else if that is unknown
 */
export async function callGateway(
  site: Site,
  { method, path, query, body, signal, most = MOST_BYTES }: Call,
): Promise<unknown> {
  const url = `${site.url}${path}${query ? `?${new URLSearchParams(query)}` : ''}`
  const answer = await fetch(url, {
    method,
    headers: {
      access_key: site.accessKey,
      site_id: site.siteId,
      ...(site.supportEmail !== null && { supportemail: site.supportEmail }),
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body ? JSON.stringify(body) : null,
    // A redirect would receive the key.
    redirect: 'error',
    signal,
  })
  const text = await boundedText(answer, most)
  if (!answer.ok) throw failure(answer.status, text)
  try {
    return withSmallNames(JSON.parse(text))
  } catch {
    throw new NotJson(`${method} ${path}`, text)
  }
}

function failure(status: number, text: string): Error {
  if (UNAUTHORIZED.has(status)) {
    return new CourierRefused('GoSweetSpot does not let us in: check GSS_ACCESS_KEY and GSS_SITE_ID.')
  }
  if (status === TOO_MANY) return new CourierRefused('GoSweetSpot takes no more calls right now.')
  if (status >= 500 || status === REQUEST_TIMEOUT) {
    return new Error(`GoSweetSpot answered ${status}: ${short(text)}`)
  }
  return new CallRefused(`GoSweetSpot refused: ${short(messageOf(text)) || status}`)
}

function messageOf(text: string): string {
  try {
    const answer = withSmallNames(JSON.parse(text))
    return isRecord(answer) && typeof answer.message === 'string' ? answer.message : text
  } catch {
    return text
  }
}

/** External text as one line. */
export function short(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, REASON)
}

/** JSON with all field names in lower case. */
export function withSmallNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSmallNames)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name.toLowerCase(), withSmallNames(field)]),
  )
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The kinds of fields in GoSweetSpot's responses. Any field may be absent. */

/** Non-blank text, otherwise null. */
export const textField = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : nonBlank(String(value))))

/** Decimal dollars as whole cents; null if absent. */
export const dollarField = z
  .number()
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : toCents(value)))

/** A list whose elements are parsed one by one, so that an invalid one does not affect the others. */
export const list = z
  .array(z.unknown())
  .nullish()
  .transform((value) => value ?? [])

/** Rounded twice, so that 1.005, slightly less in binary, counts as half a cent and rounds up. */
function toCents(value: number): number {
  return Math.round(Math.round(value * 10_000) / 100)
}
