import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { crossCheck } from './cross-check.ts'
import type { SourceFile } from './files.ts'
import { inLots } from './in-lots.ts'
import { KINDS } from './kinds/all-kinds.ts'
import type { Kind } from './kinds/kind.ts'
import { lengthOf, type Raw } from './kinds/raw-record.ts'
import { readRecord, type Stored } from './kinds/read-record.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import type { Stage } from './stage.ts'
import { storedRecords } from './stored-records.ts'

/** Records whose stored rows are read together. */
const LOT = 400

/**
 * Reads all files, with all their faults, into the stage. Loads nothing.
 * @param replaces whether a missing cell empties its field
 * @param onBytes receives the number of bytes read since the last call
 */
export async function checkFiles(
  db: Kysely<Database>,
  stage: Stage,
  files: readonly SourceFile[],
  replaces: boolean,
  onBytes: (count: number) => void,
): Promise<void> {
  for (const file of files) {
    const kind = KINDS[file.kind]
    if (file.size === 0) stage.addFault({ file: file.path, line: 0, field: '', reason: 'is empty' })
    const records = recordsOf(file, kind, onBytes)
    for await (const lot of inLots(records, LOT, (raw) => ('reason' in raw ? 0 : lengthOf(raw)))) {
      const keys = lot.flatMap((raw) => ('cells' in raw && raw.cells[kind.keyField]) || [])
      const stored = replaces ? new Map<string, Stored>() : await storedRecords(db, kind, keys)
      for (const raw of lot) stageRecord(stage, kind, file.path, raw, stored)
    }
  }
  await stage.settle()
  for (const kind of new Set(files.map(({ kind }) => KINDS[kind]))) await crossCheck(db, stage, kind)
}

function stageRecord(
  stage: Stage,
  kind: Kind,
  file: string,
  raw: Raw,
  stored: ReadonlyMap<string, Stored>,
): void {
  const read =
    'reason' in raw
      ? { faults: [raw] }
      : readRecord(kind, raw, stored.get(raw.cells[kind.keyField] ?? '') ?? null)
  if ('faults' in read) for (const fault of read.faults) stage.addFault({ file, ...fault })
  else if ('cells' in raw) stage.add(kind.name, read.prepared, file, raw)
}

function recordsOf(
  { path, format }: SourceFile,
  { fields, itemFields, keyField }: Kind,
  onBytes: (count: number) => void,
): AsyncGenerator<Raw> {
  return format === 'json'
    ? readJson(path, onBytes)
    : readCsv(path, { fields, itemFields, key: keyField }, onBytes)
}
