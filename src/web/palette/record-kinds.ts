import { CONSIGNMENT_STAGES, shownStage } from '../../domain/freight/consignment-status.ts'
import { type ShownStatus, shownStatus } from '../../domain/orders/order-status.ts'
import { shownSupplierOrderStatus } from '../../domain/orders/supplier-order.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { shownPricing } from '../../domain/records/customer-pricing.ts'
import type { RecordKind } from '../../domain/records/record-kind.ts'
import type { SeenRecord } from '../../domain/records/seen-record.ts'
import { paths } from '../routing/paths.ts'

/** What the palette must know of a kind of record. */
interface Kind {
  /** What one is called in a sentence. */
  name: string
  /** The address of its own screen. */
  path(id: string): string
  /** The badge of what the index keeps as its status; null for none. */
  status(status: string | null): ShownStatus | null
  /** What is said when one cannot be read. */
  failed: string
}

const KINDS: Record<RecordKind, Kind> = {
  order: {
    name: 'order',
    path: (code) => paths.order(code),
    status: shownStatus,
    failed: MESSAGES.orderDetails,
  },
  consignment: {
    name: 'consignment',
    path: (code) => paths.consignment(code),
    status: (status) => shownStage(CONSIGNMENT_STAGES.find((stage) => stage === status) ?? 'awaiting'),
    failed: MESSAGES.consignmentDetails,
  },
  customer: {
    name: 'customer',
    path: (code) => paths.customer(code),
    status: (pricing) => (pricing === null ? null : shownPricing(pricing)),
    failed: MESSAGES.customerDetails,
  },
  product: {
    name: 'product',
    path: (slug) => paths.product(slug),
    status: () => null,
    failed: MESSAGES.productDetails,
  },
  supplier: {
    name: 'supplier',
    path: (id) => paths.supplier(id),
    status: () => null,
    failed: MESSAGES.suppliersLoad,
  },
  'supplier-order': {
    name: 'supplier order',
    path: (id) => paths.supplierOrder(id),
    status: (stage) => shownSupplierOrderStatus(stage),
    failed: MESSAGES.supplierOrderDetails,
  },
}

export function kindOf({ kind }: Pick<SeenRecord, 'kind'>): Kind {
  return KINDS[kind]
}

/** The address of a record's own screen. */
export function recordPath(record: SeenRecord): string {
  return kindOf(record).path(record.id ?? record.code)
}
