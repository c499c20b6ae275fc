import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { type Generated, Kysely, SqliteDialect, sql } from 'kysely'
import { sqliteDatabase } from '../db/sqlite-database.ts'
import type { ImportKind, KindName, Prepared } from './kinds/kind.ts'
import { lengthOf, type RawRecord } from './kinds/raw-record.ts'
import type { RecordBook } from './profiles/record-book.ts'

/** A fault in a file. */
export interface Fault {
  file: string
  /** From 1; 0 means the whole file. */
  line: number
  /** Blank if it concerns no single field. */
  field: string
  reason: string
}

interface StageTables {
  records: {
    seq: Generated<number>
    kind: KindName
    key: string
    also: string | null
    reference: string | null
    sort: string
    file: string
    line: number
    /** The record as JSON. */
    body: string
  }
  faults: Fault
  notes: Fault
  /** Codes in the database with the codes of their owners. */
  held: { kind: KindName; code: string; owner: string }
}

/**
 * The checked content of the files before it is loaded: a temporary database on disk, so that any number of
 * records can be sorted and compared with little memory.
 */
export interface Stage {
  db: Kysely<StageTables>
  add(kind: KindName, prepared: Prepared, file: string, raw: RawRecord): void
  addFault(fault: Fault): void
  /** Stores a message for the sender, to be sent once the files are loaded. */
  addNote(note: Fault): void
  /** The records that orders of other programs may name. */
  book: RecordBook
  /** Creates the indexes of `db` after everything has been added. */
  settle(): Promise<void>
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  // Without a name, SQLite uses a temporary file, which is deleted even if the process is killed.
  const database = new DatabaseSync('')
  database.exec('pragma journal_mode = off')
  database.exec('pragma synchronous = off')
  // Sorting for an index uses the disk too.
  database.exec('pragma temp_store = file')
  const db = new Kysely<StageTables>({ dialect: new SqliteDialect({ database: sqliteDatabase(database) }) })
  await sql`create table records (seq integer primary key, kind text, key text, also text, reference text,
    sort text, file text, line integer, body text)`.execute(db)
  await sql`create table faults (file text, line integer, field text, reason text)`.execute(db)
  await sql`create table notes (file text, line integer, field text, reason text)`.execute(db)
  await sql`create table record_names (name text primary key, code text, is_shared integer) without rowid`.execute(
    db,
  )
  await sql`create table held (kind text, code text, owner text, primary key (kind, code))`.execute(db)
  // One prepared statement and one transaction keep the cost per record low.
  const addRecord = database.prepare(`insert into records (kind, key, also, reference, sort, file, line, body)
    values (?, ?, ?, ?, ?, ?, ?, ?)`)
  const addFault = database.prepare('insert into faults (file, line, field, reason) values (?, ?, ?, ?)')
  const addNote = database.prepare('insert into notes (file, line, field, reason) values (?, ?, ?, ?)')
  database.exec('begin')
  return {
    db,
    add(kind, { key, also, reference, sort }, file, raw) {
      addRecord.run(kind, key, also, reference, sort, file, raw.line, JSON.stringify(raw))
    },
    addFault({ file, line, field, reason }) {
      addFault.run(file, line, field, reason)
    },
    addNote({ file, line, field, reason }) {
      addNote.run(file, line, field, reason)
    },
    book: recordBook(database),
    async settle() {
      database.exec('commit')
      await sql`create index records_key on records (kind, key)`.execute(db)
      await sql`create index records_also on records (kind, also) where also is not null`.execute(db)
      await sql`create index records_reference on records (kind, reference) where reference is not null`.execute(
        db,
      )
      await sql`create index records_sort on records (kind, sort, seq)`.execute(db)
    },
    close: () => db.destroy(),
  }
}

function recordBook(database: DatabaseSyncInstance): RecordBook {
  const find = database.prepare('select code, is_shared from record_names where name = ?')
  const add = database.prepare(`insert into record_names (name, code, is_shared) values (?, ?, 0)
    on conflict (name) do update set is_shared = 1 where code <> excluded.code`)
  return {
    find(name) {
      const found = find.get(name)
      return found ? { code: String(found.code), isShared: found.is_shared === 1 } : null
    },
    add(code, names) {
      for (const name of names) add.run(name, code)
    },
  }
}

/** A checked record of a file. */
export interface Staged {
  file: string
  raw: RawRecord
}

/** The records of a kind in loading order, one lot at a time. */
export function stagedLots({ db }: Stage, kind: ImportKind): AsyncGenerator<Staged[]> {
  const staged = db
    .selectFrom('records')
    .select(['file', 'body'])
    .where('kind', '=', kind.name)
    .orderBy('sort')
    .orderBy('seq')
    .stream()
  return inLots(read(staged), kind.lot, ({ raw }) => lengthOf(raw))
}

async function* read(rows: AsyncIterable<{ file: string; body: string }>): AsyncGenerator<Staged> {
  for await (const { file, body } of rows) {
    const raw: RawRecord = JSON.parse(body)
    yield { file, raw }
  }
}

/** Limit of a lot in characters, because a lot is kept in memory. */
const LARGEST = 4_000_000

/** Groups an asynchronous sequence into lots of at most `most` elements, or fewer if they are long. */
export async function* inLots<One>(
  source: AsyncIterable<One>,
  most: number,
  lengthOf: (one: One) => number,
): AsyncGenerator<One[]> {
  let lot: One[] = []
  let size = 0
  for await (const one of source) {
    lot.push(one)
    size += lengthOf(one)
    if (lot.length < most && size < LARGEST) continue
    yield lot
    lot = []
    size = 0
  }
  if (lot.length > 0) yield lot
}
