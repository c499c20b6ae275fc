import { expect, test } from 'vitest'
import { MESSAGES } from '../src/domain/records/catalogue.ts'
import { projectFiles } from './project-files.ts'

/**
 * `docs/product.md` has the rules of the product, each with an id. Sources and documents cite them, and
 * `specification.md` maps every sentence of the specification to them.
 */
const files = projectFiles().filter(({ path }) => /^(src|commands|tests|docs|[A-Z]+\.md)\b/.test(path))
const textOf = (name: string) => files.find(({ path }) => path === name)?.text ?? ''

const rules = Array.from(textOf('docs/product.md').matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm), ([, id = '']) => id)
const groups = new Set(rules.map((id) => id.replace(/-\d+$/, '')))
const ID = new RegExp(`\\b(?:${[...groups].join('|')})-\\d+\\b`, 'g')
const idsOf = (text: string) => Array.from(text.matchAll(ID), ([id]) => id)

test('every rule has an id of its own', () => {
  expect(rules.length).toBeGreaterThan(100)
  expect(rules.filter((id, index) => rules.indexOf(id) !== index)).toEqual([])
})

test('every id that is cited is that of a rule', () => {
  const unknown = files.flatMap(({ path, text }) =>
    idsOf(text)
      .filter((id) => !rules.includes(id))
      .map((id) => `${path}: ${id}`),
  )
  expect(unknown).toEqual([])
})

test.each(Object.entries(MESSAGES))('the message %s is listed with its text: %s', (constant, message) => {
  const row = textOf('docs/product.md')
    .split('\n')
    .find((line) => line.startsWith('| `') && line.includes(`\`${constant}\``))
  expect(row).toContain(`'${message}'`)
})

test('every rule is cited by a test', () => {
  const tests = files.filter(({ path }) => /\.test\.tsx?$/.test(path))
  const cited = new Set(tests.flatMap(({ text }) => idsOf(text)))
  expect(rules.filter((id) => !cited.has(id))).toEqual([])
})

test('nothing cites a section or a reading of the specification', () => {
  const cites = files.filter(({ text }) => /\b(?:sections?|readings?) \d/i.test(text))
  expect(cites.map(({ path }) => path)).toEqual([])
})

test('every sentence of the specification has its rules, or is not shown', () => {
  const lines = textOf('tests/specification.md')
    .split('\n')
    .filter((line) => line.startsWith('| S'))
  const rows = lines.map((line) => /^\| S(\d)\.(\d+) \| .+ \| (.+) \|$/.exec(line)?.slice(1) ?? [line])
  const wrong = rows.filter(([, , held = '']) => held !== 'not shown' && idsOf(held).join(', ') !== held)
  expect(wrong).toEqual([])
  const next = new Map<string, number>()
  for (const [part = '', number] of rows)
    next.set(part, (next.get(part) ?? 0) + (number === undefined ? 0 : 1))
  expect(rows.map(([, number]) => Number(number))).toEqual(
    [...next.values()].flatMap((count) => Array.from({ length: count }, (_, index) => index + 1)),
  )
})
