import { expect, test } from 'vitest'
import { gridLayout } from '../../../src/web/table/column-layout.ts'

const { template, minWidth, cellClasses } = gridLayout([
  { width: 92 },
  {},
  { width: 118, align: 'right' },
  { width: 240 },
])

test('columns with a width keep it, the other takes what is left', () => {
  expect(template).toBe('92px minmax(160px, 1fr) 118px 240px')
  expect(minWidth).toBe(92 + 160 + 118 + 240)
})

test('the edge is 16 px, cells are 12, and 28 stand between money and what follows', () => {
  expect(cellClasses.map((classes) => classes.split(' ')[0])).toEqual(['pl-4', 'pl-3', 'pl-3', 'pl-7'])
})

test('money stands right', () => {
  expect(cellClasses.map((classes) => classes.includes('text-right'))).toEqual([false, false, true, false])
})
