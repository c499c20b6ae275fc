import { queryOptions } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import {
  getSupplierOrder,
  listSupplierOrders,
  listSuppliers,
  type Supplier,
  type SupplierOrder,
} from '../../contract/suppliers.ts'
import { fold } from '../../domain/format/text.ts'
import { supplierOrderStatus } from '../../domain/orders/supplier-order.ts'
import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import { supplierCode, supplierOrderCode } from '../../domain/records/record-kind.ts'
import { CallError, send } from './client.ts'
import { indexedRecord, indexedRows, LIST_KEPT_MS, queryClient, recordInLists } from './query-client.ts'
import { type CodesOf, foundAs, keyRoot, listsKey, type RecordSource, recordKey } from './record-source.ts'

const SUPPLIERS = [keyRoot('supplier')] as const

/** A supplier for the record index. */
export function supplierRecord(supplier: Supplier): IndexedRecord {
  return {
    kind: 'supplier',
    code: supplierCode(supplier),
    id: supplier.id,
    name: supplier.name_legal ?? '',
    contact: supplier.website ?? '',
    at: null,
    total: null,
    status: null,
  }
}

/** A supplier order for the record index. */
export function supplierOrderRecord(order: SupplierOrder): IndexedRecord {
  return {
    kind: 'supplier-order',
    code: supplierOrderCode(order),
    id: order.id,
    name: order.supplier.name_legal ?? '',
    contact: order.external_id ?? '',
    at: order.ordered_at ?? order.created_at,
    total: null,
    status: supplierOrderStatus(order),
  }
}

const codesOfOrder: CodesOf<SupplierOrder> = ({ id, po_number }) => [id, po_number]

/** Queries of suppliers and their orders. Their lists are complete: without pages or search. */
export const supplierQueries = {
  list: () =>
    queryOptions({
      queryKey: listsKey('supplier'),
      queryFn: ({ signal }): Promise<Rows<Supplier>> => send(listSuppliers, { signal }),
      gcTime: LIST_KEPT_MS,
      meta: indexedRows(supplierRecord),
    }),
  orders: () =>
    queryOptions({
      queryKey: [...SUPPLIERS, 'orders'],
      queryFn: ({ signal }): Promise<Rows<SupplierOrder>> => send(listSupplierOrders, { signal }),
      gcTime: LIST_KEPT_MS,
      meta: indexedRows(supplierOrderRecord),
    }),
  /** Begins with the supplier from the list in the query cache, and requests the current list at once. */
  supplier: (id: string) =>
    queryOptions({
      queryKey: recordKey('supplier', id),
      queryFn: (): Promise<Supplier> => readSupplier(id),
      initialData: () => recordInLists<Supplier>(listsKey('supplier'), (supplier) => supplier.id === id),
      initialDataUpdatedAt: 0,
      meta: indexedRecord(supplierRecord),
    }),
  /** Begins with the order from the list, and requests the current one at once. */
  order: (id: string) =>
    queryOptions({
      queryKey: recordKey('supplier-order', id),
      queryFn: ({ signal }): Promise<SupplierOrder> => send(getSupplierOrder, { path: { id }, signal }),
      initialData: () => {
        const list: Rows<SupplierOrder> | undefined = queryClient.getQueryData([...SUPPLIERS, 'orders'])
        return list?.rows.find((order) => order.id === id)
      },
      initialDataUpdatedAt: 0,
      meta: indexedRecord(foundAs({ toIndexed: supplierOrderRecord, codesOf: codesOfOrder }, id)),
    }),
}

/**
 * Reads a supplier from the list, because there is no call for a single one.
 * @throws CallError with status 404 if the list does not contain it
 */
async function readSupplier(id: string): Promise<Supplier> {
  const { rows } = await queryClient.fetchQuery(supplierQueries.list())
  const supplier = rows.find((one) => one.id === id)
  if (!supplier) throw new CallError(404, `There is no supplier ${id}.`)
  return supplier
}

export const supplierSource: RecordSource<Supplier> = {
  list: async (_, signal) => (await send(listSuppliers, { signal })).rows.map(supplierRecord),
  // Suppliers are not found by code, because their orders have the same codes.
  find: async () => null,
  read: (id) => queryClient.fetchQuery(supplierQueries.supplier(id)),
  prefetch(id) {
    void queryClient.prefetchQuery(supplierQueries.supplier(id))
    void queryClient.prefetchQuery(supplierQueries.orders())
  },
}

export const supplierOrderSource: RecordSource<SupplierOrder> = {
  list: async (_, signal) => (await send(listSupplierOrders, { signal })).rows.map(supplierOrderRecord),
  async find(code) {
    const { rows } = await queryClient.fetchQuery(supplierQueries.orders())
    const order = rows.find((one) => fold(supplierOrderCode(one)) === fold(code))
    return order ? supplierOrderRecord(order) : null
  },
  read: (id) => queryClient.fetchQuery(supplierQueries.order(id)),
  prefetch: (id) => void queryClient.prefetchQuery(supplierQueries.order(id)),
}
