import { describe, expect, it } from 'vitest'
import { arrayCutter, type Cutter, lineCutter, type Piece } from '../../../src/server/import/cut-json.ts'

/** The pieces of a text, which must not depend on its division into chunks. */
function cut(create: () => Cutter, text: string): Piece[] {
  const inChunks = (size: number) => {
    const cutter = create()
    const pieces: Piece[] = []
    for (let start = 0; start < text.length; start += size) {
      pieces.push(...cutter.cut(text.slice(start, start + size)))
    }
    return [...pieces, ...cutter.end()]
  }
  const whole = inChunks(text.length || 1)
  for (const size of [1, 2, 3, 7]) expect(inChunks(size)).toEqual(whole)
  return whole
}

const said = (pieces: Piece[]) => pieces.map(({ line, text, fault }) => [line, fault ?? text])

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
