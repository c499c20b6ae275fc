import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readRequirements, securityLines } from './security-table.ts'
import { isTemplate, mayHave } from './specification-table.ts'

/** Every claim in `docs/security.md` names a test. The reporter checks that tests of these titles have run. */
const lines = securityLines()
const rows = readRequirements(lines)

test('every row is a requirement, its state and what holds it', () => {
  expect(rows.map(({ name }) => name)).toEqual(lines.map((line) => line.split(' ')[1]))
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['met', 'partly', 'not met']))
})

test('every requirement that is met names its tests', () => {
  const bare = rows.filter(({ state, tests }) => state === 'met' && tests.length === 0)
  expect(bare.map(({ name }) => name)).toEqual([])
})

test('every requirement that is not met says what is missing', () => {
  const told = (held: string) => held.replace(/\[.+?\]\([^()\s]+\)[ ·.]*/g, '')
  const silent = rows.filter(({ state, held }) => state !== 'met' && told(held).length < 20)
  expect(silent.map(({ name }) => name)).toEqual([])
})

test('every link to a test is read as one', () => {
  const links = rows.map(({ held }) => held.split('.test.ts').length - 1)
  expect(rows.map(({ tests }) => tests.length)).toEqual(links)
})

test('every test that is named may be in its file', () => {
  const missing = rows.flatMap(({ name, tests }) =>
    tests
      .filter(({ title, file }) => {
        const url = new URL(file, import.meta.url)
        const source = existsSync(url) ? readFileSync(url, 'utf8') : ''
        return isTemplate(title) || !mayHave(source, title)
      })
      .map(({ title, file }) => `${name}: ${file} has no test '${title}'`),
  )
  expect(missing).toEqual([])
})
