import { expect, test } from 'vitest'
import { verdict, worseThan } from './bench/figures.ts'

const table = (first: string, again: string, size = '200 KiB') => `Measured somewhere.

| What | target, p95 | p50 | p95 |
| --- | --: | --: | --: |
| Key → painted | ≤ 40 ms | ${first} | 51 ms |
| the same, later | ≤ 40 ms | ${again} | 1,030 ms |
| Cold load | | 459 ms | 526 ms |
| the same, later | | ${size} | 9 ms / 12 ms |

Load of the machine 3 ms.`

test('a figure is compared with the published one of the same line and column', () => {
  expect(worseThan(table('41 ms', '20 ms'), table('49 ms', '25 ms'))).toEqual([
    'Key → painted · the same, later, p50: 20 ms → 25 ms (× 1.25)',
  ])
  expect(worseThan(table('41 ms', '20 ms'), table('49 ms', '24 ms'))).toEqual([])
})

test('a line of the same name belongs to the line above it', () => {
  const worse = worseThan(table('41 ms', '20 ms'), table('41 ms', '20 ms', '300 KiB'))
  expect(worse).toEqual(['Cold load · the same, later, p50: 200 KiB → 300 KiB (× 1.50)'])
})

test('figures of another unit, new lines and better figures are no fault', () => {
  const before = table('41 ms', '20 ms')
  expect(worseThan(before, table('41 s', '2 ms'))).toEqual([])
  expect(worseThan('', before)).toEqual([])
  expect(verdict(before, before)).toBe('No figure is worse than the published one by more than a fifth.')
})

test('both figures of a cell, and those above a thousand, are read', () => {
  const slower = table('41 ms', '20 ms').replace('1,030', '2,060').replace('/ 12 ms', '/ 24 ms')
  expect(worseThan(table('41 ms', '20 ms'), slower).map((line) => line.split(': ')[1])).toEqual([
    '1,030 ms → 2,060 ms (× 2.00)',
    '12 ms → 24 ms (× 2.00)',
  ])
})
