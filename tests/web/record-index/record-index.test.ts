import { describe, expect, test, vi } from 'vitest'
import type { IndexedRecord } from '../../../src/domain/records/indexed-record.ts'
import { orderRecord } from '../../../src/web/api/orders.ts'
import { RecordIndex } from '../../../src/web/record-index/record-index.ts'
import { exampleOrder } from '../../domain/example-records.ts'

function record(code: string, parts: Partial<IndexedRecord> = {}): IndexedRecord {
  return { kind: 'order', code, name: '', contact: '', at: null, total: null, status: null, ...parts }
}

function indexOf(...codes: string[]): RecordIndex {
  const index = new RecordIndex()
  index.add(codes.map((code) => record(code)))
  return index
}

describe('by code', () => {
  test.each([
    ['104823', '104823'],
    [' 104823 ', '104823'],
    ['so-1045', 'SO-1045'],
    ['10482', null],
    ['1048233', null],
    ['', null],
  ])('%j is %s', (code, expected) => {
    expect(indexOf('104823', 'SO-1045').byCode(code)?.code ?? null).toBe(expected)
  })

  test('of two codes that differ in case, the one typed', () => {
    expect(indexOf('abc1', 'ABC1').byCode('ABC1')?.code).toBe('ABC1')
    expect(indexOf('abc1', 'ABC1').exact('Abc1')).toHaveLength(2)
  })

  test('a consignment is found by its reference as long as it has it, an order is not', () => {
    const index = indexOf('104823')
    index.add([
      record('104811', { reference: 'PO-7' }),
      record('LH1', { kind: 'consignment', reference: '104823-2' }),
    ])
    expect(index.byCode('104823-2')?.code).toBe('LH1')
    expect(index.exact('104823-2', ['order'])).toEqual([])
    expect(index.byCode('PO-7')).toBeNull()
    index.add([record('LH1', { kind: 'consignment' })])
    expect(index.byCode('104823-2')).toBeNull()
  })
})

describe('adding records', () => {
  test('newer data replaces older data, with one notification', () => {
    const index = indexOf('1')
    const told: string[][] = []
    index.onChange((changes) => told.push([...changes.values()].map((now) => String(now?.record.status))))
    index.add([record('1', { status: 'Paid' })])
    index.add([record('1', { status: 'Paid' })])
    expect(told).toEqual([['null'], ['Paid']])
    expect(index.byCode('1')?.status).toBe('Paid')
    expect(index.size).toBe(1)
  })

  test('stored data does not replace loaded data; data of another tab does', () => {
    const index = new RecordIndex()
    index.add([record('1', { status: 'Paid' })])
    const old = { record: record('1', { status: 'Ordered' }), openedAt: 7 }
    index.restore([old], 'older')
    expect(index.byCode('1')?.status).toBe('Paid')
    expect(index.recent(5).map(({ code }) => code)).toEqual(['1'])
    index.restore([{ ...old, record: record('1', { status: 'Shipped' }) }], 'newer')
    expect(index.byCode('1')?.status).toBe('Shipped')
  })

  test('restoring stored records notifies no listener', () => {
    const index = new RecordIndex()
    const told = vi.fn()
    index.onChange(told)
    index.restore([{ record: record('1'), openedAt: 0 }], 'older')
    expect(told).not.toHaveBeenCalled()
  })

  test('loading an opened record again keeps its time of opening', () => {
    const index = indexOf('1', '2')
    index.opened(record('2'), 5)
    index.add([record('2', { status: 'Paid' })])
    expect(index.recent(5).map(({ code }) => code)).toEqual(['2'])
  })

  test('a removed record is not found by code or name, with one notification', () => {
    const index = indexOf('104823', '104824')
    const told = vi.fn()
    index.onChange(told)
    told.mockClear()
    index.forget({ kind: 'order', code: '104823' })
    index.forget({ kind: 'order', code: '104823' })
    expect(index.search('10482').map(({ record: { code } }) => code)).toEqual(['104824'])
    expect([index.byCode('104823'), index.size]).toEqual([null, 1])
    expect(told.mock.calls).toEqual([[new Map([['order:104823', null]])]])
  })

  test('is empty after it is cleared', () => {
    const index = indexOf('104823')
    index.clear()
    expect([index.byCode('104823'), index.search('1048'), index.size]).toEqual([null, [], 0])
  })
})

test('at most 30 are found, the best ones', () => {
  const codes = Array.from({ length: 200 }, (_, count) => `10${String(count).padStart(4, '0')}`)
  const matches = indexOf(...codes, '10').search('10')
  expect(matches).toHaveLength(30)
  expect(matches[0]?.record.code).toBe('10')
})

describe('an order', () => {
  test('is named by its company, with the person as contact', () => {
    const order = exampleOrder({
      customer: { company: 'Tidewrack', name: 'Ruth' },
      dates: { ordered_at: 'x' },
    })
    expect(orderRecord(order)).toMatchObject({ name: 'Tidewrack', contact: 'Ruth', at: 'x' })
  })
  test.each([null, ''])('is named by the person if the company is %j', (company) => {
    expect(orderRecord(exampleOrder({ customer: { company, name: 'Ruth' } }))).toMatchObject({
      name: 'Ruth',
      contact: '',
    })
  })
})
