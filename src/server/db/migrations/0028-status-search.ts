import { sql } from 'kysely'
import type { Migration } from '../frozen/migration.ts'
import { updateSearchTexts } from '../frozen/search.ts'

interface OrderRow {
  id: number
  status: string
  search_text: string
}

const LOT = 2000

/** Adds a status that no action sets as one word to the search texts of orders: 'onhold', 'cancelled'. */
export const makeStatusesSearchable: Migration = {
  name: '0031-status-search',
  async up(db) {
    for (let last = 0; ; ) {
      const { rows } = await sql<OrderRow>`select id, status, search_text from orders
        where id > ${last} and lower(status) not in ('', 'ordered', 'unpaid', 'paid', 'ready to collect',
          'ready to ship', 'shipped', 'collected')
        order by id limit ${LOT}`.execute(db)
      if (rows.length === 0) return
      const changed = rows.map(({ id, status, search_text }) => {
        const word = wordOf(status)
        return { id, search_text: word === '' ? search_text : `${search_text}  ${word}` }
      })
      await updateSearchTexts(db, 'orders', changed)
      last = Number(rows.at(-1)?.id)
    }
  },
}

const SPELLINGS: Readonly<Record<string, string>> = {
  hold: 'onhold',
  held: 'onhold',
  canceled: 'cancelled',
  void: 'voided',
}

function wordOf(status: string): string {
  const word = status
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .normalize('NFC')
  return SPELLINGS[word] ?? word
}
