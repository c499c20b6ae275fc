import { type RawBuilder, sql } from 'kysely'
import type { Migration, MigrationConnection } from '../frozen/migration.ts'
import { updateSearchTexts } from '../frozen/search.ts'

/**
 * Writes the search texts of orders, customers and consignments again: phone numbers in their canonical form, the
 * reference first, after 'po', and the receiver's phone and e-mail address. Indexes orders by their total.
 */
export const makePhonesSearchable: Migration = {
  name: '0014-phone-search',
  async up(db) {
    await sql`create index orders_total on orders (total_cents, id)`.execute(db)
    await rewrite(db, 'orders', ORDERS, orderText)
    await rewrite(db, 'customers', CUSTOMERS, customerText)
    await rewrite(db, 'consignments', CONSIGNMENTS, consignmentText)
  },
}

/** The columns from which search texts are made. Each table has some of them. */
type Row = { id: number; search_text: string } & Partial<Record<Column, string | null>>
type Column = OwnColumn | `delivery_${(typeof PLACE)[number]}`
type OwnColumn =
  | 'code'
  | 'reference'
  | 'infusion_key'
  | 'name'
  | 'company'
  | 'email'
  | 'phone'
  | 'mobile'
  | (typeof PLACE)[number]

const PLACE = ['street', 'suburb', 'city', 'postcode'] as const

const ORDERS = sql`select orders.id, orders.search_text, orders.code, orders.reference, orders.street, orders.suburb,
    orders.city, orders.postcode, customers.name, customers.company, customers.email, customers.phone,
    customers.mobile
  from orders inner join customers on customers.id = orders.customer_id where orders.id >`

const CUSTOMERS = sql`select id, search_text, code, infusion_key, name, company, email, phone, mobile, street, suburb,
    city, postcode, delivery_street, delivery_suburb, delivery_city, delivery_postcode
  from customers where id >`

const CONSIGNMENTS = sql`select id, search_text, phone, email from consignments where id >`

/** Rows per statement: few enough for the memory of a small machine, however many there are. */
const LOT = 5_000

async function rewrite(
  db: MigrationConnection,
  table: string,
  rowsAfter: RawBuilder<unknown>,
  textOf: (row: Row) => string,
): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<Row>`${rowsAfter} ${last} order by 1 limit ${LOT}`.execute(db)
    const end = rows.at(-1)
    if (!end) return
    last = end.id
    const changed = rows.flatMap((row) => {
      const search_text = textOf(row)
      return search_text === row.search_text ? [] : [{ id: row.id, search_text }]
    })
    await updateSearchTexts(db, table, changed)
  }
}

function orderText({ code, reference, name, company, email, phone, mobile, ...row }: Row): string {
  const numbers = [phone, mobile].flatMap(numbersIn)
  const texts = [reference && referenceText(reference), code, reference, name, company, email]
  const place = PLACE.map((column) => row[column])
  return searchTextOf([...wordsIn(texts), ...numbers, ...wordsIn(place)])
}

function referenceText(reference: string): string {
  return `po ${reference.replace(/^\s*p\.?o\.?(?=[\s:#/-]|\d)/i, '')}`
}

function customerText({ code, infusion_key, name, company, email, phone, mobile, ...row }: Row): string {
  const numbers = [phone, mobile].flatMap(numbersIn)
  const texts = [code, infusion_key, name, company, email]
  const places = [
    ...PLACE.map((column) => row[column]),
    ...PLACE.map((column) => row[`delivery_${column}` as const]),
  ]
  return searchTextOf([...wordsIn(texts), ...numbers, ...wordsIn(places)])
}

/** The words are added to the existing ones, because the pieces' references are in other rows. */
function consignmentText({ search_text, phone, email }: Row): string {
  const before = search_text.split('  ').filter(Boolean)
  return searchTextOf([...before, ...wordsIn([email]), ...numbersIn(phone)])
}

/** Search texts as they were at this migration: distinct words, each after two spaces. */
function searchTextOf(words: readonly string[]): string {
  return Array.from(new Set(words), (word) => `  ${word}`).join('')
}

function wordsIn(texts: readonly (string | null | undefined)[]): string[] {
  return texts.flatMap((text) => foldedWords(text ?? ''))
}

/** The phone numbers of a field in their canonical form at this migration, or all that it holds as one word. */
function numbersIn(phone: string | null | undefined): string[] {
  const numbers = (phone ?? '')
    .split(/[^\d +().\t\u00a0\-\u2010-\u2015]+/u)
    .flatMap((part) => canonical(part))
  return numbers.length > 0 ? numbers : [foldedWords(phone ?? '').join('')].filter(Boolean)
}

/** The digits that are dialled in New Zealand; none for what is not a phone number. */
function canonical(text: string): string[] {
  const bare = text.replaceAll('(0)', '').replace(/[\s().\-\u2010-\u2015]+/gu, '')
  const digits = bare
    .replace(/^(?:\+|00)640?/, '0')
    .replace(/^640?(?=[2-9]\d{7,9}$)/, '0')
    .replace(/^\+/, '00')
  return /^(?:0[2-9]\d{7,9}|00[1-9]\d{7,13}|[2-9]\d{6})$/.test(digits) ? [digits] : []
}

const APOSTROPHES = /[\u2018\u2019\u02bb\u02bc\u02b9\u2032`\u00b4]/g

/** Words as searches compared them at this migration: no case, accents or punctuation, and 0 for +64. */
function foldedWords(text: string): string[] {
  const folded = text
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(APOSTROPHES, "'")
  const bare = folded
    .normalize('NFC')
    .replace(/\+64\s*/g, '0')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
  return bare.split(/\s+/).filter(Boolean)
}
