import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { pathOf, rowsOf } from '../../src/contract/call.ts'
import { id, text } from '../../src/contract/wire.ts'
import { fc } from '../properties.ts'

describe('pathOf', () => {
  test.each([
    ['104823', '/orders/104823'],
    ['A/1', '/orders/A%2F1'],
    ['PEX#20', '/orders/PEX%2320'],
    ['VLV 20', '/orders/VLV%2020'],
    ['Tāmaki', '/orders/T%C4%81maki'],
    ['50%?a=b&c', '/orders/50%25%3Fa%3Db%26c'],
    [':code', '/orders/%3Acode'],
    ['$&', '/orders/%24%26'],
  ])('%j', (code, path) => {
    expect(pathOf('/orders/:code', { code })).toBe(path)
  })

  test('fills a parameter in the middle', () => {
    expect(pathOf('/consignments/:trackingCode/labels', { trackingCode: 'a/b' })).toBe(
      '/consignments/a%2Fb/labels',
    )
  })

  test('a path without parameters stays as it is', () => {
    expect(pathOf('/orders', {})).toBe('/orders')
  })

  test('every code comes back out of its path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (code) => {
        const [, noun, encoded, ...rest] = pathOf('/orders/:code', { code }).split('/')
        expect([noun, decodeURIComponent(encoded ?? ''), rest]).toEqual(['orders', code, []])
      }),
    )
  })
})

describe('rowsOf', () => {
  const schema = rowsOf(z.object({ id, name: text }))

  test('leaves out and counts what cannot be read', () => {
    const answer = [
      { id: 1, name: 'a' },
      { name: 'no id' },
      null,
      'row',
      [],
      { id: 'b' },
      { id: 2, name: {} },
    ]
    expect(schema.parse(answer)).toEqual({
      rows: [
        { id: '1', name: 'a' },
        { id: 'b', name: null },
      ],
      unreadable: 5,
    })
  })

  test('an empty list is a list', () => {
    expect(schema.parse([])).toEqual({ rows: [], unreadable: 0 })
  })

  test.each([[null], [{}], [{ data: [] }], ['[]'], [undefined]])('%j is no list', (answer) => {
    expect(schema.safeParse(answer).success).toBe(false)
  })
})
