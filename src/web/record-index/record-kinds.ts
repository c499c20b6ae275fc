import type { ShownStatus } from '../../domain/format/badge.ts'
import { CONSIGNMENT_STAGES, shownStage } from '../../domain/freight/consignment-status.ts'
import { shownStatus } from '../../domain/orders/order-status.ts'
import { shownSupplierOrderStatus } from '../../domain/orders/supplier-order.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { shownPricing } from '../../domain/records/customer-pricing.ts'
import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import { RECORD_KINDS, type RecordKind, type Records } from '../../domain/records/record-kind.ts'
import { orderSource } from '../api/orders.ts'
import type { RecordSource } from '../api/record-source.ts'
import { paths } from '../routing/paths.ts'

interface KindParts<Kind extends RecordKind> {
  /** Message if a record cannot be loaded. */
  failed: string
  /** The badge of its indexed status. Default: none. */
  badge?(status: string | null): ShownStatus | null
  /** The address of the list of all records that match a text. Absent if the server does not search this kind. */
  searchPath?(text: string): string
  /** Its calls, in a chunk of their own unless the first rows need them. */
  source(): Promise<RecordSource<Records[Kind]>>
}

/** A kind of record as the record index, the palette and the routes use it. */
export interface DeclaredKind extends Pick<KindParts<RecordKind>, 'failed' | 'searchPath'> {
  kind: RecordKind
  badge(status: string | null): ShownStatus | null
  source(): Promise<RecordSource<unknown>>
  /** Reads a whole record, as the target of commands. Rejects with CallError. */
  readTarget(record: Pick<IndexedRecord, 'id' | 'code'>): Promise<Partial<Records>>
}

function targetOf<Kind extends RecordKind>(kind: Kind, one: Records[Kind]): Partial<Records> {
  const targets: Partial<Records> = {}
  targets[kind] = one
  return targets
}

function defineRecordKind<Kind extends RecordKind>(kind: Kind, parts: KindParts<Kind>): DeclaredKind {
  return {
    kind,
    badge: () => null,
    ...parts,
    async readTarget(record) {
      const { read } = await parts.source()
      return targetOf(kind, await read(record.id ?? record.code))
    },
  }
}

const KINDS: Record<RecordKind, DeclaredKind> = {
  order: defineRecordKind('order', {
    failed: MESSAGES.orderDetails,
    badge: shownStatus,
    searchPath: (query) => paths.list('order', { query, daterange: 'all' }),
    source: async () => orderSource,
  }),
  consignment: defineRecordKind('consignment', {
    failed: MESSAGES.consignmentDetails,
    badge: (status) => shownStage(CONSIGNMENT_STAGES.find((stage) => stage === status) ?? 'awaiting'),
    source: async () => (await import('../api/consignments.ts')).consignmentSource,
  }),
  customer: defineRecordKind('customer', {
    failed: MESSAGES.customerDetails,
    badge: (pricing) => (pricing === null ? null : shownPricing(pricing)),
    searchPath: (query) => paths.list('customer', { query }),
    source: async () => (await import('../api/customers.ts')).customerSource,
  }),
  product: defineRecordKind('product', {
    failed: MESSAGES.productDetails,
    searchPath: (query) => paths.list('product', { query }),
    source: async () => (await import('../api/products.ts')).productSource,
  }),
  supplier: defineRecordKind('supplier', {
    failed: MESSAGES.suppliersLoad,
    source: async () => (await import('../api/suppliers.ts')).supplierSource,
  }),
  'supplier-order': defineRecordKind('supplier-order', {
    failed: MESSAGES.supplierOrderDetails,
    badge: shownSupplierOrderStatus,
    source: async () => (await import('../api/suppliers.ts')).supplierOrderSource,
  }),
}

/** The declaration of a record's kind. */
export function kindOf({ kind }: Pick<IndexedRecord, 'kind'>): DeclaredKind {
  return KINDS[kind]
}

/** The declarations of these kinds, in the order in which surfaces show them. */
export function declaredKinds(kinds: readonly RecordKind[] = RECORD_KINDS): DeclaredKind[] {
  return RECORD_KINDS.filter((kind) => kinds.includes(kind)).map((kind) => KINDS[kind])
}

/** The address of a record's own screen. */
export function recordPath({ kind, id, code }: Pick<IndexedRecord, 'kind' | 'id' | 'code'>): string {
  return paths.record(kind, id ?? code)
}
