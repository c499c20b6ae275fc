import { expect, test } from 'vitest'
import { likelyKind, namedNumber } from '../../../src/domain/records/kind-words.ts'
import { fc } from '../../properties.ts'

test.each([
  ['PO 4160', 'supplier-order', '4160'],
  ['p.o. 4160', 'supplier-order', '4160'],
  ['PO#4160', 'supplier-order', '4160'],
  ['ref 8915', 'reference', '8915'],
  ['Ref: MCA-2291', 'reference', 'MCA-2291'],
  ['reference 8915.', 'reference', '8915'],
  ['customer 10097', 'customer', '10097'],
  ['cust 10097', 'customer', '10097'],
  ['c 10097', 'customer', '10097'],
  ['order 108858', 'order', '108858'],
  ['Order #108858', 'order', '108858'],
  ['order no. W104150', 'order', 'W104150'],
  ['  order   number  108858 ', 'order', '108858'],
  ['con CPL01000001', 'consignment', 'CPL01000001'],
  ['product VLV-20/FB#1', 'product', 'VLV-20/FB#1'],
  ['purchase order 4160', 'supplier-order', '4160'],
  ['invoice # 48213', 'order', '48213'],
  ['tracking number: CPL01000001', 'consignment', 'CPL01000001'],
])('%j names the %s %s', (text, of, number) => expect(namedNumber(text)).toEqual({ of, number }))

test.each([
  '',
  'order',
  'PO4160',
  'po-4160',
  '4160',
  'queen 12',
  'customer tamaki',
  'c 10 queen street',
  'c',
  'where is order 108858',
  'order 108 858',
])('%j names no number', (text) => expect(namedNumber(text)).toBeNull())

test('reads any text, and long ones at once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const named = namedNumber(text)
      expect(named === null || text.includes(named.number)).toBe(true)
    }),
  )
  expect(namedNumber(`order ${'1'.repeat(100_000)}`)).toBeNull()
})

test.each([
  ['104823', 'order'],
  ['10204030', 'order'],
  ['SO-10451', 'order'],
  ['so1045', 'order'],
  ['10415x', 'order'],
  ['COC00014123', 'consignment'],
  ['lh1602541', 'consignment'],
  ['CL010000009NZ', 'consignment'],
  ['COC00014123001', 'consignment'],
  ['VLV-1048-BRS', 'product'],
  ['FIT/90-15', 'product'],
  ['GAS#10-BRS', 'product'],
  ['12-34-56', 'order'],
])('%s is most likely the code of: %s', (code, kind) => expect(likelyKind(code)).toBe(kind))
