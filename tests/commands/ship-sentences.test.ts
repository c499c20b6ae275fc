import { describe, expect, test } from 'vitest'
import { commandById } from '../../commands/index.ts'
import { interpret } from '../../commands/interpreter/interpret.ts'
import type { ActionReading } from '../../commands/interpreter/reading.ts'
import { CAPABILITIES, type Capability } from '../../src/contract/capabilities.ts'
import type { FreightOption } from '../../src/domain/freight/freight-options.ts'
import { RECORD_KINDS } from '../../src/domain/records/record-kind.ts'
import { grammarOf, readArguments } from '../../src/domain/sentences/arguments.ts'
import { argumentsOf, sentenceOf } from '../../src/domain/sentences/command-sentences.ts'
import { optionSaid, rowsSaid, SHIPPING } from '../../src/domain/sentences/ship-sentence.ts'
import { exampleOrder } from '../domain/example-records.ts'
import { fc } from '../properties.ts'
import { contextWith, formTargets, recordTarget } from './example-context.ts'
import { SEEN, TODAY } from './interpreter.cases.ts'

const ORDER = exampleOrder({ code: '108856', status: 'Ready to ship', dates: { paid_at: '2026-11-20' } })

/** Orders whose numbers consecutive numbers of a parcel also make. */
const LIKE_SIZES = ['100250', '30108']

function read(text: string, capabilities: readonly Capability[] = CAPABILITIES): ActionReading | null {
  const [first] = interpret(text, {
    today: TODAY,
    kindsOf: (code) =>
      LIKE_SIZES.includes(code) ? ['order'] : RECORD_KINDS.filter((kind) => SEEN[kind].includes(code)),
    customShortcuts: {},
    capabilities: new Set(capabilities),
  })
  return first?.kind === 'action' ? first : null
}

/** What Enter does, the parcels that the form then has, and what is doubtful. */
function said(text: string) {
  const reading = read(text)
  const { sentence } = commandById(reading?.command ?? 'palette.open')
  const given = reading?.given ?? {}
  return {
    sentence: sentence && sentenceOf(sentence).says({ order: ORDER }, given, TODAY),
    parcels: rowsSaid(given, ORDER.code).map(({ quantity, height, length, width, weight }) =>
      [quantity, height, length, width, weight].join(' '),
    ),
    doubts: [...(reading?.ignored ?? []), ...(reading?.clashes ?? [])],
  }
}

type Case = [typed: string, sentence: string, parcels?: string[]]

const ONE = '1 parcel 22 × 60 × 30 cm, 11.4 kg'
const ONE_ROW = ['1 22 60 30 11.4']
const SMALL = '1 parcel 20 × 30 × 20 cm'
const UNWEIGHED = '1 parcel 22 × 60 × 30 cm'

// PAL-18
describe.each<[string, Case[]]>([
  [
    'a courier',
    [
      ['ship 108856 nzpost', 'Ship 108856 with NZ Post'],
      ['108856 ship nzpost', 'Ship 108856 with NZ Post'],
      ['ship nz post 108856', 'Ship 108856 with NZ Post'],
      ['SHIP ORDER 108856 WITH NZ POST', 'Ship 108856 with NZ Post'],
      ['please ship #108856 by castle parcels', 'Ship 108856 with Castle Parcels'],
      ['book 108856 aramex', 'Ship 108856 with Aramex'],
      ['send 108856 nzc', 'Ship 108856 with NZ Couriers'],
      ['create consignment 108856 titus', 'Ship 108856 with Titus'],
      ['create consignment for 108856 with titus', 'Ship 108856 with Titus'],
      ['freight 108856 cheapest', 'Ship 108856 with the cheapest courier'],
      ['108856 freight cheapest', 'Ship 108856 with the cheapest courier'],
      ['ship 108856 with the cheapest courier', 'Ship 108856 with the cheapest courier'],
      ['ship 108856 by rule', 'Ship 108856 by the courier rule'],
      ['freight 108856 by the rule', 'Ship 108856 by the courier rule'],
      ['ship 108856 nzpost nz post', 'Ship 108856 with NZ Post'],
      ['ship 108856 by courier rule', 'Ship 108856 by the courier rule'],
    ],
  ],
  [
    'parcels',
    [
      ['ship 108856 22x60x30 11.4', `Ship 108856: ${ONE}`, ONE_ROW],
      ['ship 108856 nzpost 22x60x30 11.4', `Ship 108856 with NZ Post: ${ONE}`, ONE_ROW],
      ['ship 108856 22x60x30 11.4 nzpost', `Ship 108856 with NZ Post: ${ONE}`, ONE_ROW],
      ['ship nzpost 22x60x30 11.4 108856', `Ship 108856 with NZ Post: ${ONE}`, ONE_ROW],
      ['108856 ship 22 x 60 x 30 11.4 kg', `Ship 108856: ${ONE}`, ONE_ROW],
      ['108856 ship 22 × 60 × 30 cm, 11.4 kg', `Ship 108856: ${ONE}`, ONE_ROW],
      [
        'ship 108856 60 x 40 x 100 250',
        'Ship 108856: 1 parcel 60 × 40 × 100 cm, 250 kg',
        ['1 60 40 100 250'],
      ],
      ['ship 108856 22 × 60 × 30 108', 'Ship 108856: 1 parcel 22 × 60 × 30 cm, 108 kg', ['1 22 60 30 108']],
      ['ship 22 x 60 x 30 11.4 108 856', `Ship 108856: ${ONE}`, ONE_ROW],
      ['ship 108856 22X60X30 11.4KG', `Ship 108856: ${ONE}`, ONE_ROW],
      [
        'ship 108856 22x60x30 11,4 nzpost',
        'Ship 108856 with NZ Post: 1 parcel 22 × 60 × 30 cm, 11,4 kg',
        ['1 22 60 30 11,4'],
      ],
      [
        'ship 108856 2*22x60x30 11.4',
        'Ship 108856: 2 parcels, each 22 × 60 × 30 cm, 11.4 kg',
        ['2 22 60 30 11.4'],
      ],
      [
        'ship 108856 2 * 22x60x30 11.4',
        'Ship 108856: 2 parcels, each 22 × 60 × 30 cm, 11.4 kg',
        ['2 22 60 30 11.4'],
      ],
      [
        'freight 108856 cheapest 22x60x30 11.4 2*10x20x30 5',
        `Ship 108856 with the cheapest courier: ${ONE} and 2 parcels, each 10 × 20 × 30 cm, 5 kg`,
        ['1 22 60 30 11.4', '2 10 20 30 5'],
      ],
      [
        'ship 108856 22x60x30 11.4 and 10x20x30 5',
        `Ship 108856: ${ONE} and 1 parcel 10 × 20 × 30 cm, 5 kg`,
        ['1 22 60 30 11.4', '1 10 20 30 5'],
      ],
      ['ship 108856 22x60x30', 'Ship 108856: 1 parcel 22 × 60 × 30 cm', ['1 22 60 30 ']],
      ['ship 108856 22x60x30 - 5 kg', 'Ship 108856: 1 parcel 22 × 60 × 30 cm, 5 kg', ['1 22 60 30 5']],
      ['ship 108856 22x60x30 .5', 'Ship 108856: 1 parcel 22 × 60 × 30 cm, .5 kg', ['1 22 60 30 .5']],
      [
        'ship 108856 22x60x30 11.4kg, 10x10x10 2',
        `Ship 108856: ${ONE} and 1 parcel 10 × 10 × 10 cm, 2 kg`,
        ['1 22 60 30 11.4', '1 10 10 10 2'],
      ],
      [
        'ship 108856 castle parcels 40x30x20 5 kg',
        'Ship 108856 with Castle Parcels: 1 parcel 40 × 30 × 20 cm, 5 kg',
        ['1 40 30 20 5'],
      ],
      ['ship 108856 15x300x15 1200', 'Ship 108856: 1 parcel 15 × 300 × 15 cm, 1200 kg', ['1 15 300 15 1200']],
    ],
  ],
  [
    'cartons, and parcels as last time',
    [
      ['ship 108856 small carton', `Ship 108856: ${SMALL}`, ['1 20 30 20 ']],
      ['ship 108856 small carton 5', `Ship 108856: ${SMALL}, 5 kg`, ['1 20 30 20 5']],
      ['ship 108856 small carton .5', `Ship 108856: ${SMALL}, .5 kg`, ['1 20 30 20 .5']],
      ['ship 108856 carton 1 5 kg', `Ship 108856: ${SMALL}, 5 kg`, ['1 20 30 20 5']],
      ['ship 108856 Small 5kg titus', `Ship 108856 with Titus: ${SMALL}, 5 kg`, ['1 20 30 20 5']],
      [
        'ship 108856 2*medium carton 7',
        'Ship 108856: 2 parcels, each 30 × 40 × 30 cm, 7 kg',
        ['2 30 40 30 7'],
      ],
      ['ship 108856 2 small cartons', 'Ship 108856: 2 parcels, each 20 × 30 × 20 cm', ['2 20 30 20 ']],
      [
        'ship 108856 preset 3 9 22x60x30 11.4',
        `Ship 108856: 1 parcel 40 × 60 × 40 cm, 9 kg and ${ONE}`,
        ['1 40 60 40 9', '1 22 60 30 11.4'],
      ],
      ['ship 108856 as last time', 'Ship 108856: parcels as last time'],
      ['ship 108856 cheapest as last time', 'Ship 108856 with the cheapest courier: parcels as last time'],
      [
        '108856 SHIP nz couriers medium carton 4.5kg',
        'Ship 108856 with NZ Couriers: 1 parcel 30 × 40 × 30 cm, 4.5 kg',
        ['1 30 40 30 4.5'],
      ],
      [
        'ship 108856 3*small carton 2',
        'Ship 108856: 3 parcels, each 20 × 30 × 20 cm, 2 kg',
        ['3 20 30 20 2'],
      ],
      ['ship 108856 nzpost last time', 'Ship 108856 with NZ Post: parcels as last time'],
      [
        'another 108856 nzpost small carton 2',
        `Send another consignment of 108856 with NZ Post: ${SMALL}, 2 kg`,
        ['1 20 30 20 2'],
      ],
    ],
  ],
])('%s', (_, cases) => {
  test.each(cases)('%j', (typed, sentence, parcels = []) =>
    expect(said(typed)).toEqual({ sentence, parcels, doubts: [] }),
  )
})

// PAL-18
test.each<[typed: string, sentence: string | null, ...doubts: string[]]>([
  ['ship 108856 nzpost aramex', null, 'courier: nzpost or aramex'],
  ['ship 108856 nzpost cheapest 22x60x30 11.4', `Ship 108856: ${ONE}`, 'courier: nzpost or cheapest'],
  ['ship 108856 nzpost by rule', null, 'courier: nzpost or by rule'],
  [
    'ship 108856 nzpost 22x60x30 11.4 as last time',
    'Ship 108856 with NZ Post',
    'parcels: 22x60x30 11.4 or as last time',
  ],
  ['ship 108856 nzpost urgent', 'Ship 108856 with NZ Post', 'urgent'],
  ['ship 108856 nzpost carton 9', 'Ship 108856 with NZ Post', 'carton', '9'],
  ['ship 108856 dhl 22x60x30 11.4', `Ship 108856: ${ONE}`, 'dhl'],
  ['ship 108856 22x60 11.4 nzpost', 'Ship 108856 with NZ Post', '22x60', '11.4'],
  ['108856 ship aramex 22 60 30 11.4', 'Ship 108856 with Aramex', '22', '60', '30', '11.4'],
  ['ship 108856 22x60x30 11.4 2 parcels', `Ship 108856: ${ONE}`, '2', 'parcels'],
  ['ship 108856 22x60x30 -5', `Ship 108856: ${UNWEIGHED}`, '-5'],
  ['ship 108856 22x60x30 -5 kg', `Ship 108856: ${UNWEIGHED}`, '-5', 'kg'],
  ['ship 108856 22x60x30 +5', `Ship 108856: ${UNWEIGHED}`, '+5'],
  ['ship 108856 22x60x30 −.5', `Ship 108856: ${UNWEIGHED}`, '−.5'],
  ['ship 108856 -2*22x60x30 5 nzpost', 'Ship 108856 with NZ Post', '-2*22x60x30', '5'],
  ['ship 108856 -22x60x30 nzpost', 'Ship 108856 with NZ Post', '-22x60x30'],
  ['ship 108856 nzpost 22 x -60 x 30', 'Ship 108856 with NZ Post', '22', 'x', '-60', 'x', '30'],
  ['ship 108856 small carton -5', `Ship 108856: ${SMALL}`, '-5'],
  ['ship 108856 -2 small carton', `Ship 108856: ${SMALL}`, '-2'],
])('%j is named as doubtful', (typed, sentence, ...doubts) =>
  expect(said(typed)).toMatchObject({ sentence, doubts }),
)

test.each([
  ['ship 108856', 'order.create-consignment'],
  ['freight 108856', 'order.freight'],
  ['108856 freight', 'order.freight'],
  ['track 108856', 'order.freight'],
])('%j without values is the command that it was', (typed, command) => {
  const reading = read(typed)
  expect([reading?.command, reading?.given]).toEqual([command, undefined])
})

test.each(['send 108856 to hawkins', 'the small carton of 108856', '22x60x30 11.4 108856'])(
  '%j is no sentence',
  (typed) => expect(read(typed)?.given).toBeUndefined(),
)

test('values are offered only where the back end has what they need', () => {
  const without = CAPABILITIES.filter((name) => name !== 'courier-rules' && name !== 'dispatch')
  // Read all the same: the form says that no rule marks an option.
  expect(read('ship 108856 by rule', without)?.given).toEqual({ courier: 'by rule' })
  expect(read('ship 108856 nzpost by rule', without)?.clashes).toEqual(['courier: nzpost or by rule'])
  expect(grammarOf(argumentsOf('ship', new Set(without)))).toBe(
    'courier: aramex, castleparcels, nzcouriers, nzpost, posthaste, titus, cheapest · ' +
      'parcels: 22x60x30 11.4, small carton, medium carton, large carton, pipe bundle',
  )
  expect(grammarOf(SHIPPING)).toContain('cheapest, by rule · ')
})

// PAL-18
test.each([
  ['ship nzpost 60 x 40 x 100 250', []],
  ['ship nzpost 60 × 40 × 100 250', []],
  ['ship 60 x 40 x 100 250', []],
  ['ship 108856 60 x 40 x 100 250', ['108856']],
  ['ship 60 x 40 x 100 250 108856', ['108856']],
  ['ship 100 250 nzpost', ['100250']],
  ['ship 100 250 60 x 40 x 100 250', ['100250']],
])('the orders of %j are %j, although consecutive numbers of a parcel are one, too', (typed, codes) =>
  expect(read(typed)?.codes ?? []).toEqual(codes),
)

// PAL-18
describe('after steps', () => {
  test.each([
    ['108856 pay cash, pack, ship nzpost 22x60x30 11.4', 2, { courier: 'nzpost', parcels: '22x60x30 11.4' }],
    ['pay cash, pack, ship 108856 by rule', 2, { courier: 'by rule' }],
    [
      '108856 pack no mail, freight cheapest small carton',
      1,
      { courier: 'cheapest', parcels: 'small carton' },
    ],
    ['pack 108856, ship as last time', 1, { parcels: 'as last time' }],
    ['pack 108856, book by rule small carton', 1, { courier: 'by rule', parcels: 'small carton' }],
  ])('%j ships last', (typed, steps, given) => {
    const reading = read(typed)
    expect([reading?.codes, reading?.steps?.length, reading?.ship?.given]).toEqual([['108856'], steps, given])
    expect(reading?.ignored).toBeUndefined()
  })

  test.each([
    ['release 108856 paid, book nzpost', { reason: 'paid' }],
    ['108856 release paid, book nzpost', { reason: 'paid' }],
    ['release 108856 paid by phone, book nzpost', { reason: 'paid by phone' }],
    ['release 108856, book nzpost', {}],
  ])('%j releases without the code in the reason', (typed, given) => {
    const reading = read(typed)
    expect([reading?.codes, reading?.steps?.map((step) => step.given)]).toEqual([['108856'], [given]])
    expect(reading?.ship?.given).toEqual({ courier: 'nzpost' })
  })

  test.each([
    ['108856 ship nzpost, pay cash', ['pay', 'cash']],
    ['108856 pay cash, pack, ship', ['ship']],
    ['108856 pack, ship nzpost urgent', ['urgent']],
  ])('%j names what is none', (typed, ignored) => expect(read(typed)?.ignored).toEqual(ignored))

  test('the reason of a hold keeps its last words', () =>
    expect(read('hold 108856 no stock, ship monday')?.given).toEqual({ reason: 'no stock, ship monday' }))
})

// PAL-18, PACK-1
describe('in the cartons of the business', () => {
  const cartons = [
    { name: 'Tub', branch: 'auckland', height_cm: 10, length_cm: 20, width_cm: 30 },
    { name: 'Tub', branch: 'christchurch', height_cm: 11, length_cm: 22, width_cm: 33 },
    { name: 'Long box', branch: 'christchurch', height_cm: 5, length_cm: 90, width_cm: 5 },
  ] as const
  const at = (branch: string) => exampleOrder({ code: '108856', freight: { branch } })
  const given = (text: string) => {
    const words = text.split(' ').map((word) => ({ text: word, isQuoted: false }))
    return readArguments(argumentsOf('ship', new Set(), cartons), words, TODAY)
  }

  test('a name is the carton of the branch that sends', () => {
    const { says } = sentenceOf('ship')
    const spoken = (branch: string) =>
      says({ order: at(branch), cartons }, given('nzpost 2*tub 4').given, TODAY)
    expect([spoken('auckland'), spoken('christchurch')]).toEqual([
      'Ship 108856 with NZ Post: 2 parcels, each 10 × 20 × 30 cm, 4 kg',
      'Ship 108856 with NZ Post: 2 parcels, each 11 × 22 × 33 cm, 4 kg',
    ])
  })

  test('one that the branch does not have is refused, and a preset is none', () => {
    const { refusal } = sentenceOf('ship')
    const long = given('long box')
    expect(refusal?.({ order: at('auckland'), cartons }, long.given)).toBe(
      'The branch of the order has no “long box”',
    )
    expect(refusal?.({ order: at('christchurch'), cartons }, long.given)).toBeNull()
    expect(given('small carton').unread).toEqual(['small', 'carton'])
  })
})

const size = fc.integer({ min: 1, max: 300 }).map(String)
const kilograms = fc.integer({ min: 1, max: 999 }).map((tenths) => String(tenths / 10))
const piece = fc.record({
  quantity: fc.integer({ min: 1, max: 20 }).map(String),
  height: size,
  length: size,
  width: size,
  weight: kilograms,
})

// PAL-18
test('the parcels that the sentence says are those that the form gets', () => {
  const pieces = fc.array(piece, { minLength: 1, maxLength: 4 })
  const couriers = fc.constantFrom('', 'nzpost', 'nz post', 'cheapest', 'by rule')
  fc.assert(
    fc.property(pieces, couriers, fc.boolean(), (typed, courier, isFirst) => {
      const parcels = typed
        .map((one) => `${one.quantity}*${one.height}x${one.length}x${one.width} ${one.weight}`)
        .join(' ')
      const words = (isFirst ? [courier, parcels] : [parcels, courier]).filter(Boolean).join(' ')
      const given = read(`ship 108856 ${words}`)?.given ?? {}
      const rows = rowsSaid(given, '108856')
      expect(
        rows.map(({ quantity, height, length, width, weight }) => ({
          quantity,
          height,
          length,
          width,
          weight,
        })),
      ).toEqual(typed)
      // Each parcel of the sentence shown is read as the same parcel.
      const sentence = sentenceOf('ship').says({ order: ORDER }, given, TODAY) ?? ''
      const [, listed = ''] = sentence.split(': ')
      const again = listed.split(' and ').map((text) => text.replace(/^(\d+) parcels?,?(?: each)? /, '$1*'))
      const shown = readArguments(
        SHIPPING,
        again.flatMap((text) => text.split(' ')).map((text) => ({ text, isQuoted: false })),
        TODAY,
      )
      expect(rowsSaid(shown.given, '108856')).toEqual(rows)
    }),
  )
})

test('no order of its words ships with other parcels or another courier', () => {
  const parts = ['108856', 'ship', 'nzpost', '22x60x30 11.4', 'small carton 5']
  fc.assert(
    fc.property(fc.shuffledSubarray(parts, { minLength: parts.length }), (shuffled) => {
      const reading = read(shuffled.join(' '))
      if (!reading?.given || reading.ignored) return
      expect([reading.codes, reading.given.courier]).toEqual([['108856'], 'nzpost'])
      expect(
        new Set(rowsSaid(reading.given, '108856').map(({ height, weight }) => `${height} ${weight}`)),
      ).toEqual(new Set(['22 11.4', '20 5']))
    }),
  )
})

// PAL-18
describe('several orders', () => {
  const orders = [ORDER, exampleOrder({ code: '108857' })]
  const { sentence } = commandById('order.book-by-rule')

  test.each([
    ['ship 108856 108857', undefined],
    ['108856 108857 ship', undefined],
    ['freight 108856, 108857', undefined],
    ['ship 108856 108857 by rule', null],
    ['BOOK 108856 108857 BY RULE', null],
    ['book by rule 108856 108857', null],
    ['ship 108856 108857 nzpost', 'Several orders are booked by rule: name no courier, or ship one order'],
    ['ship 108856 108857 cheapest', 'Several orders are booked by rule: name no courier, or ship one order'],
    [
      'ship 108856 108857 22x60x30 11.4',
      'Several orders have their own parcels: name none, or ship one order',
    ],
    [
      'ship 108856 108857 as last time by rule',
      'Several orders have their own parcels: name none, or ship one order',
    ],
  ])('“%s” is about booking both, refused because of %s', (text, refusal) => {
    const reading = read(text)
    expect([reading?.command, reading?.codes, reading?.ignored]).toEqual([
      'order.book-by-rule',
      ['108856', '108857'],
      undefined,
    ])
    const given = reading?.given
    expect(given && sentence && sentenceOf(sentence).refusal?.({ orders }, given)).toBe(refusal)
  })

  test('are booked by rule also with a back end that has no rules', () =>
    expect(read('ship 108856 108857 by rule', ['book-once'])?.given).toEqual({ courier: 'by rule' }))

  test('are one at a time with a back end that cannot repeat a booking', () =>
    expect(
      read(
        'ship 108856 108857 by rule',
        CAPABILITIES.filter((one) => one !== 'book-once'),
      )?.command,
    ).toBe('order.create-consignment'))

  test.each([
    ['ship 108856 by rule', { courier: 'by rule' }],
    ['108856 book by rule 22x60x30 11.4', { courier: 'by rule', parcels: '22x60x30 11.4' }],
    ['book by rule small carton 108856', { courier: 'by rule', parcels: 'small carton' }],
  ])('one order still leads to its form: %s', (text, given) =>
    expect(read(text)).toMatchObject({ command: 'order.create-consignment', codes: ['108856'], given }),
  )
})

describe('the option of a sentence', () => {
  const option = (id: string, slug: string, cost: number, cheapest = false): FreightOption => ({
    id,
    courier: slug,
    slug,
    cost,
    service: '',
    cheapest,
    breakdown: [],
  })
  const options = [
    option('dear', 'nzpost', 900),
    option('fair', 'nzpost', 800),
    option('rule', 'titus', 700),
    option('least', 'aramex', 600, true),
  ]

  test.each([
    ['nzpost', 'fair'],
    ['cheapest', 'least'],
    ['by rule', 'rule'],
    ['posthaste', undefined],
  ])('%s is %s', (courier, id) => expect(optionSaid(courier, options, options[2] ?? null)?.id).toBe(id))
})

// PAL-18
describe('Enter', () => {
  const command = commandById('order.create-consignment')

  test.each([
    ['as a whole', false, true],
    ['with doubts', true, false],
  ])('opens the form with the values, understood %s', (_, isDoubtful, isPriced) => {
    const given = { courier: 'nzpost', parcels: '22x60x30 11.4' }
    const context = contextWith({ order: ORDER }, { typed: { given, isDoubtful } })
    void command.run(context)
    expect(context.effects.openForm).toHaveBeenCalledWith('/orders/108856?tab=freight', {
      order: '108856',
      isAnother: false,
      given,
      isPriced,
    })
    expect(context.effects.navigate).not.toHaveBeenCalled()
  })

  test('on the order of the form fills it in, and without values leads nowhere', () => {
    const targets = { order: ORDER, record: recordTarget('108856'), ...formTargets() }
    const state = (typed?: object) => command.availability(contextWith(targets, typed && { typed })).state
    expect([state(), state({ given: { courier: 'nzpost' } })]).toEqual(['blocked', 'ready'])
  })
})
