import { describe, expect, test } from 'vitest'
import type { SeenRecord } from '../../../src/domain/records/seen-record.ts'
import { type Entry, entryOf } from '../../../src/web/record-index/entry.ts'
import { OrderedEntries } from '../../../src/web/record-index/entry-order.ts'
import { BANDS, rank } from '../../../src/web/record-index/rank.ts'
import { fc } from '../../properties.ts'

function record(code: string, parts: Partial<SeenRecord> = {}): SeenRecord {
  return { kind: 'order', code, name: '', contact: '', at: null, total: null, status: null, ...parts }
}

function inOrder(entries: readonly Entry[]): OrderedEntries {
  const ordered = new OrderedEntries()
  ordered.put(entries)
  return ordered
}

function found(records: readonly SeenRecord[], query: string, opened: Record<string, number> = {}) {
  const entries = inOrder(records.map((one) => entryOf(one, opened[one.code] ?? 0)))
  return rank(entries, query, 30).map(({ record: { code }, band }) => [code, band] as const)
}

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

  test('a name that starts with what is typed comes before an address', () => {
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
  ])('%s is no likeness', (_, code, query) => expect(found([record(code)], query)).toEqual([]))

  test.each([
    ['letters out of turn', { name: 'Tidewrack' }, 'twd'],
    ['letters that start no word', { name: 'Tidewrack' }, 'dwk'],
    ['letters of two names', { name: 'Tidewrack', contact: 'Ruth' }, 'tdth'],
    ['letters of an address', { name: 'Tidewrack', place }, 'qnst'],
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

  test('SO-1045 and SO-10451 are no tie', () => {
    expect(found([record('SO-10451'), record('SO-1045')], 'SO-1045')[0]).toEqual(['SO-1045', 'exact-code'])
  })
})

const codes = fc.stringMatching(/^(SO-)?[0-9]{1,6}[A-C]?$/)
const queries = fc.oneof(codes, fc.constantFrom('ti', 'tdpl', 'tāmaki', 'pipes 48', 'O1', '1OO'))
const someRecords = fc.uniqueArray(
  fc.record({
    code: codes,
    name: fc.constantFrom('Tidewrack Plumbing', 'Tāmaki 48 Pipes', ''),
    at: fc.constantFrom(null, '2026-11-01T00:00:00Z', '2026-11-20T00:00:00Z'),
  }),
  { selector: ({ code }) => code, maxLength: 40 },
)

describe('always', () => {
  test('an exact code comes first, whatever else there is', () => {
    fc.assert(
      fc.property(someRecords, codes, (parts, code) => {
        const records = [
          ...parts.filter((one) => one.code !== code).map((one) => record(one.code, one)),
          record(code),
        ]
        expect(found(records, code)[0]).toEqual([code, 'exact-code'])
      }),
    )
  })

  test('the order is the same however the records arrived, and bands never mix', () => {
    fc.assert(
      fc.property(someRecords, queries, fc.nat(), (parts, query, seed) => {
        const records = parts.map((one) => record(one.code, one))
        const shuffled = records.map((one, index) => ({ one, key: (index * 7919 + seed) % 101 }))
        shuffled.sort((a, b) => a.key - b.key)
        const result = found(records, query)
        expect(
          found(
            shuffled.map(({ one }) => one),
            query,
          ),
        ).toEqual(result)
        const bands = result.map(([, band]) => BANDS.indexOf(band))
        expect(bands).toEqual(bands.toSorted((a, b) => a - b))
      }),
    )
  })

  test('any part of a code finds it, and so does one with two neighbours changed over', () => {
    const pieces = fc.tuple(codes, fc.nat(), fc.nat()).map(([code, one, other]) => {
      const [from, to] = [one % code.length, other % code.length].toSorted((a, b) => a - b)
      return [code, code.slice(from, (to ?? 0) + 1)] as const
    })
    const swapped = fc
      .tuple(fc.stringMatching(/^[0-9]{3,6}$/), fc.nat())
      .map(([code, place]) => [code, place % (code.length - 1)] as const)
      .map(([code, at]) => [
        code,
        code.slice(0, at) + code.charAt(at + 1) + code.charAt(at) + code.slice(at + 2),
      ])
    fc.assert(
      fc.property(fc.oneof(pieces, swapped), ([code = '', typed = '']) => {
        fc.pre(/[0-9A-C]/.test(typed))
        expect(found([record(code)], typed)).toHaveLength(1)
      }),
    )
  })

  test('fewer places show the beginning of the same order', () => {
    fc.assert(
      fc.property(someRecords, queries, fc.integer({ min: 1, max: 8 }), (parts, query, limit) => {
        const entries = inOrder(parts.map((one) => entryOf(record(one.code, one), 0)))
        expect(rank(entries, query, limit)).toEqual(rank(entries, query, 99).slice(0, limit))
      }),
    )
  })
})
