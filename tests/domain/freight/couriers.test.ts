import { describe, expect, it, test } from 'vitest'
import {
  beginsWithCode,
  codesWithDigits,
  consignmentTrackingLink,
  possibleCodes,
  safeLink,
  titusEmbed,
  trackingLink,
} from '../../../src/domain/freight/couriers.ts'
import { fc } from '../../properties.ts'
import { exampleConsignment, exampleOrder } from '../example-records.ts'

const HOST = 'track.titus.example'

// V1.2.2
describe('safeLink', () => {
  test.each([
    ['https://example.com/t?id=1#x', 'https://example.com/t?id=1#x'],
    ['http://example.com', 'http://example.com/'],
    ['HTTPS://EXAMPLE.com/A', 'https://example.com/A'],
    ['  https://example.com/ ', 'https://example.com/'],
  ])('%j may be a link', (url, link) => {
    expect(safeLink(url)).toBe(link)
  })

  test.each([
    null,
    '',
    'example.com/track',
    '//example.com',
    '/orders',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'file:///etc/hosts',
    'blob:https://example.com/1',
    'https://',
  ])('%j may not', (url) => {
    expect(safeLink(url)).toBeNull()
  })
})

describe('titusEmbed', () => {
  test.each([
    ['https://track.titus.example/t/1', HOST],
    ['https://nz.track.titus.example/t?c=1', HOST],
    ['https://TRACK.Titus.example/t', HOST],
    ['https://track.titus.example:443/t', HOST],
    ['https://track.titus.example/t', ' Track.Titus.Example '],
    ['https://track.titus.example:8443/t', 'track.titus.example:8443'],
  ])('%s is embedded for %j', (url, host) => {
    expect(titusEmbed(url, host)).toBe(new URL(url).href)
  })

  test.each([
    [null, HOST],
    ['', HOST],
    ['http://track.titus.example/t', HOST],
    ['https://track.titus.example.evil.com/t', HOST],
    ['https://evil.com/track.titus.example', HOST],
    ['https://evil.com/?u=https://track.titus.example/', HOST],
    ['https://evil.com#track.titus.example', HOST],
    ['https://eviltrack.titus.example/t', HOST],
    ['https://titus.example/t', HOST],
    ['https://track.titus.example@evil.com/t', HOST],
    ['https://evil.com@track.titus.example/t', HOST],
    ['https://user:secret@track.titus.example/t', HOST],
    ['https://evil.com\\@track.titus.example/t', HOST],
    ['https://evil.com\\.track.titus.example/t', HOST],
    ['https://track.titus.example:8443/t', HOST],
    ['https://track.titus.example./t', HOST],
    ['https://track-titus.example/t', HOST],
    ['https://track.t\u0456tus.example/t', HOST],
    ['javascript://track.titus.example/%0aalert(1)', HOST],
    ['data:text/html,track.titus.example', HOST],
    ['track.titus.example/t', HOST],
    ['https://track.titus.example/t', ''],
    ['https://evil.com./t', ''],
  ])('%j is not, for %j', (url, host) => {
    expect(titusEmbed(url, host)).toBeNull()
  })
})

test.each([
  [
    { tracking_company: 'aramex', tracking_code: 'MP 1/2' },
    'https://www.aramex.co.nz/tools/track?l=MP%201%2F2',
  ],
  [{ tracking_company: 'Aramex', tracking_code: 'MP1' }, 'https://www.aramex.co.nz/tools/track?l=MP1'],
  [
    {
      tracking_company: 'aramex',
      tracking_code: 'MP1',
      tracking_url: 'https://www.aramex.co.nz/tools/track?l=',
    },
    'https://www.aramex.co.nz/tools/track?l=MP1',
  ],
  [{ tracking_company: 'aramex', tracking_code: '' }, null],
  [
    { tracking_company: 'titus', tracking_code: 'T1', tracking_url: 'https://track.titus.example/T1' },
    'https://track.titus.example/T1',
  ],
  [{ tracking_company: 'nzpost', tracking_code: 'CL1' }, null],
  [{ tracking_company: 'titus', tracking_code: 'T1', tracking_url: 'javascript:alert(1)' }, null],
  [{}, null],
])('an order with %j is followed at %j', (freight, link) => {
  expect(trackingLink(exampleOrder({ freight }))).toBe(link)
})

describe('consignmentTrackingLink', () => {
  const link = (shipping_company: string, freight: Record<string, string | null> | null) =>
    consignmentTrackingLink(
      exampleConsignment({ tracking_code: 'COC1', shipping_company }),
      freight && exampleOrder({ freight }),
    )
  const URL_OF_IT = 'https://post.example/COC1'

  test.each([
    ['aramex', null, 'https://www.aramex.co.nz/tools/track?l=COC1'],
    [
      'aramex',
      { tracking_code: 'COC2', tracking_url: 'https://x.example' },
      'https://www.aramex.co.nz/tools/track?l=COC1',
    ],
    ['posthaste', null, null],
    ['posthaste', { tracking_code: 'COC1', tracking_url: URL_OF_IT }, URL_OF_IT],
    ['posthaste', { tracking_code: 'COC2', tracking_url: 'https://post.example/COC2' }, null],
    ['posthaste', { tracking_code: 'COC1', tracking_url: 'javascript:alert(1)' }, null],
    ['posthaste', { tracking_code: 'COC1', tracking_url: null }, null],
  ])('of %s, its order saying %j, is %s', (company, freight, expected) => {
    expect(link(company, freight)).toBe(expected)
  })
})

test.each([
  ['APD00020626', ['APD00020626', 'APD0002062', 'APD000206', 'APD00020']],
  ['LH160254', ['LH160254']],
  ['LH1', ['LH1']],
  ['', ['']],
])('%j may be one of %j', (barcode, codes) => {
  expect(possibleCodes(barcode)).toEqual(codes)
})

it('has few beginnings of a long text', () => {
  expect(possibleCodes('9'.repeat(10_000))).toHaveLength(1 + 64 - 7)
})

test.each([
  ['APD0002062601', ['APD00020626'], true],
  ['APD00020626', ['APD00020626'], true],
  ['APD0002062', ['APD00020626'], false],
  ['XAPD00020626', ['APD00020626'], false],
  ['LH1', ['LH1'], true],
  ['LH1001', ['LH1'], false],
  ['APD0002062601', [], false],
])('%s begins with one of %j: %s', (barcode, codes, expected) => {
  expect(beginsWithCode(barcode, codes)).toBe(expected)
})

const code = fc.stringMatching(/^[A-Z]{2,4}\d{1,9}$/)

it('finds a code if and only if it is among the possible ones', () => {
  fc.assert(
    fc.property(code, code, fc.stringMatching(/^\d{0,6}$/), (one, other, rest) => {
      const barcode = one + rest
      const codes = [one, other]
      expect(beginsWithCode(barcode, codes)).toBe(possibleCodes(barcode).some((part) => codes.includes(part)))
    }),
  )
})

test.each([
  ['1602541', ['LH1602541']],
  ['01000001', ['CPL01000001', 'COC01000001', 'TTS01000001']],
  ['092594237', ['CL092594237NZ', 'ARX092594237']],
  ['104823', []],
  ['01000000001', []],
  ['LH1602541', []],
  ['', []],
])('%j are the digits of %j', (digits, codes) => {
  expect(codesWithDigits(digits)).toEqual(codes.length === 0 ? [] : expect.arrayContaining(codes))
})
