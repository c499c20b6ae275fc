import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { describe, expect, test } from 'vitest'
import { SECTIONS } from '../commands/engine/command.ts'
import { COMMANDS } from '../commands/index.ts'
import { PROFILES } from '../src/server/import/profiles/all-profiles.ts'
import { SETTING_ROWS } from '../src/server/platform/setting-descriptions.ts'
import { exportsPage, keysPage, sentencesPage, settingsPage } from './generated-pages.ts'
import { projectFiles } from './project-files.ts'

const files = projectFiles()
const texts = new Map(files.map(({ path, text }) => [path, text]))
const folders = new Set(files.flatMap(({ path }) => parentsOf(path)))
const documents = files.filter(({ path }) => /^(docs\/.*|[A-Z]+)\.md$/.test(path))
/** Release notes name what was true in their version. */
const current = documents.filter(({ path }) => path !== 'CHANGELOG.md')

const LINK = /\]\((?!https?:)([^()\s]+)\)/g
const CODE = /`([^`\n]+)`/g
const FILE = /^[\w@./-]+\.(?:tsx?|cjs|html|css|md)$/
const FOLDER = /^(?:[\w-]+\/)+$|^(?:src|commands|tests|docs|deploy)(?:\/[\w-]+)+$/

test.each(documents)('every link of $path leads to a file and a heading', ({ path, text }) => {
  expect(matchesOf(text, LINK).filter((link) => !isTarget(path, link))).toEqual([])
})

test.each(current)('every file and folder that $path names exists', ({ text }) => {
  const named = matchesOf(text, CODE)
  expect(named.filter((name) => FILE.test(name) && !isFile(name))).toEqual([])
  expect(named.filter((name) => FOLDER.test(name) && !isFolder(name.replace(/\/$/, '')))).toEqual([])
})

const decisions = documents.filter(({ path }) => path.startsWith('docs/decisions/'))

test.each(decisions)('$path has at most 300 words', ({ text }) => {
  expect(text.split(/\s+/).length - 1).toBeLessThanOrEqual(300)
})

test('the variables of the tests in CONTRIBUTING.md are read by tests', () => {
  const rows = (texts.get('CONTRIBUTING.md') ?? '')
    .split('\n')
    .filter((line) => /^\| `[A-Z_]+[=`]/.test(line))
  const named = rows.flatMap((row) => matchesOf(row.split('|')[1] ?? '', /`([A-Z_]+)/g))
  const tests = files.filter(({ path }) => path.startsWith('tests/'))
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !tests.some(({ text }) => text.includes(`.env.${name}`)))).toEqual([])
})

describe('a heading', () => {
  test.each([
    ["GoSweetSpot's webhook", 'gosweetspots-webhook'],
    ['Which row Enter takes', 'which-row-enter-takes'],
    ['The `queue`', 'the-queue'],
  ])('%s is linked as %s', (heading, anchor) => expect(anchorOf(heading)).toBe(anchor))
})

function isTarget(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const to = path === '' ? from : join(dirname(from), path).replace(/\/$/, '')
  if (anchor === undefined) return existsSync(new URL(`../${to}`, import.meta.url))
  return headingsOf(texts.get(to) ?? '').includes(anchor)
}

/** Documents may leave out the folders that precede a name. */
function isFile(name: string): boolean {
  return files.some(({ path }) => path === name || path.endsWith(`/${name}`))
}

function isFolder(name: string): boolean {
  return Array.from(folders).some((folder) => `/${folder}`.endsWith(`/${name}`))
}

function headingsOf(text: string): string[] {
  return matchesOf(text, /^#+ (.+)$/gm).map(anchorOf)
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-')
}

function parentsOf(path: string): string[] {
  const parent = dirname(path)
  return parent === '.' ? [] : [parent, ...parentsOf(parent)]
}

function matchesOf(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, found = '']) => found)
}

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const readme = read('README.md')

test('docs/generated/keys.md lists every key as it is declared (npm run docs)', () => {
  expect(read('docs/generated/keys.md')).toBe(keysPage(COMMANDS, SECTIONS))
})

// PAL-14
test('docs/generated/sentences.md lists what commands declare to follow their verbs (npm run docs)', () => {
  const page = read('docs/generated/sentences.md')
  expect(page).toBe(sentencesPage(COMMANDS))
  expect(page).toMatch(
    /\| Record payment \| .*`pay`.* \| method: bank, cash, card · date: .* · reference: ref 88 \|/,
  )
  expect(page).toMatch(/\| Create consignment \| .*`freight`.* \| price and courier are shown first \|/)
})

test('docs/generated/exports.md lists every column as it is declared (npm run docs)', () => {
  expect(read('docs/generated/exports.md')).toBe(exportsPage(PROFILES))
})

test('docs/generated/settings.md describes every setting as it is declared (npm run docs)', () => {
  const page = read('docs/generated/settings.md')
  expect(page).toBe(settingsPage(SETTING_ROWS))
  expect(page).toContain('| `PORT` | `3000` | The port. |\n')
  expect(page).toContain('| `GSS_ACCESS_KEY`, `GSS_SITE_ID` | none | Couriers through ')
  expect(page).toContain('| `GRAPH_MAILBOX` | the address of `SMTP_FROM` | ')
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

const ROW = /^\| (V\d+\.\d+\.\d+) \| [^|]+ \| (met|partly|not met)(?:\. ([^|]+))? \|$/

/** `docs/security.md` claims which requirements of the standard are met; tests cite those that they verify. */
const lines = (texts.get('docs/security.md') ?? '').split('\n').filter((line) => line.startsWith('| V'))
const requirements = lines.flatMap((line) => {
  const [, name = '', state = '', remark = ''] = ROW.exec(line) ?? []
  return name === '' ? [] : [{ name, state, remark }]
})

test('every row is a requirement, its state and a remark', () => {
  expect(requirements.map(({ name }) => name)).toEqual(lines.map((line) => line.split(' ')[1]))
  expect(new Set(requirements.map(({ name }) => name)).size).toBe(requirements.length)
  expect(new Set(requirements.map(({ state }) => state))).toEqual(new Set(['met', 'partly', 'not met']))
})

test('every requirement that is met is cited by a test', () => {
  const tests = files.filter(({ path }) => /\.test\.tsx?$/.test(path))
  const cited = new Set(tests.flatMap(({ text }) => text.match(/\bV\d+\.\d+\.\d+\b/g) ?? []))
  const met = requirements.filter(({ state, name }) => state === 'met' && !cited.has(name))
  expect(met.map(({ name }) => name)).toEqual([])
})

test('every requirement that is not met says what is missing', () => {
  const silent = requirements.filter(({ state, remark }) => state !== 'met' && remark.length < 20)
  expect(silent.map(({ name }) => name)).toEqual([])
})
