import * as z from 'zod'
import type { AnyCall } from '../../../src/contract/call.ts'
import { fc } from '../../properties.ts'
import { PARCEL, payloadFor } from '../../server/consignments/payload-for.ts'
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

/** Texts that break careless parsers. */
const TRICKS = [
  '',
  ' ',
  '%',
  '%00',
  '%ff%fe',
  '%2e%2e%2f%2e%2e%2f',
  '../../../../etc/passwd',
  '..%5c..%5c',
  '//evil.example/',
  "' or 1=1 --",
  '"; drop table orders; --',
  '%25%27_%',
  '{{7*7}}',
  '$(reboot)',
  '<script>alert(1)</script>',
  '\r\nX-Injected: yes',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e400',
  '9007199254740993',
  '-1',
  '0x10',
  '\u0000',
  '\ud800',
  '\ufeff',
  '\u202e104823',
  'ﬀ',
  'Ta\u0304maki',
  '👩‍👩‍👧‍👦'.repeat(50),
  '\\',
  '*',
  '"',
  'a'.repeat(5000),
  'é'.repeat(5000),
]

export const hostileText = fc.oneof(
  fc.constantFrom(...TRICKS),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ maxLength: 300 }),
)

const NUMBERS = [0, -0, -1, 0.1, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, Number.MIN_VALUE, 2_147_483_648]
const hostileNumber = fc.oneof(fc.constantFrom(...NUMBERS), fc.double({ noNaN: true }), fc.integer())

/** A JSON value of any type. */
const hostileValue = fc.oneof(
  hostileText,
  hostileNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], { length: -1 }),
  fc.jsonValue({ maxDepth: 3 }),
)

const LONGER_THAN_ALLOWED = 1_100_000
const DEEP = 4000

/** Invalid bodies: not JSON, of another shape, too long, too deep. */
const brokenBody = fc.oneof(
  { weight: 4, arbitrary: fc.json() },
  { weight: 4, arbitrary: fc.string({ maxLength: 200 }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '',
      '{',
      '{"a":',
      '[1,]',
      '{"a":1e999}',
      '{"__proto__":{"isAdmin":true}}',
      '{"a":1,"a":2}',
      '\ufeff{}',
      'NaN',
      '"\\ud800"',
      '{"a":"\\u0000"}',
      `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
      `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
    ),
  },
  { weight: 1, arbitrary: fc.constant(`"${'a'.repeat(LONGER_THAN_ALLOWED)}"`) },
)

/** Additional headers that may confuse a server. */
export const hostileHeaders = fc.dictionary(
  fc.constantFrom(
    'accept',
    'accept-encoding',
    'accept-language',
    'content-encoding',
    'content-type',
    'cookie',
    'expect',
    'forwarded',
    'host',
    'if-modified-since',
    'if-none-match',
    'origin',
    'range',
    'referer',
    'user-agent',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-http-method-override',
    'x-original-url',
    'x-request-id',
  ),
  fc.oneof(
    fc.constantFrom(
      '*',
      'br;q=2,gzip;q=-1,identity;q=0',
      'gzip',
      'application/json; charset=utf-7',
      'text/plain',
      'multipart/form-data; boundary=',
      'evil.example',
      'localhost:99999',
      '[::1',
      'bytes=0-1,2-3,-1',
      'for="[::1]";host=evil.example',
      '127.0.0.1, 10.0.0.1, not-an-address',
      'DELETE',
      'a'.repeat(4000),
    ),
    // The characters that a header may contain: visible Latin characters, spaces and tabs.
    fc.string({ maxLength: 80 }).map((text) => text.replace(/[^\t\x20-\x7e]/g, '')),
  ),
  { maxKeys: 3 },
)
