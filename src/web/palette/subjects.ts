import type { CommandContext } from '../../../commands/engine/context.ts'
import type { SeenRecord } from '../../domain/records/seen-record.ts'
import { consignmentQueries } from '../api/consignments.ts'
import { customerQueries } from '../api/customers.ts'
import { orderQueries } from '../api/orders.ts'
import { productQueries } from '../api/products.ts'
import { queryClient } from '../api/query-client.ts'
import { readSupplier, supplierQueries } from '../api/suppliers.ts'

type Targets = CommandContext['targets']

/** Reads the whole of a record, as what commands act on. Rejects when it cannot be read. */
export async function readSubject({ kind, id, code }: SeenRecord): Promise<Targets> {
  const own = id ?? code
  switch (kind) {
    case 'order':
      return { order: await queryClient.fetchQuery(orderQueries.detail(code)) }
    case 'consignment':
      return { consignment: await queryClient.fetchQuery(consignmentQueries.detail(code)) }
    case 'customer':
      return { customer: await queryClient.fetchQuery(customerQueries.detail(code)) }
    case 'product':
      return { product: await queryClient.fetchQuery(productQueries.detail(own)) }
    case 'supplier':
      return { supplier: await readSupplier(own) }
    case 'supplier-order':
      return { 'supplier-order': await queryClient.fetchQuery(supplierQueries.order(own)) }
  }
}
