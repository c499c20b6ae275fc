import { describe, expect, test } from 'vitest'
import { found, record } from './made-entries.ts'

describe('bands', () => {
  test.each([
    ['104823', '104823', 'exact-code'],
    ['SO-1045', 'so-1045', 'exact-code'],
    ['SO-1045', '1045', 'exact-digits'],
    ['104823', '1048', 'code-prefix'],
    ['SO-10451', '1045', 'digit-prefix'],
    ['VLV-1048-BRS', '1048', 'exact-digits'],
    ['COC00010483', '1048', 'code-contains'],
    ['104823', '1O4823', 'did-you-mean'],
    ['104823', 'I048', 'did-you-mean'],
    ['COC00010483', 'c0c000i0483', 'did-you-mean'],
    ['W104150', '104150', 'exact-digits'],
    ['W104150', '4150', 'code-contains'],
    ['108858', '8858', 'code-contains'],
    ['108858', '858', 'code-contains'],
    ['TAP-40-RED', 'TAP-40', 'code-prefix'],
    ['TAP-40-RED', 'tap40red', 'code-prefix'],
    ['TAP-40-RED', 'tap40', 'code-prefix'],
    ['TAP-40-RED', 'tap 40 red', 'code-prefix'],
    ['TAP-40-RED', '40red', 'code-contains'],
    ['FIT/90-15', 'fit-90', 'code-prefix'],
    ['CPL01000001', 'CPL 0100 0001', 'code-prefix'],
    ['104823', '104832', 'did-you-mean'],
    ['SO-1045', '1054', 'did-you-mean'],
  ])('%s for %s: %s', (code, query, band) => expect(found([record(code)], query)).toEqual([[code, band]]))

  test.each([
    ['Tāmaki Plumbing', 'tamaki', 'name-starts'],
    ['O’Neill & Sons', "o'ne", 'name-starts'],
    ['O’Neill & Sons', 'oneill sons', 'name-starts'],
    ['Tidewrack Plumbing Ltd', 'plumb tide', 'words-start'],
    ['Tidewrack Plumbing Ltd', 'lumb', 'name-contains'],
    ['Tidewrack Plumbing Ltd', 'plumbing l', 'words-start'],
    ['Tidewrack Plumbing Ltd', 'tdwk', 'subsequence'],
    ['Tidewrack Plumbing Ltd', 'tplu', 'subsequence'],
    ['Mānuka Ridge Property', 'mnkr', 'subsequence'],
    ['Hawkins', 'hawkns', 'did-you-mean'],
    ['Hawkins', 'hawwkins', 'did-you-mean'],
    ['Hawkins', 'hakwins', 'did-you-mean'],
    ['Hawkins', 'hawkims', 'did-you-mean'],
    ['Hawkins', 'jawkins', 'did-you-mean'],
    ['Hawkins', 'hawkinsx', 'did-you-mean'],
    ['Joan Hawkins Ltd', 'hawkns', 'did-you-mean'],
    ['Joan Hawkins', 'jaon hawkins', 'did-you-mean'],
    ['MacKenzie Joinery', 'mckenzie', 'did-you-mean'],
    ['McKenzie Joinery', 'mckenzie', 'name-starts'],
    ['McKenzie Joinery', 'mackenzie', 'did-you-mean'],
    ['Mac Donald', 'macdonald', 'did-you-mean'],
    ["D'Souza", 'd souza', 'did-you-mean'],
    ["D'Souza", 'dsouza', 'name-starts'],
  ])('%s for %s: %s', (name, query, band) =>
    expect(found([record('1', { name })], query)).toEqual([['1', band]]),
  )

  const place = '12 Queen Street Ōtara Auckland 0610'
  test.each([
    ['queen street', 'words-start'],
    ['otara', 'words-start'],
    ['0610', 'words-start'],
    ['tide otara', 'words-start'],
    ['12 queen', 'words-start'],
    ['uckland', 'name-contains'],
  ])('the address of Tidewrack for %s: %s', (query, band) =>
    expect(found([record('1', { name: 'Tidewrack', place })], query)).toEqual([['1', band]]),
  )

  const reach = '035550372\n0275550858\nruth.p@example.com'
  test.each([
    ['customer', '035550372', 'name-starts'],
    ['customer', '+64 27 555 0858', 'name-starts'],
    ['customer', '5550372', 'name-starts'],
    ['customer', '555 085', 'name-starts'],
    ['customer', 'ruth.p@example.com', 'name-starts'],
    ['customer', 'RUTH.P@EX', 'name-starts'],
    ['customer', 'example.com', 'words-start'],
    ['order', '03 555 0372', 'words-start'],
    ['order', '0275550858', 'words-start'],
    ['order', '5550858', 'words-start'],
    ['order', 'ruth.p@example.com', 'words-start'],
  ] as const)('the number or the address of a %s for %s: %s', (kind, query, band) => {
    expect(found([record('1', { kind, reach })], query)).toEqual([['1', band]])
  })

  test.each(['0372', '550372', '035550373', 'p@example.com', '64 27'])(
    '%j is not how a number or an address starts',
    (query) => expect(found([record('1', { reach })], query)).toEqual([]),
  )

  test('a customer comes before the orders with the same number', () => {
    const order = record('108858', { reach, at: '2026-11-20T00:00:00Z' })
    const customer = record('10097', { kind: 'customer', reach })
    for (const query of ['0275550858', 'ruth.p@example.com']) {
      expect(found([order, customer], query, { '108858': 5 }).map(([code]) => code)).toEqual([
        '10097',
        '108858',
      ])
    }
  })

  test('an amount is not searched for in names and addresses', () => {
    const entries = [record('11108', { kind: 'customer', place: '17 Port Road 0891' })]
    expect(found(entries, '17.08')).toEqual([])
  })

  test.each(['2927.24', '$2,927.24'])('%s finds the orders of that total, and nothing else', (query) => {
    const records = [
      record('108858', { total: 292724 }),
      record('108859', { total: 292725 }),
      record('292724'),
      record('TAP-40', { kind: 'product', total: 292724 }),
    ]
    expect(found(records, query)).toEqual([['108858', 'exact-digits']])
  })

  test('a typing error in a name comes before separated letters', () => {
    const turn = record('1', { name: 'Hawker Lenses', at: '2026-11-20T00:00:00Z' })
    expect(found([turn, record('2', { name: 'Hawkins' })], 'hawkns')).toEqual([
      ['2', 'did-you-mean'],
      ['1', 'subsequence'],
    ])
  })

  test('a name that starts with the query comes before an address', () => {
    const records = [record('1', { name: 'Tidewrack', place }), record('2', { name: 'Otara Plumbing' })]
    expect(found(records, 'otara')).toEqual([
      ['2', 'name-starts'],
      ['1', 'words-start'],
    ])
  })

  test.each([
    ['two changes', '104823', '140832'],
    ['another digit', '104823', '104824'],
    ['a transposition and a letter too many', '104823', '1048323'],
    ['too short to be like anything', '01', '10'],
    ['separators in a number', '211123', '21/11'],
  ])('%s is no likeness', (_, code, query) => expect(found([record(code)], query)).toEqual([]))

  test.each([
    ['letters out of turn', { name: 'Tidewrack' }, 'twd'],
    ['letters that start no word', { name: 'Tidewrack' }, 'dwk'],
    ['letters of two names', { name: 'Tidewrack', contact: 'Ruth' }, 'tdth'],
    ['letters of an address', { name: 'Tidewrack', place }, 'qnst'],
    ['two slips', { name: 'Hawkins' }, 'hakwims'],
    ['a slip in a short word', { name: 'Fox' }, 'fix'],
    ['a slip in the start of a word', { name: 'Hawkins' }, 'jawk'],
    ['a slip over two names', { name: 'Tide', contact: 'Ruth' }, 'tide ruht'],
  ])('%s are no subsequence', (_, names, query) => expect(found([record('1', names)], query)).toEqual([]))

  test('the words of company and person may be mixed', () => {
    const both = { name: 'Tidewrack', contact: 'Ruth Pemberley' }
    expect(found([record('1', both)], 'tide pem')).toEqual([['1', 'words-start']])
  })

  test('the person is found as well as the company', () => {
    expect(found([record('1', { name: 'Tidewrack', contact: 'Ruth Pemberley' })], 'ruth')).toEqual([
      ['1', 'name-starts'],
    ])
  })

  test.each(['', '  ', 'zzz', '!'])('%j finds nothing', (query) =>
    expect(found([record('104823', { name: 'Tidewrack' })], query)).toEqual([]),
  )
})

// PAL-4
describe('inside a band', () => {
  const older = record('1048200', { at: '2026-11-01T00:00:00Z' })
  const newer = record('1048233', { at: '2026-11-20T00:00:00Z' })
  const short = record('10482')

  test('recently opened, then newer, then shorter', () => {
    expect(found([older, newer, short], '1048').map(([code]) => code)).toEqual([
      '1048233',
      '1048200',
      '10482',
    ])
    expect(found([older, newer, short], '1048', { '10482': 5 }).map(([code]) => code)).toEqual([
      '10482',
      '1048233',
      '1048200',
    ])
    expect(found([record('10482333'), short], '1048').map(([code]) => code)).toEqual(['10482', '10482333'])
  })

  test('SO-1045 and SO-10451 are not a tie', () => {
    expect(found([record('SO-10451'), record('SO-1045')], 'SO-1045')[0]).toEqual(['SO-1045', 'exact-code'])
  })
})
