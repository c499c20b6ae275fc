import { describe, expect, test } from 'vitest'
import { interpret } from '../../commands/interpreter/interpret.ts'
import { CAPABILITIES, type Capability } from '../../src/contract/capabilities.ts'
import { HistoryDetails } from '../../src/contract/history.ts'
import { listAddress } from '../../src/domain/lists/filtered-list.ts'
import { RECORD_KINDS } from '../../src/domain/records/record-kind.ts'
import {
  type AskedQuestion,
  answerOfFreight,
  answerOfOrders,
  answerOfRecord,
  type RecordAsk,
} from '../../src/domain/sentences/questions.ts'
import { exampleConsignment, exampleOrder } from '../domain/example-records.ts'
import { SEEN, TODAY } from './interpreter.cases.ts'

const CONTEXT = {
  today: TODAY,
  kindsOf: (code: string) => RECORD_KINDS.filter((kind) => SEEN[kind].includes(code)),
  customShortcuts: {},
  capabilities: new Set(CAPABILITIES),
}

function asked(question: AskedQuestion): string {
  switch (question.of) {
    case 'orders': {
      const address = listAddress({ list: 'order', filter: question.filter }, TODAY)
      return [question.asks, question.isByBranch ? 'by branch' : null, address].filter(Boolean).join(' ')
    }
    case 'freight':
      return `freight ${question.courier ?? 'all'} ${question.days}`
    case 'record':
      return `${Object.values(question.asks).join(' ')} ${question.code}`
    case 'customers':
      return `${question.fact} of ${question.name}`
  }
}

const NO_DETAILS = HistoryDetails.parse(null)

/** The question of a text, what its rows lead to. */
function questionOf(text: string, context = CONTEXT): [string, string] | null {
  const reading = interpret(text, context).find(({ kind }) => kind === 'question')
  return reading?.kind === 'question' ? [asked(reading.question), reading.about] : null
}

// PAL-17. The day is Sunday 22 November 2026.
describe.each<[string, [typed: string, question: string, about: string][]]>([
  [
    'how many orders, and their total',
    [
      ['how many unpaid chch', 'count /orders?branch=christchurch&status=unpaid', 'unpaid chch'],
      [
        'How many unpaid in Christchurch?',
        'count /orders?branch=christchurch&status=unpaid',
        'unpaid in Christchurch',
      ],
      ['how many orders today', 'count /orders?daterange=all&ordered=today', 'orders today'],
      ['how many orders for hawkins', 'count /orders?query=hawkins&daterange=all', 'orders for hawkins'],
      ['count unpaid', 'count /orders?status=unpaid', 'unpaid'],
      ['number of paid orders', 'count /orders?status=paid', 'paid orders'],
      ['number of orders over $500', 'count /orders?total=over-500', 'orders over $500'],
      [
        'how many shipped yesterday',
        'count /orders?daterange=all&status=shipped&shipped=yesterday',
        'shipped yesterday',
      ],
      ['how many late orders', 'count /orders?is=late', 'late orders'],
      [
        'how many orders yesterday auckland',
        'count /orders?branch=auckland&daterange=all&ordered=yesterday',
        'orders yesterday auckland',
      ],
      [
        'how many orders over $500 this month',
        'count /orders?daterange=all&ordered=this-month&total=over-500',
        'orders over $500 this month',
      ],
      ['total paid yesterday', 'total /orders?daterange=all&status=paid&paid=yesterday', 'paid yesterday'],
      ['total for hawkins', 'total /orders?query=hawkins&daterange=all', 'for hawkins'],
      ['total unpaid', 'total /orders?status=unpaid', 'unpaid'],
      ['total of unpaid akl', 'total /orders?branch=auckland&status=unpaid', 'unpaid akl'],
      ['sum of orders this week', 'total /orders?daterange=all&ordered=this-week', 'orders this week'],
      [
        'value of unpaid since monday',
        'total /orders?daterange=all&status=unpaid&ordered=2026-11-16..',
        'unpaid since monday',
      ],
      ['orders today by branch', 'count by branch /orders?daterange=all&ordered=today', 'orders today'],
      ['unpaid by branch', 'count by branch /orders?status=unpaid', 'unpaid'],
      ['how many unpaid per branch', 'count by branch /orders?status=unpaid', 'unpaid'],
      ['total unpaid by branch', 'total by branch /orders?status=unpaid', 'unpaid'],
      ['TOTAL UNPAID', 'total /orders?status=unpaid', 'UNPAID'],
    ],
  ],
  [
    'what freight cost',
    [
      ['cost nzpost november', 'freight nzpost 2026-11-01..2026-11-30', ''],
      ['cost nz post this month', 'freight nzpost this-month', ''],
      ['cost november nzpost', 'freight nzpost 2026-11-01..2026-11-30', ''],
      ['freight cost yesterday', 'freight all yesterday', 'consignments yesterday'],
      ['cost nzpost today', 'freight nzpost today', 'consignments nzpost today'],
      ['cost 20 nov nz post', 'freight nzpost 2026-11-20', 'consignments nz post 20 nov'],
      ['cost of castle parcels last week', 'freight castleparcels last-week', ''],
      ['costs aramex since monday', 'freight aramex 2026-11-16..', ''],
      ['cost aramex last month', 'freight aramex last-month', ''],
      ['cost of freight for november', 'freight all 2026-11-01..2026-11-30', ''],
    ],
  ],
  [
    'who, when and where',
    [
      ['address 108858', 'fact address 108858', '108858'],
      ['phone 108858', 'fact phone 108858', '108858'],
      ['108858 phone', 'fact phone 108858', '108858'],
      ['mobile #108858', 'fact mobile 108858', '108858'],
      ['email 108858', 'fact email 108858', '108858'],
      ['108858 weight', 'weight 108858', '108858'],
      ['address CPL01000001', 'fact address CPL01000001', 'CPL01000001'],
      ['who packed 108858', 'who packed 108858', '108858'],
      ['who packed order 108858?', 'who packed 108858', '108858'],
      ['who picked #108858', 'who packed 108858', '108858'],
      ['who recorded payment of 108858', 'who paid 108858', '108858'],
      ['who shipped 108858', 'who shipped 108858', '108858'],
      ['who has collected 108858', 'who collected 108858', '108858'],
      ['who put 108858 on hold', 'who held 108858', '108858'],
      ['when was 108858 shipped', 'when shipped 108858', '108858'],
      ['when was order 108858 shipped', 'when shipped 108858', '108858'],
      ['when did 108858 go out', 'when shipped 108858', '108858'],
      ['when was 108858 paid', 'when paid 108858', '108858'],
      ['when was 108858 ordered', 'when ordered 108858', '108858'],
      ['where is CPL01000001', 'where CPL01000001', 'CPL01000001'],
      ['who shipped CPL01000001', 'who shipped CPL01000001', 'CPL01000001'],
      ['when was CPL01000001 picked up', 'when collected CPL01000001', 'CPL01000001'],
      ['email of 10097', 'fact email 10097', '10097'],
      ['where is order 108858', 'where 108858', '108858'],
      ["where's 108858", 'where 108858', '108858'],
    ],
  ],
  [
    'facts',
    [
      ['weight 108858', 'weight 108858', '108858'],
      ['weight of 108858', 'weight 108858', '108858'],
      ['how heavy is 108858', 'weight 108858', '108858'],
      ['weight CPL01000001', 'weight CPL01000001', 'CPL01000001'],
      ['total 108858', 'total 108858', '108858'],
      ['phone of 108858', 'fact phone 108858', '108858'],
      ['what is the phone number of 108858', 'fact phone 108858', '108858'],
      ['phone of customer 10097', 'fact phone 10097', '10097'],
      ['address of CPL01000001', 'fact address CPL01000001', 'CPL01000001'],
      ['phone of hawkins', 'phone of hawkins', '@hawkins'],
      ['phone number of the customer Harbour Plumbing', 'phone of Harbour Plumbing', '@Harbour Plumbing'],
      ['email of hawkins', 'email of hawkins', '@hawkins'],
      ["what's the mobile of Māia", 'mobile of Māia', '@Māia'],
    ],
  ],
])('%s', (_, cases) => {
  test.each(cases)('%j', (typed, question, about) => expect(questionOf(typed)).toEqual([question, about]))
})

test.each([
  'how many',
  'how many hawkins',
  'how many customers',
  'count',
  'total 2927.24',
  'total unpaid urgent things',
  'cost nzpost',
  'cost november rain',
  'by branch',
  'who is hawkins',
  'who packed 108858 and 108856',
  'when',
  'where CPL01000001',
  'phone of',
  'weight',
  '108858',
  'unpaid chch',
])('%j asks nothing', (typed) => expect(questionOf(typed)).toBeNull())

// PAL-17, API-1
test('without the capability nothing is asked', () => {
  const without = {
    ...CONTEXT,
    capabilities: new Set<Capability>(CAPABILITIES.filter((name) => name !== 'answers')),
  }
  for (const text of ['how many unpaid', 'who packed 108858', 'cost nzpost november', 'phone of hawkins'])
    expect(questionOf(text, without)).toBeNull()
})

test('Enter on a code that is asked for still opens its record', () => {
  expect(interpret('where is CPL01000001', CONTEXT)[0]?.kind).toBe('code')
  expect(interpret('who packed 108858', CONTEXT)[0]?.kind).toBe('question')
})

// PAL-17
describe('answers', () => {
  const at = '2026-11-22T01:05:00.000Z'
  const branches = [
    { branch: 'auckland', count: 9, total: 90_000 },
    { branch: 'christchurch', count: 5, total: 50_050 },
  ]
  const figures = { at, count: 14, total: 140_050, branches }

  test.each([
    ['count', false, '14 orders', '14'],
    ['total', false, '$1,400.50 in 14 orders', '$1,400.50'],
    ['count', true, '14 orders: Auckland 9, Christchurch 5', 'Auckland 9, Christchurch 5'],
    [
      'total',
      true,
      '$1,400.50 in 14 orders: Auckland $900.00, Christchurch $500.50',
      'Auckland $900.00, Christchurch $500.50',
    ],
  ] as const)('%s of orders, by branch: %s', (asks, isByBranch, title, copied) =>
    expect(answerOfOrders({ asks, isByBranch }, figures)).toEqual({ title, copied, at }),
  )

  test('what freight cost', () =>
    expect(answerOfFreight({ at, count: 2, cost: 1225 })).toEqual({
      title: '$12.25 excl. GST for 2 consignments',
      copied: '$12.25',
      at,
    }))

  const order = exampleOrder({
    code: '108858',
    status: 'Shipped',
    customer: { phone: '03 555 0372', email: null },
    costs: { total: 292_724 },
    dates: {
      paid_at: '2026-11-20T01:00:00Z',
      ready_at: '2026-11-20T02:00:00Z',
      shipped_at: '2026-11-20T03:00:00Z',
    },
    freight: { tracking_code: 'CPL01000001', tracking_company: 'castleparcels' },
  })
  const entry = (type: string, staff_name: string | null, collected_by: string | null = null) => ({
    id: type,
    type,
    at: '2026-11-20T02:00:00Z',
    staff_name,
    details: { ...NO_DETAILS, collected_by },
  })
  const history = [entry('email', null), entry('pack', 'Mere Parata'), entry('pack', 'Hemi')]

  test.each<[RecordAsk, string]>([
    [{ about: 'who', step: 'packed' }, 'Mere Parata packed 108858, 20/11/2026 15:00'],
    [{ about: 'who', step: 'paid' }, 'Who paid 108858 is not recorded'],
    [{ about: 'who', step: 'held' }, '108858 is not held'],
    [{ about: 'when', step: 'shipped' }, '108858 was shipped 20/11/2026 16:00'],
    [{ about: 'when', step: 'skipped' }, '108858 is not skipped'],
    [{ about: 'where' }, '108858: Shipped, Castle Parcels CPL01000001, 20/11/2026 16:00'],
    [{ about: 'weight' }, '12.400 kg by its products'],
    [{ about: 'total' }, '$2,927.24 incl. GST'],
    [{ about: 'fact', fact: 'phone' }, '03 555 0372'],
    [{ about: 'fact', fact: 'email' }, 'It has no e-mail address'],
  ])('%j', (asks, title) => expect(answerOfRecord(asks, { order, history, weight: 12.4 }).title).toBe(title))

  const fetched = exampleOrder({ ...order, freight: { is_pickup: true, tracking_code: null } })

  test('who collected an order, and who recorded it', () => {
    const collected = [entry('record-collection', 'Mere Parata', 'Hemi Walker')]
    expect(
      answerOfRecord({ about: 'who', step: 'collected' }, { order: fetched, history: collected }).title,
    ).toBe('Hemi Walker collected 108858, recorded by Mere Parata, 20/11/2026 15:00')
  })

  test.each<[string, Parameters<typeof answerOfRecord>[1], string]>([
    ['was collected', { order: fetched }, '108858 was collected 20/11/2026 16:00'],
    ['was sent by courier', { order }, '108858 was sent, not collected'],
    ['has not left', { order: exampleOrder({ code: '108858' }) }, '108858 is not collected'],
  ])('when an order that %s was collected', (_, record, title) =>
    expect(answerOfRecord({ about: 'when', step: 'collected' }, record).title).toBe(title),
  )

  test('a step that older entries may record is not called unrecorded', () =>
    expect(answerOfRecord({ about: 'who', step: 'paid' }, { order, history, isHistoryCut: true })).toEqual({
      title: 'Who paid 108858 is not among the latest 3 entries of its history',
      copied: null,
    }))

  test('who took a step is not known without a history', () =>
    expect(answerOfRecord({ about: 'who', step: 'packed' }, { order })).toEqual({
      title: 'This server records no history',
      copied: null,
    }))

  test('where a consignment is', () => {
    const consignment = exampleConsignment({
      tracking_code: 'CPL01000001',
      dates: { picked_at: '2026-11-20 16:00:00' },
      events: [
        {
          date: '2026-11-20 16:00:00',
          type: 'collected',
          code: null,
          description: 'Collected',
          location: 'Auckland',
        },
        {
          date: '2026-11-21 09:30:00',
          type: 'updated',
          code: null,
          description: 'In depot',
          location: 'Hamilton',
        },
      ],
    })
    expect(answerOfRecord({ about: 'where' }, { consignment }).title).toMatch(
      /^CPL01000001: Out for delivery, In depot, Hamilton, /,
    )
  })

  test('a fact that is not known copies nothing', () =>
    expect(answerOfRecord({ about: 'weight' }, { order, weight: null }).copied).toBeNull())
})

// LIST-10
test.each([
  ['duplicates today', '/orders?daterange=all&ordered=today&is=duplicate'],
  ['unpaid duplicates chch', '/orders?branch=christchurch&status=unpaid&is=duplicate'],
  ['unpaid ordered twice', '/orders?status=unpaid&is=duplicate'],
])('%j lists orders that were entered twice', (text, address) =>
  expect(interpret(text, CONTEXT)[0]).toMatchObject({ kind: 'list', address }),
)
