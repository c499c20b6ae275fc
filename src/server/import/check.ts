import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { crossCheck } from './cross-check.ts'
import type { SourceFile } from './files.ts'
import { KINDS } from './kinds/all-kinds.ts'
import type { Kind } from './kinds/kind.ts'
import type { Raw } from './kinds/raw-record.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import type { Stage } from './stage.ts'

/**
 * Reads all files, with all their faults, into the stage. Loads nothing.
 * @param onBytes receives the number of bytes read since the last call
 */
export async function checkFiles(
  db: Kysely<Database>,
  stage: Stage,
  files: readonly SourceFile[],
  onBytes: (count: number) => void,
): Promise<void> {
  for (const file of files) await stageFile(stage, file, onBytes)
  await stage.settle()
  for (const kind of new Set(files.map(({ kind }) => KINDS[kind]))) await crossCheck(db, stage, kind)
}

async function stageFile(stage: Stage, file: SourceFile, onBytes: (count: number) => void): Promise<void> {
  const kind = KINDS[file.kind]
  if (file.size === 0) stage.addFault({ file: file.path, line: 0, field: '', reason: 'is empty' })
  for await (const raw of recordsOf(file, kind, onBytes)) {
    const prepared = 'reason' in raw ? [raw] : kind.prepare(raw)
    if (Array.isArray(prepared)) {
      for (const fault of prepared) stage.addFault({ file: file.path, ...fault })
    } else stage.add(kind.name, prepared, file.path, raw.line)
  }
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
