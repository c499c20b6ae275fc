import { describe, expect, test } from 'vitest'
import { commandById } from '../../commands/index.ts'
import { interpret } from '../../commands/interpreter/interpret.ts'
import type { ActionReading } from '../../commands/interpreter/reading.ts'
import { CAPABILITIES } from '../../src/contract/capabilities.ts'
import { ORDER_DIALOGS } from '../../src/domain/orders/order-actions.ts'
import { RECORD_KINDS } from '../../src/domain/records/record-kind.ts'
import { examplesOf, readArguments } from '../../src/domain/sentences/arguments.ts'
import { sentenceOf } from '../../src/domain/sentences/command-sentences.ts'
import { ORDER_SENTENCES, otherAmount } from '../../src/domain/sentences/order-sentences.ts'
import { exampleOrder } from '../domain/example-records.ts'
import { fc } from '../properties.ts'
import { SEEN, TODAY } from './interpreter.cases.ts'

const CONTEXT = {
  today: TODAY,
  kindsOf: (code: string) => RECORD_KINDS.filter((kind) => SEEN[kind].includes(code)),
  customShortcuts: {},
  capabilities: new Set(CAPABILITIES),
}

const ORDER = exampleOrder({
  code: '108856',
  costs: { total: 292_724 },
  customer: { email: 'hemi@example.com' },
})

function actionIn(text: string): ActionReading | null {
  const [first] = interpret(text, CONTEXT)
  return first?.kind === 'action' ? first : null
}

/** What Enter does, and the words that were not understood. */
function said(text: string): [string, ...string[]] | null {
  const reading = actionIn(text)
  const dialog = reading && commandById(reading.command).dialog
  if (!dialog) return null
  const { given = {}, ignored = [], clashes = [] } = reading
  const amount = otherAmount(ORDER, given)
  return [
    ORDER_SENTENCES[dialog].says(ORDER, given, TODAY),
    ...ignored,
    ...clashes,
    ...(amount === null ? [] : [amount]),
  ]
}

const PAID = 'Record $2,927.24 for 108856 as'
const MAILED = 'with the message to hemi@example.com'

// PAL-10, PAL-11. The day is Sunday 22 November 2026.
describe.each<[string, [typed: string, sentence: string, ...doubts: string[]][]]>([
  [
    'a payment',
    [
      ['pay 108856 cash', `${PAID} cash, today`],
      ['108856 pay cash', `${PAID} cash, today`],
      ['pay cash 108856', `${PAID} cash, today`],
      ['PAY 108856 CASH', `${PAID} cash, today`],
      ['pay order 108856 with cash', `${PAID} cash, today`],
      ['please pay #108856 by card', `${PAID} card, today`],
      ['pay order 108856 with cash please', `${PAID} cash, today`],
      ['pay 108856 eftpos', `${PAID} card, today`],
      ['pay 108856 credit card yesterday', `${PAID} card, yesterday`],
      ['pay 108856 bank transfer', `${PAID} bank, today`],
      ['pay 108856 today cash ref 88', `${PAID} cash, today, reference 88`],
      ['pay 108856 ref 88 cash', `${PAID} cash, today, reference 88`],
      ['pay 108856 reference INV 88 7', `${PAID} bank, today, reference INV 88 7`],
      ['pay 108856 ref "88 cash"', `${PAID} bank, today, reference 88 cash`],
      ['pay 108856 on fri', `${PAID} bank, Fri 20/11/2026`],
      ['pay 108856 20/11', `${PAID} bank, Fri 20/11/2026`],
      ['pay 108856 20 nov', `${PAID} bank, Fri 20/11/2026`],
      ['pay 108856 20 nov 2025 card', `${PAID} card, Thu 20/11/2025`],
      ['record payment 108856 cash', `${PAID} cash, today`],
      ['mark paid 108856 cash', `${PAID} cash, today`],
      ['108856 paid cash yesterday', `${PAID} cash, yesterday`],
      ['pay 108856 $2,927.24 cash', `${PAID} cash, today`],
      ['pay 108856 $50 cash', `${PAID} cash, today`, '$50.00 is not the total'],
      ['pay 108856 -$2,927.24 cash', `${PAID} cash, today`, '-$2,927.24 is not the total'],
      ['pay 108856 $-2927.24 cash', `${PAID} cash, today`, '-$2,927.24 is not the total'],
      ['pay 108856 +2927.24 cash', `${PAID} cash, today`, '+2927.24'],
      ['pay 108856 cash ref -88', `${PAID} cash, today, reference -88`],
      ['pay 108856 cash card', `${PAID} bank, today`, 'method: cash or card'],
      ['pay 108856 cash cash', `${PAID} cash, today`],
      ['pay 108856 today yesterday', `${PAID} bank, today`, 'date: today or yesterday'],
      ['pay 108856 cash urgent', `${PAID} cash, today`, 'urgent'],
      ['pay 108856 cash tomorrow', `${PAID} cash, today`, 'tomorrow'],
      ['pay 108856 30/2/2026 cash', `${PAID} cash, today`, '30/2/2026'],
      ['pay 108856 2927.24 cash', `${PAID} cash, today`],
      ['pay 108856 on friday by card', `${PAID} card, Fri 20/11/2026`],
      ['pay 108856 wed eftpos', `${PAID} card, Wed 18/11/2026`],
      ['pay 108856 sun card', `${PAID} card, today`],
      ['pay 108856 2026-11-19 bank', `${PAID} bank, Thu 19/11/2026`],
      ['pay 108856 19.11.2026 bank', `${PAID} bank, Thu 19/11/2026`],
      ['pay 108856 20/11/2026 card ref "ANZ 4411"', `${PAID} card, Fri 20/11/2026, reference ANZ 4411`],
      ['pay 108856 card ref ANZ 4411 yesterday', `${PAID} card, yesterday, reference ANZ 4411`],
      ['pay 108856 "ANZ 4411" card', `${PAID} card, today, reference ANZ 4411`],
      ['record payment 108856 bank ref INV-9', `${PAID} bank, today, reference INV-9`],
      ['108856 paid by cash today', `${PAID} cash, today`],
      ['mark 108856 as paid by card', `${PAID} card, today`],
      ['mark 108856 paid cash yesterday', `${PAID} cash, yesterday`],
    ],
  ],
  [
    'a packing',
    [
      ['pack 108856 no mail', 'Pack 108856 without an e-mail'],
      ['pack 108856 without email', 'Pack 108856 without an e-mail'],
      ['108856 pack quietly', 'Pack 108856 without an e-mail'],
      [
        'pack 108856 message Ready at the counter',
        'Pack 108856 with “Ready at the counter” to hemi@example.com',
      ],
      ['pack 108856 on account no mail', 'Pack 108856 on account without an e-mail'],
      ['pack on account 108856 no mail', 'Pack 108856 on account without an e-mail'],
      ['pay and pack 108856 cash', `${PAID} cash, today, and pack it ${MAILED}`],
      ['pay and pack 108856 cash no mail', `${PAID} cash, today, and pack it without an e-mail`],
      ['pay 108856 and pack it cash', `${PAID} cash, today, and pack it ${MAILED}`],
      ['108856 on account no mail', 'Pack 108856 on account without an e-mail'],
      ['pack 108856 "Bay 3" no mail', 'Pack 108856 without an e-mail'],
      [
        'pack 108856 message "Back door, ring bell"',
        'Pack 108856 with “Back door, ring bell” to hemi@example.com',
      ],
    ],
  ],
  [
    'a collection',
    [
      ['collect 108856 Hemi', 'Record the collection of 108856 by Hemi'],
      ['collect 108856 paid by Hemi', 'Record the collection of 108856 by Hemi'],
      ['collect 108856 by Hemi Walker', 'Record the collection of 108856 by Hemi Walker'],
      ['108856 collected by Māia O’Brien', 'Record the collection of 108856 by Māia O’Brien'],
      ['collect by Hemi 108856', 'Record the collection of 108856 by Hemi'],
      ['collect 108856 "Te Rangi o\'Neill"', "Record the collection of 108856 by Te Rangi o'Neill"],
      [
        'collect 108856 Hēmi notes "left the box"',
        'Record the collection of 108856 by Hēmi, notes “left the box”',
      ],
      [
        '108856 picked up by Jo notes paid the freight',
        'Record the collection of 108856 by Jo, notes “paid the freight”',
      ],
    ],
  ],
  [
    'a tracking code',
    [
      ['108856 tracking aramex ABC123', 'Mark 108856 as shipped by Aramex, tracking code ABC123'],
      ['tracking 108856 nz post CL123456789', 'Mark 108856 as shipped by NZ Post, tracking code CL123456789'],
      [
        'shipped 108856 castle parcels ABC1234',
        'Mark 108856 as shipped by Castle Parcels, tracking code ABC1234',
      ],
      ['sent 108856 nzpost', 'Mark 108856 as shipped by NZ Post'],
      ['tracking 108856 ABC123 aramex', 'Mark 108856 as shipped by Aramex, tracking code ABC123'],
      ['108856 tracking dhl JD014600003', 'Mark 108856 as shipped by DHL, tracking code JD014600003'],
      [
        '108856 tracking aramex nzpost ABC12345',
        'Mark 108856 as shipped by Aramex, tracking code ABC12345',
        'courier: aramex or nzpost',
      ],
      [
        '108856 tracking nzpost ABC12345 ABC12346',
        'Mark 108856 as shipped by NZ Post',
        'tracking code: ABC12345 or ABC12346',
      ],
      ['tracking 108856 CL123456789', 'Mark 108856 as shipped by Aramex, tracking code CL123456789'],
      ['shipped 108856 ABC12345', 'Mark 108856 as shipped by Aramex, tracking code ABC12345'],
      [
        '108856 tracking titus TTS100 https://titus.example/TTS100',
        'Mark 108856 as shipped by Titus, tracking code TTS100, tracked at https://titus.example/TTS100',
      ],
    ],
  ],
  [
    'a hold, its release, a skip and a step taken back',
    [
      ['hold 108856', 'Put 108856 on hold'],
      ['108856 hold', 'Put 108856 on hold'],
      ['hold 108856 waiting for stock', 'Put 108856 on hold: waiting for stock'],
      ['hold 108856 for an answer', 'Put 108856 on hold: answer'],
      ['hold 108856 reason "customer calls back"', 'Put 108856 on hold: customer calls back'],
      ['108856 hold address wrong', 'Put 108856 on hold: address wrong'],
      ['HOLD 108856 NO STOCK', 'Put 108856 on hold: NO STOCK'],
      ['put 108856 on hold: no stock', 'Put 108856 on hold: no stock'],
      ['take 108856 off hold paid by phone', 'Release 108856: paid by phone'],
      ['release 108856 paid by phone 20/11', 'Release 108856: paid by phone 20/11'],
      ['take 108856 back wrong order', 'Take back the last step of 108856: wrong order'],
      ['hold 108856 because the customer is away', 'Put 108856 on hold: the customer is away'],
      ['put on hold 108856 two taps short', 'Put 108856 on hold: two taps short'],
      ['release 108856 stock is here', 'Release 108856: stock is here'],
      ['skip 108856 no driver', 'Skip 108856 until tomorrow: no driver'],
      ['take back 108856 wrong order', 'Take back the last step of 108856: wrong order'],
      ['undo 108856', 'Take back the last step of 108856'],
      ['108856 undo wrong order', 'Take back the last step of 108856: wrong order'],
    ],
  ],
])('%s', (_, cases) => {
  test.each(cases)('%j', (typed, ...sentence) => expect(said(typed)).toEqual(sentence))
})

// PAL-15
describe('facts of records, and other programs', () => {
  const says = (text: string) => {
    const reading = actionIn(text)
    const { sentence } = commandById(reading?.command ?? 'palette.open')
    return sentence && sentenceOf(sentence).says({ order: ORDER }, reading?.given ?? {}, TODAY)
  }

  test.each([
    ['copy email 108856', 'Copy the e-mail address of 108856: hemi@example.com'],
    ['108856 copy email', 'Copy the e-mail address of 108856: hemi@example.com'],
    ['COPY THE E-MAIL ADDRESS OF ORDER 108856', 'Copy the e-mail address of 108856: hemi@example.com'],
    ['108856 new tab', 'Open the order in a new tab'],
    ['open in new tab 108856', 'Open the order in a new tab'],
    ['open 108856 in new tab', 'Open the order in a new tab'],
    ['open 108856 in a new tab', 'Open the order in a new tab'],
  ])('%j', (text, words) => expect(says(text)).toBe(words))

  test.each<[string, string, readonly string[], object | undefined]>([
    ['copy phone 108856', 'order.copy-code', ['108856'], { what: 'phone' }],
    ['copy 108856 address', 'order.copy-code', ['108856'], { what: 'address' }],
    ['copy 108856 name', 'order.copy-code', ['108856'], { what: 'name' }],
    ['copy link 108856', 'order.copy-code', ['108856'], { what: 'link' }],
    ['copy mobile of 10097', 'customer.copy-code', ['10097'], { what: 'mobile' }],
    ['e-mail 108856 about "your taps"', 'order.mail', ['108856'], { subject: 'your taps' }],
    ['ring 108856 mobile', 'order.call', ['108856'], { number: 'mobile' }],
    ['open 10097 in new tab', 'customer.open-in-new-tab', ['10097'], undefined],
    ['print 108856 on bench 2', 'consignment.print', ['108856'], { printer: 'bench 2' }],
    ['delete 108856', 'consignment.delete', ['108856'], undefined],
    ['unhold 108856', 'order.release', ['108856'], undefined],
    ['pack 108856 and 108846 quietly', 'order.pack', ['108856', '108846'], { send_notification: false }],
    [
      'mark 108856 108846 paid card',
      'order.record-payment',
      ['108856', '108846'],
      { payment_method: 'card' },
    ],
    ['copy phones 108856 108846', 'order.copy-code', ['108856', '108846'], { what: 'phone' }],
    ['108856 copy tracking', 'order.copy-code', ['108856'], { what: 'tracking' }],
    ['copy phone and email 108856', 'order.copy-code', ['108856'], { what: 'phone and email' }],
    ['copy phone of customer 10097', 'customer.copy-code', ['10097'], { what: 'phone' }],
    ['copy address CPL01000001', 'consignment.copy-code', ['CPL01000001'], { what: 'address' }],
    ['mail 108856', 'order.mail', ['108856'], undefined],
    ['mail 108856 about the tap', 'order.mail', ['108856'], { subject: 'the tap' }],
    ['call 10097', 'customer.call', ['10097'], undefined],
    ['call 108856 mobile', 'order.call', ['108856'], { number: 'mobile' }],
    ['print CPL01000001 on Bench 2', 'consignment.print', ['CPL01000001'], { printer: 'Bench 2' }],
    ['print 108856 108846', 'consignment.print', ['108856', '108846'], undefined],
  ])('%j', (text, command, codes, given) => {
    const reading = actionIn(text)
    expect([reading?.command, reading?.codes, reading?.given]).toEqual([command, codes, given])
  })

  test('a fact that the order lacks is named', () => {
    const order = { ...ORDER, customer: { ...ORDER.customer, phone: null, mobile: null } }
    expect(sentenceOf('copy-order').refusal?.({ order }, { what: 'phone' })).toBe(
      'The order has no phone number',
    )
  })
})

// PAL-10
describe('the values of a sentence are those of its dialog', () => {
  test.each<[string, object]>([
    ['pay 108856 cash fri ref 88', { payment_method: 'cash', date_paid: '2026-11-20', reference: '88' }],
    ['pack 108856 no mail', { send_notification: false }],
    ['pack 108856 saying Kia ora', { message: 'Kia ora', messageTyped: true }],
    ['collect 108856 Hemi notes at dock 2', { collected_by: 'Hemi', notes: 'at dock 2' }],
    ['108856 tracking aramex ABC123', { shipping_company: 'aramex', tracking_code: 'ABC123' }],
    ['hold 108856 waiting for stock', { reason: 'waiting for stock' }],
  ])('%j', (typed, given) => expect(actionIn(typed)?.given).toEqual(given))

  test('several orders share them', () =>
    expect(actionIn('pay 108856, 108846 and 108837 cash ref 88')).toMatchObject({
      command: 'order.record-payment',
      codes: ['108856', '108846', '108837'],
      given: { payment_method: 'cash', reference: '88' },
    }))
})

// PAL-10
describe('a sentence without a code is for the record of the screen', () => {
  test.each<[string, string, object]>([
    ['pay cash', 'order.record-payment', { payment_method: 'cash' }],
    [
      'pay cash yesterday ref 88',
      'order.record-payment',
      { payment_method: 'cash', date_paid: '2026-11-21', reference: '88' },
    ],
    ['pack no mail', 'order.pack', { send_notification: false }],
    ['hold waiting for stock', 'order.hold', { reason: 'waiting for stock' }],
    ['collect Hemi', 'order.record-collection', { collected_by: 'Hemi' }],
    [
      'ship nzpost 22x60x30 11.4',
      'order.create-consignment',
      { courier: 'nzpost', parcels: '22x60x30 11.4' },
    ],
    ['ship it small', 'order.create-consignment', { parcels: 'small' }],
    ['pack on account no mail', 'order.pack-on-account', { send_notification: false }],
    [
      'pay and pack eftpos yesterday ref 88 no mail',
      'order.pay-and-pack',
      { payment_method: 'card', date_paid: '2026-11-21', reference: '88', send_notification: false },
    ],
    [
      'collected by Hemi notes at dock 2',
      'order.record-collection',
      { collected_by: 'Hemi', notes: 'at dock 2' },
    ],
    ['pack saying Kia ora', 'order.pack', { message: 'Kia ora', messageTyped: true }],
    ['release stock is here', 'order.release', { reason: 'stock is here' }],
    ['skip no driver', 'order.skip', { reason: 'no driver' }],
    ['take back wrong order', 'order.take-back', { reason: 'wrong order' }],
    ['copy phone', 'order.copy-code', { what: 'phone' }],
    ['call mobile', 'order.call', { number: 'mobile' }],
  ])('%j', (typed, command, given) => expect(actionIn(typed)).toMatchObject({ command, codes: [], given }))

  test('a tracking code that no record has is its value', () => {
    const readings = interpret('tracking nzpost CL123456789', CONTEXT)
    expect(readings).toContainEqual({
      kind: 'action',
      command: 'order.add-tracking',
      codes: [],
      given: { shipping_company: 'nzpost', tracking_code: 'CL123456789' },
      said: 'nzpost CL123456789',
    })
  })

  test.each(['pay cash urgent', 'shipped nzpost', 'pay', 'on account', 'hold see 108858'])(
    '%j is none',
    (typed) => {
      const without = interpret(typed, CONTEXT).filter(
        (one) => one.kind === 'action' && one.codes.length === 0 && one.given,
      )
      expect(without).toEqual([])
    },
  )
})

test.each([
  'the order 108856 was to be paid in cash said Hemi',
  'hi 108856 hold music is awful',
  '108856 cash',
  'cash 108856',
  'tracking 108856',
  '108858 tracking 108856',
  '108856 tracking 108858',
  'tracking 108856 W104150',
])('%j is no sentence', (typed) => expect(actionIn(typed)?.given).toBeUndefined())

test.each(ORDER_DIALOGS)('each example of %s is understood', (dialog) => {
  const declared = ORDER_SENTENCES[dialog].arguments
  expect(examplesOf(declared)).not.toBe('')
  for (const { noun, example } of declared.filter((one) => one.example !== '')) {
    const text = example === 'the code' ? 'ABC123' : example
    const words = text.split(' ').map((word) => ({ text: word, isQuoted: false }))
    const { given, unread } = readArguments(declared, words, TODAY)
    expect([noun, Object.keys(given).length, unread]).toEqual([noun, expect.any(Number), []])
    expect(Object.keys(given)).not.toEqual([])
  }
})

const PARTS = ['cash', 'fri', 'ref 88', '$2,927.24']

test('words of a sentence may stand in any order', () => {
  const expected = actionIn(`pay 108856 ${PARTS.join(' ')}`)?.given
  expect(expected).toMatchObject({ payment_method: 'cash', date_paid: '2026-11-20', reference: '88' })
  fc.assert(
    fc.property(fc.shuffledSubarray(PARTS, { minLength: PARTS.length }), fc.boolean(), (parts, isLast) => {
      const words = parts.join(' ')
      const typed = isLast ? `pay ${words} 108856` : `pay 108856 ${words}`
      // A text behind its keyword ends the values before codes.
      const given = actionIn(typed)?.given
      expect([expected, undefined]).toContainEqual(given)
      if (!isLast) expect(given).toEqual(expected)
    }),
  )
})

// PAL-10
test('no order of the words of a tracking sentence ships another order', () => {
  const words = ['108856', 'tracking', 'nzpost', 'CL123456789']
  const expected = { shipping_company: 'nzpost', tracking_code: 'CL123456789' }
  fc.assert(
    fc.property(fc.shuffledSubarray(words, { minLength: words.length }), (shuffled) => {
      const reading = actionIn(shuffled.join(' '))
      if (!reading?.given || reading.ignored) return
      expect([reading.codes, reading.given]).toEqual([['108856'], expected])
    }),
  )
})

/** The days that the sentences of the next test can name. */
const DAYS = new Map([
  ['today', TODAY],
  ['yesterday', '2026-11-21'],
  ['Fri 20/11/2026', '2026-11-20'],
])

test('whatever follows a verb, the sentence says what the dialog gets', () => {
  const word = fc.constantFrom(
    'cash',
    'card',
    'fri',
    'yesterday',
    'ref',
    '88',
    'no',
    'mail',
    'urgent',
    '$5',
    '"x y"',
    'by',
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (words) => {
      const reading = actionIn(`pay 108856 ${words.join(' ')}`)
      if (!reading?.given) return
      const { payment_method = 'bank', date_paid = TODAY, reference } = reading.given
      const sentence = ORDER_SENTENCES['record-payment'].says(ORDER, reading.given, TODAY)
      const [, method, day = '', text] = /as (\S+), ([^,]+)(?:, reference (.+))?$/.exec(sentence) ?? []
      expect([method, DAYS.get(day), text]).toEqual([payment_method, date_paid, reference])
      const heard = [...(reading.ignored ?? []), String(reference ?? '')].flatMap((text) => text.split(' '))
      const count = (texts: readonly string[]) => texts.filter((text) => text === 'urgent').length
      expect(count(heard)).toBe(count(words))
    }),
  )
})
