import type { ShownStatus } from '../../domain/format/badge.ts'
import { CONSIGNMENT_STAGES, shownStage } from '../../domain/freight/consignment.ts'
import { shownStatus } from '../../domain/orders/order-status.ts'
import { shownSupplierOrderStatus } from '../../domain/orders/supplier-order.ts'
import { shownPricing } from '../../domain/records/customer-pricing.ts'
import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import type { RecordKind } from '../../domain/records/record-kind.ts'

/** The badges of the indexed statuses. Other kinds of record have none. */
const BADGES: Partial<Record<RecordKind, (status: string | null) => ShownStatus | null>> = {
  order: shownStatus,
  consignment: (status) => shownStage(CONSIGNMENT_STAGES.find((stage) => stage === status) ?? 'awaiting'),
  customer: (pricing) => (pricing === null ? null : shownPricing(pricing)),
  'supplier-order': shownSupplierOrderStatus,
}

/** The badge of a record's status; null if it has none. */
export function badgeOf({ kind, status }: Pick<IndexedRecord, 'kind' | 'status'>): ShownStatus | null {
  return BADGES[kind]?.(status) ?? null
}
