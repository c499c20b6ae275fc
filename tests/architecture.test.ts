import { describe, expect, test } from 'vitest'
import { wrongArrows } from './architecture/allowed-imports.ts'
import {
  barrels,
  deepFiles,
  fileCycles,
  folderCycles,
  fullFolders,
  hotkeyListeners,
  keptInStep,
  longFiles,
  looseDates,
  machineTraces,
  needlessFiles,
  oddNames,
  packagesOf,
  repeatedNames,
  sizes,
} from './architecture/rules.ts'
import { importsOf, projectFiles, type SourceFile } from './project-files.ts'

const files = projectFiles()
/** Without the tests of the rules, which contain violations. */
const held = files.filter((file) => !/^tests\/architecture/.test(file.path))

/** What staff download before they see the first rows. Others are loaded when they are needed. */
const FIRST_PACKAGES = [
  '@tanstack/react-query',
  '@tanstack/react-table',
  '@tanstack/react-virtual',
  'class-variance-authority',
  'clsx',
  'jotai',
  'jwt-decode',
  'lucide-react',
  'react',
  'react-dom',
  'react-hotkeys-hook',
  'react-router-dom',
  'zod',
]

/** Of these, the script that is part of the page uses a function or two. It must not contain schemas. */
const PAGE_PACKAGES = ['@tanstack/react-table', 'class-variance-authority', 'clsx', 'react']

/** Short files with one importer beside them that are a concept of their own. At most fifteen. */
const OWN_FILES = [
  'commands/customers.ts',
  'commands/imports.ts',
  'src/web/screens/pick-runs/barcode-worker.ts',
]

describe('the project', () => {
  test('is read completely', () => {
    const paths = files.map((file) => file.path)
    expect(paths).toEqual(
      expect.arrayContaining(['src/contract/call.ts', 'commands/engine/command.ts', 'package.json']),
    )
  })
  test('imports only what its folders may import', () => expect(wrongArrows(files)).toEqual([]))
  test('has no barrels', () => expect(barrels(files)).toEqual([]))
  test('is at most four folders deep', () => expect(deepFiles(files)).toEqual([]))
  test('has no cycle between folders', () => expect(folderCycles(files)).toEqual([]))
  test('has no cycle between files', () => expect(fileCycles(files)).toEqual([]))
  test('has folders of at most 25 files', () => expect(fullFolders(files)).toEqual([]))
  test('names its files in kebab-case', () => expect(oddNames(files)).toEqual([]))
  test('has short files', () => expect(longFiles(files)).toEqual([]))
  test('exports each name once', () => expect(repeatedNames(files)).toEqual([]))
  test('has no short file that only its neighbour needs', () =>
    expect(needlessFiles(files)).toEqual(OWN_FILES))
  test('has few files of a good length', () => {
    const { count, mean, short } = sizes(files)
    expect(count).toBeLessThanOrEqual(680)
    expect(mean).toBeGreaterThanOrEqual(90)
    expect(short).toBeLessThanOrEqual(30)
  })
  test('keeps little in step by hand', () => {
    const { effects, variables, mirrors, signOuts } = keptInStep(files)
    expect(effects).toBeLessThanOrEqual(2.5)
    expect(variables.length, variables.join(', ')).toBeLessThanOrEqual(6)
    expect(mirrors.length, mirrors.join(', ')).toBeLessThanOrEqual(3)
    expect(signOuts.length, signOuts.join(', ')).toBeLessThanOrEqual(2)
  })
  test('listens to keys in one place', () => expect(hotkeyListeners(files)).toHaveLength(1))
  test('takes random cases from one place, which sets their seed', () => {
    const users = files.filter(({ text }) => importsOf(text).includes('fast-check')).map(({ path }) => path)
    expect(users).toEqual(['tests/properties.ts'])
  })
  test('reads dates in one place', () => expect(looseDates(files)).toEqual([]))
  test('needs few packages in its first script', () =>
    expect(packagesOf('src/web/main.tsx', files)).toEqual(FIRST_PACKAGES))
  test('has nothing large in the script of the page', () =>
    expect(packagesOf('src/web/first-rows.tsx', files)).toEqual(PAGE_PACKAGES))
  test('has no paths of one machine', () => expect(machineTraces(held)).toEqual([]))
})

const file = (path: string, text = ''): SourceFile => ({ path, text })

describe('the rules can fail', () => {
  test.each([
    ['an import', "import { a } from './a.ts'", ['./a.ts']],
    ['a type import', "import type { A } from './a.ts'", ['./a.ts']],
    ['an import over lines', "import {\n  a,\n  type B,\n} from './a.ts'", ['./a.ts']],
    ['an import for its effect', "import './a.css'", ['./a.css']],
    ['a re-export', "export { a } from './a.ts'", ['./a.ts']],
    ['a dynamic import', "const load = () => import('./a.ts')", ['./a.ts']],
    ['no import', "export const from = 'x'\nconst text = 'import'", []],
  ])('reports %s', (_, text, expected) => expect(importsOf(text)).toEqual(expected))

  test.each([
    ['src/contract/a.ts', "import { b } from '../domain/b.ts'"],
    ['src/contract/a.ts', "import { z } from 'zod'"],
    ['src/domain/a.ts', "import { b } from '../../commands/b.ts'"],
    ['src/domain/a.ts', "import axios from 'axios'"],
    ['commands/a.ts', "import { useState } from 'react'"],
    ['commands/a.ts', "import { send } from '../src/web/api/client.ts'"],
    ['src/server/orders/a.ts', "import { b } from '../../web/api/b.ts'"],
    ['src/server/orders/a.ts', "import { b } from '../consignments/b.ts'"],
    ['src/server/db/a.ts', "import { b } from '../orders/b.ts'"],
    ['src/server/http/a.ts', "import { b } from '../sign-in/b.ts'"],
    ['src/server/platform/a.ts', "import { b } from '../app.ts'"],
    ['src/server/db/migrations/a.ts', "import { b } from '../schema.ts'"],
    ['src/server/db/migrations/a.ts', "import { b } from '../../../domain/b.ts'"],
    ['src/server/db/migrations/a.ts', "import { z } from 'zod'"],
    ['src/web/api/a.ts', "import { b } from '../../server/b.ts'"],
    ['src/web/ui/a.tsx', "import type { Order } from '../../contract/orders.ts'"],
    ['src/web/ui/a.tsx', "import { b } from '../../domain/badge.ts'"],
    ['src/web/table/a.tsx', "import { b } from '../screens/orders/b.tsx'"],
    ['src/web/screens/orders/a.tsx', "import { routes } from '../../routes.tsx'"],
    ['src/other/a.ts', 'export const a = 1'],
    ['src/server/other/a.ts', 'export const a = 1'],
  ])('a forbidden import in %s: %s', (path, text) => expect(wrongArrows([file(path, text)])).toHaveLength(1))

  test.each([
    [
      'src/web/screens/orders/a.tsx',
      "import { paths } from '../../routing/paths.ts'\nimport React from 'react'",
    ],
    ['src/server/orders/a.ts', "import { b } from '../db/b.ts'\nimport { c } from '../../domain/c.ts'"],
    ['src/server/db/migrations/a.ts', "import { b } from '../dialect/b.ts'\nimport { sql } from 'kysely'"],
  ])('an allowed import in %s', (path, text) => expect(wrongArrows([file(path, text)])).toEqual([]))

  test('a barrel', () => {
    expect(barrels([file('src/web/ui/index.ts'), file('commands/index.ts')])).toEqual(['src/web/ui/index.ts'])
    expect(barrels([file('src/a.ts', "export * from './b.ts'")])).toEqual(['src/a.ts'])
    expect(barrels([file('src/a.ts', "export const from = 'b'")])).toEqual([])
  })
  test('a name that is exported twice', () => {
    const twice = [
      file('src/web/list/a.ts', 'export const rowsOf = 1'),
      file('src/domain/b.ts', 'export function rowsOf() {}'),
      file('src/server/c.ts', 'export const rows = 2'),
      file('src/server/d.ts', 'export const text = 1'),
      file('src/web/e.ts', 'export const text = 2'),
      file('src/server/db/frozen/f.ts', 'export const text = 3'),
    ]
    expect(repeatedNames(twice)).toEqual([
      'rowsOf is exported by src/web/list/a.ts and src/domain/b.ts',
      'text is exported by src/server/d.ts and src/web/e.ts',
    ])
  })
  test('a short file that only its neighbour needs', () => {
    const helper = file('src/web/list/helper.ts', 'export const a = 1\n')
    const neighbour = file('src/web/list/b.ts', "import { a } from './helper.ts'\n")
    const isFound = (...more: SourceFile[]) => needlessFiles([helper, ...more]).length > 0
    expect(isFound(neighbour)).toBe(true)
    expect(
      isFound(neighbour, file('tests/web/a.test.ts', "import { a } from '../../src/web/list/helper.ts'\n")),
    ).toBe(false)
    expect(isFound(file('src/web/list/b.ts', "const load = () => import('./helper.ts')\n"))).toBe(false)
    expect(isFound(file('src/web/shell/b.ts', "import { a } from '../list/helper.ts'\n"))).toBe(false)
  })
  test('very short files', () => {
    expect(sizes([file('src/a.ts', 'a\n'.repeat(21)), file('src/b.ts', 'b\n')])).toEqual({
      count: 2,
      mean: 11,
      short: 1,
    })
  })
  test('what is kept in step by hand', () => {
    const text = [
      "import { useEffect } from 'react'",
      'let count = 0',
      'export let other = 1',
      'function useIt(value: string) {',
      '  let local = 1',
      '  const latest = useRef(value)',
      '  const first = useRef(value)',
      '  const box = useRef<HTMLElement>(null)',
      '  useEffect(() => {',
      '    latest.current = value',
      '    box.current = null',
      '  })',
      '  useLayoutEffect(() => onSignOut(clear), [])',
      '}',
    ]
    const kept = keptInStep([
      file('src/web/a.ts', `${text.join('\n')}\n`),
      file('src/web/b.ts', 'export function onSignOut() {}\n'),
      file('src/server/c.ts', 'let count = 0\n'),
    ])
    expect(kept).toEqual({
      effects: (2 / 15) * 1_000,
      variables: ['src/web/a.ts count', 'src/web/a.ts other'],
      mirrors: ['src/web/a.ts latest'],
      signOuts: ['src/web/a.ts'],
    })
  })
  test('a cycle', () => {
    const importing = (path: string) => `import type { A } from '${path}'`
    const beside = [file('src/a/b.ts', importing('./c.ts')), file('src/a/c.ts', importing('./b.ts'))]
    expect([fileCycles(beside), folderCycles(beside)]).toEqual([['src/a/b.ts src/a/c.ts'], []])
    const across = [
      file('src/a/b.ts', importing('../c/d.ts')),
      file('src/c/d.ts', importing('./e.ts')),
      file('src/c/e.ts'),
      file('src/c/f.ts', importing('../a/g.ts')),
      file('src/a/g.ts'),
    ]
    expect([fileCycles(across), folderCycles(across)]).toEqual([[], ['src/a src/c']])
  })
  test('a package that is loaded at once', () => {
    const lines = [
      "import { A } from 'named'",
      "import type { B } from 'of-types'",
      "import { type C, type D } from 'also-of-types'",
      "import { type E, f } from '@scope/mixed/part'",
      "import './b.ts'",
      "const late = () => import('late')",
    ]
    const first = [file('src/a.ts', lines.join('\n')), file('src/b.ts', "import {\n  g,\n} from 'behind'")]
    expect(packagesOf('src/a.ts', first)).toEqual(['@scope/mixed', 'behind', 'named'])
  })
  test('a deep file', () =>
    expect(deepFiles([file('src/a/b/c/d/e.ts'), file('src/a/b/c/e.ts')])).toEqual(['src/a/b/c/d/e.ts']))
  test('an odd name', () =>
    expect(
      oddNames([file('src/aB.ts'), file('src/a_b.ts'), file('src/a-b.test.ts'), file('.ci/run')]),
    ).toEqual(['src/aB.ts', 'src/a_b.ts']))
  test('a long file', () => {
    const text = 'a\n'.repeat(501)
    expect(
      longFiles([file('src/a.ts', text), file('src/b.ts', `// Long because it is a table.\n${text}`)]),
    ).toEqual(['src/a.ts has 501 lines'])
  })
  test('a second listener', () => {
    const text = "import { useHotkeys } from 'react-hotkeys-hook'"
    expect(hotkeyListeners([file('src/web/a.tsx', text), file('src/web/b.tsx', text)])).toHaveLength(2)
  })
  // FMT-6
  test('a date read from text', () => {
    const texts = [
      'new Date(text)',
      'new Date()',
      'new Date(\n  text)',
      'new Date(clock())',
      'new Date(dueMs)',
    ]
    const found = looseDates(texts.map((text, index) => file(`src/${index}.ts`, text)))
    expect(found).toEqual(['src/0.ts', 'src/2.ts'])
    expect(looseDates([file('src/domain/calendar/nz-time.ts', 'new Date(ms)')])).toEqual([])
  })
  test('a trace of a machine', () => {
    const texts = [
      'see /home/someone/x',
      'https://registry.example.com',
      '"resolved": "https://a"',
      'GET /homepage',
    ]
    expect(machineTraces(texts.map((text, index) => file(`${index}`, text)))).toEqual(['0', '1', '2'])
  })
})
