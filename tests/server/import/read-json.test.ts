import { describe, expect, it } from 'vitest'
import {
  arrayCutter,
  type Cutter,
  extentOf,
  type JsonPiece,
  lineCutter,
} from '../../../src/server/import/read-json.ts'
import { fc } from '../../properties.ts'

describe('pieces', () => {
  /** The pieces of a text, which must not depend on its division into chunks. */
  function cut(create: () => Cutter, text: string): JsonPiece[] {
    const inChunks = (size: number) => {
      const cutter = create()
      const pieces: JsonPiece[] = []
      for (let start = 0; start < text.length; start += size) {
        pieces.push(...cutter.cut(text.slice(start, start + size)))
      }
      return [...pieces, ...cutter.end()]
    }
    const whole = inChunks(text.length || 1)
    for (const size of [1, 2, 3, 7]) expect(inChunks(size)).toEqual(whole)
    return whole
  }

  const said = (pieces: JsonPiece[]) => pieces.map(({ line, text, fault }) => [line, fault ?? text])

  describe('an array', () => {
    it.each<[string, [number, string][]]>([
      ['[]', []],
      [' \n[ ] \n', []],
      ['[{"a":1}]', [[1, '{"a":1}']]],
      [
        '[\n  {"a": 1},\n\n  {"b": [1, {"c": "]},{"}]}\n]\n',
        [
          [2, '{"a": 1}'],
          [4, '{"b": [1, {"c": "]},{"}]}'],
        ],
      ],
      [
        '[{"a":"\\"]},{"},{"b":"\\\\"}]',
        [
          [1, '{"a":"\\"]},{"}'],
          [1, '{"b":"\\\\"}'],
        ],
      ],
      [
        '[{"a":\n1\n},{"b":2}]',
        [
          [1, '{"a":\n1\n}'],
          [3, '{"b":2}'],
        ],
      ],
      [
        '[1, "two, 2" , null]',
        [
          [1, '1'],
          [1, '"two, 2"'],
          [1, 'null'],
        ],
      ],
      ['[{"a":"Tāmaki 🐙"}]', [[1, '{"a":"Tāmaki 🐙"}']]],
      [
        '[{"a":1},\n{"b":2',
        [
          [1, '{"a":1}'],
          [2, 'is not complete'],
        ],
      ],
      [
        '[{"a":1},\n',
        [
          [1, '{"a":1}'],
          [2, 'the list has no end'],
        ],
      ],
      [
        '[{"a":1}]\nmore and more',
        [
          [1, '{"a":1}'],
          [2, 'is after the end of the list'],
        ],
      ],
      ['[{"a":1}\n{"b":2}]', [[1, '{"a":1}\n{"b":2}']]],
    ])('%j', (text, pieces) => expect(said(cut(arrayCutter, text))).toEqual(pieces))
  })

  describe('lines', () => {
    it.each<[string, [number, string][]]>([
      ['', []],
      ['{"a":1}', [[1, '{"a":1}']]],
      [
        '{"a":1}\r\n\r\n {"b":2} \n',
        [
          [1, '{"a":1}'],
          [3, '{"b":2}'],
        ],
      ],
      [
        '{"a":\n1}',
        [
          [1, '{"a":'],
          [2, '1}'],
        ],
      ],
    ])('%j', (text, pieces) => expect(said(cut(lineCutter, text))).toEqual(pieces))
  })

  describe('a record without end', () => {
    it.each([
      ['in an array', arrayCutter, '[{"a":"', '"}]'],
      ['on a line', lineCutter, '{"a":"', '"}\n{}'],
    ])('%s is not kept', (_, create, head, tail) => {
      const cutter = create()
      const pieces = [...cutter.cut(head)]
      for (let time = 0; time < 12; time += 1) pieces.push(...cutter.cut('x'.repeat(500_000)))
      pieces.push(...cutter.cut(tail), ...cutter.end())
      expect(pieces[0]).toMatchObject({ line: 1, fault: 'may have at most 5000000 characters' })
    })
  })
})

describe('the extent of a value', () => {
  it('a value ends where JSON says, whatever follows', () => {
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom('\\', '"', '\\"', '[{,', ['a,]', { '}': '"' }]))
    fc.assert(
      fc.property(value, fc.constantFrom('', ',', ']', ',"a"', '}'), (one, following) => {
        const text = `  ${JSON.stringify(one)}`
        const isOpenEnded = typeof one !== 'object' || one === null
        const end = isOpenEnded || following === '' ? text.length : extentOf(text).end
        expect(extentOf(text + following).end).toBe(end)
        expect(end).toBe(text.length)
      }),
    )
  })

  const fields = (count: number) => Array.from({ length: count }, (_, index) => `"f${index}":1`).join()
  const list = (count: number, one = '1') => `[${Array(count).fill(one).join()}]`

  it.each([
    ['200 fields', `{${fields(200)}}`, null],
    ['201 fields', `{${fields(201)}}`, 'may have at most 200 fields'],
    ['1900 items of 19 fields', `{"items":${list(1900, `{${fields(19)}}`)}}`, null],
    ['100 items of 190 fields', `{"items":${list(100, `{${fields(190)}}`)}}`, null],
    [
      '220 items of 190 fields',
      `{"items":${list(220, `{${fields(190)}}`)}}`,
      'may have at most 40000 fields with those of its items',
    ],
    ['2001 items', `{"items":${list(2001)}}`, 'may have at most 2000 items'],
    ['an item of 201 fields', `{"items":[1,{${fields(201)}},1]}`, 'may have at most 200 fields'],
    [
      'fields before and after its items',
      `{${fields(120)},"items":[1],"more":{${fields(90)}}}`,
      'may have at most 200 fields',
    ],
    ['lists in lists', `{"items":[${'['.repeat(300)}${']'.repeat(300)}]}`, 'may have at most 200 fields'],
    ['commas in its texts', `{"a":"${','.repeat(5000)}"}`, null],
  ])('a record with %s', (_, text, fault) => {
    expect(extentOf(text)).toEqual({ end: text.length, fault })
  })
})
