import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { type Generated, Kysely, SqliteDialect } from 'kysely'
import { sqliteDatabase } from '../db/sqlite-database.ts'
import type { ImportKind, KindName, Prepared } from './kinds/kind.ts'
import { lengthOf, type RawRecord, type Unreadable } from './kinds/raw-record.ts'
import type { RecordBook } from './profiles/record-book.ts'

/** A fault in a file, or a note about it. */
export interface Fault {
  file: string
  /** From 1; 0 means the whole file. */
  line: number
  /** Blank if it concerns no single field. */
  field: string
  reason: string
  /** The code of its record, if it has one that is known. */
  code?: string | null
}

/** A record of a file. It is refused if it has faults. */
export interface Found {
  kind: KindName
  file: string
  line: number
  code: string | null
  /** Null if it has faults. */
  prepared: Prepared | null
  /** Null if it could not be translated into the importer's record. */
  raw: RawRecord | null
  /** JSON of its cells as they came; blank if it came as `raw`. */
  original: string
  faults: readonly FoundFault[]
}

interface FoundFault extends Unreadable {
  /** The importer's name of the field, if the file has another one. */
  own?: string
}

interface StageTables {
  records: {
    seq: Generated<number>
    kind: KindName
    key: string | null
    also: string | null
    reference: string | null
    sort: string
    file: string
    line: number
    /** The record as JSON. */
    body: string | null
    original: string
    /** 1 if it has faults, 2 if only the fault that it waits for another refused record. */
    refused: number
  }
  /** `record` is the one that is refused, null for a whole file; `own` is the importer's name of the field. */
  faults: Omit<Fault, 'code'> & { own: string; record: number | null }
  notes: Required<Fault>
  /** Codes in the database with the codes of their owners. */
  held: { kind: KindName; code: string; owner: string }
}

/**
 * The checked content of the files before it is loaded: a temporary database on disk, so that any number of
 * records can be sorted and compared with little memory.
 */
export interface Stage {
  db: Kysely<StageTables>
  add(found: Found): void
  /** Adds a fault of a whole file. */
  addFault(fault: Fault): void
  /** Stores a message for the sender, to be sent once the files are loaded. */
  addNote(note: Fault): void
  /** The records that orders of other programs may name. */
  book: RecordBook
  /** The record of a code that is not refused, also while another query is read; null if there is none. */
  find(kind: KindName, code: string): RawRecord | null
  /** Ends the adding: creates the indexes of `db`. */
  createIndexes(): Promise<void>
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
  database.exec(TABLES)
  // One prepared statement and one transaction keep the cost per record low.
  const addRecord =
    database.prepare(`insert into records (kind, key, also, reference, sort, file, line, body, original, refused)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const addFault = database.prepare(
    'insert into faults (file, line, field, own, reason, record) values (?, ?, ?, ?, ?, ?)',
  )
  const findRecord = database.prepare('select body from records where kind = ? and key = ? and refused = 0')
  const addNote = database.prepare(
    'insert into notes (file, line, field, reason, code) values (?, ?, ?, ?, ?)',
  )
  database.exec('begin')
  return {
    db,
    add({ kind, file, line, code, prepared, raw, original, faults }) {
      const { also, reference, sort } = prepared ?? { also: null, reference: null, sort: '' }
      const body = raw && JSON.stringify(raw)
      const { lastInsertRowid: record } = addRecord.run(
        ...[kind, code, also, reference, sort, file, line, body],
        ...[original, faults.length > 0 ? 1 : 0],
      )
      for (const { line, field, own, reason } of faults) {
        addFault.run(file, line, field, own ?? field, reason, Number(record))
      }
    },
    addFault({ file, line, field, reason }) {
      addFault.run(file, line, field, field, reason, null)
    },
    addNote({ file, line, field, reason, code = null }) {
      addNote.run(file, line, field, reason, code)
    },
    book: recordBook(database),
    find(kind, code) {
      const found = findRecord.get(kind, code)
      return typeof found?.body === 'string' ? JSON.parse(found.body) : null
    },
    async createIndexes() {
      database.exec('commit')
      database.exec(INDEXES)
    },
    close: () => db.destroy(),
  }
}

const TABLES = `
  create table records (seq integer primary key, kind text, key text, also text, reference text, sort text,
    file text, line integer, body text, original text, refused integer);
  create table faults (file text, line integer, field text, own text, reason text, record integer);
  create table notes (file text, line integer, field text, reason text, code text);
  create table record_names (name text primary key, code text, is_shared integer) without rowid;
  create table held (kind text, code text, owner text, primary key (kind, code));`

const INDEXES = `
  create index records_key on records (kind, key);
  create index records_also on records (kind, also) where also is not null;
  create index records_reference on records (kind, reference) where reference is not null;
  create index records_sort on records (kind, sort, seq);
  create index faults_record on faults (record) where record is not null;`

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
  /** Counts the records of all files in their order. */
  seq: number
  file: string
  raw: RawRecord
  /** JSON of its cells as they came; blank if it came as `raw`. */
  original: string
}

/** The records of a kind that are not refused in loading order, one lot at a time. */
export function stagedLots({ db }: Stage, kind: ImportKind): AsyncGenerator<Staged[]> {
  const staged = db
    .selectFrom('records')
    .select(['seq', 'file', 'body', 'original'])
    .where('kind', '=', kind.name)
    .where('refused', '=', 0)
    .orderBy('sort')
    .orderBy('seq')
    .stream()
  return inLots(read(staged), kind.lot, ({ raw }) => lengthOf(raw))
}

async function* read(
  rows: AsyncIterable<{ seq: number; file: string; body: string | null; original: string }>,
): AsyncGenerator<Staged> {
  for await (const { body, ...row } of rows) {
    const raw: RawRecord = JSON.parse(body ?? '')
    yield { ...row, raw }
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
