import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * `specification.md` beside this file lists every sentence of sections 1 to 9 with the tests that hold it, each as
 * `[suite › title](file)`; `—` where none does yet, 'not shown' where the specification itself leaves it open.
 */
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const lines = read('specification.md')
  .split('\n')
  .filter((line) => line.startsWith('| S'))

const ROW = /^\| S(\d)\.(\d+) \| (.+) \| (.+) \|$/
const HELD_BY = /\[([^\]]+)\]\(([^)]+\.test\.tsx?)\)/g

const rows = lines.flatMap((line) => {
  const found = ROW.exec(line)
  if (!found) return []
  const [, section, number, , held = ''] = found
  const tests = Array.from(held.matchAll(HELD_BY), ([, title = '', file = '']) => ({ title, file }))
  return [{ name: `S${section}.${number}`, section: Number(section), number: Number(number), held, tests }]
})

test('every row is a sentence and what holds it', () => {
  expect(rows).toHaveLength(lines.length)
  const bare = rows.filter(({ held, tests }) => tests.length === 0 && held !== '—' && held !== 'not shown')
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

test('every test that is named is there, under that title', () => {
  const sources = new Map<string, string>()
  const missing = rows.flatMap(({ name, tests }) =>
    tests
      .filter(({ title, file }) => {
        const source = sources.get(file) ?? (existsSync(new URL(file, import.meta.url)) ? read(file) : '')
        sources.set(file, source)
        return !hasTitle(source, title)
      })
      .map(({ title, file }) => `${name}: ${file} has no test '${title}'`),
  )
  expect(missing).toEqual([])
})

/** Whether the title stands there, in whichever quotes. */
function hasTitle(source: string, title: string): boolean {
  const plain = source.replaceAll("\\'", "'")
  const stands = (part: string) => ["'", '"', '`'].some((quote) => plain.includes(quote + part + quote))
  return title.split(' › ').every(stands)
}
