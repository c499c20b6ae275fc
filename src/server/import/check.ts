import { type Kysely, sql } from 'kysely'
import { isAmong } from '../db/dialect/dialect.ts'
import type { Database } from '../db/schema.ts'
import { columnFor, translate } from './export-records.ts'
import type { SourceFile } from './files.ts'
import { IMPORT_KINDS } from './kinds/all-kinds.ts'
import {
  type ImportKind,
  KIND_NAMES,
  type KindName,
  type Prepared,
  type Row,
  type Stored,
} from './kinds/kind.ts'
import { ITEMS, lengthOf, type Raw, type RawRecord, type Unreadable, unreadable } from './kinds/raw-record.ts'
import { readRecord } from './kinds/read-record.ts'
import { holdersOf, ownersOf, storedRecords } from './kinds/rows.ts'
import { namesOf } from './profiles/customers.ts'
import { codeNames, PRODUCT, type RecordBook } from './profiles/record-book.ts'
import { type CsvShape, readCsv } from './read-csv.ts'
import { readExport } from './read-export.ts'
import { readJson } from './read-json.ts'
import type { RecognisedExport } from './recognise.ts'
import { inLots, type Stage } from './stage.ts'

/** Records whose stored rows are read together. */
const LOT = 400

/** A record of a file, or a fault. Of an export, the kind may be another than that of its file. */
type Found = { kind: KindName; raw: RawRecord } | Unreadable

/**
 * Reads all files, with all their faults, into the stage. Loads nothing.
 * @param replaces whether a missing cell empties its field
 * @param prefixed gives an order the prefix of its source, which is the program that exported it; blank if none did
 * @param onBytes called with the number of bytes read since the previous call
 */
export async function checkFiles(
  db: Kysely<Database>,
  stage: Stage,
  files: readonly SourceFile[],
  { replaces, prefixed }: { replaces: boolean; prefixed: (raw: RawRecord, program: string) => RawRecord },
  onBytes: (count: number) => void,
): Promise<void> {
  if (files.some(({ origin }) => origin !== null)) await enterKnown(db, stage.book)
  for (const file of files) {
    if (file.size === 0) stage.addFault({ file: file.path, line: 0, field: '', reason: 'is empty' })
    const found = file.origin ? exported(stage, file.path, file.origin, onBytes) : written(file, onBytes)
    for await (const lot of inLots(found, LOT, (one) => ('raw' in one ? lengthOf(one.raw) : 0))) {
      const program = file.origin?.reader.profile.program ?? ''
      const own = lot.map((one) =>
        'raw' in one && one.kind === 'orders' ? { ...one, raw: prefixed(one.raw, program) } : one,
      )
      const stored = await storedOf(db, own, replaces)
      for (const one of own) stageRecord(stage, file, one, stored)
    }
  }
  await stage.settle()
  for (const kind of KIND_NAMES) await crossCheck(db, stage, IMPORT_KINDS[kind])
  await refuseOtherCustomers(db, stage)
}

/** The records of a file in our own format. */
async function* written(
  { path, kind, format }: SourceFile,
  onBytes: (count: number) => void,
): AsyncGenerator<Found> {
  const records: AsyncGenerator<Raw> =
    format === 'json' ? readJson(path, onBytes) : readCsv(path, ourColumns(IMPORT_KINDS[kind]), onBytes)
  for await (const raw of records) yield 'reason' in raw ? raw : { kind, raw }
}

/** The records of an export. */
async function* exported(
  stage: Stage,
  file: string,
  origin: RecognisedExport,
  onBytes: (count: number) => void,
): AsyncGenerator<Found> {
  for await (const raw of readExport(file, origin, onBytes)) {
    const { records, faults, notes } = translate(origin.reader, raw, stage.book)
    for (const note of notes) stage.addNote({ file, ...note })
    yield* faults
    yield* records
  }
}

/** The stored rows of a lot of records, by kind and code. */
async function storedOf(
  db: Kysely<Database>,
  lot: readonly Found[],
  replaces: boolean,
): Promise<(kind: KindName, code: string) => Stored | null> {
  if (replaces) return () => null
  const byKind = new Map<KindName, Map<string, Stored>>()
  for (const kind of KIND_NAMES) {
    const keys = lot.flatMap((one) =>
      'raw' in one && one.kind === kind ? one.raw.cells[IMPORT_KINDS[kind].keyField] || [] : [],
    )
    if (keys.length > 0) byKind.set(kind, await storedRecords(db, IMPORT_KINDS[kind], keys))
  }
  return (kind, code) => byKind.get(kind)?.get(code) ?? null
}

function stageRecord(
  stage: Stage,
  { path: file, origin }: SourceFile,
  one: Found,
  stored: (kind: KindName, code: string) => Stored | null,
): void {
  if (!('raw' in one)) {
    stage.addFault({ file, ...one })
    return
  }
  const { raw } = one
  const kind = IMPORT_KINDS[one.kind]
  const read = readRecord(kind, raw, stored(kind.name, raw.cells[kind.keyField] ?? ''))
  if ('prepared' in read) {
    stage.add(kind.name, read.prepared, file, raw)
    enter(stage, kind.name, read.prepared)
    return
  }
  for (const { field, ...fault } of read.faults) {
    stage.addFault({ file, ...fault, field: origin ? columnFor(origin.reader, field) : field })
  }
}

/** Later files with orders may name the record. */
function enter({ book }: Stage, kind: KindName, { key, row }: Prepared): void {
  if (kind === 'products') book.add(key, codeNames(PRODUCT, key))
  if (kind !== 'customers') return
  const { company, name, email } = row
  book.add(key, namesOf({ code: key, company: textIn(company), name: textIn(name), email: textIn(email) }))
}

function textIn(cell: Row[string] | undefined): string | null {
  return typeof cell === 'string' ? cell : null
}

/** An import may give another customer to this share of the orders that are here already; one is a correction. */
const MOST_OTHER_CUSTOMERS = 0.1
const LEAST_OTHER_CUSTOMERS = 2

/** Refuses orders of which many belong to other customers here: two sources with the same codes (ORD-74). */
async function refuseOtherCustomers(db: Kysely<Database>, stage: Stage): Promise<void> {
  let [known, others, file] = [0, 0, '']
  for await (const codes of distinctCodes(stage, IMPORT_KINDS.orders, 'key')) {
    const stored = await db
      .selectFrom('orders')
      .innerJoin('customers', 'customers.id', 'orders.customer_id')
      .select(['orders.code', 'customers.code as customer'])
      .where(isAmong(db, 'orders.code', codes))
      .execute()
    const customers = new Map(stored.map(({ code, customer }) => [code, customer]))
    const given = await stage.db
      .selectFrom('records')
      .select(['file', 'key', 'reference'])
      .where('kind', '=', 'orders')
      .where('key', 'in', codes)
      .execute()
    const here = given.filter(({ key }) => customers.has(key))
    const changed = here.filter(({ key, reference }) => customers.get(key) !== reference)
    known += here.length
    others += changed.length
    file ||= changed[0]?.file ?? ''
  }
  if (others < LEAST_OTHER_CUSTOMERS || others <= known * MOST_OTHER_CUSTOMERS) return
  const reason = `${others} of the ${known} orders that are here already would get another customer: two sources probably use the same codes. Give one of them a prefix in ORDER_CODE_PREFIXES`
  stage.addFault({ file, line: 0, field: '', reason })
}

/** Number of codes per query. */
const CODES_AT_ONCE = 1000

/** Finds faults across records: repeated codes, and references to missing records. */
async function crossCheck(db: Kysely<Database>, stage: Stage, kind: ImportKind): Promise<void> {
  await findRepeated(stage, kind, 'key', kind.keyField)
  if (kind.unique) {
    const { field, column } = kind.unique
    await findRepeated(stage, kind, 'also', field)
    await hold(stage, kind, 'also', (codes) => holdersOf(db, kind, column, codes))
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
async function findRepeated(
  stage: Stage,
  kind: ImportKind,
  column: 'key' | 'also',
  field: string,
): Promise<void> {
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

/** Records read at a time. */
const ROWS_AT_ONCE = 1000

/** Enters the customers and products of the database, oldest first. */
async function enterKnown(db: Kysely<Database>, book: RecordBook): Promise<void> {
  const customers = db.selectFrom('customers').select(['id', 'code', 'company', 'name', 'email'])
  const products = db.selectFrom('products').select(['id', 'code'])
  await inPages(
    (last) => customers.where('id', '>', last).orderBy('id').limit(ROWS_AT_ONCE).execute(),
    (customer) => book.add(customer.code, namesOf(customer)),
  )
  await inPages(
    (last) => products.where('id', '>', last).orderBy('id').limit(ROWS_AT_ONCE).execute(),
    ({ code }) => book.add(code, codeNames(PRODUCT, code)),
  )
}

async function inPages<Row extends { id: number }>(
  pageAfter: (id: number) => Promise<Row[]>,
  enter: (row: Row) => void,
): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await pageAfter(last)
    for (const row of rows) enter(row)
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.id
  }
}

const ITEM_PREFIX = `${ITEMS}.`

/** The columns of a kind in our own CSV files: the names of its fields; those of its items begin with `items.`. */
function ourColumns({ fields, itemFields, keyField }: ImportKind): CsvShape {
  const known = new Set([...fields, ...itemFields.map((name) => ITEM_PREFIX + name)])
  return {
    key: keyField,
    itemPrefix: ITEM_PREFIX,
    columnsOf(names, line) {
      const faults = headerFaults(names, known, line)
      if (faults.length > 0) return { faults }
      return {
        columns: names.map((name) =>
          name.startsWith(ITEM_PREFIX)
            ? { name: name.slice(ITEM_PREFIX.length), isItem: true }
            : { name, isItem: false },
        ),
      }
    },
  }
}

function headerFaults(names: readonly string[], known: ReadonlySet<string>, line: number): Unreadable[] {
  return names.flatMap((name, index) => {
    if (name === '') return [unreadable(line, `column ${index + 1} has no name`)]
    if (!known.has(name)) return [unreadable(line, 'is no field of this kind of record', name)]
    return names.indexOf(name) < index ? [unreadable(line, 'is there twice', name)] : []
  })
}
