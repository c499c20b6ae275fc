import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SECTIONS } from '../commands/engine/command.ts'
import { COMMANDS } from '../commands/index.ts'
import { PROFILES } from '../src/server/import/profiles/all-profiles.ts'
import { SETTING_NAMES } from '../src/server/platform/courier-settings.ts'
import { exportsPage } from './exports-table.ts'
import { keysPage } from './keys-table.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const readme = read('README.md')

test('docs/generated/keys.md lists every key as it is declared (npm run docs)', () => {
  expect(read('docs/generated/keys.md')).toBe(keysPage(COMMANDS, SECTIONS))
})

test('docs/generated/exports.md lists every column as it is declared (npm run docs)', () => {
  expect(read('docs/generated/exports.md')).toBe(exportsPage(PROFILES))
})

test('operations.md names every setting that the server reads, and no other', () => {
  expect(SETTING_NAMES).toEqual(expect.arrayContaining(['PORT', 'GSS_ACCESS_KEY']))
  const rows = read('docs/operations.md')
    .split('\n')
    .filter((line) => /^\| `[A-Z_]+`/.test(line))
  const told = rows.flatMap((row) =>
    Array.from((row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g), ([, name]) => name),
  )
  expect(told.sort()).toEqual(SETTING_NAMES.toSorted())
})

test('the changelog has a section for each version, newest first, and the newest is the one of the package', () => {
  const sections = Array.from(
    read('CHANGELOG.md').matchAll(/^## (.+)$/gm),
    ([, heading = '']) => /^(\d+)\.(\d+)\.(\d+) \((\d{4}-\d{2}-\d{2})\)$/.exec(heading) ?? [heading],
  )
  const versions = sections.map(([, ...numbers]) => numbers.slice(0, 3).map(Number))
  const order = (numbers: number[]) => numbers.reduce((sum, one) => sum * 1000 + one, 0)
  expect(versions.length).toBeGreaterThan(1)
  expect(versions.map(order)).toEqual([...new Set(versions.map(order))].sort((one, other) => other - one))
  const days = sections.map(([, , , , day = '']) => day)
  expect(days).toEqual([...days].sort().reverse())
  const version = versions[0]?.join('.')
  const { packages, ...lock } = JSON.parse(read('package-lock.json'))
  expect([JSON.parse(read('package.json')).version, lock.version, packages[''].version]).toEqual(
    Array(3).fill(version),
  )
})

test('the README names the two commands', () => {
  expect(readme).toContain('npm ci && npm start')
  expect(readme).toContain('npm ci && npm test')
})
