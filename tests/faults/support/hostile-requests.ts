import * as z from 'zod'
import type { AnyCall } from '../../../src/contract/call.ts'
import { fc } from '../../properties.ts'
import { PARCEL, payloadFor } from '../../server/consignments/payload-for.ts'
import { brokenBody, hostileHeaders, hostileText, hostileValue } from './hostile-values.ts'
import type { HttpRequest } from './http.ts'
import { addressOf } from './staff.ts'

/** A request as it is sent. */
export interface HostileRequest extends HttpRequest {
  path: string
}

/** Valid bodies of calls, from which invalid ones are made. */
const GOOD_BODIES: Record<string, object> = {
  '/orders/:code/payment': {
    date_paid: '2026-11-02',
    payment_amount: 1,
    payment_method: 'bank',
    reference: '',
  },
  '/orders/:code/ready': { is_pickup: false, send_notification: true, message: 'Packed' },
  '/orders/:code/collected': { collected_by: 'Aroha', notes: '' },
  '/orders/:code/shipped': { shipping_company: 'aramex', tracking_code: 'A1', tracking_url: '' },
  '/consignments/pricing': payloadFor(''),
  '/consignments': { ...payloadFor(''), quote_id: 'q' },
  '/address/search': { query: '12 Queen' },
  '/microsoft': { code: 'a', state: 'b' },
}
/**
 * Requests of a call that are invalid in one or more ways.
 * @param ids of existing records
 */
export function hostileRequests(
  call: AnyCall,
  tokens: readonly string[],
  ids: readonly string[],
): fc.Arbitrary<HostileRequest> {
  const parameter = fc.oneof(fc.constantFrom(...ids), hostileText)
  const body = call.method === 'POST' ? bodyFor(call.path) : seldom(brokenBody)
  const query = queryFor(call)
  return fc
    .record({
      token: fc.constantFrom(...tokens),
      segments: fc.array(parameter, { minLength: 2, maxLength: 2 }),
      isRaw: fc.boolean(),
      query,
      body,
      headers: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: hostileHeaders }),
      method: fc.oneof(
        { weight: 20, arbitrary: fc.constant<string>(call.method) },
        { weight: 1, arbitrary: fc.constantFrom('PUT', 'PATCH', 'HEAD', 'OPTIONS', 'GET', 'POST', 'DELETE') },
      ),
    })
    .map(({ token, segments, isRaw, query, body, headers, method }) => {
      const parts = [...segments]
      const path = call.path.replace(/:\w+/g, () => pathPart(parts.pop() ?? '', isRaw))
      const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      return {
        path: addressOf(call, path) + (search && `?${search}`),
        method,
        headers: { authorization: `Bearer ${token}`, ...type, ...headers },
        body,
      }
    })
}

/** Parameters of the call with invalid values, and sometimes an unknown parameter. */
function queryFor({ query }: AnyCall): fc.Arbitrary<[string, string][]> {
  const known = query instanceof z.core.$ZodObject ? Object.keys(query._zod.def.shape) : []
  if (known.length === 0) {
    const any = fc.tuple(hostileText, hostileText)
    return fc.oneof(
      { weight: 9, arbitrary: fc.constant<[string, string][]>([]) },
      { weight: 1, arbitrary: fc.tuple(any) },
    )
  }
  const name = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: hostileText },
  )
  const good = fc.constantFrom('1', '2', 'unpaid', '30days', 'auckland', '2026-11-02', 'valve')
  return fc.array(fc.tuple(name, fc.oneof(good, hostileText)), { maxLength: 3 })
}

/** For calls without a body. */
function seldom<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
}

/** A valid body with one invalid field, or arbitrary text. */
function bodyFor(path: string): fc.Arbitrary<string | undefined> {
  const good: Record<string, unknown> = { ...GOOD_BODIES[path] }
  const names = Object.keys(good)
  if (names.length === 0) return brokenBody
  const oneBad = fc
    .tuple(fc.constantFrom(...names), hostileValue)
    .map(([name, value]) => JSON.stringify({ ...good, [name]: value }))
  const badParcel = fc
    .tuple(fc.constantFrom(...Object.keys(PARCEL)), hostileValue)
    .map(([name, value]) => JSON.stringify({ ...good, parcels: [{ ...PARCEL, [name]: value }] }))
  const bad = 'parcels' in good ? fc.oneof(oneBad, badParcel) : oneBad
  return fc.oneof({ weight: 3, arbitrary: bad }, { weight: 1, arbitrary: brokenBody })
}

/** Lone surrogates cannot be encoded and are replaced by text that breaks decoders. */
function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\0')).replaceAll('%00', '%ED%A0%80')
}

/** Unencoded, if the text may occur in a request line. */
function pathPart(text: string, isRaw: boolean): string {
  return isRaw && /^[\x21-\x7e]+$/.test(text) && !/[?#]/.test(text) ? text : encode(text)
}
