import { readFileSync } from 'node:fs'

/** A test or suite by its full title, with as many enclosing suites as necessary to identify it. */
export interface Held {
  title: string
  /** Path below `tests/`. */
  file: string
}

export interface Row {
  /** 'S2.34' */
  name: string
  section: number
  number: number
  /** The last column. */
  held: string
  tests: Held[]
}

const ROW = /^\| S(\d)\.(\d+) \| (.+) \| (.+) \|$/
const HELD_BY = /\[(.+?)\]\(([^()\s]+\.test\.tsx?)\)/g

/** The rows of the table. */
export function tableLines(table: string): string[] {
  return table.split('\n').filter((line) => line.startsWith('| S'))
}

export function readRows(lines: readonly string[]): Row[] {
  return lines.flatMap((line) => {
    const found = ROW.exec(line)
    if (!found) return []
    const [, section, number, , held = ''] = found
    const tests = Array.from(held.matchAll(HELD_BY), ([, title = '', file = '']) => ({ title, file }))
    return [{ name: `S${section}.${number}`, section: Number(section), number: Number(number), held, tests }]
  })
}

export function readTable(): string {
  return readFileSync(new URL('specification.md', import.meta.url), 'utf8')
}

/** Separator between titles of suites and tests: in a run, and in the table. */
const IN_A_RUN = ' > '
const IN_THE_TABLE = ' › '
/** Prefix of tests that run on each database. */
const DATABASE = /^(embedded database|PostgreSQL) › /

/**
 * Titles in the table that a finished file does not contain.
 * @param ran the full names of its tests and suites
 */
export function wrongIn(
  rows: readonly Pick<Row, 'name' | 'tests'>[],
  file: string,
  ran: readonly string[],
): string[] {
  const names = new Set(ran.map((name) => name.replaceAll(IN_A_RUN, IN_THE_TABLE).replace(DATABASE, '')))
  return rows.flatMap(({ name, tests }) =>
    tests
      .filter((one) => one.file === file)
      .flatMap(({ title }) => {
        const found = [...names].filter((full) => full === title || full.endsWith(IN_THE_TABLE + title))
        if (found.length === 1) return []
        return [`${name}: ${found.length === 0 ? 'no test' : `${found.length} tests`} '${title}' in ${file}`]
      }),
  )
}

const PLACEHOLDER = /%[sdifjoO]|\$\{[^}]+\}|\$[a-z][\w.]*/g

/** Whether a title has placeholders, and so belongs to a parametrised test. */
export const isTemplate = (title: string): boolean => title.search(PLACEHOLDER) >= 0

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether the source contains each part of the title, in any quotes, literally or as a template. */
export function mayHave(source: string, title: string): boolean {
  const plain = source.replaceAll("\\'", "'")
  const templates = Array.from(plain.matchAll(/(?=(['"`])([^\n]*?)\1,)/g), ([, , text = '']) => text)
    .filter(isTemplate)
    .map((text) => new RegExp(`^${text.split(PLACEHOLDER).map(literally).join('.*')}$`))
  return title
    .split(IN_THE_TABLE)
    .every(
      (part) =>
        ["'", '"', '`'].some((quote) => plain.includes(quote + part + quote)) ||
        templates.some((template) => template.test(part)),
    )
}
