import { type Kysely, sql } from 'kysely'
import { recordset } from '../dialect/dialect.ts'
import type { Database } from '../schema.ts'
import type { Migration } from './migration.ts'

/** Orders and customers are found by the words of their addresses, as consignments are. */
export const makeAddressesSearchable: Migration = {
  name: '0011-address-search',
  async up(db) {
    await appendAddresses(db, 'orders', OWN)
    await appendAddresses(db, 'customers', [...OWN, ...OWN.map((name) => `delivery_${name}`)])
  },
}

const OWN = ['street', 'suburb', 'city', 'postcode']

/** Rows in one statement: few enough for the memory of a small machine, however many orders there are. */
const LOT = 5_000

/** Appends to each search text the words of these columns that it does not have yet. */
async function appendAddresses(
  db: Kysely<Database>,
  table: 'orders' | 'customers',
  columns: readonly string[],
): Promise<void> {
  const names = sql.join(columns.map((name) => sql.ref(name)))
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number; search_text: string; [column: string]: string | number | null }>`
      select id, search_text, ${names} from ${sql.table(table)} where id > ${last}
      order by id limit ${LOT}`.execute(db)
    const end = rows.at(-1)
    if (!end) return
    last = end.id
    const changed = rows.flatMap((row) => {
      const text = withWords(row.search_text, columns.map((column) => row[column] ?? '').join(' '))
      return text === row.search_text ? [] : [{ id: row.id, search_text: text }]
    })
    await sql`update ${sql.table(table)} set search_text = given.search_text
      from ${recordset(db, table, ['id', 'search_text'], changed)} as given
      where given.id = ${sql.ref(`${table}.id`)}`.execute(db)
  }
}

/** The form of search texts on the day of this migration: distinct words, each behind two spaces. */
function withWords(searchText: string, text: string): string {
  const words = new Set([...searchText.split('  ').filter(Boolean), ...foldedWords(text)])
  return Array.from(words, (word) => `  ${word}`).join('')
}

/** Letters to Unicode, apostrophes in names. */
const APOSTROPHES = /[\u02bb\u02bc\u02b9]/g

/** Words as searches compared them on that day: no case, no accents, no punctuation, +64 as 0. */
function foldedWords(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(APOSTROPHES, '')
  const bare = plain
    .normalize('NFC')
    .replace(/\+64\s*/g, '0')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
  return bare.split(/\s+/).filter(Boolean)
}
