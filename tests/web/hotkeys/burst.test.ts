import { describe, expect, test } from 'vitest'
import {
  type Burst,
  hold,
  isStartOfScan,
  isText,
  NO_BURST,
  scannedCode,
  typed,
  waitsUntil,
} from '../../../src/web/hotkeys/burst.ts'
import { fc } from '../../properties.ts'

/** Types a text with these pauses before each character except the first, in milliseconds, and holds each one. */
function typedWith(text: string, gaps: readonly number[]): { burst: Burst<string>; at: number } {
  let burst: Burst<string> = NO_BURST
  let at = 1_000
  for (const [index, character] of [...text].entries()) {
    at += index === 0 ? 0 : (gaps[index - 1] ?? 0)
    burst = hold(typed(burst, character, at), character)
  }
  return { burst, at }
}

const even = (text: string, gap: number) => typedWith(text, Array(text.length).fill(gap))

// KEY-6
describe('a scan', () => {
  test.each<[string, string, number[], number, string | null]>([
    ['six characters at 20 ms', '104823', [20, 20, 20, 20, 20], 20, '104823'],
    ['six characters at 35 ms', '104823', [35, 35, 35, 35, 35], 35, '104823'],
    ['a mean over 35 ms', '104823', [36, 36, 36, 36, 36], 20, null],
    [
      'one gap of 100 ms within a mean of 35',
      'COC00014123',
      [100, 20, 20, 20, 20, 20, 20, 20, 20, 20],
      20,
      'COC00014123',
    ],
    ['one gap over 100 ms starts it again', 'COC00014', [10, 10, 101, 10, 10, 10, 10], 10, null],
    ['five characters', '10482', [10, 10, 10, 10], 10, null],
    ['an end over 100 ms later', '104823', [10, 10, 10, 10, 10], 101, null],
  ])('%s', (_, text, gaps, end, expected) => {
    const { burst, at } = typedWith(text, gaps)
    expect(scannedCode(burst, at + end)).toBe(expected)
  })

  test('no typed text is a scan', () => expect(scannedCode(NO_BURST, 0)).toBeNull())

  test('is never recognised in keys 60 ms apart or slower', () => {
    const gaps = fc.array(fc.integer({ min: 60, max: 400 }), { minLength: 9, maxLength: 9 })
    fc.assert(
      fc.property(gaps, (slow) => {
        const { burst, at } = typedWith('abcdefghij', slow)
        expect(scannedCode(burst, at + 20)).toBeNull()
      }),
    )
  })
})

describe('held keys', () => {
  test('a single letter waits 40 ms', () => {
    const { burst, at } = even('p', 0)
    expect(waitsUntil(burst)).toBe(at + 40)
  })

  test('two fast letters wait a little longer', () => {
    const { burst, at } = even('go', 30)
    expect(waitsUntil(burst)).toBe(at + 100)
  })

  test.each([
    ['go', false],
    ['abcde', false],
    ['abcdef', true],
    ['w1', true],
    ['1', true],
    ['', false],
  ])('%j are a text: %s', (held, expected) => expect(isText(held)).toBe(expected))

  test.each([
    ['PRC', 10, true],
    ['PR', 35, true],
    ['PR', 36, false],
    ['P', 0, false],
    ['prc', 10, false],
    ['Prc', 10, false],
  ])('%j, %d ms apart, are the start of a scan: %s', (held, gap, expected) =>
    expect(isStartOfScan(even(held, gap).burst, held)).toBe(expected),
  )
})
