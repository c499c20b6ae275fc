import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readPostcodes } from '../../../src/server/import/kinds/postcodes.ts'
import type { RawRecord } from '../../../src/server/import/kinds/raw-record.ts'

const recordOf = (cells: Record<string, string>): RawRecord => ({ line: 7, cells, items: null })
const read = (cells: Record<string, string>, completed = cells) =>
  readPostcodes(recordOf(cells), recordOf(completed), ['address', 'delivery_address'])
const NOT_FOUR = 'must be four digits in New Zealand'

describe('a postcode', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['of four digits', { 'address.postcode': '0610' }, []],
    ['that is blank', { 'address.postcode': '' }, []],
    ['of two digits', { 'address.postcode': '61' }, [NOT_FOUR]],
    ['of five digits', { 'address.postcode': '06100' }, [NOT_FOUR]],
    ['with a letter', { 'address.postcode': '0a10' }, [NOT_FOUR]],
    ['with a space', { 'address.postcode': '06 10' }, [NOT_FOUR]],
    ['of New Zealand by name', { 'address.postcode': '61', 'address.country': 'nz' }, [NOT_FOUR]],
    ['of another country', { 'address.postcode': 'SW1A 1AA', 'address.country': 'United Kingdom' }, []],
    ['of each address', { 'address.postcode': '1', 'delivery_address.postcode': '2' }, [NOT_FOUR, NOT_FOUR]],
  ])('%s', (_, cells, reasons) => {
    const { faults, notes, record } = read(cells)
    expect(faults.map(({ reason }) => reason)).toEqual(reasons)
    expect(notes).toEqual([])
    expect(record.cells).toEqual(cells)
  })

  it('of three digits is padded with a zero, which is reported', () => {
    const { faults, notes, record } = read({ 'delivery_address.postcode': '610' })
    expect(faults).toEqual([])
    expect(record.cells['delivery_address.postcode']).toBe('0610')
    const reason = 'has three digits, 610: read as 0610'
    expect(notes).toEqual([{ line: 7, field: 'delivery_address.postcode', reason }])
  })

  it('that is stored and missing in the file is not changed', () => {
    const stored = { 'address.postcode': 'unknown' }
    expect(read({ code: '1' }, { code: '1', ...stored })).toMatchObject({ faults: [], notes: [] })
  })

  it('is checked by the stored country if the file has none', () => {
    const given = { 'address.postcode': '610' }
    expect(read(given, { ...given, 'address.country': 'Fiji' })).toMatchObject({ faults: [], notes: [] })
  })

  test('is four digits, blank or a fault, for any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{0,6}$/)), (postcode) => {
        const { faults, record } = read({ 'address.postcode': postcode })
        const after = record.cells['address.postcode'] ?? ''
        expect(faults.length === 0).toBe(/^(\d{4})?$/.test(after))
        expect(Number(after) || 0).toBe(Number(postcode) || 0)
      }),
    )
  })
})
