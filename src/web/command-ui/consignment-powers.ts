import type { Consignment } from '../../contract/consignments.ts'
import { present } from '../../domain/absent.ts'
import { consignmentTrackingLink } from '../../domain/tracking.ts'
import { removeConsignment } from '../api/consignments.ts'
import { orderQueries } from '../api/orders.ts'
import { queryClient } from '../api/query-client.ts'

// Loaded when one of these is first used: a list of orders needs none of it.

export const deleteConsignment = ({ tracking_code }: Consignment) => removeConsignment(tracking_code)

/** The consignment itself carries no link: its order has it, for every courier but one. */
export async function trackingPage(consignment: Consignment): Promise<string | null> {
  const known = consignmentTrackingLink(consignment, null)
  const code = present(consignment.order_code)
  if (known !== null || code === null) return known
  const order = await queryClient.ensureQueryData(orderQueries.detail(code))
  return consignmentTrackingLink(consignment, order)
}
