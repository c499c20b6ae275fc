import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { IMPORT_KINDS } from './kinds/all-kinds.ts'
import { KIND_NAMES, type KindName } from './kinds/kind.ts'
import type { Business } from './profiles/fields.ts'
import {
  type LinesFile,
  type ListFile,
  type LookAlike,
  lacksLines,
  type RecognisedExport,
  recognise,
  withLines,
} from './recognise.ts'
import type { Fault } from './stage.ts'

const FORMATS = {
  '.csv': 'csv',
  '.txt': 'csv',
  '.json': 'json',
  '.jsonl': 'json',
  '.ndjson': 'json',
} as const
type Format = (typeof FORMATS)[keyof typeof FORMATS]

const UNNAMED = `its name does not begin with ${listed(KIND_NAMES)}`
const UNKNOWN = `is not recognised: its columns are those of no known export, and ${UNNAMED}`

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
  /** The list that this console exported; null for any other file. */
  list: ListFile | null
}

/**
 * The files at the paths, and the files directly in folders, in loading order: referenced kinds first, then by name.
 * A path that is neither a file nor a folder is a fault, and so is a file that is not recognised.
 */
export async function findFiles(
  paths: readonly string[],
  business: Business,
): Promise<{ files: SourceFile[]; faults: Fault[] }> {
  const files: SourceFile[] = []
  const lines: LinesFile[] = []
  const faults: Fault[] = []
  for (const { path, isNamed } of await insideFolders(paths, faults)) {
    const format = formatOf(path)
    if (format === null) faults.push(fault(path, `must end in ${listed(Object.keys(FORMATS))}`))
    else {
      const found = await kindOf(path, format, business)
      if ('lines' in found) lines.push(found.lines)
      else if ('kind' in found) files.push({ path, format, size: (await stat(path)).size, ...found })
      else if (isNamed || !isText(path)) faults.push(fault(path, found.reason))
    }
  }
  files.sort((one, other) => KIND_NAMES.indexOf(one.kind) - KIND_NAMES.indexOf(other.kind))
  for (const file of files) {
    if (!file.origin) continue
    file.origin = withLines(file.origin, lines, business)
    const { content } = file.origin.reader.profile.lines ?? {}
    if (lacksLines(file.origin))
      faults.push(fault(file.path, `has no items: import it together with the ${content}`))
  }
  const used = new Set(files.flatMap(({ origin }) => origin?.lines ?? []))
  for (const one of lines.filter((line) => !used.has(line))) {
    faults.push(
      fault(one.path, `has only the ${one.profile.lines?.content}: import it together with their file`),
    )
  }
  return { files, faults }
}

/**
 * The kind of the records in a file, by its header or by its name. A name that tells another kind than the header is
 * right: exports of suppliers and of customers have similar headers.
 */
async function kindOf(
  path: string,
  format: Format,
  business: Business,
): Promise<Pick<SourceFile, 'kind' | 'origin' | 'list'> | { lines: LinesFile } | { reason: string }> {
  const kind = kindOfFile(path)
  const own = { origin: null, list: null }
  if (format !== 'csv') return kind ? { kind, ...own } : { reason: `is not recognised: ${UNNAMED}` }
  const { origin, lines, list, lookAlike, names } = await recognise(path, business)
  if (lines !== null) return { lines }
  if (list !== null) return 'reason' in list ? list : { ...own, kind: list.list.kind, list }
  const exported = origin?.reader.profile.kind
  if (exported && (kind === null || kind === exported)) return { ...own, kind: exported, origin }
  if (kind === null) return { reason: lookAlike?.reason ?? UNKNOWN }
  return isForeign(kind, names, lookAlike) ? { reason: lookAlike?.reason ?? UNKNOWN } : { kind, ...own }
}

/** Whether a header has more columns of another program than of our own format. */
function isForeign(kind: KindName, names: readonly string[], lookAlike: LookAlike | null): boolean {
  const { fields, itemFields, list } = IMPORT_KINDS[kind]
  const own = new Set([...fields, ...itemFields.map((field) => `${list}.${field}`)])
  return lookAlike?.profile.kind === kind && lookAlike.known > names.filter((name) => own.has(name)).length
}

async function insideFolders(
  paths: readonly string[],
  faults: Fault[],
): Promise<{ path: string; isNamed: boolean }[]> {
  const found: { path: string; isNamed: boolean }[] = []
  for (const path of paths) {
    const about = await stat(path).catch(() => null)
    if (about === null) faults.push(fault(path, 'cannot be read: there is no such file'))
    else if (!about.isDirectory()) found.push({ path, isNamed: true })
    else {
      const names = (await readdir(path)).filter((name) => formatOf(name) !== null && !isList(name)).sort()
      if (names.length === 0) faults.push(fault(path, 'has no file to import'))
      found.push(...names.map((name) => ({ path: join(path, name), isNamed: false })))
    }
  }
  return found
}

/** The kind whose name is the longest match: 'supplier-orders-2025.csv' → 'supplier-orders'. */
export function kindOfFile(path: string): KindName | null {
  const name = basename(path).toLowerCase().replaceAll('_', '-')
  return KIND_NAMES.find((kind) => new RegExp(`^${kind}(?![a-z])`).test(name)) ?? null
}

function formatOf(path: string): Format | null {
  const extension = extname(path).toLowerCase()
  return Object.entries(FORMATS).find(([known]) => known === extension)?.[1] ?? null
}

/** A text file in a folder may be anything, such as notes: it is read only if it is an export. */
function isText(path: string): boolean {
  return extname(path).toLowerCase() === '.txt'
}

/** The list of faults beside a refused file. */
function isList(name: string): boolean {
  return name.endsWith('.faults.txt')
}

function fault(file: string, reason: string): Fault {
  return { file, line: 0, field: '', reason }
}

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
