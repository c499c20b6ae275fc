import { describe, expect, test } from 'vitest'
import { recordAfter, recordBefore } from '../../../src/web/record/use-record-navigation.ts'

const letters = (text: string) => [...text]

const AFTER: [string, string, string | null, string][] = [
  ['abc', 'abcdef', 'd', 'the first of the next page'],
  ['abc', 'xyzabcdef', 'd', 'new ones at the top push the last ones over the border'],
  ['abc', 'abdef', 'd', 'the last one left the list, and one moved up'],
  ['abc', 'def', 'd', 'all left the list'],
  ['abc', 'abc', null, 'there is nothing more'],
  ['abc', 'xcad', 'd', 'never one that was seen already'],
]

describe('across the border of a page', () => {
  test.each(AFTER)('after %s in %s comes %s: %s', (codes, fresh, wanted) => {
    expect(recordAfter(letters(codes), letters(fresh))).toBe(wanted)
  })

  test.each([
    ['def', 'abcdef', 'c'],
    ['def', 'abcef', 'c'],
    ['def', 'def', null],
  ])('before %s in %s comes %s', (codes, fresh, wanted) => {
    expect(recordBefore(letters(codes), letters(fresh))).toBe(wanted)
  })
})
