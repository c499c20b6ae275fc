import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROW = /^\| (V\d+\.\d+\.\d+) \| [^|]+ \| ([^|]+) \| (?:([^|]+) )?\|$/

/** `docs/security.md` claims which requirements of the standard are met; tests cite those that they verify. */
const page = readFileSync(new URL('../docs/security.md', import.meta.url), 'utf8')
const lines = page.split('\n').filter((line) => line.startsWith('| V'))
const rows = lines.flatMap((line) => {
  const [, name = '', state = '', remark = ''] = ROW.exec(line) ?? []
  return name === '' ? [] : [{ name, state, remark }]
})

test('every row is a requirement, its state and a remark', () => {
  expect(rows.map(({ name }) => name)).toEqual(lines.map((line) => line.split(' ')[1]))
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['met', 'partly', 'not met']))
})

test('every requirement that is not met says what is missing', () => {
  const silent = rows.filter(({ state, remark }) => state !== 'met' && remark.length < 20)
  expect(silent.map(({ name }) => name)).toEqual([])
})
