import { describe, expect, test } from 'vitest'
import {
  type InterpreterContext,
  interpret,
  MAX_CODES,
  MAX_LENGTH,
  readTyped,
} from '../../commands/interpreter/interpret.ts'
import { readQuery } from '../../commands/interpreter/query.ts'
import { ignoredIn, type Reading, textOf } from '../../commands/interpreter/reading.ts'
import { searchCommands } from '../../commands/interpreter/verbs.ts'
import { CAPABILITIES, type Capability } from '../../src/contract/capabilities.ts'
import { RECORD_KINDS } from '../../src/domain/records/record-kind.ts'
import { exampleOrder } from '../domain/example-records.ts'
import { fc } from '../properties.ts'
import { contextWith } from './example-context.ts'
import {
  CASES,
  CRITERIA,
  LISTED,
  LISTED_VALUES,
  NOT_UNDERSTOOD,
  SEEN,
  TODAY,
  UNDERSTOOD,
} from './interpreter.cases.ts'

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const seen: InterpreterContext = {
  today: TODAY,
  kindsOf: (code) => RECORD_KINDS.filter((kind) => SEEN[kind].some((one) => same(one, code))),
  customShortcuts: {},
  capabilities: new Set(CAPABILITIES),
}
/** A back end that cannot filter orders by days and amounts. */
const plain = { ...seen, capabilities: new Set(CAPABILITIES.filter((name) => name !== 'order-filters')) }
const unseen: InterpreterContext = { ...seen, kindsOf: () => [] }
const contexts = [seen, unseen]

/** The text of a reading; a command by its id, a list by its address, a sum with its result. */
function shown(reading: Reading): string {
  switch (reading.kind) {
    case 'action':
      return [reading.command, reading.codes.join(', ')].filter(Boolean).join(' ')
    case 'code':
      return [reading.of, reading.code].filter(Boolean).join(' ')
    case 'list':
      return reading.address
    case 'sum':
      return `${reading.text} = ${reading.result}`
    default:
      return textOf(reading)
  }
}

function first(text: string, context: InterpreterContext): [kind: string, text: string] | null {
  const [reading] = interpret(text, context)
  return reading ? [reading.kind, shown(reading)] : null
}

// ORD-70: the order with exactly this code may be one that this browser does not know.
test.each([
  ['INV-48213', 'INV-48213'],
  ['inv48213', 'inv48213'],
  ['INV/4821', 'INV/4821'],
  ['order INV-48213', 'INV-48213'],
  ['order#108858', '108858'],
  ['#108858', '#108858'],
  ['CUST00123', 'CUST00123'],
  ['sku1001', 'sku1001'],
])('of %j the server is asked for %j', (text, code) => {
  expect(readTyped(text, unseen).query).toMatchObject({ text: code.replace(/^\D+/, ''), code })
})

// ORD-70
test.each(['W-10423', 'SO-10423', 'W/10042', '104823-B', '104823/A', '104823-2', 'TAP-100234'])(
  '%s is not cut',
  (code) => {
    expect(readTyped(code, unseen).query).toMatchObject({ text: code, code })
    expect(first(`pay ${code}`, unseen)).toEqual(['action', `order.record-payment ${code}`])
    expect(first(`pack 104824 ${code}`, unseen)).toEqual(['action', `order.pack 104824, ${code}`])
  },
)

// ORD-70: they have the form of an amount or of a sum, too.
test.each(['2026-10482', '10482-2026', '2026/10482', '0001-10482'])('the number %s is not cut', (code) => {
  const named = [code, `pay ${code}`].flatMap((text) =>
    interpret(text, unseen).filter(
      (reading) => reading.kind === 'code' || ('codes' in reading && reading.codes.length > 0),
    ),
  )
  expect(named).toEqual([])
  const known: InterpreterContext = { ...unseen, kindsOf: (text) => (text === code ? ['order'] : []) }
  expect(first(`pay ${code}`, known)).toEqual(['action', `order.record-payment ${code}`])
})

// ORD-70: office programs and web pages write other signs for the hyphen of a code.
test.each([
  ['104823\u2011B', '104823-B'],
  ['104823\u2010B', '104823-B'],
  ['104823\u2013B', '104823-B'],
  ['W\u221210423', 'W-10423'],
  // A mark of the direction of writing.
  ['104823-\u200eB', '104823-B'],
  ['\u2068W-10423\u2069', 'W-10423'],
])('%j is the code %s', (typed, code) => {
  expect(readTyped(typed, unseen).query).toMatchObject({ text: code, code })
  expect(first(`pay ${typed}`, unseen)).toEqual(['action', `order.record-payment ${code}`])
})

// ORD-70
test('of an order with a number sign and one without, a verb acts on the typed one', () => {
  const codes = ['1001', '#1001']
  const both: InterpreterContext = { ...seen, kindsOf: (code) => (codes.includes(code) ? ['order'] : []) }
  const acts = ['pack #1001', 'pay order #1001', '#1001 p', 'pack 1001', 'pack #1001 1001'].map(
    (text) => first(text, both)?.[1],
  )
  expect(acts).toEqual([
    'order.pack #1001',
    'order.record-payment #1001',
    'order.pack #1001',
    'order.pack 1001',
    'order.pack #1001, 1001',
  ])
})

test.each([
  ['https://console.example.com/orders/W-10423', 'order W-10423'],
  ['https://console.example.com/orders/104823-B?tab=freight', 'order 104823-B'],
])('of %s the order is read', (text, code) => expect(first(text, unseen)).toEqual(['code', code]))

test('a verb beside a code with letters in front acts on exactly that code', () => {
  expect(first('pay INV-48213', unseen)).toEqual(['action', 'order.record-payment INV-48213'])
  expect(first('pay INV/4821', unseen)).toEqual(['action', 'order.record-payment INV/4821'])
  expect(first('pack inv48213 INV-48214', unseen)).toEqual(['action', 'order.pack inv48213, INV-48214'])
})

describe.each(Object.entries(NOT_UNDERSTOOD))('%s', (_, cases) => {
  test.each(cases.map((one) => [one[0], one] as const))('%j', (input, [, text, ignored, named]) => {
    const [reading] = interpret(input, plain)
    expect(reading && [shown(reading), 'ignored' in reading && reading.ignored]).toEqual([text, ignored])
    expect(ignoredIn(reading)).toBe(named ?? `not understood: ${ignored.map(quoted).join(', ')}`)
  })
})

// LIST-10
describe.each(Object.entries(CRITERIA))('%s', (_, cases) => {
  test.each(cases)('%j', (input, address, ...ignored) => {
    for (const context of contexts) {
      const [reading] = interpret(input, context)
      expect(reading && [shown(reading), ignoredIn(reading)]).toEqual([
        address,
        ignored.length === 0 ? null : `not understood: ${ignored.map(quoted).join(', ')}`,
      ])
    }
  })
})

// PAL-16
test.each(LISTED)('%j acts on a list', (input, command, address) => {
  for (const context of contexts) {
    const [reading] = interpret(input, context)
    expect(reading?.kind === 'list' ? [null, reading.address] : reading).toEqual(
      command === null ? [null, address] : expect.objectContaining({ command, codes: [], said: input }),
    )
    if (command !== null) expect(reading).toMatchObject({ list: { address } })
  }
})

test.each(LISTED_VALUES)('%j acts on a list with values', (input, command, address, given) => {
  const [reading] = interpret(input, seen)
  expect(reading).toMatchObject({ command, codes: [], said: input, list: { address } })
  expect(reading?.kind === 'action' && reading.given).toEqual(given)
})

test('the words of a list may stand in any order', () => {
  const phrases = ['unpaid', 'chch', 'since monday', 'over $500', 'with TAP-40', 'no e-mail', 'nzpost']
  const [expected] = interpret(phrases.join(' '), seen)
  fc.assert(
    fc.property(fc.shuffledSubarray(phrases, { minLength: phrases.length }), (words) => {
      const [reading] = interpret(words.join(' '), seen)
      expect(reading?.kind === 'list' && reading.address).toBe(expected?.kind === 'list' && expected.address)
    }),
  )
})

const quoted = (phrase: string) => `“${phrase}”`

// PAL-9
test.each(UNDERSTOOD)('everything in %j is understood', (input) => {
  const [reading] = interpret(input, seen)
  expect([reading?.kind, ignoredIn(reading)]).toEqual([expect.not.stringMatching('words'), null])
})

describe.each(Object.entries(CASES))('%s', (_, cases) => {
  test.each(cases.map((one) => [one[0], one] as const))(
    '%j',
    (input, [, kind, text, unseenKind, unseenText]) => {
      expect(first(input, seen)).toEqual([kind, text])
      expect(first(input, unseen)).toEqual([unseenKind ?? kind, unseenText ?? text])
    },
  )
})

test('a phone number is read without the marks that contacts have around it', () => {
  expect(first('\u202a027 555 0858\u202c', unseen)).toEqual(['phone', '027 555 0858'])
})

test('a blank text has no reading', () => expect(interpret(' \n\t\u200b', seen)).toEqual([]))

describe('a back end whose search finds no status words', () => {
  const without = { ...seen, capabilities: new Set<Capability>() }

  test.each([
    ['on hold', 'words', null],
    ['cancelled', 'words', null],
    ['cancelled orders', 'list', 'not understood: “cancelled”'],
    ['unpaid on hold', 'list', 'not understood: “on hold”'],
  ])('%j is read as %s', (text, kind, ignored) => {
    const [reading] = interpret(text, without)
    expect([reading?.kind, ignoredIn(reading)]).toEqual([kind, ignored])
  })
})

test('ORD-62 to pack means the paid orders where the back end has no accounts', () => {
  const without = { ...seen, capabilities: new Set<Capability>() }
  expect(first('to pack', without)).toEqual(['list', '/orders?status=paid'])
})

test('a custom shortcut is a verb too, and the key that it replaces no longer', () => {
  const changed = { ...seen, customShortcuts: { 'order.record-payment': 'w' } } as const
  expect(first('108856 w', changed)).toEqual(['action', 'order.record-payment 108856'])
  expect(first('108856 r', changed)).toEqual(['code', '108856'])
})

test.each(['027 555 0858', '021-555 0446', 'mob 027 555 0858'])(
  '%j is a phone number and not several codes',
  (text) => {
    for (const context of contexts)
      expect(interpret(text, context).map(({ kind }) => kind)).not.toContain('codes')
  },
)

describe('the command that a text finds first, where an order is on the screen', () => {
  const context = contextWith({ order: exampleOrder({ code: '104999' }) })
  const find = (text: string) =>
    searchCommands({ text, readings: interpret(text, unseen), context, recent: [] }, 'palette')

  test.each([
    ['mark paid', 'order.record-payment', '104999', null],
    ['ship ord', 'order.create-consignment', '104999', null],
    ['ship order', 'order.create-consignment', '104999', null],
    ['create consignment for order', 'order.create-consignment', '104999', null],
    ['delete consignment', 'consignment.delete', null, 'Type the code of the consignment after it'],
    ['todays labels', 'labels.print-awaiting', null, null],
    // No courier of the day is active.
    ['manifest', 'go.end-of-day', null, null],
  ])('%j finds %s', (text, id, subject, blocked) =>
    expect(find(text)[0]).toMatchObject({ command: { id }, subject, blocked }),
  )

  test.each(['new o', 'new ord', 'new order', 'create order', 'add order'])(
    '%j finds none that acts on the order',
    (text) => expect(find(text).filter(({ subject }) => subject !== null)).toEqual([]),
  )

  test.each([
    ['eod', '/end-of-day'],
    ['late', '/end-of-day?tab=late'],
    ['not picked up', '/end-of-day?tab=late'],
    ['scan', '/ship'],
  ])('%j leads to %s', (text, path) => {
    void find(text)[0]?.command.run(context)
    expect(context.effects.navigate).toHaveBeenLastCalledWith(path)
  })
})

describe('long texts', () => {
  const codes = (count: number) => Array.from({ length: count }, (_, index) => String(200_000 + index))

  test(`at most ${MAX_CODES} codes are read`, () => {
    const [all] = interpret(codes(MAX_CODES).join('\n'), unseen)
    expect(all).toEqual({ kind: 'codes', codes: codes(MAX_CODES), cut: false })
    const [cut] = interpret(codes(MAX_CODES + 1).join('\n'), unseen)
    expect(cut).toEqual({ kind: 'codes', codes: codes(MAX_CODES), cut: true })
  })

  // PAL-9
  test('a text that is too long for a list, a question or a sentence says so', () => {
    const long = (text: string) => interpret(text, seen).some((one) => one.kind === 'words' && one.isTooLong)
    const words = (count: number) => Array.from({ length: count }, () => 'unpaid').join(' ')
    expect(long(words(20))).toBe(false)
    expect(long(words(21))).toBe(true)
    expect(first(words(21), seen)?.[0]).toBe('words')
    expect(long(`${words(21)} 108858`)).toBe(true)
    expect(long(`hold 108858 ${words(21)}`)).toBe(false)
  })

  test(`nothing is read after ${MAX_LENGTH} characters`, () => {
    const readings = interpret(`${'word '.repeat(MAX_LENGTH / 5)}108858`, seen)
    expect(readings.map(({ kind }) => kind)).toEqual(['words'])
  })

  test('several codes in a text that was cut are marked as such', () => {
    const [reading] = interpret(`108846 108837 ${'x'.repeat(MAX_LENGTH)}`, seen)
    expect(reading).toEqual({ kind: 'codes', codes: ['108846', '108837'], cut: true })
  })

  test.each([
    ['one sign', '-'],
    ['one letter', 'a'],
    ['digits', '1'],
    ['groups of digits', '0 27 5'],
    ['brackets', '('],
    ['quotes', '“'],
    ['at signs', 'a@'],
    ['slashes', '1/'],
    ['commas', ',123'],
  ])('100 KB of %s are read within a moment', (_, part) => {
    const text = part.repeat(100_000 / part.length)
    const start = performance.now()
    interpret(text, seen)
    // A regular expression with backtracking would take minutes.
    expect(performance.now() - start).toBeLessThan(3_000)
  })
})

// API-1
test('a list is not for a command that the back end does not have', () => {
  const plain = { ...seen, capabilities: new Set(CAPABILITIES.filter((name) => name !== 'csv')) }
  expect(first('export unpaid chch', plain)).toEqual(['action', 'order.copy-code'])
})

/** Arbitrary text, parts that the interpreter understands, and mixtures of both. */
const known = RECORD_KINDS.flatMap((kind) => SEEN[kind])
const inputs = [...Object.values(CASES), ...Object.values(CRITERIA), LISTED].flatMap((cases) =>
  cases.map(([input]) => input),
)
const piece = fc.oneof(fc.constantFrom(...inputs), fc.string({ unit: 'binary', maxLength: 12 }))
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(' ')),
)
const around = fc.string({
  unit: fc.constantFrom(' ', '.', ',', '#', '(', ')', '"', '!', '?', ':', '\n'),
  maxLength: 4,
})
const cleanCode = fc.oneof(
  fc.constantFrom(...known.filter((code) => !code.includes(' '))),
  fc.integer({ min: 10_000, max: 999_999 }).map(String),
  fc.integer({ min: 10_000_000, max: 99_999_999 }).map((number) => `CPL${number}`),
)

describe('any text', () => {
  test('ends with its plain words, unless it is blank', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const context of contexts) {
          const readings = interpret(text, context)
          if (text.trim() === '') expect(readings).toEqual([])
          const words = readings.filter(({ kind }) => kind === 'words')
          expect(words).toEqual(readings.slice(-1))
        }
      }),
    )
  })

  test('is read the same way from the text that a reading shows', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const context of contexts) {
          for (const reading of interpret(text, context)) {
            expect(interpret(textOf(reading), context)).toContainEqual({ ...reading, ignored: undefined })
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    '108858 tracking number CPL01000001',
    '108858 tracking number inv48213',
    '108858 tracking number 108846-108837',
    '108858 tracking number https://console.example/customers/10097',
    '108856 collected 108858 for him',
  ])('%j is read the same way from the text that its first reading shows', (text) => {
    for (const context of contexts) {
      const [reading] = interpret(text, context)
      if (!reading) throw new Error('There is no reading.')
      expect(interpret(textOf(reading), context)[0]).toEqual({ ...reading, ignored: undefined })
    }
  })

  test('has each reading once', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const readings = interpret(text, seen).map((reading) => JSON.stringify(reading))
        expect(new Set(readings).size).toBe(readings.length)
      }),
    )
  })
})

// PAL-6
describe('a clean code', () => {
  test('of a known record is the first reading, whatever else its text means', () => {
    fc.assert(
      fc.property(fc.constantFrom(...inputs), (text) => {
        const code = text.trim()
        const context = { ...seen, kindsOf: (one: string) => (one === code ? ['product' as const] : []) }
        fc.pre(code.length > 0 && code.length <= 40 && !/\s{2}|[\n\t]/.test(code))
        expect(interpret(code, context)[0]).toEqual({ kind: 'code', code, of: null })
      }),
    )
  })

  test('stays the first reading with spaces and punctuation around it', () => {
    fc.assert(
      fc.property(cleanCode, around, around, (code, before, after) => {
        for (const context of contexts) {
          expect(interpret(`${before}${code}${after}`, context)[0]).toEqual(interpret(code, context)[0])
        }
      }),
    )
  })
})

describe('the query of a typed text', () => {
  test.each([
    ['', 'all', '', null],
    ['104823', 'all', '104823', '104823'],
    [' 104823 ', 'all', '104823', '104823'],
    ['#104823', 'orders', '104823', '#104823'],
    ['# SO-1045', 'orders', 'SO-1045', '#SO-1045'],
    ['>pack', 'commands', 'pack', null],
    ['>104823', 'commands', '104823', null],
    ['@tidewrack', 'customers', 'tidewrack', null],
    ['@10482', 'customers', '10482', '10482'],
    ['@ruth1@example.com', 'customers', 'ruth1@example.com', null],
    ['ruth1@example.com', 'all', 'ruth1@example.com', null],
    ['$PEX-20', 'products', 'PEX-20', 'PEX-20'],
    ['10', 'all', '10', null],
    ['pack', 'all', 'pack', null],
    ['3 rivers', 'all', '3 rivers', null],
  ])('%j', (typed, scope, text, code) => expect(readQuery(typed)).toEqual({ scope, text, code }))
})

// PAL-7, LIST-10
test('after $, an amount is that of a list, and other words are those of a product', () => {
  const read = (text: string) => readTyped(text, seen)
  expect(read('$500-800').readings[0]).toMatchObject({ kind: 'list', address: '/orders?total=500-800' })
  expect(read('$500-800').query.scope).toBe('all')
  expect(read('$unpaid')).toMatchObject({ readings: [], query: { scope: 'products' } })
})
