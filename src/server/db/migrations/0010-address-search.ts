import { sql } from 'kysely'
import type { Migration, MigrationConnection } from '../frozen/migration.ts'
import { updateSearchTexts } from '../frozen/search.ts'

/** Adds the words of addresses to the search texts of orders and customers, as consignments have them. */
export const makeAddressesSearchable: Migration = {
  name: '0011-address-search',
  async up(db) {
    await appendAddresses(db, 'orders', OWN)
    await appendAddresses(db, 'customers', [...OWN, ...OWN.map((name) => `delivery_${name}`)])
  },
}

const OWN = ['street', 'suburb', 'city', 'postcode']

/** Rows per statement: few enough for the memory of a small machine, however many orders there are. */
const LOT = 5_000

/** Appends the words of these columns to each search text that lacks them. */
async function appendAddresses(
  db: MigrationConnection,
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
    await updateSearchTexts(db, table, changed)
  }
}

/** Search texts as they were at this migration: distinct words, each after two spaces. */
function withWords(searchText: string, text: string): string {
  const words = new Set([...searchText.split('  ').filter(Boolean), ...foldedWords(text)])
  return Array.from(words, (word) => `  ${word}`).join('')
}

/** Letters to Unicode, apostrophes in names. */
const APOSTROPHES = /[\u02bb\u02bc\u02b9]/g

/** Words as searches compared them at this migration: no case, accents or punctuation, and 0 for +64. */
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
