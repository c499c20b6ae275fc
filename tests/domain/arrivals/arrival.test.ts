import { describe, expect, it } from 'vitest'
import {
  arrivalChoices,
  arrivalTitle,
  faultsInShort,
  fieldLabel,
  fieldsByFault,
  originalLines,
  readArrivalChoices,
} from '../../../src/domain/arrivals/arrival.ts'

const fault = (field: string | null, reason: string) => ({ field, reason })

describe('an arrival', () => {
  const NONE = { code: null, origin: null, source: null, kind: null }

  it.each([
    [{ ...NONE, type: 'record', kind: 'orders', code: '#1001' }, 'Order #1001'],
    [{ ...NONE, type: 'record', kind: 'supplier-orders', code: 'PO7' }, 'Supplier order PO7'],
    [{ ...NONE, type: 'record', kind: 'customers', code: ' ' }, 'Customer without a code'],
    [{ ...NONE, type: 'record', kind: 'parcels', code: '7' }, 'Record 7'],
    [{ ...NONE, type: 'difference', kind: 'orders', code: '7' }, 'Order 7'],
    [{ ...NONE, type: 'file', origin: 'a.csv' }, 'a.csv'],
    [{ ...NONE, type: 'source', source: 'Xero' }, 'Xero'],
  ] as const)('%j is %s', (one, title) => {
    expect(arrivalTitle(one)).toBe(title)
  })

  it.each([
    ['delivery_address.postcode', 'Delivery address postcode'],
    ['items.2.product.code', 'Item 2 product code'],
    ['items', 'Items'],
    ['items.1.product.price', 'Item 1 product price (cents)'],
    ['costs.total', 'Costs total (cents)'],
    ['dates.ordered_at', 'Ordered at'],
    ['code', 'Code'],
  ])('the field %s is %s', (field, label) => {
    expect(fieldLabel(field)).toBe(label)
  })

  it.each([
    [[], ''],
    [[fault(null, 'must be an object')], 'must be an object'],
    [[fault('code', 'is required')], 'Code: is required'],
    [[fault('code', 'is required'), fault('', 'is odd')], 'Code: is required, and 1 more fault'],
    [[fault('code', 'a'), fault('code', 'b'), fault('code', 'c')], 'Code: a, and 2 more faults'],
  ])('the faults %j are in short %s', (faults, words) => {
    expect(faultsInShort(faults)).toBe(words)
  })

  it('has its faulty fields first, among them those that it lacks', () => {
    const fields = [
      { field: 'code', value: '7' },
      { field: 'notes', value: 'Ring' },
      { field: 'items.1.quantity', value: 'two' },
    ]
    const faults = [
      fault('items.1.quantity', 'must be a number'),
      fault('ordered_at', 'is required'),
      fault('items.1.quantity', 'is odd'),
      fault(null, 'is too large'),
    ]
    expect(fieldsByFault(fields, faults)).toEqual({
      faulty: [
        { field: 'items.1.quantity', value: 'two', reason: 'must be a number; is odd' },
        { field: 'ordered_at', value: '', reason: 'is required' },
      ],
      others: [
        { field: 'code', value: '7' },
        { field: 'notes', value: 'Ring' },
      ],
      whole: ['is too large'],
    })
  })
})

describe('what came', () => {
  it.each([
    ['{"a":"1","b":{"c":true,"d":null,"e":""}}', ['a=1', 'b · c=true']],
    ['[{"Name":"#1","Zip":"-"}]', ['Name=#1', 'Zip=-']],
    ['[{"Sku":"A"},{"Sku":"B"}]', ['1 · Sku=A', '2 · Sku=B']],
    ['"cut …"', ['=cut …']],
    ['no JSON', ['=no JSON']],
    ['7', ['=7']],
  ])('%s line by line', (original, lines) => {
    expect(originalLines(original).map(({ name, value }) => `${name}=${value}`)).toEqual(lines)
  })

  it('is cut after 500 lines', () => {
    expect(originalLines(JSON.stringify(Array.from({ length: 600 }, () => 1)))).toHaveLength(500)
  })
})

describe('the filter in an address', () => {
  it.each([
    ['', {}],
    ['type=file&state=left-out', { type: 'file', state: 'left-out' }],
    ['type=parcel&state=waiting', {}],
    ['state=gone', {}],
  ])('%s', (search, choices) => {
    expect(arrivalChoices(readArrivalChoices(new URLSearchParams(search)))).toEqual(choices)
  })
})
