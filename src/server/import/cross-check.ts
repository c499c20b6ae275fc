import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { Kind } from './kinds/kind.ts'
import type { Stage } from './stage.ts'
import { holdersOf, ownersOf } from './stored-records.ts'

/** Number of codes per query. */
const LOT = 1000

/** Finds faults across records: repeated codes, and references to missing records. */
export async function crossCheck(db: Kysely<Database>, stage: Stage, kind: Kind): Promise<void> {
  await findRepeated(stage, kind, 'key', kind.keyField)
  if (kind.unique) {
    const { field } = kind.unique
    await findRepeated(stage, kind, 'also', field)
    await hold(stage, kind, 'also', (codes) => holdersOf(db, kind, codes))
    await sql`insert into faults (file, line, field, reason)
      select file, line, ${field}, 'belongs to ' || owner || ' already'
      from records join held on held.kind = records.kind and held.code = records.also
      where records.kind = ${kind.name} and owner <> records.key`.execute(stage.db)
  }
  if (kind.references) {
    const { references } = kind
    const { field, kind: whose, noun } = references
    await hold(
      stage,
      kind,
      'reference',
      async (codes) =>
        new Map([...(await ownersOf(db, references, codes)).keys()].map((code) => [code, code])),
    )
    await sql`insert into faults (file, line, field, reason)
      select file, line, ${field}, 'there is no ' || ${noun} || ' ' || reference from records as own
      where kind = ${kind.name}
      and not exists (select 1 from records as other where other.kind = ${whose} and other.key = own.reference)
      and not exists (select 1 from held where held.kind = own.kind and held.code = own.reference)`.execute(
      stage.db,
    )
  }
}

/** Finds records that repeat a code of an earlier record, in any file. */
async function findRepeated(stage: Stage, kind: Kind, column: 'key' | 'also', field: string): Promise<void> {
  const code = sql.ref(column)
  await sql`insert into faults (file, line, field, reason)
    with firsts as (select ${code} as code, min(seq) as seq from records
      where kind = ${kind.name} and ${code} is not null group by ${code} having count(*) > 1)
    select again.file, again.line, ${field},
      'is there already: ' || again.${code} || ' in ' || first.file || ', line ' || first.line
    from firsts join records as first on first.seq = firsts.seq
    join records as again on again.kind = ${kind.name} and again.${code} = firsts.code
      and again.seq > firsts.seq`.execute(stage.db)
}

/** Stores which codes of the records exist in the database. */
async function hold(
  stage: Stage,
  kind: Kind,
  column: 'reference' | 'also',
  ownersOf: (codes: string[]) => Promise<Map<string, string>>,
): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await stage.db
      .selectFrom('records')
      .select(sql<string>`${sql.ref(column)}`.as('code'))
      .distinct()
      .where('kind', '=', kind.name)
      .where(column, '>', last)
      .orderBy('code')
      .limit(LOT)
      .execute()
    const codes = rows.map(({ code }) => code)
    const end = codes.at(-1)
    if (end === undefined) return
    const held = [...(await ownersOf(codes))].map(([code, owner]) => ({ kind: kind.name, code, owner }))
    if (held.length > 0) await stage.db.insertInto('held').values(held).execute()
    last = end
  }
}
