import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { unreadable } from './kinds/raw-record.ts'
import { PROFILES } from './profiles/all-profiles.ts'
import { comparable, type Profile } from './profiles/profile.ts'
import { type ExportReader, exportReader } from './profiles/values.ts'
import type { CsvDialect, CsvShape } from './read-csv.ts'

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
export async function recognise(path: string): Promise<RecognisedExport | null> {
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
