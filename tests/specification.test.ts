import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isTemplate, mayHave, readRows, readTable, tableLines, wrongIn } from './specification-table.ts'

/**
 * `specification.md` lists every sentence of sections 1 to 9 with the tests that verify it, each as `[suite ›
 * title](file)`; or 'not shown' if the specification leaves it open.
 */
const lines = tableLines(readTable())
const rows = readRows(lines)

test('every row is a sentence and what holds it', () => {
  expect(rows).toHaveLength(lines.length)
  const bare = rows.filter(({ held, tests }) => tests.length === 0 && held !== 'not shown')
  expect(bare.map(({ name }) => name)).toEqual([])
})

test('sections 1 to 9 are numbered in turn', () => {
  const next = new Map<number, number>()
  for (const { name, section, number } of rows) {
    expect(number, name).toBe(next.get(section) ?? 1)
    next.set(section, number + 1)
  }
  expect([...next.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('every test that is named is one that runs, not what makes it', () => {
  const named = rows.flatMap(({ name, tests }) => tests.map(({ title }) => `${name}: ${title}`))
  expect(named.filter(isTemplate)).toEqual([])
})

/** The exact titles are known only after a run, when `SpecificationReporter` checks them. */
test('every test that is named may be in its file', () => {
  const sources = new Map<string, string>()
  const missing = rows.flatMap(({ name, tests }) =>
    tests
      .filter(({ title, file }) => {
        const url = new URL(file, import.meta.url)
        const source = sources.get(file) ?? (existsSync(url) ? readFileSync(url, 'utf8') : '')
        sources.set(file, source)
        return !mayHave(source, title)
      })
      .map(({ title, file }) => `${name}: ${file} has no test '${title}'`),
  )
  expect(missing).toEqual([])
})

describe('the table is wrong', () => {
  const table = (title: string) => readRows([`| S1.1 | A sentence | [${title}](domain/a.test.ts) |`])
  const RAN = [
    'embedded database > list > has 2 rows',
    'PostgreSQL > list > has 2 rows',
    'other',
    'other > has none',
  ]

  test.each([
    ['has 2 rows', []],
    ['list › has 2 rows', []],
    ['other', []],
    ['has %d rows', ["S1.1: no test 'has %d rows' in domain/a.test.ts"]],
    ['st › has 2 rows', ["S1.1: no test 'st › has 2 rows' in domain/a.test.ts"]],
  ])('where %s did not run', (title, wrong) => {
    expect(wrongIn(table(title), 'domain/a.test.ts', RAN)).toEqual(wrong)
    expect(wrongIn(table(title), 'domain/b.test.ts', RAN)).toEqual([])
  })

  test('where a title is that of two', () => {
    const two = wrongIn(table('has none'), 'domain/a.test.ts', [...RAN, 'list > has none'])
    expect(two).toEqual(["S1.1: 2 tests 'has none' in domain/a.test.ts"])
  })

  test.each([
    ['has 2 rows', true],
    ['has rows', false],
    ["it's > 2", true],
    ['list › has 2 rows', true],
    ['lists › has 2 rows', false],
  ])('where no source makes %s: %s', (title, may) => {
    const source =
      "describe('list', () => { test.each([[2]])('has %d rows', () => {})\ntest('it\\'s > 2', f) })"
    expect(mayHave(source, title)).toBe(may)
  })
})
