import { expect, test } from 'vitest'
import { projectFiles } from './project-files.ts'

const ROW = /^\| (V\d+\.\d+\.\d+) \| [^|]+ \| (met|partly|not met)(?:\. ([^|]+))? \|$/

/** `docs/security.md` claims which requirements of the standard are met; tests cite those that they verify. */
const files = projectFiles()
const page = files.find(({ path }) => path === 'docs/security.md')?.text ?? ''
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

test('every requirement that is met is cited by a test', () => {
  const tests = files.filter(({ path }) => /\.test\.tsx?$/.test(path))
  const cited = new Set(tests.flatMap(({ text }) => text.match(/\bV\d+\.\d+\.\d+\b/g) ?? []))
  const met = rows.filter(({ state, name }) => state === 'met' && !cited.has(name))
  expect(met.map(({ name }) => name)).toEqual([])
})

test('every requirement that is not met says what is missing', () => {
  const silent = rows.filter(({ state, remark }) => state !== 'met' && remark.length < 20)
  expect(silent.map(({ name }) => name)).toEqual([])
})
