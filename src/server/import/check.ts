import { DatabaseSync } from '@photostructure/sqlite'
import type { Kysely } from 'kysely'
import { withCorrections } from '../arrivals/keep.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database } from '../db/schema.ts'
import type { ConsoleList } from './console-csv.ts'
import { clashOf, crossCheck, type ImportRefusal, suspicionOf } from './cross-check.ts'
import { columnFor, translate } from './export-records.ts'
import type { SourceFile } from './files.ts'
import { IMPORT_KINDS } from './kinds/all-kinds.ts'
import {
  type ImportKind,
  KIND_NAMES,
  type KindName,
  MOST_FAULTS,
  type Prepared,
  type Row,
  type Stored,
} from './kinds/kind.ts'
import { type CodePrefixes, codeWithPrefix, withCodePrefix } from './kinds/orders.ts'
import {
  lengthOf,
  MOST_ITEMS,
  type Raw,
  type RawItem,
  type RawRecord,
  type Unreadable,
  unreadable,
  withoutNumber,
} from './kinds/raw-record.ts'
import { readRecord } from './kinds/read-record.ts'
import { storedRecords } from './kinds/rows.ts'
import { namesOf } from './profiles/customers.ts'
import { codeNames, PRODUCT, type RecordBook } from './profiles/record-book.ts'
import { type CsvShape, readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import type { LinesFile, RecognisedExport } from './recognise.ts'
import { type Found, inLots, type Stage } from './stage.ts'

/** Records whose stored rows are read together. */
const LOT = 400

interface CheckOptions {
  /** Whether a missing cell empties its field. */
  replaces: boolean
  /** The name of the source; null for the program that exported a file. */
  source: string | null
  prefixes: CodePrefixes
  /** Refuses everything for one fault. */
  isStrict: boolean
  /** Loads the right records of a file however many others it has. */
  anyway: boolean
  stop: AbortSignal | undefined
}

/** The name in Arrivals of the source of files in our own format that names none. */
const NO_SOURCE = 'Files'

/** The name of a file's source. */
export function sourceName({ origin }: Pick<SourceFile, 'origin'>, source: string | null): string {
  return source ?? origin?.reader.profile.program ?? NO_SOURCE
}

/**
 * Reads all files with their faults into the stage. Loads nothing.
 * @param onBytes called with the number of bytes read since the previous call
 * @returns why nothing should be loaded; null if what is right can be
 */
export async function checkFiles(
  db: Connections,
  stage: Stage,
  files: readonly SourceFile[],
  options: CheckOptions,
  onBytes: (count: number) => void,
): Promise<ImportRefusal | null> {
  if (files.some(({ origin }) => origin !== null)) await enterKnown(db.reads.record, stage.book)
  let nonsense: ImportRefusal | null = null
  for (const file of files) nonsense ??= await checkFile(db, stage, file, options, onBytes)
  await stage.createIndexes()
  await crossCheck(db.reads.record, stage)
  const clash = await clashOf(db.reads.record, stage)
  if (clash) stage.addFault({ ...clash, file: clash.file ?? '', line: 0, field: '' })
  const refusal = clash ?? nonsense
  if (refusal) return refusal
  if (options.isStrict) return strictRefusalOf(stage)
  return options.anyway ? null : suspicionOf(stage)
}

async function strictRefusalOf({ db }: Stage): Promise<ImportRefusal | null> {
  const { count } = await db
    .selectFrom('faults')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count === 0 ? null : { file: null, reason: `there are ${count} faults`, canOverride: false }
}

/** The rest of a file is not read after so many refused records, if they are more than half of those read. */
const MOST_NONSENSE = 1000

/** @returns why the rest of the file was not read; null if it was, or the user has stopped it */
async function checkFile(
  db: Connections,
  stage: Stage,
  file: SourceFile,
  options: CheckOptions,
  onBytes: (count: number) => void,
): Promise<ImportRefusal | null> {
  if (file.size === 0) stage.addFault({ file: file.path, line: 0, field: '', reason: 'is empty' })
  const found = file.origin ? exported(stage, file, file.origin, onBytes) : written(stage, file, onBytes)
  const reads = db.reads.record
  let [all, faulty] = [0, 0]
  for await (const lot of inLots(found, LOT, ({ raw }) => (raw ? lengthOf(raw) : 0))) {
    const read = file.list ? await changedOnly(db, file.list.list, lot) : lot
    const own = await asMended(reads, file, read, options)
    const stored = await storedOf(reads, own, options.replaces)
    for (const one of own) faulty += stageRecord(stage, file, one, stored) ? 0 : 1
    all += lot.length
    if (options.stop?.aborted) return null
    if (options.anyway || faulty < MOST_NONSENSE || faulty <= all / 2) continue
    const reason = `${faulty} of the first ${all} records are refused: the file is probably not what it seems, and the rest was not read`
    return { file: file.path, reason, canOverride: true }
  }
  return null
}

/** A record as it is found in a file, before it is checked. */
interface FoundRaw extends Omit<Found, 'file' | 'prepared'> {
  faults: Unreadable[]
}

/** The records of a file in our own format. */
async function* written(
  stage: Stage,
  { path, kind, format, list }: SourceFile,
  onBytes: (count: number) => void,
): AsyncGenerator<FoundRaw> {
  const shape = list?.list.shape ?? ourColumns(IMPORT_KINDS[kind])
  const records: AsyncGenerator<Raw> =
    format === 'json' ? readJson(path, onBytes) : readCsv(path, shape, onBytes, list?.dialect)
  const keyField = list?.list.key ?? IMPORT_KINDS[kind].keyField
  for await (const raw of records) {
    if ('reason' in raw) {
      if (raw.isOfFile) stage.addFault({ file: path, ...raw })
      else yield { kind, code: null, ...unreadableRecord(raw) }
      continue
    }
    const { faults = [], ...record } = raw
    const code = raw.cells[keyField] || null
    yield { kind, line: raw.line, code, raw: record, original: '', faults: [...faults] }
  }
}

function unreadableRecord({ text = '', ...fault }: Unreadable) {
  return { line: fault.line, raw: null, original: JSON.stringify(text), faults: [fault] }
}

/** The records of an export. */
async function* exported(
  stage: Stage,
  { path }: SourceFile,
  origin: RecognisedExport,
  onBytes: (count: number) => void,
): AsyncGenerator<FoundRaw> {
  const { reader } = origin
  const { kind } = reader.profile
  for await (const raw of readExport(path, origin, onBytes)) {
    if ('reason' in raw) {
      if (raw.isOfFile) stage.addFault({ file: path, ...raw })
      else yield { kind, code: null, ...unreadableRecord(raw) }
      continue
    }
    const code = raw.cells[reader.columnOf('code')] || null
    const original = originalOf(raw)
    const { records, faults, notes } = translate(reader, raw, stage.book)
    for (const note of notes) stage.addNote({ file: path, ...note, code })
    const all = [...(raw.faults ?? []), ...faults]
    for (const one of records) {
      const own = one.raw.cells[IMPORT_KINDS[one.kind].keyField] || null
      // The customer that an order brings along may be right although the order is not.
      const faulty = one.kind === kind ? all : []
      yield { kind: one.kind, line: one.raw.line, code: own, raw: one.raw, original, faults: faulty }
    }
    if (faults.length > 0) yield { kind, line: raw.line, code, raw: null, original, faults: all }
  }
}

/** The records of a list that this console exported, with what was changed in it. */
async function changedOnly(
  db: Connections,
  list: ConsoleList,
  lot: readonly FoundRaw[],
): Promise<FoundRaw[]> {
  const translated = (
    await list.translate(
      db,
      lot.flatMap(({ raw }) => raw ?? []),
    )
  ).values()
  return lot.map((one) => {
    const read = one.raw && translated.next().value
    if (!one.raw || !read) return one
    return { ...one, raw: read.raw, original: originalOf(one.raw), faults: [...one.faults, ...read.faults] }
  })
}

/** A record as it came: its rows of cells. */
export function originalOf({ cells, items }: RawRecord): string {
  const [first, ...others] = items ?? []
  return JSON.stringify([{ ...cells, ...first?.cells }, ...others.map((item) => item.cells)])
}

/** The records with the prefix of their source, and with what staff have mended in them before. */
async function asMended(
  db: Kysely<Database>,
  file: SourceFile,
  lot: readonly FoundRaw[],
  { source, prefixes }: CheckOptions,
): Promise<FoundRaw[]> {
  const name = sourceName(file, source)
  const own = lot.map((one): FoundRaw => {
    // The codes of the console have their prefixes already.
    if (one.kind !== 'orders' || one.code === null || file.list) return one
    const raw = one.raw && withCodePrefix(one.raw, name, prefixes)
    return { ...one, raw, code: codeWithPrefix(one.code, name, prefixes) }
  })
  const readable = own.flatMap(({ kind, raw }) => (raw ? { kind, raw } : []))
  const mended = (await withCorrections(db, name, readable)).values()
  return own.map((one, index) => {
    const raw = one.raw && (mended.next().value ?? one.raw)
    const came = lot[index]?.raw ?? null
    const original = one.original === '' && came !== null && raw !== came ? originalOf(came) : one.original
    return { ...one, raw, original }
  })
}

/** The stored rows of a lot of records, by kind and code. */
async function storedOf(
  db: Kysely<Database>,
  lot: readonly FoundRaw[],
  replaces: boolean,
): Promise<(kind: KindName, code: string) => Stored | null> {
  if (replaces) return () => null
  const byKind = new Map<KindName, Map<string, Stored>>()
  for (const kind of KIND_NAMES) {
    const keys = lot.flatMap((one) => (one.kind === kind && one.raw && one.code !== null ? one.code : []))
    if (keys.length > 0) byKind.set(kind, await storedRecords(db, IMPORT_KINDS[kind], keys))
  }
  return (kind, code) => byKind.get(kind)?.get(code) ?? null
}

/** @returns whether the record has no faults */
function stageRecord(
  stage: Stage,
  { path: file, format, origin, list }: SourceFile,
  one: FoundRaw,
  stored: (kind: KindName, code: string) => Stored | null,
): boolean {
  const kind = IMPORT_KINDS[one.kind]
  const read = one.raw && readRecord(kind, one.raw, stored(one.kind, one.code ?? ''))
  const own = read && 'faults' in read ? read.faults : []
  const columnOf = (field: string) => {
    if (origin) return columnFor(origin.reader, field)
    return list?.list.columnOf(field) ?? (format === 'csv' ? withoutNumber(field) : field)
  }
  const faults = [
    ...one.faults,
    ...own.map(({ field, ...fault }) => ({
      ...fault,
      own: field,
      field: columnOf(field),
    })),
  ].slice(0, MOST_FAULTS)
  const prepared = read && 'prepared' in read && faults.length === 0 ? read.prepared : null
  stage.add({ ...one, file, prepared, faults })
  if (prepared) enter(stage, kind.name, prepared)
  return prepared !== null
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

/** The columns of a kind in our own CSV files: the names of its fields, and after that of their list those of its items. */
function ourColumns({ fields, itemFields, keyField, list }: ImportKind): CsvShape {
  const prefix = `${list}.`
  const known = new Set([...fields, ...itemFields.map((name) => prefix + name)])
  return {
    key: keyField,
    list,
    columnsOf(names, line) {
      const faults = headerFaults(names, known, line)
      if (faults.length > 0) return { faults }
      return {
        columns: names.map((name) =>
          name.startsWith(prefix)
            ? { name: name.slice(prefix.length), isItem: true }
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

/**
 * The records of an export, with their lines where these are in files of their own. A fault in such a file has the
 * number of its line there.
 * @param onBytes receives the number of bytes read since the last call
 */
async function* readExport(
  path: string,
  { shape, dialect, reader, lines }: RecognisedExport,
  onBytes: (count: number) => void,
): AsyncGenerator<Raw> {
  const own = reader.profile.lines?.of
  if (lines.length === 0 || own === undefined) {
    yield* readCsv(path, shape, onBytes, dialect)
    return
  }
  const index = lineIndex()
  try {
    let isWhole = true
    for (const file of lines) {
      for await (const fault of index.add(file)) {
        yield { ...fault, isOfFile: true }
        isWhole = false
      }
    }
    // Nobody knows which record lacks the line.
    if (!isWhole) return
    for await (const raw of readCsv(path, shape, onBytes, dialect)) {
      yield 'reason' in raw ? raw : { ...raw, items: index.linesOf(raw.cells[own] ?? '', raw.line) }
    }
  } finally {
    index.close()
  }
}

/** The lines of records by the key of their record, in a temporary database on disk: they may be any number. */
function lineIndex() {
  const database = new DatabaseSync('')
  database.exec('pragma journal_mode = off')
  database.exec('pragma synchronous = off')
  database.exec('create table lines (owner text, cells text)')
  database.exec('create index lines_owner on lines (owner)')
  const insert = database.prepare('insert into lines (owner, cells) values (?, ?)')
  const find = database.prepare('select cells from lines where owner = ? order by rowid limit ?')
  database.exec('begin')
  return {
    /** Adds the lines of a file; returns its faults. */
    async *add({ path, shape, dialect }: LinesFile): AsyncGenerator<Unreadable> {
      for await (const raw of readCsv(path, shape, () => undefined, dialect)) {
        if ('reason' in raw) yield raw
        else if (raw.faults) yield* raw.faults
        else insert.run(raw.cells[shape.key] ?? '', JSON.stringify(raw.cells))
      }
    },
    linesOf(owner: string, line: number): RawItem[] {
      return find.all(owner, MOST_ITEMS).map((row) => {
        const cells: RawRecord['cells'] = JSON.parse(String(row.cells))
        return { line, prefix: '', cells }
      })
    },
    close: () => database.close(),
  }
}
