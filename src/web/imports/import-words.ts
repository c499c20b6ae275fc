import type { NoticeLink, NoticeTone } from '../../../commands/engine/context.ts'
import type { Import, ImportCounts, ImportOutcome, ImportResult } from '../../contract/imports.ts'
import type { Tone } from '../../domain/format/badge.ts'
import { capitalised } from '../../domain/format/text.ts'
import { DEFAULT_ORDER_FILTER, importQuery, orderParameters } from '../../domain/lists/order-filter.ts'
import type { RecordKind } from '../../domain/records/record-kind.ts'
import { paths } from '../routing/paths.ts'

const number = new Intl.NumberFormat('en-NZ')

/** A count as staff read it: '12,480'. */
export const formatCount = (count: number): string => number.format(count)

/** The kinds of records in files, as the console knows them. */
const KINDS: Record<string, { kind: RecordKind; one: string; many: string }> = {
  suppliers: { kind: 'supplier', one: 'supplier', many: 'suppliers' },
  products: { kind: 'product', one: 'product', many: 'products' },
  customers: { kind: 'customer', one: 'customer', many: 'customers' },
  orders: { kind: 'order', one: 'order', many: 'orders' },
  'supplier-orders': { kind: 'supplier-order', one: 'supplier order', many: 'supplier orders' },
}

/** A count with the noun of its kind: '1 order', '2 supplier orders'. */
export function recordsInWords(count: number, kind: string): string {
  const { one, many } = KINDS[kind] ?? { one: 'record', many: 'records' }
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** The heading of a kind: 'Orders'. */
export const kindLabel = (kind: string): string => capitalised(KINDS[kind]?.many ?? kind)

/** The outcomes of records, as badges and in sentences. */
export const OUTCOME_WORDS: Record<ImportOutcome, { label: string; words: string; tone: Tone }> = {
  new: { label: 'New', words: 'new', tone: 'green' },
  changed: { label: 'Changed', words: 'changed', tone: 'sky' },
  same: { label: 'Same', words: 'the same', tone: 'neutral' },
  kept: { label: 'Kept', words: 'with fields kept as they are here', tone: 'amber' },
  refused: { label: 'Refused', words: 'refused', tone: 'red' },
}

const OUTCOMES = ['new', 'changed', 'same', 'kept', 'refused'] as const satisfies readonly ImportOutcome[]

/** The outcomes of a kind in words: '40 new, 2 changed'. Blank without any record. */
export function outcomesInWords(counts: ImportCounts): string {
  return OUTCOMES.filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${formatCount(counts[outcome])} ${OUTCOME_WORDS[outcome].words}`)
    .join(', ')
}

/** How many records would be stored, or were: all but the refused ones. */
export function storedCount(counts: ImportCounts): number {
  return counts.new + counts.changed + counts.same + counts.kept
}

/** What is done by an import of these records: 'Import 46 orders', of several kinds 'Import 120 records'. */
export function takeLabel(kinds: readonly ImportCounts[]): string {
  const filled = kinds.filter((counts) => storedCount(counts) > 0)
  const total = filled.reduce((sum, counts) => sum + storedCount(counts), 0)
  const [only, ...others] = filled
  return `Import ${recordsInWords(total, only && others.length === 0 ? only.kind : '')}`
}

/** How far an import is, from 0 to 100; null before its size is known. */
export function percentOf({ progress }: Pick<Import, 'progress'>): number | null {
  if (!progress || progress.total === 0) return null
  return Math.min(100, Math.floor((progress.done / progress.total) * 100))
}

/** A notice about an import that has ended. */
interface ImportNotice {
  tone: NoticeTone
  text: string
  link: NoticeLink | null
}

/** The notices about the result of an import: what was loaded, and what waits. */
export function resultNotices(id: string, result: ImportResult): ImportNotice[] {
  if (result.refusal !== null) return [{ tone: 'error', text: result.refusal, link: null }]
  const loaded = result.kinds.filter((counts) => storedCount(counts) > 0)
  const words = loaded.map(
    (counts) =>
      `${recordsInWords(storedCount(counts), counts.kind)}: ${outcomesInWords({ ...counts, refused: 0 })}.`,
  )
  const stopped = result.is_stopped ? [`Stopped: ${formatCount(result.left)} records were not reached.`] : []
  const text = [...(words.length > 0 ? words : ['Nothing was imported.']), ...stopped].join(' ')
  const notices: ImportNotice[] = [
    { tone: result.is_stopped ? 'warning' : 'success', text, link: showThem(id, loaded) },
  ]
  if (result.waiting > 0) {
    const wait = result.waiting === 1 ? '1 record waits' : `${formatCount(result.waiting)} records wait`
    notices.push({ tone: 'warning', text: wait, link: { label: 'in Arrivals', path: paths.arrivals() } })
  }
  return notices
}

/** The link to what an import has loaded: exactly its orders, otherwise the list of the kind. */
export function showThem(id: string, loaded: readonly ImportCounts[]): NoticeLink | null {
  const changed = loaded.filter((counts) => counts.new + counts.changed > 0)
  const shown = changed.find(({ kind }) => kind === 'orders') ?? changed[0]
  const known = shown && KINDS[shown.kind]
  if (!known) return null
  const filter = { ...DEFAULT_ORDER_FILTER, daterange: 'all', query: importQuery(id) } as const
  const path = paths.list(known.kind, known.kind === 'order' ? orderParameters(filter) : undefined)
  return { label: 'Show them', path }
}
