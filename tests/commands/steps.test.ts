import { describe, expect, test } from 'vitest'
import { commandById } from '../../commands/index.ts'
import { sentenceNamed } from '../../commands/interpreter/find-sentence.ts'
import { interpret } from '../../commands/interpreter/interpret.ts'
import { type JudgedCommand, judged, whyNotOnSeveral } from '../../commands/interpreter/judge.ts'
import type { ActionReading } from '../../commands/interpreter/reading.ts'
import { CAPABILITIES, type Capability } from '../../src/contract/capabilities.ts'
import type { Order } from '../../src/contract/orders.ts'
import { PARCEL_PRESETS } from '../../src/domain/freight/cartons.ts'
import type { OrderDialogName } from '../../src/domain/orders/order-actions.ts'
import { completionsOf, type Given, grammarOf } from '../../src/domain/sentences/arguments.ts'
import { argumentsOf } from '../../src/domain/sentences/command-sentences.ts'
import { ORDER_SENTENCES } from '../../src/domain/sentences/order-sentences.ts'
import { isStep, judgedSteps, type Step } from '../../src/domain/sentences/order-steps.ts'
import { exampleOrder } from '../domain/example-records.ts'
import { fc } from '../properties.ts'
import { contextWith } from './example-context.ts'

/** A Thursday. */
const TODAY = '2026-11-26'

const AT = '2026-11-24T21:00:00.000Z'
const paid = { dates: { paid_at: AT }, status: 'Paid' }
const packed = { dates: { paid_at: AT, ready_at: AT }, status: 'Ready To Ship' }
const pickup = { freight: { is_pickup: true } }

const ORDERS: Record<string, Order> = {
  108850: exampleOrder({ code: '108850', costs: { total: 11_500 }, ...paid }),
  108851: exampleOrder({ code: '108851', costs: { total: 11_500 }, ...paid, ...pickup }),
  108852: exampleOrder({ code: '108852', costs: { total: 11_500 }, ...packed, ...pickup }),
  108853: exampleOrder({
    code: '108853',
    dates: { ...packed.dates, shipped_at: AT },
    freight: { tracking_code: 'AX1' },
    status: 'Shipped',
  }),
  108854: exampleOrder({ code: '108854', costs: { total: 5_750 }, ...pickup }),
  108855: exampleOrder({ code: '108855', costs: { total: 11_500 }, ...packed }),
  108856: exampleOrder({ code: '108856', costs: { total: 292_724 } }),
  108857: exampleOrder({ code: '108857', costs: { total: 1_200 } }),
  108858: exampleOrder({ code: '108858', hold: { at: null, by: 'Mere', reason: 'stock' } }),
  108859: exampleOrder({ code: '108859', status: 'Cancelled' }),
}

const CONTEXT = {
  today: TODAY,
  kindsOf: (code: string) => (ORDERS[code] ? (['order'] as const) : []),
  customShortcuts: {},
  capabilities: new Set(CAPABILITIES),
}

function actionIn(text: string): ActionReading | null {
  const [first] = interpret(text, CONTEXT)
  return first?.kind === 'action' ? first : null
}

/** The steps of a text, also of one with a single step. */
function stepsIn({ steps, command, given = {} }: ActionReading): readonly Step[] {
  const { dialog } = commandById(command)
  return steps ?? (dialog && isStep(dialog) ? [{ name: dialog, given }] : [])
}

/** A step as in the tables: the name of its dialog and the values. */
function stepWords({ name, given }: Step): string {
  const { amount: _, messageTyped: __, ...values } = given
  return [name, ...Object.entries(values).map(([field, value]) => `${field}=${value}`)].join(' ; ')
}

// Written from the specification before the interpreter was read. PAL-10
const ONE: [typed: string, codes: string, step: string][] = [
  ['pay 108856 cash', '108856', 'record-payment ; payment_method=cash'],
  ['108856 pay cash', '108856', 'record-payment ; payment_method=cash'],
  ['PAY 108856 CASH', '108856', 'record-payment ; payment_method=cash'],
  ['pay 108856 card ref 88', '108856', 'record-payment ; payment_method=card ; reference=88'],
  [
    'pay 108856 bank ref "inv 88, part b"',
    '108856',
    'record-payment ; payment_method=bank ; reference=inv 88, part b',
  ],
  ['pay 108856 cash yesterday', '108856', 'record-payment ; payment_method=cash ; date_paid=2026-11-25'],
  ['pay 108856 mon card', '108856', 'record-payment ; payment_method=card ; date_paid=2026-11-23'],
  ['pay 108856 24/11 cash', '108856', 'record-payment ; payment_method=cash ; date_paid=2026-11-24'],
  ['pay 108856 24 nov cash', '108856', 'record-payment ; payment_method=cash ; date_paid=2026-11-24'],
  ['pay 108856 $2,927.24 cash', '108856', 'record-payment ; payment_method=cash'],
  ['pay 108856 108857 cash', '108856 108857', 'record-payment ; payment_method=cash'],
  ['pay 108856, 108857 cash', '108856 108857', 'record-payment ; payment_method=cash'],
  ['108856, 108857 pay card ref 9', '108856 108857', 'record-payment ; payment_method=card ; reference=9'],
  ['pack 108850 no mail', '108850', 'pack ; send_notification=false'],
  ['108850 pack "on the dock, bay 4"', '108850', 'pack ; message=on the dock, bay 4'],
  ['collect 108852 Hemi', '108852', 'record-collection ; collected_by=Hemi'],
  ['108852 collect hemi', '108852', 'record-collection ; collected_by=hemi'],
  ['collect 108852 by "Hemi Walker"', '108852', 'record-collection ; collected_by=Hemi Walker'],
  [
    '108855 tracking aramex ABC123',
    '108855',
    'add-tracking ; shipping_company=aramex ; tracking_code=ABC123',
  ],
  [
    'tracking 108855 nzpost 00794210392700123456',
    '108855',
    'add-tracking ; shipping_company=nzpost ; tracking_code=00794210392700123456',
  ],
  ['hold 108856 waiting for stock', '108856', 'hold-order ; reason=waiting for stock'],
  ['hold 108856 "no answer, call again"', '108856', 'hold-order ; reason=no answer, call again'],
  ['hold 108856 no answer, call again', '108856', 'hold-order ; reason=no answer, call again'],
  ['release 108858 paid by phone', '108858', 'release-order ; reason=paid by phone'],
  ['release 108858 paid', '108858', 'release-order ; reason=paid'],
  ['release 108858 called him, paid by phone', '108858', 'release-order ; reason=called him, paid by phone'],
  ['hold 108856 no answer, ready monday', '108856', 'hold-order ; reason=no answer, ready monday'],
  ['108856 hold no answer, ready monday', '108856', 'hold-order ; reason=no answer, ready monday'],
  ['108856 pay cash,', '108856', 'record-payment ; payment_method=cash'],
  [', 108856 pay cash', '108856', 'record-payment ; payment_method=cash'],
  ['hold 108856 108857 awaiting a pallet', '108856 108857', 'hold-order ; reason=awaiting a pallet'],
  ['108851,108852 collect Mere', '108851 108852', 'record-collection ; collected_by=Mere'],
  ['put 108856 and 108857 on hold: stock', '108856 108857', 'hold-order ; reason=stock'],
  ['108856 pay cash ref "a, pack b"', '108856', 'record-payment ; payment_method=cash ; reference=a, pack b'],
]

// PAL-13. Without codes, the steps are for the orders of the screen.
const SEVERAL: [typed: string, codes: string, ...steps: string[]][] = [
  [
    '108856 pay cash, pack no mail',
    '108856',
    'record-payment ; payment_method=cash',
    'pack ; send_notification=false',
  ],
  [
    'pay 108856 cash, pack no mail',
    '108856',
    'record-payment ; payment_method=cash',
    'pack ; send_notification=false',
  ],
  [
    'pay cash, pack no mail 108856',
    '108856',
    'record-payment ; payment_method=cash',
    'pack ; send_notification=false',
  ],
  [
    'pay cash, pack 108856 no mail',
    '108856',
    'record-payment ; payment_method=cash',
    'pack ; send_notification=false',
  ],
  ['pay cash, pack no mail', '', 'record-payment ; payment_method=cash', 'pack ; send_notification=false'],
  [
    '108856, pay cash, pack no mail',
    '108856',
    'record-payment ; payment_method=cash',
    'pack ; send_notification=false',
  ],
  [
    '108856 pay cash,pack no mail',
    '108856',
    'record-payment ; payment_method=cash',
    'pack ; send_notification=false',
  ],
  [
    '108856 PAY CASH, PACK NO MAIL',
    '108856',
    'record-payment ; payment_method=cash',
    'pack ; send_notification=false',
  ],
  [
    '108856 pay cash ref 88, pack no mail',
    '108856',
    'record-payment ; payment_method=cash ; reference=88',
    'pack ; send_notification=false',
  ],
  ['108856 pay $2,927.24 cash, pack', '108856', 'record-payment ; payment_method=cash', 'pack'],
  [
    '108856 pay bank yesterday, pack "bay 4, left"',
    '108856',
    'record-payment ; payment_method=bank ; date_paid=2026-11-25',
    'pack ; message=bay 4, left',
  ],
  ['108857 pay, pack', '108857', 'record-payment', 'pack'],
  [
    '108857 pay card, hold waiting for a pallet',
    '108857',
    'record-payment ; payment_method=card',
    'hold-order ; reason=waiting for a pallet',
  ],
  [
    '108858 release paid by phone, pay card',
    '108858',
    'release-order ; reason=paid by phone',
    'record-payment ; payment_method=card',
  ],
  [
    '108850 pack no mail, tracking nzpost AB123',
    '108850',
    'pack ; send_notification=false',
    'add-tracking ; shipping_company=nzpost ; tracking_code=AB123',
  ],
  ['108851 pack, collect hemi', '108851', 'pack', 'record-collection ; collected_by=hemi'],
  [
    '108854 pay cash, collect hemi',
    '108854',
    'record-payment ; payment_method=cash',
    'record-collection ; collected_by=hemi',
  ],
  [
    '108856 108857 pay cash, pack no mail',
    '108856 108857',
    'record-payment ; payment_method=cash',
    'pack ; send_notification=false',
  ],
  [
    '108856, 108857 pay cash, pack no mail',
    '108856 108857',
    'record-payment ; payment_method=cash',
    'pack ; send_notification=false',
  ],
  ['pay 108856 108857 cash, pack', '108856 108857', 'record-payment ; payment_method=cash', 'pack'],
  ['108856 pay cash, 108856 pack', '108856', 'record-payment ; payment_method=cash', 'pack'],
  [
    '108854 pay cash, pack no mail, collect hemi',
    '108854',
    'record-payment ; payment_method=cash',
    'pack ; send_notification=false',
    'record-collection ; collected_by=hemi',
  ],
  [
    'pay cash, pack no mail, collect hemi',
    '',
    'record-payment ; payment_method=cash',
    'pack ; send_notification=false',
    'record-collection ; collected_by=hemi',
  ],
  [
    '108856 pay cash, pack no mail, tracking nzpost AB123',
    '108856',
    'record-payment ; payment_method=cash',
    'pack ; send_notification=false',
    'add-tracking ; shipping_company=nzpost ; tracking_code=AB123',
  ],
  [
    '108858 release ok, pay card, pack no mail',
    '108858',
    'release-order ; reason=ok',
    'record-payment ; payment_method=card',
    'pack ; send_notification=false',
  ],
  [
    '108858 release ok, pay card ref 7, pack no mail, tracking aramex AB123',
    '108858',
    'release-order ; reason=ok',
    'record-payment ; payment_method=card ; reference=7',
    'pack ; send_notification=false',
    'add-tracking ; shipping_company=aramex ; tracking_code=AB123',
  ],
  [
    '108856 hold stock, release here, pay cash, pack no mail, tracking dhl AB123',
    '108856',
    'hold-order ; reason=stock',
    'release-order ; reason=here',
    'record-payment ; payment_method=cash',
    'pack ; send_notification=false',
    'add-tracking ; shipping_company=dhl ; tracking_code=AB123',
  ],
  ['108856 pay cash,, pack', '108856', 'record-payment ; payment_method=cash', 'pack'],
  [
    '108856 pay cash; pack no mail',
    '108856',
    'record-payment ; payment_method=cash',
    'pack ; send_notification=false',
  ],
  [
    'mark 108856 paid card, pack no mail',
    '108856',
    'record-payment ; payment_method=card',
    'pack ; send_notification=false',
  ],
]

test.each([...ONE, ...SEVERAL])('%j is for %j: %j', (typed, codes, ...steps) => {
  const action = actionIn(typed)
  expect(action?.codes.join(' ')).toBe(codes)
  expect(action && stepsIn(action).map(stepWords).map(sorted)).toEqual(steps.map(sorted))
  expect(action?.ignored).toBeUndefined()
})

const sorted = (step: string) => step.split(' ; ').sort()

/** What the palette says of a text, for each of its orders. */
function judgedIn(typed: string, capabilities: readonly Capability[] = CAPABILITIES): JudgedCommand[] {
  const sentence = actionIn(typed)
  if (!sentence) return []
  const context = contextWith({}, { capabilities: new Set(capabilities) })
  return sentence.codes.map((code) => {
    const order = ORDERS[code] ?? exampleOrder({ code })
    const judging = { sentence, context, today: TODAY, cartons: PARCEL_PRESETS }
    return judged(commandById(sentence.command), { order }, null, judging)
  })
}

/** Why the steps of a text are not carried out without being looked at. */
const doubtsIn = (typed: string) =>
  judgedIn(typed).flatMap(({ blocked, spoken }) => [
    ...(blocked === null ? [] : [blocked]),
    ...(spoken?.doubts ?? []),
  ])

// PAL-11, PAL-13
test.each([
  ['pay 108856 cash card', 'method: cash or card'],
  ['pay 108856 $100 cash', '$100.00 is not the total'],
  ['pay 108856 cash urgent', 'not understood: “urgent”'],
  ['108856 pay cash, pack no mail urgent', 'not understood: “urgent”'],
  ['108856 pay cash urgent, pack no mail', 'not understood: “urgent”'],
  ['108856 pay cash card, pack', 'method: cash or card'],
  ['108856 pay $5 cash, pack', '$5.00 is not the total'],
  ['108854 pay cash, pack no mail, collect', 'who collected it is missing'],
  ['108856 pay cash, hold', 'the reason is missing'],
  ['108856 pay cash, tracking nzpost', 'the tracking code is missing'],
  ['108850 pack, tracking nzpost AB123 https://t.example/1', 'NZ Post takes no address'],
  ['108850 pay cash, pack no mail', 'Step 1: The order is already paid'],
  ['108856 pack no mail, pay cash', 'Step 1: The order is not paid yet'],
  ['108856 pay cash, pack, pay card', 'Step 3: The order is already paid'],
  ['108856 pay cash, collect hemi', 'Step 2: The order is not click & collect'],
  ['108856 pay cash, pack, pack', 'Step 3: The order is already packed'],
  ['108854 pay cash, tracking aramex AB123', 'Step 2: The order is click & collect'],
  ['108854 collect hemi, pay cash', 'Step 1: The order is not paid yet'],
  ['108851 collect hemi, pack no mail', 'Step 2: The order has already been collected'],
  ['108853 pay cash, pack', 'Step 1: The order is already paid'],
  ['108859 pay cash, pack', 'Step 1: Cancelled in the shop'],
  ['108856 hold stock, pay cash', 'Step 2: On hold by you: stock'],
  ['108858 pay cash, release ok', 'Step 1: On hold by Mere: stock'],
  ['108856 release ok, pay cash', 'Step 1: The order is not on hold'],
  ['108850 108856 pay cash, pack', 'Step 1: The order is already paid'],
  ['108856 pay cash, pack, hold b, release b, hold c, release d', 'At most 5 steps in one sentence'],
  ['108855 tracking aramex ABC1234 https://t.example/1', 'Aramex takes no address'],
  [`pay 108856 cash ref ${'8'.repeat(501)}`, 'too long: reference may have at most 500 characters'],
  ['108855 tracking aramex ABC123, ship nzpost', 'Step 2: The order has already been shipped'],
])('%j is not carried out at once: %s', (typed, ...doubts) => {
  expect(doubtsIn(typed)).toEqual(doubts)
  expect(judgedIn(typed)).toContainEqual(expect.objectContaining({ canConfirm: false }))
})

test.each([...ONE, ...SEVERAL, ['pay 108856', '108856']].filter(([, codes]) => codes !== ''))(
  '%j is carried out at once',
  (typed, codes) => {
    expect(doubtsIn(typed)).toEqual([])
    const confirmed = judgedIn(typed).map(({ canConfirm }) => canConfirm)
    expect(confirmed).toEqual(codes?.split(' ').map(() => true))
  },
)

// PAL-11, PAL-18
test.each([
  ['take back 108850 wrong order', 'it cannot be undone'],
  ['108855 ship nzpost 22x60x30 11.4', 'price and courier are shown first'],
  ['108856 pay cash, pack, ship nzpost', 'price and courier are shown first'],
])('%j is not carried out at once, although it has no doubt: %s', (typed, asks) => {
  expect(doubtsIn(typed)).toEqual([])
  expect(judgedIn(typed)).toMatchObject([{ canConfirm: false, asks }])
})

test.each(['pay 108856 cash', '108856 pay cash, pack no mail'])(
  '%j is not carried out at once by a back end that cannot undo it',
  (typed) => expect(judgedIn(typed, ['holds']).map(({ canConfirm }) => canConfirm)).toEqual([false]),
)

test('more steps than are undone as one are refused', () => {
  const sentence = actionIn('pay cash, pack no mail, hold stock, release here, collect Hemi')
  const judging = { sentence, context: contextWith(), today: TODAY, cartons: [] }
  const codes = Array.from({ length: 101 }, (_, index) => String(105000 + index))
  const orders = codes.map((code) => exampleOrder({ code, ...pickup }))
  const why = (count: number) =>
    whyNotOnSeveral(commandById('order.steps'), { orders: orders.slice(0, count) }, judging)
  expect(why(100)).toBeNull()
  expect(why(101)).toBe('505 steps are too many: at most 500 are undone as one')
})

// Values follow their verb; a list or a search is no sentence.
test.each([
  'cash pay 108856',
  '108856 cash pay, no mail pack',
  '108856,108857',
  'unpaid, christchurch',
  'hawkins, auckland',
  'pay, pack',
])('%j names no steps', (typed) => {
  const action = actionIn(typed)
  expect(action?.steps ?? action?.given).toBeUndefined()
})

test.each([
  ['108856 pay cash, 108857 pack', ['108857', 'pack']],
  ['108856 pay cash, banana', ['banana']],
])('%j is one step, and the rest is named', (typed, ignored) => {
  expect(actionIn(typed)?.steps).toBeUndefined()
  expect(actionIn(typed)?.ignored).toEqual(ignored)
})

test.each([
  ['999999 pay cash, pack', '999999'],
  ['collect 108851 108852 hemi', '108851 108852'],
  ['hold 108856 108857 stock', '108856 108857'],
])('%j is a run of steps, also of a code that no record has', (typed, codes) =>
  expect(actionIn(typed)).toMatchObject({ codes: codes.split(' '), command: 'order.steps' }),
)

// PAL-14. The values that the user has last sent come first.
test.each<[dialog: OrderDialogName, given: Given, usual: Given, lastWord: string, completions: string[]]>([
  ['record-payment', {}, {}, '', ['bank', 'cash', 'card', 'today', 'yesterday']],
  ['record-payment', {}, { payment_method: 'card' }, '', ['card', 'bank', 'cash', 'today', 'yesterday']],
  ['record-payment', {}, {}, 'C', ['cash', 'card']],
  ['record-payment', {}, {}, '108856', ['bank', 'cash', 'card', 'today', 'yesterday']],
  ['record-payment', { payment_method: 'cash' }, {}, '', ['today', 'yesterday']],
  ['pack', {}, {}, '', ['no mail']],
  ['pack', { send_notification: false }, {}, '', []],
  ['record-collection', {}, { collected_by: 'Hemi Walker' }, 'he', ['Hemi Walker']],
  ['record-collection', {}, {}, '', []],
  ['hold-order', {}, {}, '', []],
])('Tab on %s with %j offers the usual %j, after “%s”: %j', (dialog, given, usual, lastWord, expected) =>
  expect(completionsOf(ORDER_SENTENCES[dialog].arguments, given, usual, lastWord, TODAY)).toEqual(expected),
)

test('Tab offers what is copied of an order', () =>
  expect(completionsOf(argumentsOf('copy-order', new Set()), {}, {}, 'em', TODAY)).toEqual(['email']))

test('each value that Tab offers is one of its argument', () => {
  for (const { arguments: declared } of Object.values(ORDER_SENTENCES)) {
    for (const { choices = [], read } of declared) {
      expect(choices.map((text) => read(text, TODAY))).not.toContain(null)
    }
  }
})

// PAL-14
test.each([
  ['record-payment', 'method: bank, cash, card · date: today, yesterday · reference: ref 88'],
  ['pack', 'no mail: no mail · message: saying …'],
  ['record-collection', 'notes: notes … · name: who collected it'],
  ['hold-order', 'reason: the reason'],
  ['copy-order', 'what: code, name, address, phone, mobile, email, tracking, link'],
  ['mail', 'subject: about …'],
  ['call', 'number: mobile'],
  ['print-labels', 'printer: on Bench 2'],
  ['delete-consignment', ''],
] as const)('the grammar of %s is “%s”', (name, words) =>
  expect(grammarOf(argumentsOf(name, CONTEXT.capabilities))).toBe(words),
)

// PAL-14
test('a printer is offered only by a back end that prints', () =>
  expect(argumentsOf('print-labels', new Set())).toEqual([]))

test.each([
  ['pay', 'record-payment'],
  ['hold', 'hold-order'],
  ['tracking', 'add-tracking'],
  ['copy', 'copy-order'],
  ['ring', 'call'],
  ['banana', null],
])('“%s ?” is about %s', (verb, name) => expect(sentenceNamed(`${verb} ?`)).toBe(name))

describe('in any order', () => {
  const PARTS = ['pay card fri ref 88', 'pack no mail', 'hold two taps short', 'release stock is here']

  test('the steps are those of their parts', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(PARTS, { minLength: 2 }), fc.nat(3), (parts, place) => {
        const at = place % parts.length
        const typed = parts.map((part, index) => (index === at ? `108856 ${part}` : part)).join(', ')
        const action = actionIn(typed)
        expect(action?.codes).toEqual(['108856'])
        expect(action?.steps?.map(({ said }) => said)).toEqual(parts)
      }),
    )
  })

  test('a sentence says the values of each step', () => {
    const values = fc.record({
      method: fc.constantFrom('cash', 'card', 'bank'),
      reference: fc.stringMatching(/^[A-Z]{2}\d{2}$/),
      by: fc.constantFrom('Hemi', 'Mere', 'Jo'),
    })
    fc.assert(
      fc.property(values, ({ method, reference, by }) => {
        const action = actionIn(`108854 pay ${method} ref ${reference}, pack no mail, collect ${by}`)
        const order = ORDERS[108854]
        if (!action?.steps || !order) throw new Error('no steps')
        expect(judgedSteps(order, action.steps, TODAY).map(({ sentence }) => sentence)).toEqual([
          `Record $57.50 for 108854 as ${method}, today, reference ${reference}`,
          'Pack 108854 without an e-mail',
          `Record the collection of 108854 by ${by}`,
        ])
      }),
    )
  })
})
