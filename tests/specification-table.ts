import { readFileSync } from 'node:fs'

/** A test or a suite by its title as a run prints it, with as many of the suites around it as it takes to tell it. */
export interface Held {
  title: string
  /** Below `tests/`. */
  file: string
}

export interface Row {
  /** 'S2.34' */
  name: string
  section: number
  number: number
  /** What stands in the last column. */
  held: string
  tests: Held[]
}

const ROW = /^\| S(\d)\.(\d+) \| (.+) \| (.+) \|$/
const HELD_BY = /\[(.+?)\]\(([^()\s]+\.test\.tsx?)\)/g

/** The lines of the table that are meant as rows. */
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

/** What a run puts between the titles of suites and tests, and what the table does. */
const IN_A_RUN = ' > '
const IN_THE_TABLE = ' › '
/** Every test of the server runs on each database. */
const DATABASE = /^(embedded database|PostgreSQL) › /

/**
 * What the table says of a file that has just run, and is not so.
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

/** Whether a title is that of a table of tests, and so of no test that runs. */
export const isTemplate = (title: string): boolean => title.search(PLACEHOLDER) >= 0

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether each part of the title stands in the source, in whichever quotes, as it is or as what makes it. */
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
