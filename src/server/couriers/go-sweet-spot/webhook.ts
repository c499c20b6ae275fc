import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { withSmallNames } from './gateway.ts'

const Shipment = z.object({ consignmentno: z.string().min(1) })
const Shipments = z.array(z.unknown())

/** An HMAC-SHA256 in base64. A plus sign that was not encoded is read as a space. */
const SIGNATURE = /^[A-Za-z0-9+/ ]{43}=$/

/** Whether one of the values in the query can be a signature, so that the body is worth receiving. */
export function mayBeSigned(values: readonly string[]): boolean {
  return values.some((value) => SIGNATURE.test(value))
}

/**
 * Whether a body sent by the webhook is signed: one of the values in the query is its HMAC-SHA256 in base64. The
 * documentation does not name the parameter.
 */
export function isSigned(secret: string, body: string, values: readonly string[]): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('base64'))
  return values.some((value) => {
    const given = Buffer.from(value.replaceAll(' ', '+'))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/**
 * The tracking codes of the shipments that changed. The older webhook sends the JSON as a JSON string; unreadable
 * shipments are left out.
 * @returns null if the body is not a list
 */
export function readPushed(body: string): string[] | null {
  const read = parse(body)
  const list = Shipments.safeParse(withSmallNames(typeof read === 'string' ? parse(read) : read)).data
  return list?.flatMap((one) => Shipment.safeParse(one).data?.consignmentno ?? []) ?? null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
