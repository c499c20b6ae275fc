import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { crossCheck } from './cross-check.ts'
import { columnFor, translate } from './export-records.ts'
import type { SourceFile } from './files.ts'
import { inLots } from './in-lots.ts'
import { KINDS } from './kinds/all-kinds.ts'
import { KIND_NAMES, type KindName, type Prepared, type Row } from './kinds/kind.ts'
import { lengthOf, type Raw, type RawRecord, type Unreadable } from './kinds/raw-record.ts'
import { readRecord, type Stored } from './kinds/read-record.ts'
import { enterKnown } from './known-records.ts'
import { ourColumns } from './our-columns.ts'
import { namesOf } from './profiles/customers.ts'
import { codeNames, PRODUCT } from './profiles/record-book.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import type { RecognisedExport } from './recognise.ts'
import type { Stage } from './stage.ts'
import { storedRecords } from './stored-records.ts'

/** Records whose stored rows are read together. */
const LOT = 400

/** A record of a file, or a fault. Of an export, the kind may be another than that of its file. */
type Found = { kind: KindName; raw: RawRecord } | Unreadable

/**
 * Reads all files, with all their faults, into the stage. Loads nothing.
 * @param replaces whether a missing cell empties its field
 * @param onBytes called with the number of bytes read since the previous call
 */
export async function checkFiles(
  db: Kysely<Database>,
  stage: Stage,
  files: readonly SourceFile[],
  replaces: boolean,
  onBytes: (count: number) => void,
): Promise<void> {
  if (files.some(({ origin }) => origin?.reader.profile.kind === 'orders')) {
    await enterKnown(db, stage.book)
  }
  for (const file of files) {
    if (file.size === 0) stage.addFault({ file: file.path, line: 0, field: '', reason: 'is empty' })
    const found = file.origin ? exported(stage, file.path, file.origin, onBytes) : written(file, onBytes)
    for await (const lot of inLots(found, LOT, (one) => ('raw' in one ? lengthOf(one.raw) : 0))) {
      const stored = await storedOf(db, lot, replaces)
      for (const one of lot) stageRecord(stage, file, one, stored)
    }
  }
  await stage.settle()
  for (const kind of KIND_NAMES) await crossCheck(db, stage, KINDS[kind])
}

/** The records of a file in our own format. */
async function* written(
  { path, kind, format }: SourceFile,
  onBytes: (count: number) => void,
): AsyncGenerator<Found> {
  const records: AsyncGenerator<Raw> =
    format === 'json' ? readJson(path, onBytes) : readCsv(path, ourColumns(KINDS[kind]), onBytes)
  for await (const raw of records) yield 'reason' in raw ? raw : { kind, raw }
}

/** The records of an export. */
async function* exported(
  stage: Stage,
  file: string,
  { reader, shape, dialect }: RecognisedExport,
  onBytes: (count: number) => void,
): AsyncGenerator<Found> {
  for await (const raw of readCsv(file, shape, onBytes, dialect)) {
    const { records, faults, notes } = translate(reader, raw, stage.book)
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
      'raw' in one && one.kind === kind ? one.raw.cells[KINDS[kind].keyField] || [] : [],
    )
    if (keys.length > 0) byKind.set(kind, await storedRecords(db, KINDS[kind], keys))
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
  const kind = KINDS[one.kind]
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
