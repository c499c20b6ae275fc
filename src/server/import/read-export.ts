import { DatabaseSync } from '@photostructure/sqlite'
import { MOST_ITEMS, type Raw, type RawItem, type RawRecord, type Unreadable } from './kinds/raw-record.ts'
import { readCsv } from './read-csv.ts'
import type { LinesFile, RecognisedExport } from './recognise.ts'

/**
 * The records of an export, with their lines where these are in files of their own. A fault in such a file has the
 * number of its line there.
 * @param onBytes receives the number of bytes read since the last call
 */
export async function* readExport(
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
