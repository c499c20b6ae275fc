import { sql } from 'kysely'
import { isPostgres } from '../dialect/dialect.ts'
import { type Migration, type MigrationConnection, sortedText } from '../frozen/migration.ts'
import { updateSearchTexts } from '../frozen/search.ts'

const LOT = 2000

/**
 * Companies of customers as searches compare them, so that the company that was searched for is found first; and in the
 * search texts of orders the tracking codes that no consignment here has.
 */
export const rankCompanies: Migration = {
  name: '0042-companies',
  async up(db) {
    await db.schema.alterTable('customers').addColumn('company_key', sortedText(db)).execute()
    await fillCompanies(db)
    await sql`create index customers_company on customers (company_key, id) where company_key is not null`.execute(
      db,
    )
    await addTrackingCodes(db)
  },
}

async function fillCompanies(db: MigrationConnection): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number; company: string }>`select id, company from customers
      where id > ${last} and company is not null order by id limit ${LOT}`.execute(db)
    if (rows.length === 0) return
    last = Number(rows.at(-1)?.id)
    const json = JSON.stringify(
      rows.map(({ id, company }) => ({ id, company_key: wordsOf(company).join(' ') || null })),
    )
    const given = isPostgres(db)
      ? sql`(select id, company_key from json_populate_recordset(null::customers, ${json}))`
      : sql`(select value ->> 'id' as id, value ->> 'company_key' as company_key from json_each(${json}))`
    await sql`update customers set company_key = given.company_key from ${given} as given
      where given.id = customers.id`.execute(db)
  }
}

async function addTrackingCodes(db: MigrationConnection): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number; tracking_code: string; search_text: string }>`
      select id, tracking_code, search_text from orders where id > ${last} and tracking_code is not null
      and not exists (select 1 from consignments where consignments.tracking_code = orders.tracking_code)
      order by id limit ${LOT}`.execute(db)
    if (rows.length === 0) return
    last = Number(rows.at(-1)?.id)
    const changed = rows.map(({ id, tracking_code, search_text }) => {
      const words = wordsOf(tracking_code).filter((word) => !`${search_text}  `.includes(`  ${word}  `))
      return { id, search_text: search_text + words.map((word) => `  ${word}`).join('') }
    })
    await updateSearchTexts(db, 'orders', changed)
  }
}

/** The words of a text as searches compare them. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[\u2018\u2019\u02bb\u02bc\u02b9\u2032`\u00b4]/g, "'")
    .normalize('NFC')
    .replace(/\+64\s*/g, '0')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .split(/\s+/)
    .filter(Boolean)
}
