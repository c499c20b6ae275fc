import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An unsuccessful response. Thrown anywhere in a route, sent as `{ success: false, message, field? }`. */
export class Refusal extends Error {
  readonly status: ContentfulStatusCode
  /** The invalid field of the query or body. */
  readonly field: string | undefined

  constructor(status: ContentfulStatusCode, message: string, field?: string) {
    super(message)
    this.status = status
    this.field = field
  }
}

/** A temporary refusal, sent with the header `Retry-After`. */
export class RetryLater extends Refusal {
  /** Whole seconds, at least one. */
  readonly seconds: number

  constructor(status: 429 | 503, message: string, seconds: number) {
    super(status, message)
    this.seconds = seconds
  }
}

/**
 * Refuses a request because of one field of its query (400) or body (422): 'Date paid: may not be in the future.'
 * Items of a list are counted from 1: 'parcels.0.weight' is 'Parcel 1 weight'.
 * @param shown the field as staff know it, if its path in the body differs
 */
export function invalidField(status: 400 | 422, field: string, fault: string, shown = field): Refusal {
  const counted = shown.replace(/s?\.(\d+)(?=\.|$)/g, (_, index: string) => ` ${Number(index) + 1}`)
  const words = counted.replace(/[_.]+/g, ' ').trim()
  return new Refusal(status, `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${fault}.`, field)
}
