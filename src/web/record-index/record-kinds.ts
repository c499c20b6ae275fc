import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import {
  isStandard,
  RECORD_KINDS,
  type RecordKind,
  type Records,
  type StandardKind,
} from '../../domain/records/record-kind.ts'
import { orderSource } from '../api/orders.ts'
import type { RecordSource } from '../api/record-source.ts'
import { paths } from '../routing/paths.ts'

/** A kind of record, and how this browser reads its records. */
export interface ReadableKind {
  kind: RecordKind
  /** Its calls, in a chunk of their own unless the first rows need them. */
  source(): Promise<RecordSource<unknown>>
  /** Reads a whole record, as the target of commands. Rejects with CallError. */
  readTarget(record: Pick<IndexedRecord, 'id' | 'code'>): Promise<Partial<Records>>
}

function readWith<Kind extends RecordKind>(
  kind: Kind,
  source: () => Promise<RecordSource<Records[Kind]>>,
): ReadableKind {
  return {
    kind,
    source,
    async readTarget(record) {
      const { read } = await source()
      const targets: Partial<Records> = {}
      targets[kind] = await read(record.id ?? record.code)
      return targets
    },
  }
}

/** The sources of the kinds that have requests of their own. */
const SOURCES: {
  readonly [Kind in Exclude<RecordKind, StandardKind>]: () => Promise<RecordSource<Records[Kind]>>
} = {
  order: async () => orderSource,
  consignment: async () => (await import('../api/consignments.ts')).consignmentSource,
  customer: async () => (await import('../api/customers.ts')).customerSource,
  supplier: async () => (await import('../api/suppliers.ts')).supplierSource,
  'supplier-order': async () => (await import('../api/suppliers.ts')).supplierOrderSource,
}

/** How the records of a kind are read. */
export function kindOf({ kind }: Pick<IndexedRecord, 'kind'>): ReadableKind {
  if (!isStandard(kind)) return readWith(kind, SOURCES[kind])
  return readWith(kind, async () => (await import('../api/standard-records.ts')).standardSource(kind))
}

/** How the records of these kinds are read, in the order in which surfaces show them. */
export function kindsOf(kinds: readonly RecordKind[] = RECORD_KINDS): ReadableKind[] {
  return RECORD_KINDS.filter((kind) => kinds.includes(kind)).map((kind) => kindOf({ kind }))
}

/** The address of a record's own screen. */
export function recordPath({ kind, id, code }: Pick<IndexedRecord, 'kind' | 'id' | 'code'>): string {
  return paths.record(kind, id ?? code)
}
