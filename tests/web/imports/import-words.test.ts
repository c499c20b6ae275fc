import { expect, test } from 'vitest'
import type { ImportCounts, ImportResult } from '../../../src/contract/imports.ts'
import {
  outcomesInWords,
  percentOf,
  resultNotices,
  takeLabel,
} from '../../../src/web/imports/import-words.ts'

const counts = (kind: string, parts: Partial<ImportCounts> = {}): ImportCounts => ({
  kind,
  new: 0,
  changed: 0,
  same: 0,
  kept: 0,
  refused: 0,
  work: 0,
  ...parts,
})
const RESULT: ImportResult = {
  kinds: [],
  faults: [],
  notices: [],
  refusal: null,
  is_stopped: false,
  left: 0,
  waiting: 0,
}

test('the outcomes of a kind name what there is', () => {
  expect(outcomesInWords(counts('orders'))).toBe('')
  expect(outcomesInWords(counts('orders', { new: 12_480, changed: 2, same: 4, kept: 1, refused: 3 }))).toBe(
    '12,480 new, 2 changed, 4 the same, 1 with fields kept as they are here, 3 refused',
  )
})

test('the button names what is imported', () => {
  expect(takeLabel([counts('orders', { new: 1 })])).toBe('Import 1 order')
  expect(takeLabel([counts('supplier-orders', { new: 1, same: 1, refused: 9 })])).toBe(
    'Import 2 supplier orders',
  )
  expect(takeLabel([counts('orders', { new: 40 }), counts('customers', { changed: 2 })])).toBe(
    'Import 42 records',
  )
  expect(takeLabel([])).toBe('Import 0 records')
})

test.each([
  [null, null],
  [{ step: 'Checking', done: 0, total: 0 }, null],
  [{ step: 'Checking', done: 1, total: 3 }, 33],
  [{ step: 'Checking', done: 4, total: 3 }, 100],
])('progress %j is %j %%', (progress, percent) => {
  expect(percentOf({ progress })).toBe(percent)
})

// FILE-6
test('a result says what was loaded, with a link to exactly its orders', () => {
  const kinds = [counts('customers', { new: 1 }), counts('orders', { new: 2, same: 1, refused: 1 })]
  expect(resultNotices('12', { ...RESULT, kinds, waiting: 1 })).toEqual([
    {
      tone: 'success',
      text: '1 customer: 1 new. 3 orders: 2 new, 1 the same.',
      link: { label: 'Show them', path: '/orders?query=import+12&daterange=all' },
    },
    { tone: 'warning', text: '1 record waits', link: { label: 'in Arrivals', path: '/arrivals' } },
  ])
})

test('a result without a change has no link, and a stopped one says what was not reached', () => {
  const same = { ...RESULT, kinds: [counts('orders', { same: 3 })], is_stopped: true, left: 2000 }
  expect(resultNotices('12', same)).toEqual([
    {
      tone: 'warning',
      text: '3 orders: 3 the same. Stopped: 2,000 records were not reached.',
      link: null,
    },
  ])
  expect(resultNotices('12', { ...RESULT, refusal: 'Nothing was right.' })).toEqual([
    { tone: 'error', text: 'Nothing was right.', link: null },
  ])
  expect(resultNotices('12', { ...RESULT, kinds: [counts('products', { changed: 1 })] })).toEqual([
    { tone: 'success', text: '1 product: 1 changed.', link: { label: 'Show them', path: '/products' } },
  ])
})
