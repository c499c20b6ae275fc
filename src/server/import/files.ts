import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { KIND_NAMES, type KindName } from './kinds/kind.ts'
import { type RecognisedExport, recognise } from './recognise.ts'
import type { Fault } from './stage.ts'

const FORMATS = { '.csv': 'csv', '.json': 'json', '.jsonl': 'json', '.ndjson': 'json' } as const
type Format = (typeof FORMATS)[keyof typeof FORMATS]

const NAME_OR_HEADER = `a name that begins with ${listed(KIND_NAMES)}, or the header of a known export`

/** A file to import. */
export interface SourceFile {
  /** The path given by the user. */
  path: string
  kind: KindName
  format: Format
  /** Bytes. */
  size: number
  /** The program that exported it; null for a file in our own format. */
  origin: RecognisedExport | null
}

/**
 * The files at the paths, and the files directly in folders, in loading order: referenced kinds first, then by name.
 * A path that is neither a file nor a folder is a fault.
 */
export async function findFiles(paths: readonly string[]): Promise<{ files: SourceFile[]; faults: Fault[] }> {
  const files: SourceFile[] = []
  const faults: Fault[] = []
  for (const path of await insideFolders(paths, faults)) {
    const format = formatOf(path)
    const origin = format === 'csv' ? await originOf(path) : null
    const kind = origin?.reader.profile.kind ?? kindOf(path)
    if (!kind) faults.push(fault(path, `must have ${NAME_OR_HEADER}`))
    else if (!format) faults.push(fault(path, `must end in ${listed(Object.keys(FORMATS))}`))
    else files.push({ path, kind, format, size: (await stat(path)).size, origin })
  }
  files.sort((one, other) => KIND_NAMES.indexOf(one.kind) - KIND_NAMES.indexOf(other.kind))
  return { files, faults }
}

/** A name that tells another kind of record is right: exports of suppliers and of customers have similar headers. */
async function originOf(path: string): Promise<RecognisedExport | null> {
  const origin = await recognise(path)
  const kind = kindOf(path)
  return kind === null || kind === origin?.reader.profile.kind ? origin : null
}

async function insideFolders(paths: readonly string[], faults: Fault[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    const about = await stat(path).catch(() => null)
    if (about === null) faults.push(fault(path, 'cannot be read: there is no such file'))
    else if (!about.isDirectory()) found.push(path)
    else {
      const names = (await readdir(path)).filter((name) => formatOf(name) !== null).sort()
      if (names.length === 0) faults.push(fault(path, 'has no file to import'))
      found.push(...names.map((name) => join(path, name)))
    }
  }
  return found
}

/** The kind whose name is the longest match: 'supplier-orders-2025.csv' → 'supplier-orders'. */
export function kindOf(path: string): KindName | null {
  const name = basename(path).toLowerCase().replaceAll('_', '-')
  return KIND_NAMES.find((kind) => new RegExp(`^${kind}(?![a-z])`).test(name)) ?? null
}

function formatOf(path: string): Format | null {
  const extension = extname(path).toLowerCase()
  return Object.entries(FORMATS).find(([known]) => known === extension)?.[1] ?? null
}

function fault(file: string, reason: string): Fault {
  return { file, line: 0, field: '', reason }
}

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
