import type { ListedArrival } from '../../src/contract/arrivals.ts'
import { Consignment } from '../../src/contract/consignments.ts'
import { Customer, ListedCustomer } from '../../src/contract/customers.ts'
import { Order } from '../../src/contract/orders.ts'
import { Product } from '../../src/contract/products.ts'
import { Supplier, SupplierOrder } from '../../src/contract/suppliers.ts'
import type { ParcelRow } from '../../src/domain/freight/parcels.ts'

// Records with the given fields, in the form of a response. All others are absent.

export const exampleCustomer = (parts: object = {}): Customer => Customer.parse({ code: '10482', ...parts })
export const exampleCustomerRow = (parts: object = {}): ListedCustomer =>
  ListedCustomer.parse({ code: '10482', ...parts })
export const exampleProduct = (parts: object = {}): Product =>
  Product.parse({ id: 1, cms_id: 2041, code: 'VLV 20/FB#1', ...parts })
export const exampleSupplier = (parts: object = {}): Supplier =>
  Supplier.parse({ id: 7, external_id: 'S0012', ...parts })
export const exampleSupplierOrder = (parts: object = {}): SupplierOrder =>
  SupplierOrder.parse({ id: 31, po_number: 'PO-1042', ...parts })

interface Parts {
  code?: string
  reference?: string | null
  status?: string | null
  notes?: string | null
  dates?: Record<string, string | null>
  costs?: Record<string, number | null>
  freight?: Record<string, string | number | boolean | null>
  customer?: Record<string, string | boolean | null>
  delivery_address?: Record<string, string | boolean | null>
  customer_address?: Record<string, string | boolean | null>
  skipped?: Order['skipped']
  hold?: Order['hold']
}

/** An order with the given fields, parsed by the contract. All others are absent. */
export function exampleOrder(parts: Parts = {}): Order {
  return Order.parse({ code: '104823', ...parts })
}

/** A consignment with the given fields, in the form of a response. All others are absent. */
export function exampleConsignment(parts: object = {}): Consignment {
  return Consignment.parse({ tracking_code: 'COC00014123', ...parts })
}

/** A row of the parcel table as in a new form. */
export function exampleParcel(parts: Partial<ParcelRow> = {}): ParcelRow {
  return {
    id: '1',
    reference: '104823-1',
    package_type: 'custom',
    quantity: '1',
    height: '',
    length: '',
    width: '',
    weight: '',
    ...parts,
  }
}

/** A refused order, as it is listed. */
export function exampleArrival(parts: Partial<ListedArrival> = {}): ListedArrival {
  return {
    ...{ id: '7', type: 'record', state: 'waiting', source: 'Shopify', kind: 'orders', code: '#1001' },
    ...{ name: 'Hana Ruru', origin: 'orders.csv', line: 7, since: '2026-11-19T22:00:00.000Z' },
    revision: 1,
    faults: [{ field: 'delivery_address.postcode', reason: 'must be four digits in New Zealand' }],
    ...parts,
  }
}
