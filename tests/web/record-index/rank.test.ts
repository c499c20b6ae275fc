import { describe, expect, test } from 'vitest'
import { parseCents } from '../../../src/domain/format/money.ts'
import { localPart, phoneDigits } from '../../../src/domain/format/phone.ts'
import { fold } from '../../../src/domain/format/text.ts'
import type { IndexedRecord } from '../../../src/domain/records/indexed-record.ts'
import { type Entry, entryOf } from '../../../src/web/record-index/entry.ts'
import { OrderedEntries } from '../../../src/web/record-index/entry-order.ts'
import { BANDS, type Band, rank } from '../../../src/web/record-index/rank.ts'
import { casesOf, fc, MODEL } from '../../properties.ts'

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

  // CUS-7
  test('the company that was typed precedes codes and names that begin with it, and what is newer', () => {
    const company: IndexedRecord = {
      ...record('C1', { name: 'Pex Ltd', contact: 'Ana Tui' }),
      kind: 'customer',
    }
    const longer: IndexedRecord = { ...company, code: 'C2', name: 'Pex Ltd Wellington', at: NEWER }
    const person: IndexedRecord = { ...company, code: 'C3', name: 'Pex Ltd', contact: '', at: NEWER }
    const order = record('pexltd-1', { name: 'Pex Ltd', contact: 'Ana Tui', at: NEWER })
    const [first, ...others] = found([longer, person, order, company], 'pex  LTD')
    expect(first).toEqual(['C1', 'exact-company'])
    expect(others.map(([code]) => code)).toEqual(expect.arrayContaining(['C2', 'C3', 'pexltd-1']))
  })

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

describe('random records', () => {
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

    test('a search finds what the rules say, in their order', MODEL, () => {
      const parts = fc.record(
        {
          kind: fc.constantFrom('order', 'customer', 'product'),
          code: fc.oneof(codes, fc.constantFrom('TAP-40-RED', 'TAP/4', 'W104', 'CPL0104')),
          name: fc.constantFrom('Hawkins', 'Tāmaki 48 Pipes', "Joan D'Souza", 'Mac Kenzie', ''),
          contact: fc.constantFrom('', 'Hawkes', 'Tim Kinsella'),
          reference: fc.constantFrom('', 'PO 4160', 'SO-104'),
          place: fc.constantFrom('', '48 Hawk Street Tauranga 1045', 'Pipiroa'),
          reach: fc.constantFrom('', '035550372', '0275550858\ntim@hawkins.example'),
          total: fc.constantFrom(null, 1048, 292724),
          at: fc.constantFrom(null, '2026-11-20T00:00:00Z'),
        },
        { requiredKeys: ['kind', 'code'] },
      )
      const texts = fc.oneof(
        queries,
        fc.constantFrom(
          'hawkins',
          'hawkns',
          'haw',
          'mackenzie',
          'd souza',
          'tim kin',
          'po 4160',
          '4160',
          'hawk st',
        ),
        fc.constantFrom('tap40', '40red', 'tap', '10.48', '$2,927.24', '555 0372', '+64 27 555', 'tim@hawk'),
        fc.stringMatching(/^[a-dhkimnpst04 ]{1,7}$/),
      )
      fc.assert(
        fc.property(fc.array(parts, { maxLength: 12 }), texts, (some, text) => {
          const entries = inOrder(some.map(({ code, ...rest }) => entryOf(record(code, rest), 0)))
          const expected = entries.list.flatMap(({ record }) => {
            const band = plainBand(record, text)
            return band === null ? [] : [{ record, band }]
          })
          expected.sort((one, other) => BANDS.indexOf(one.band) - BANDS.indexOf(other.band))
          expect(rank(entries, text, 99)).toEqual(expected)
        }),
        { numRuns: casesOf(500, 10_000) },
      )
    })

    test('one slip of the hand in a name finds it', () => {
      const slips = fc
        .tuple(
          fc.stringMatching(/^[a-z]{5,9}$/),
          fc.nat(),
          fc.constantFrom('insert', 'drop', 'swap', 'replace'),
        )
        .map(([name, place, slip]) => {
          const at = place % (name.length - 1)
          const [before, one, next, after] = [name.slice(0, at), name[at], name[at + 1], name.slice(at + 2)]
          if (slip === 'insert') return [name, `${before}${one}x${next}${after}`]
          if (slip === 'drop') return [name, `${before}${next}${after}`]
          if (slip === 'swap') return [name, `${before}${next}${one}${after}`]
          return [name, `${before}${one}q${after}`]
        })
      fc.assert(
        fc.property(slips, ([name = '', typed]) => {
          expect(found([record('1', { name: `Ng ${name} & Co` })], typed ?? '')).toHaveLength(1)
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

  const wordsOf = (text: string) =>
    fold(text)
      .replaceAll("'", '')
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)

  const withoutSigns = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

  const lookAlike = (text: string) => text.replaceAll('o', '0').replaceAll('i', '1')

  /** All texts made by swapping two adjacent characters. */
  const swapped = (text: string) =>
    Array.from(
      { length: Math.max(0, text.length - 1) },
      (_, at) => text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
    )

  /** Whether two texts differ by one inserted, missing or replaced letter, or two swapped ones. */
  function isOneSlip(one: string, other: string): boolean {
    const without = (text: string) => Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1))
    const wild = (text: string) => Array.from(text, (_, at) => `${text.slice(0, at)}\0${text.slice(at + 1)}`)
    return (
      without(one).includes(other) ||
      without(other).includes(one) ||
      swapped(one).includes(other) ||
      wild(one).some((text) => wild(other).includes(text))
    )
  }

  /** The sequences of adjacent words in a name. */
  function spans(words: readonly string[]): string[] {
    return words.flatMap((_, from) =>
      words.slice(from).map((_, count) => words.slice(from, from + count + 1).join(' ')),
    )
  }

  function holdsInTurn(words: readonly string[], letters: string): boolean {
    return words.some((_, from) => {
      const text = words.slice(from).join(' ')
      let at = text.startsWith(letters.charAt(0)) ? 0 : -1
      for (const letter of letters.slice(1)) if (at !== -1) at = text.indexOf(letter, at + 1)
      return at !== -1
    })
  }

  /** The band of a record for a text, by the rules alone: without masks, look-ups or limits. Null for no match. */
  function plainBand(record: IndexedRecord, typed: string): Band | null {
    const text = fold(typed).trim()
    const isDigits = /^\d+$/.test(text)
    const code = fold(record.code)
    const digits = code.replace(/\D/g, '')
    const bare = /\p{L}/u.test(text) && (!/\s/.test(text) || /\d/.test(text)) ? withoutSigns(text) : null
    const isCustomer = record.kind === 'customer'
    const lines = (record.reach ?? '').split('\n').filter(Boolean)
    const emails = isCustomer ? lines.filter((line) => line.includes('@')) : []
    const names = [record.name, record.contact, record.reference ?? '', ...emails].map(wordsOf)
    const held = [...names, wordsOf(record.place ?? '')]
    const total = parseCents(text)
    // An amount is not a name.
    const words = total === null ? wordsOf(text) : []
    const phrase = words.join(' ')
    const reach = text.includes('@') ? text : phoneDigits(text)
    const isReached =
      total === null &&
      reach !== null &&
      reach.length >= 6 &&
      !reach.startsWith('1') &&
      lines.some((line) => line.startsWith(reach) || localPart(line)?.startsWith(reach))
    const holds = words.length > 0 && held.some((line) => line.join(' ').includes(phrase))
    const wordsStart = words.every((word) => held.flat().some((one) => one.startsWith(word)))

    if (text === '') return null
    if (code === text) return 'exact-code'
    if (isDigits && digits === text) return 'exact-digits'
    if (total !== null && record.total === total && record.kind === 'order') return 'exact-digits'
    const isCompany = isCustomer && record.contact !== ''
    if (isCompany && words.length > 0 && wordsOf(record.name).join(' ') === phrase) return 'exact-company'
    if (code.startsWith(text) || (bare !== null && withoutSigns(code).startsWith(bare))) return 'code-prefix'
    if (isDigits && digits.startsWith(text)) return 'digit-prefix'
    if (words.length > 0 && names.some((name) => name.join(' ').startsWith(phrase))) return 'name-starts'
    if (isReached && isCustomer) return 'name-starts'
    if ((words.length > 0 && wordsStart) || isReached) return 'words-start'
    if (code.includes(text) || (bare !== null && withoutSigns(code).includes(bare))) return 'code-contains'
    if (holds) return 'name-contains'
    const look = lookAlike(text)
    const isLike =
      lookAlike(code).startsWith(look) ||
      swapped(look).includes(lookAlike(code)) ||
      (isDigits && swapped(text).includes(digits))
    if (text.length >= 3 && isLike) return 'did-you-mean'
    if (total !== null || !/\p{L}/u.test(text)) return null
    if (phrase.length >= 4 && names.flatMap(spans).some((span) => isOneSlip(span, phrase)))
      return 'did-you-mean'
    const letters = words.join('')
    return letters.length >= 2 && names.some((name) => holdsInTurn(name, letters)) ? 'subsequence' : null
  }
})

const NEWER = '2026-11-20T01:00:00Z'

/** An order with the given fields only. */
function record(code: string, parts: Partial<IndexedRecord> = {}): IndexedRecord {
  return { kind: 'order', code, name: '', contact: '', at: null, total: null, status: null, ...parts }
}

function inOrder(entries: readonly Entry[]): OrderedEntries {
  const ordered = new OrderedEntries()
  ordered.put(entries)
  return ordered
}

/** The matches of a search with their bands. */
function found(records: readonly IndexedRecord[], query: string, opened: Record<string, number> = {}) {
  const entries = inOrder(records.map((one) => entryOf(one, opened[one.code] ?? 0)))
  return rank(entries, query, 30).map(({ record: { code }, band }) => [code, band] as const)
}
