import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { type ConsoleList, consoleListOf } from './console-csv.ts'
import { unreadable } from './kinds/raw-record.ts'
import { PROFILES } from './profiles/all-profiles.ts'
import type { Business } from './profiles/fields.ts'
import { comparable, type Profile, profileName } from './profiles/profile.ts'
import { type ExportReader, exportReader, isPackedColumn } from './profiles/values.ts'
import type { CsvDialect, CsvShape } from './read-csv.ts'

/** A file that another program exported. */
export interface RecognisedExport {
  reader: ExportReader
  shape: CsvShape
  dialect: CsvDialect
  /** 'Shopify orders export, 46 of 46 columns known'. */
  summary: string
  /** Its columns. */
  names: readonly string[]
  /** The files with the lines of its records; none if it has them. */
  lines: readonly LinesFile[]
}

/** A file with the lines of the records of another file. */
export interface LinesFile {
  path: string
  /** The profile of the other file. */
  profile: Profile
  names: readonly string[]
  shape: CsvShape
  dialect: CsvDialect
}

/** The known export that the header of a file is nearest to, though a column is missing. */
export interface LookAlike {
  profile: Profile
  /** The number of columns that the profile knows. */
  known: number
  /** "looks like Shopify's orders; the column Lineitem price is missing". */
  reason: string
}

const TAB = '\t'
const DELIMITERS = [',', ';', TAB]
/** Bytes of which the header is looked for. */
const HEAD = 65_536
/** Names of unknown columns in a message. */
const MOST_NAMED = 8
/** Bytes that Windows-1252 does not use. */
const UNUSED = [0x81, 0x8d, 0x8f, 0x90, 0x9d]

interface Recognised {
  origin: RecognisedExport | null
  lines: LinesFile | null
  lookAlike: LookAlike | null
  /** A list that this console exported, or why it cannot be loaded. */
  list: ListFile | { reason: string } | null
  /** The columns of the file, as our own format separates them. */
  names: readonly string[]
}

/** A list that this console exported. */
export interface ListFile {
  list: ConsoleList
  dialect: CsvDialect
}

/** Finds the program that exported a CSV file by its header; null if it is like none of a known program. */
export async function recognise(path: string, business: Business): Promise<Recognised> {
  const { text, skipped } = await firstLines(path)
  const headers = DELIMITERS.map((delimiter) => ({ delimiter, names: headerOf(text, delimiter) }))
  for (const { delimiter, names } of headers) {
    const profile = profileOf(names)
    const ofLines = profile === null ? profileOfLines(names) : null
    const list = consoleListOf(names)
    if (profile === null && ofLines === null && list === null) continue
    const encoding = await encodingOf(path)
    const dialect = { delimiter, encoding, skipped, hasBlankLines: true, isQuoted: delimiter !== TAB }
    const found = { origin: null, lines: null, lookAlike: null, list: null, names }
    if (list !== null) return { ...found, list: 'reason' in list ? list : { list, dialect } }
    if (ofLines !== null) {
      const shape = shapeOfLines(ofLines, names)
      return { ...found, lines: { path, profile: ofLines, names, shape, dialect } }
    }
    if (profile === null) continue
    const summary = [summaryOf(profile, names), encoding === 'utf-8' ? '' : 'read as Windows-1252']
    const read = exportOf(profile, names, business)
    const origin = { ...read, dialect, names, lines: [], summary: summary.filter(Boolean).join('; ') }
    return { ...found, origin }
  }
  const alike = headers.flatMap(({ names }) => lookAlikeOf(names) ?? [])
  const lookAlike = alike.toSorted((one, other) => other.known - one.known)[0] ?? null
  return { origin: null, lines: null, list: null, lookAlike, names: headers[0]?.names ?? [] }
}

/** Whether the lines of an export's records are in another file, which is missing. */
export function lacksLines({ reader, names, lines }: RecognisedExport): boolean {
  const signs = reader.profile.lines?.signs ?? []
  return (
    lines.length === 0 &&
    signs.length > 0 &&
    !signs.some((sign) => reader.isItem(sign) && names.includes(sign))
  )
}

/** An export together with those files that have the lines of its records. */
export function withLines(
  origin: RecognisedExport,
  all: readonly LinesFile[],
  business: Business,
): RecognisedExport {
  const { profile } = origin.reader
  const lines = all.filter((one) => one.profile === profile)
  if (lines.length === 0) return origin
  const known = spellings(profile)
  const names = [...origin.names, ...lines.flatMap((one) => one.names)]
  const spelt = names.flatMap((name) => known.get(comparable(name)) ?? [])
  return { ...origin, lines, reader: exportReader(profile, spelt, business) }
}

function profileOfLines(names: readonly string[]): Profile | null {
  return PROFILES.find(({ lines }) => lines && missingOf(lines, names).length === 0) ?? null
}

/** Each line is a record of its own, with the key of the record that it belongs to. */
function shapeOfLines(profile: Profile, names: readonly string[]): CsvShape {
  const known = spellings(profile)
  const { key = '' } = profile.lines ?? {}
  const spelt = names.map((name) =>
    comparable(name) === comparable(key) ? key : known.get(comparable(name)),
  )
  const columns = spelt.map((name) => (name === undefined ? null : { name, isItem: false }))
  return { key, columnsOf: () => ({ columns }) }
}

/** The first lines, from the header on. MYOB writes a line '{}' before it. */
async function firstLines(path: string): Promise<{ text: string; skipped: number }> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    const lines = buffer
      .toString('utf8', 0, bytesRead)
      .replace(/^\uFEFF/, '')
      .split('\n')
    const skipped = lines.findIndex((line) => !/^\s*(\{\})?\s*$/.test(line))
    return { text: lines.slice(Math.max(skipped, 0)).join('\n'), skipped: Math.max(skipped, 0) }
  } finally {
    await file.close()
  }
}

function headerOf(lines: string, delimiter: string): string[] {
  try {
    const quote = delimiter === TAB ? null : '"'
    const [names = []]: string[][] = parse(lines, { delimiter, quote, to: 1, relax_column_count: true })
    return names.map((name) => name.trim())
  } catch {
    // A misplaced quote: the text is not a header.
    return []
  }
}

/** The profile all of whose necessary columns are present; of several, the one that knows the most columns. */
function profileOf(names: readonly string[]): Profile | null {
  const fitting = PROFILES.filter((profile) => missingOf(profile, names).length === 0)
  const unknown = (profile: Profile) => unknownOf(profile, names).length
  return fitting.toSorted((one, other) => unknown(one) - unknown(other))[0] ?? null
}

/** Of a look-alike, at least this share of the file's columns is known, and of the necessary columns present. */
const LEAST_ALIKE = 0.5
const LEAST_KNOWN = 3

function lookAlikeOf(names: readonly string[]): LookAlike | null {
  const all = names.filter((name) => name !== '').length
  const alike = PROFILES.flatMap((profile) => {
    const missing = missingOf(profile, names)
    const unknown = unknownOf(profile, names)
    const known = all - unknown.length
    const present = profile.signs.length - missing.length
    if (known < LEAST_KNOWN || known < all * LEAST_ALIKE) return []
    if (present < profile.signs.length * LEAST_ALIKE) return []
    const columns = missing.length === 1 ? `column ${missing[0]} is` : `columns ${listed(missing)} are`
    const reason = `looks like ${theirs(profile)}; the ${columns} missing${notRead(unknown, 'not known')}`
    return [{ profile, known, reason }]
  })
  return alike.toSorted((one, other) => other.known - one.known)[0] ?? null
}

/** "Shopify's orders". */
function theirs({ program, content, exporter }: Profile): string {
  return `${program}'s ${content}${exporter ? ` (${exporter})` : ''}`
}

function missingOf({ signs }: Pick<Profile, 'signs'>, names: readonly string[]): string[] {
  const there = new Set(names.map(comparable))
  return signs.filter((sign) => !there.has(comparable(sign)))
}

function spellings({ documented, assumed }: Profile): Map<string, string> {
  return new Map(Object.keys({ ...documented, ...assumed }).map((name) => [comparable(name), name]))
}

function unknownOf(profile: Profile, names: readonly string[]): string[] {
  const known = spellings(profile)
  return names.filter((name) => name !== '' && !known.has(comparable(name)) && !isPackedColumn(profile, name))
}

function summaryOf(profile: Profile, names: readonly string[]): string {
  const unknown = unknownOf(profile, names)
  const all = names.filter((name) => name !== '').length
  return `${profileName(profile)}, ${all - unknown.length} of ${all} columns known${notRead(unknown, 'not read')}`
}

function notRead(unknown: readonly string[], words: string): string {
  if (unknown.length === 0) return ''
  const more = unknown.length > MOST_NAMED ? ' …' : ''
  return `; ${words}: ${unknown.slice(0, MOST_NAMED).join(', ')}${more}`
}

/** 'a, b and c'. */
function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

function exportOf(
  profile: Profile,
  names: readonly string[],
  business: Business,
): Pick<RecognisedExport, 'reader' | 'shape'> {
  const known = spellings(profile)
  const spelt = names.map(
    (name) => known.get(comparable(name)) ?? (isPackedColumn(profile, name) ? comparable(name) : null),
  )
  const reader = exportReader(
    profile,
    spelt.filter((name) => name !== null),
    business,
  )
  const columns = spelt.map((name) =>
    name !== null && (reader.isRead(name) || name === profile.lines?.of)
      ? { name, isItem: reader.isItem(name) }
      : null,
  )
  const twice = columns.find(
    (one, index) => one && columns.findIndex((two) => two?.name === one.name) < index,
  )
  return {
    reader,
    shape: {
      key: profile.key ?? reader.columnOf(profile.kind === 'customers' ? 'customer.code' : 'code'),
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
