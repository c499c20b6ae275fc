import { queryOptions } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import {
  getSupplierOrder,
  listSupplierOrders,
  listSuppliers,
  type Supplier,
  type SupplierOrder,
} from '../../contract/suppliers.ts'
import { fold } from '../../domain/format/fold.ts'
import { supplierOrderCode } from '../../domain/records/record-code.ts'
import type { SeenRecord } from '../../domain/records/seen-record.ts'
import { supplierOrderRecord, supplierRecord } from '../record-index/supplier-records.ts'
import { send } from './client.ts'
import { LIST_KEPT_MS, queryClient } from './query-client.ts'
import { indexed } from './seen.ts'

const SUPPLIERS = ['suppliers'] as const

/** The queries of suppliers and their orders. Their lists come whole: they have no pages and no search. */
export const supplierQueries = {
  list: () =>
    queryOptions({
      queryKey: [...SUPPLIERS, 'list'],
      queryFn: ({ signal }): Promise<Rows<Supplier>> =>
        indexed(send(listSuppliers, { signal }), ({ rows }) => rows.map(supplierRecord)),
      gcTime: LIST_KEPT_MS,
    }),
  orders: () =>
    queryOptions({
      queryKey: [...SUPPLIERS, 'orders'],
      queryFn: ({ signal }): Promise<Rows<SupplierOrder>> =>
        indexed(send(listSupplierOrders, { signal }), ({ rows }) => rows.map(supplierOrderRecord)),
      gcTime: LIST_KEPT_MS,
    }),
  /** Starts with the order as the list has it, and asks for the newest at once. */
  order: (id: string) =>
    queryOptions({
      queryKey: [...SUPPLIERS, 'order', id],
      queryFn: ({ signal }): Promise<SupplierOrder> =>
        indexed(send(getSupplierOrder, { path: { id }, signal }), (order) => [supplierOrderRecord(order)]),
      initialData: () => {
        const list: Rows<SupplierOrder> | undefined = queryClient.getQueryData([...SUPPLIERS, 'orders'])
        return list?.rows.find((order) => order.id === id)
      },
      initialDataUpdatedAt: 0,
    }),
}

/** All suppliers, for the record index. */
export async function allSuppliers(signal: AbortSignal): Promise<SeenRecord[]> {
  return (await send(listSuppliers, { signal })).rows.map(supplierRecord)
}

/** All their orders, for the record index. */
export async function allSupplierOrders(signal: AbortSignal): Promise<SeenRecord[]> {
  return (await send(listSupplierOrders, { signal })).rows.map(supplierOrderRecord)
}

/** A supplier, which has no call of its own. @throws Error when the list does not have it */
export async function readSupplier(id: string): Promise<Supplier> {
  const { rows } = await queryClient.ensureQueryData(supplierQueries.list())
  const supplier = rows.find((one) => one.id === id)
  if (!supplier) throw new Error(`There is no supplier ${id}`)
  return supplier
}

/** The supplier order with exactly this PO number; null where there is none. */
export async function findSupplierOrder(code: string): Promise<SeenRecord | null> {
  const { rows } = await queryClient.ensureQueryData(supplierQueries.orders())
  const order = rows.find((one) => fold(supplierOrderCode(one)) === fold(code))
  return order ? supplierOrderRecord(order) : null
}
