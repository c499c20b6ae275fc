import { expect, test } from 'vitest'
import { gridLayout } from '../../../src/web/table/column-layout.ts'

const { template, minWidth, cellClasses } = gridLayout([
  { width: 92 },
  {},
  { width: 118, align: 'right' },
  { width: 240 },
])

test('at the reference width columns have their widths and one takes the rest; on a wider screen all grow', () => {
  const left = 1232 - 92 - 118 - 240
  expect(template).toBe(
    `minmax(92px, 92fr) minmax(160px, ${left}fr) minmax(118px, 118fr) minmax(240px, 240fr)`,
  )
  expect(minWidth).toBe(92 + 160 + 118 + 240)
})

test('the edge is 16 px, cells are 12, and 28 stand between money and what follows', () => {
  expect(cellClasses.map((classes) => classes.split(' ')[0])).toEqual(['pl-4', 'pl-3', 'pl-3', 'pl-7'])
})

test('money is right-aligned', () => {
  expect(cellClasses.map((classes) => classes.includes('text-right'))).toEqual([false, false, true, false])
})

test('two columns without a width share the rest, and the check box of a row never grows', () => {
  const left = (1232 - 42 - 90) / 2
  expect(gridLayout([{ width: 90 }, {}, {}], true).template).toBe(
    `42px minmax(90px, 90fr) minmax(160px, ${left}fr) minmax(160px, ${left}fr)`,
  )
})

test('a column without a width keeps its minimum', () => {
  expect(gridLayout([{ width: 1200 }, {}]).template).toBe('minmax(1200px, 1200fr) minmax(160px, 160fr)')
})
