import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isAmong } from '../db/dialect/dialect.ts'
import type { Database } from '../db/schema.ts'
import { IMPORT_KINDS } from './kinds/all-kinds.ts'
import { type ImportKind, KIND_NAMES } from './kinds/kind.ts'
import { holdersOf, ownersOf } from './kinds/rows.ts'
import type { Stage } from './stage.ts'

/** Why nothing of the files is loaded. */
export interface ImportRefusal {
  /** The first file that it concerns; null for several. */
  file: string | null
  /** A sentence. */
  reason: string
  /** Whether the option `anyway` overrides it. */
  canOverride: boolean
}

/** Refuses records for faults across records: repeated codes, and references to missing or refused records. */
export async function crossCheck(db: Kysely<Database>, stage: Stage): Promise<void> {
  // Referenced kinds are first, so that a refused record refuses those that refer to it.
  for (const name of KIND_NAMES) {
    const kind = IMPORT_KINDS[name]
    await findRepeated(stage, kind, 'key', kind.keyField)
    if (kind.unique) {
      const { field, column } = kind.unique
      await findRepeated(stage, kind, 'also', field)
      await hold(stage, kind, 'also', (codes) => holdersOf(db, kind, column, codes))
      await refuse(
        stage,
        sql`select file, line, ${field}, ${field}, 'belongs to ' || owner || ' already', seq
        from records join held on held.kind = records.kind and held.code = records.also
        where records.kind = ${kind.name} and owner <> records.key`,
      )
    }
    await findUnlinked(db, stage, kind)
  }
}

/** Adds faults of records, which are refused for them. @param faults a query of the columns of `faults` */
async function refuse(stage: Stage, faults: RawBuilder<unknown>): Promise<void> {
  await sql`insert into faults (file, line, field, own, reason, record) ${faults}`.execute(stage.db)
  await sql`update records set refused = 1
    where refused = 0 and seq in (select record from faults where record is not null)`.execute(stage.db)
}

/** Refuses records whose referenced record is neither in the database nor, without faults, in the files. */
async function findUnlinked(db: Kysely<Database>, stage: Stage, kind: ImportKind): Promise<void> {
  const { references } = kind
  if (!references) return
  const { field, kind: whose, noun } = references
  await hold(
    stage,
    kind,
    'reference',
    async (codes) => new Map([...(await ownersOf(db, references, codes)).keys()].map((code) => [code, code])),
  )
  const isUnlinked = sql`own.kind = ${kind.name} and own.refused = 0
    and not exists (select 1 from records as other
      where other.kind = ${whose} and other.key = own.reference and other.refused = 0)
    and not exists (select 1 from held where held.kind = own.kind and held.code = own.reference)`
  const isRefused = sql`exists (select 1 from records as other
      where other.kind = ${whose} and other.key = own.reference and other.refused > 0)`
  const waiting = sql`select seq from records as own where ${isUnlinked} and ${isRefused}`
  await sql`insert into faults (file, line, field, own, reason, record)
    select file, line, ${field}, ${field}, 'waits for ' || ${noun} || ' ' || reference || ', which is refused', seq
    from records as own where ${isUnlinked} and ${isRefused}`.execute(stage.db)
  await sql`update records set refused = 2 where seq in (${waiting})`.execute(stage.db)
  await refuse(
    stage,
    sql`select file, line, ${field}, ${field}, 'there is no ' || ${noun} || ' ' || reference, seq
    from records as own where ${isUnlinked}`,
  )
}

/** A file of which more records are refused than these, and than this share, is probably not what it seems (IMP-2). */
const MOST_FAULTY = 4
const MOST_FAULTY_SHARE = 0.1

/** Why nothing should be loaded, because too much of a file is refused; null if little is. */
export async function suspicionOf({ db }: Stage): Promise<ImportRefusal | null> {
  // An order of an export and the customer that it brings along are one record of the file.
  const files = await db
    .selectFrom('records')
    .select(['file', sql<number>`count(distinct line)`.as('all')])
    .select(sql<number>`count(distinct case when refused = 1 then line end)`.as('faulty'))
    .groupBy('file')
    .execute()
  const suspect = files.find(({ all, faulty }) => faulty > MOST_FAULTY && faulty > all * MOST_FAULTY_SHARE)
  if (!suspect) return null
  const { file, all, faulty } = suspect
  const reason = `${faulty} of ${all} records are refused, more than a tenth: the file is probably not what it seems`
  return { file, reason, canOverride: true }
}

/** An import may give another customer to this share of the orders that are here already; one is a correction. */
const MOST_OTHER_CUSTOMERS = 0.1
const LEAST_OTHER_CUSTOMERS = 2

/** The customers of these orders. A condition on `reference` here would have SQLite read all orders through its index. */
export function stagedCustomers({ db }: Stage, codes: readonly string[]) {
  const orders = db.selectFrom('records').select(['file', 'key', 'reference']).where('kind', '=', 'orders')
  return orders.where('key', 'in', codes)
}

/** Why orders are refused of which many belong to other customers here: two sources have the same codes (ORD-74). */
export async function clashOf(db: Kysely<Database>, stage: Stage): Promise<ImportRefusal | null> {
  let [known, others] = [0, 0]
  let file: string | null = null
  for await (const codes of distinctCodes(stage, IMPORT_KINDS.orders, 'key')) {
    const stored = await db
      .selectFrom('orders')
      .innerJoin('customers', 'customers.id', 'orders.customer_id')
      .select(['orders.code', 'customers.code as customer'])
      .where(isAmong(db, 'orders.code', codes))
      .execute()
    const customers = new Map(stored.map(({ code, customer }) => [code, customer]))
    const given = await stagedCustomers(stage, [...customers.keys()]).execute()
    const here = given.filter(({ reference }) => reference !== null)
    const changed = here.filter(({ key, reference }) => customers.get(key ?? '') !== reference)
    known += here.length
    others += changed.length
    file ??= changed[0]?.file ?? null
  }
  if (others < LEAST_OTHER_CUSTOMERS || others <= known * MOST_OTHER_CUSTOMERS) return null
  const reason = `${others} of the ${known} orders that are here already would get another customer: two sources probably use the same codes. Give one of them a prefix in ORDER_CODE_PREFIXES`
  return { file, reason, canOverride: false }
}

/** Number of codes per query. */
const CODES_AT_ONCE = 1000

/** Refuses records that repeat a code of an earlier record, in any file. */
async function findRepeated(
  stage: Stage,
  kind: ImportKind,
  column: 'key' | 'also',
  field: string,
): Promise<void> {
  const code = sql.ref(column)
  await refuse(
    stage,
    sql`with firsts as (select ${code} as code, min(seq) as seq from records
      where kind = ${kind.name} and ${code} is not null and refused = 0 group by ${code} having count(*) > 1)
    select again.file, again.line, ${field}, ${field},
      'is there already: ' || again.${code}
        || case when first.file = again.file then '' else ' in ' || first.file end || ' on line ' || first.line,
      again.seq
    from firsts join records as first on first.seq = firsts.seq
    join records as again on again.kind = ${kind.name} and again.${code} = firsts.code
      and again.seq > firsts.seq and again.refused = 0`,
  )
}

/** Stores which codes of the records exist in the database. */
async function hold(
  stage: Stage,
  kind: ImportKind,
  column: 'reference' | 'also',
  ownersOf: (codes: string[]) => Promise<Map<string, string>>,
): Promise<void> {
  for await (const codes of distinctCodes(stage, kind, column)) {
    const held = [...(await ownersOf(codes))].map(([code, owner]) => ({ kind: kind.name, code, owner }))
    if (held.length > 0) await stage.db.insertInto('held').values(held).execute()
  }
}

/** The codes in a column of the records, each once, some at a time. */
async function* distinctCodes(
  stage: Stage,
  kind: ImportKind,
  column: 'key' | 'reference' | 'also',
): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const rows = await stage.db
      .selectFrom('records')
      .select(sql<string>`${sql.ref(column)}`.as('code'))
      .distinct()
      .where('kind', '=', kind.name)
      .where(column, '>', last)
      .orderBy('code')
      .limit(CODES_AT_ONCE)
      .execute()
    const codes = rows.map(({ code }) => code)
    const end = codes.at(-1)
    if (end === undefined) return
    yield codes
    last = end
  }
}
