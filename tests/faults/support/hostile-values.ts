import { fc } from '../../properties.ts'

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
export const hostileValue = fc.oneof(
  hostileText,
  hostileNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], { length: -1 }),
  fc.jsonValue({ maxDepth: 3 }),
)

const LONGER_THAN_ALLOWED = 1_100_000
const DEEP = 4000

/** Invalid bodies: not JSON, of another shape, too long, too deep. */
export const brokenBody = fc.oneof(
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
