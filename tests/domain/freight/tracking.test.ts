import { describe, expect, test } from 'vitest'
import {
  consignmentTrackingLink,
  safeLink,
  titusEmbed,
  trackingLink,
} from '../../../src/domain/freight/tracking.ts'
import { exampleConsignment } from '../example-consignment.ts'
import { exampleOrder } from '../example-order.ts'

const HOST = 'track.titus.example'

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
