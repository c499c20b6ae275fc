import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { KIND_NAMES, type KindName } from './kinds/kind.ts'
import { unreadable } from './kinds/raw-record.ts'
import { PROFILES } from './profiles/all-profiles.ts'
import { comparable, type Profile } from './profiles/profile.ts'
import { type ExportReader, exportReader } from './profiles/values.ts'
import type { CsvDialect, CsvShape } from './read-csv.ts'
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
    const kind = origin?.reader.profile.kind ?? kindOfFile(path)
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
  const kind = kindOfFile(path)
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
export function kindOfFile(path: string): KindName | null {
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

/** A file that another program exported. */
export interface RecognisedExport {
  reader: ExportReader
  shape: CsvShape
  dialect: CsvDialect
  /** 'Shopify orders export, 46 of 46 columns known'. */
  summary: string
}

const DELIMITERS = [',', ';', '\t']
/** Bytes of which the header is looked for. */
const HEAD = 65_536
/** Names of unknown columns in a summary. */
const MOST_NAMED = 8
/** Bytes that Windows-1252 does not use. */
const UNUSED = [0x81, 0x8d, 0x8f, 0x90, 0x9d]

/** Finds the program that exported a CSV file by its header; null if no known program did. */
async function recognise(path: string): Promise<RecognisedExport | null> {
  const { lines, skipped } = await firstLines(path)
  for (const delimiter of DELIMITERS) {
    const names = headerOf(lines, delimiter)
    const profile = profileOf(names)
    if (!profile) continue
    const encoding = await encodingOf(path)
    return {
      ...exportOf(profile, names),
      dialect: { delimiter, encoding, skipped, hasBlankLines: true },
      summary: [summaryOf(profile, names), encoding === 'utf-8' ? '' : 'read as Windows-1252']
        .filter(Boolean)
        .join('; '),
    }
  }
  return null
}

/** The first lines, from the header on. MYOB writes a line '{}' before it. */
async function firstLines(path: string): Promise<{ lines: string; skipped: number }> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    const lines = buffer
      .toString('utf8', 0, bytesRead)
      .replace(/^\uFEFF/, '')
      .split('\n')
    const skipped = lines.findIndex((line) => !/^\s*(\{\})?\s*$/.test(line))
    return { lines: lines.slice(Math.max(skipped, 0)).join('\n'), skipped: Math.max(skipped, 0) }
  } finally {
    await file.close()
  }
}

function headerOf(lines: string, delimiter: string): string[] {
  try {
    const [names = []]: string[][] = parse(lines, { delimiter, to: 1, relax_column_count: true })
    return names.map((name) => name.trim())
  } catch {
    // A misplaced quote: the text is not a header.
    return []
  }
}

/** The profile all of whose characteristic columns are present; of several, the one that knows the most columns. */
function profileOf(names: readonly string[]): Profile | null {
  const there = new Set(names.map(comparable))
  const fitting = PROFILES.filter(({ signs }) => signs.every((sign) => there.has(comparable(sign))))
  const unknown = (profile: Profile) => unknownOf(profile, names).length
  return fitting.toSorted((one, other) => unknown(one) - unknown(other))[0] ?? null
}

function spellings(profile: Profile): Map<string, string> {
  return new Map(Object.keys(profile.columns).map((name) => [comparable(name), name]))
}

function unknownOf(profile: Profile, names: readonly string[]): string[] {
  const known = spellings(profile)
  return names.filter((name) => name !== '' && !known.has(comparable(name)))
}

function summaryOf(profile: Profile, names: readonly string[]): string {
  const unknown = unknownOf(profile, names)
  const all = names.filter((name) => name !== '').length
  const sum = `${profile.name}, ${all - unknown.length} of ${all} columns known`
  if (unknown.length === 0) return sum
  const more = unknown.length > MOST_NAMED ? ' …' : ''
  return `${sum}; not read: ${unknown.slice(0, MOST_NAMED).join(', ')}${more}`
}

function exportOf(profile: Profile, names: readonly string[]): Pick<RecognisedExport, 'reader' | 'shape'> {
  const known = spellings(profile)
  const spelt = names.map((name) => known.get(comparable(name)) ?? null)
  const reader = exportReader(
    profile,
    spelt.filter((name) => name !== null),
  )
  const columns = spelt.map((name) =>
    name === null || !reader.isRead(name) ? null : { name, isItem: reader.isItem(name) },
  )
  const twice = columns.find(
    (one, index) => one && columns.findIndex((two) => two?.name === one.name) < index,
  )
  return {
    reader,
    shape: {
      key: profile.key ?? reader.columnOf(profile.kind === 'customers' ? 'customer.code' : 'code'),
      itemPrefix: '',
      columnsOf: (_, line) =>
        twice ? { faults: [unreadable(line, 'is there twice', twice.name)] } : { columns },
    },
  }
}

/**
 * Old programs write Windows-1252. A file in neither encoding is read as UTF-8, which reports its invalid characters.
 */
async function encodingOf(path: string): Promise<CsvDialect['encoding']> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    if (UNUSED.some((byte) => chunk.includes(byte))) return 'utf-8'
    try {
      if (isUtf8) decoder.decode(chunk, { stream: true })
    } catch {
      isUtf8 = false
    }
  }
  return isUtf8 ? 'utf-8' : 'windows-1252'
}
