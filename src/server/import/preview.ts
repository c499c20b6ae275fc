import type { ImportPreview, PreviewedChange, PreviewedKind, PreviewedRow } from '../../contract/imports.ts'
import { MOST_PREVIEWED_CHANGES, MOST_PREVIEWED_ROWS } from '../../contract/imports.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { formatDateTime } from '../../domain/calendar/nz-time.ts'
import { formatCents } from '../../domain/format/money.ts'
import { shownStatus } from '../../domain/orders/order-status.ts'
import type { Connections } from '../db/named-connections.ts'
import { timestamp } from '../db/times.ts'
import { faultGroups } from './grouped-faults.ts'
import { checkInto, type FilesOptions, report } from './import-files.ts'
import { IMPORT_KINDS } from './kinds/all-kinds.ts'
import {
  type FindOwners,
  type ImportKind,
  type Incoming,
  KIND_NAMES,
  type KindName,
  type LotOptions,
  type RecordOutcome,
  type RecordResult,
  type Row,
} from './kinds/kind.ts'
import { judgeLot } from './kinds/load-lot.ts'
import { readRecord } from './kinds/read-record.ts'
import { areOther, ownersOf, storedRecords } from './kinds/rows.ts'
import { countOf, type Watcher } from './load-staged.ts'
import { openStage, type Stage, type Staged, stagedLots } from './stage.ts'

interface PreviewDeps {
  db: Connections
  stage: Stage
  watcher: Pick<Watcher, 'begin' | 'advance' | 'end'>
}

/** What an import of these files would do. Loads nothing, and locks nothing. */
export async function previewFiles(
  { db, clock }: { db: Connections; clock: Clock },
  paths: readonly string[],
  watcher: Pick<Watcher, 'begin' | 'advance' | 'end'>,
  options: FilesOptions = {},
): Promise<ImportPreview> {
  const stage = await openStage()
  try {
    const recognised: string[] = []
    const checking = { ...watcher, recognised: (_: string, summary: string) => void recognised.push(summary) }
    const { refusal } = await checkInto(stage, db, paths, checking, options)
    const [faults, notices] = [faultGroups(), faultGroups()]
    await report(stage, 'faults', faults.add)
    await report(stage, 'notes', notices.add)
    const { replaces = false, finishedBefore = null } = options
    const lotOptions = { now: timestamp(clock()), replaces, finishedBefore }
    const kinds: PreviewedKind[] = []
    for (const name of KIND_NAMES) {
      const { all, refused } = await countOf(stage, name)
      if (all === 0) continue
      const kind = emptyKind(name, refused)
      watcher.begin(`Comparing ${name}`, all - refused)
      await previewKind({ db, stage, watcher }, lotOptions, { kind, faults, notices })
      watcher.end()
      kinds.push(kind)
    }
    return {
      program: recognised.join('; ') || null,
      kinds,
      faults: faults.sent(),
      notices: notices.sent(),
      refusal: refusal?.reason ?? null,
      can_override: refusal?.canOverride ?? false,
    }
  } finally {
    await stage.close()
  }
}

function emptyKind(kind: KindName, refused: number): PreviewedKind {
  const columns = COLUMNS[kind].map(([label]) => label)
  return { kind, new: 0, changed: 0, same: 0, kept: 0, refused, work: 0, columns, rows: [], changes: [] }
}

async function previewKind(
  { db, stage, watcher }: PreviewDeps,
  options: LotOptions,
  { kind: preview, ...groups }: { kind: PreviewedKind; faults: Groups; notices: Groups },
): Promise<void> {
  const kind = IMPORT_KINDS[nameIn(preview.kind)]
  const deps = {
    db: db.reads.record,
    findOwners: ownersIn(stage, db),
    // Nothing is written.
    lock: async () => undefined,
  }
  const rows: { seq: number; row: PreviewedRow }[] = []
  for await (const lot of stagedLots(stage, kind)) {
    const raws = lot.map(({ raw }) => raw)
    const judged = await judgeLot(kind, raws, { ...options, ...deps })
    const incoming = new Map(judged.lot.incoming.map((one) => [one.result, one]))
    for (const [index, result] of judged.results.entries()) {
      const staged = lot[index]
      if (!staged) continue
      count(preview, result)
      const code = staged.raw.cells[kind.keyField] ?? null
      const { faults, notices } = groups
      for (const fault of result.faults) {
        ;(result.outcome === 'refused' ? faults : notices).add({ file: staged.file, ...fault, code })
      }
      const one = incoming.get(result)
      if (!one) continue
      addRow(rows, staged, one, kind)
      if (result.outcome !== 'updated' || preview.changes.length >= MOST_PREVIEWED_CHANGES) continue
      preview.changes.push({ code: one.key, fields: changesOf(kind, one) })
    }
    watcher.advance(lot.length)
  }
  preview.rows = rows.map(({ row }) => row)
}

type Groups = Pick<ReturnType<typeof faultGroups>, 'add'>

function nameIn(name: string): KindName {
  const known = KIND_NAMES.find((one) => one === name)
  if (!known) throw new Error(`There is no kind ${name}.`)
  return known
}

const COUNTED = {
  created: 'new',
  updated: 'changed',
  unchanged: 'same',
  kept: 'kept',
  refused: 'refused',
} as const satisfies Record<RecordOutcome, PreviewedRow['outcome']>

function count(preview: PreviewedKind, { outcome, isWork }: RecordResult): void {
  preview[COUNTED[outcome]] += 1
  if (outcome === 'created' && isWork) preview.work += 1
}

/** Keeps the first records of the files, which are loaded in another order. */
function addRow(
  rows: { seq: number; row: PreviewedRow }[],
  { seq }: Staged,
  one: Incoming,
  { name }: ImportKind,
): void {
  if (rows.length === MOST_PREVIEWED_ROWS && seq > (rows.at(-1)?.seq ?? 0)) return
  const { outcome, isWork } = one.result
  const cells = COLUMNS[name].map(([, cell]) => cell(one))
  const row = { code: one.key, outcome: COUNTED[outcome], is_work: isWork, cells }
  rows.push({ seq, row })
  rows.sort((first, second) => first.seq - second.seq)
  if (rows.length > MOST_PREVIEWED_ROWS) rows.pop()
}

/** A column of the first rows: its label in the list of the kind, and its cell. */
type PreviewColumn = readonly [label: string, cell: (one: Incoming) => string]

const COLUMNS: Record<KindName, readonly PreviewColumn[]> = {
  orders: [
    ['Order ID', ({ key }) => key],
    ['Date', ({ row }) => shown('ordered_at', row.ordered_at)],
    ['Customer', ({ owner, reference }) => text(owner?.company) || text(owner?.name) || (reference ?? '')],
    ['Items', ({ items }) => itemsOf(items)],
    ['Total', ({ row }) => shown('total_cents', row.total_cents)],
    ['Status', ({ row }) => shownStatus(text(row.status)).label],
  ],
  customers: [
    ['Customer ID', ({ key }) => key],
    ['Name', ({ row }) => text(row.name)],
    ['Company', ({ row }) => text(row.company)],
    ['Email', ({ row }) => text(row.email)],
    ['Phone', ({ row }) => text(row.phone) || text(row.mobile)],
    ['Address', ({ row }) => [row.street, row.suburb, row.city].filter(Boolean).join(', ')],
  ],
  products: [
    ['Product code', ({ key }) => key],
    ['Name', ({ row }) => text(row.name)],
    ['Price excl GST', ({ row }) => shown('price_cents', row.price_cents)],
    ['Kilograms', ({ row }) => text(row.weight)],
  ],
  suppliers: [
    ['Supplier ID', ({ key }) => key],
    ['Name', ({ row }) => text(row.name_legal)],
    ['Website', ({ row }) => text(row.website)],
  ],
  'supplier-orders': [
    ['PO number', ({ key }) => key],
    ['Supplier', ({ owner, reference }) => text(owner?.name_legal) || (reference ?? '')],
    ['Branch', ({ row }) => text(row.branch)],
    ['Created', ({ row }) => shown('created_at', row.created_at)],
  ],
}

function text(value: Row[string] | undefined): string {
  return String(value ?? '')
}

/** A stored value, written for staff. */
function shown(column: string, value: Row[string] | undefined): string {
  if (value === null || value === undefined) return ''
  if (column.endsWith('_at') && typeof value === 'string') return formatDateTime(value)
  if (column.endsWith('_cents') && typeof value === 'number') return formatCents(value)
  if (FLAGS.test(column)) return value === 1 ? 'yes' : 'no'
  return String(value)
}

const FLAGS = /(^|_)is_|^credit_stop$/

/** '2 × PEX-20-RED, 1 × SEAL-310-WHT'. */
function itemsOf(items: readonly Row[]): string {
  const all = items.map((item) => `${text(item.quantity ?? item.unit_quantity)} × ${text(item.product_code)}`)
  const more = all.length > MOST_ITEMS_SHOWN ? ` and ${all.length - MOST_ITEMS_SHOWN} more` : ''
  return all.slice(0, MOST_ITEMS_SHOWN).join(', ') + more
}

const MOST_ITEMS_SHOWN = 5

/** The fields of a stored record that would change. */
function changesOf(kind: ImportKind, { row, before, items, reference }: Incoming): PreviewedChange['fields'] {
  const stored = before?.row ?? {}
  const changes = Object.entries(kind.columns).flatMap(([field, column]) => {
    const after = field === kind.references?.field ? reference : row[column]
    if (after === undefined || after === stored[column]) return []
    return { field, before: orNone(shown(column, stored[column])), after: orNone(shown(column, after)) }
  })
  const storedItems = before?.items ?? []
  if (!areOther(items, storedItems)) return changes
  const [itemsBefore, itemsAfter] = [pricedItems(storedItems), pricedItems(items)]
  return [...changes, { field: kind.list, before: orNone(itemsBefore), after: orNone(itemsAfter) }]
}

/** The items with their prices: '2 × PEX-20-RED at $12.50'. */
function pricedItems(items: readonly Row[]): string {
  return items
    .map((item) => {
      const price = item.price_cents === undefined ? '' : ` at ${shown('price_cents', item.price_cents)}`
      return `${text(item.quantity ?? item.unit_quantity)} × ${text(item.product_code ?? item.code)}${price}`
    })
    .join(', ')
    .slice(0, LONGEST_ITEMS)
}

const LONGEST_ITEMS = 1000

function orNone(value: string): string | null {
  return value === '' ? null : value
}

/** Finds the referenced records as they will be stored: those of the files, and of the database. */
function ownersIn(stage: Stage, { reads }: Connections): FindOwners {
  return async (reference, codes) => {
    const owners = await ownersOf(reads.record, reference, codes)
    const kind = IMPORT_KINDS[reference.kind]
    const staged = [...new Set(codes)].flatMap((code) => {
      const raw = stage.find(kind.name, code)
      return raw ? { code, raw } : []
    })
    const stored = await storedRecords(
      reads.record,
      kind,
      staged.map(({ code }) => code),
    )
    for (const { code, raw } of staged) {
      const before = stored.get(code) ?? null
      const read = readRecord(kind, raw, before)
      if ('faults' in read) continue
      const { row } = read.prepared
      // An import renews the names in the orders of a changed customer, which is no change of the orders.
      const own = before ? { ...before.row, ...creditOf(row) } : row
      owners.set(code, { ...own, id: before?.id ?? 0 })
    }
    return owners
  }
}

/** The columns of a customer that decide whether its orders are to pack. */
function creditOf({ pricing = null, terms = null, credit_stop = null }: Row): Row {
  return { pricing, terms, credit_stop }
}
