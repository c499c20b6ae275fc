import { useQuery } from '@tanstack/react-query'
import type { Consignment } from '../../../contract/consignments.ts'
import { type ConsignmentFilter, consignmentQueries } from '../../api/consignments.ts'
import { queryClient } from '../../api/query-client.ts'
import type { TrailList } from '../../record/use-record-navigation.ts'
import { paths } from '../../routing/paths.ts'
import { filterParameters, readFilter } from './consignment-filter.ts'

/** The consignments of a day, as a consignment's screen goes through them. */
export const consignmentsTrail: TrailList<Consignment, ConsignmentFilter> = {
  noun: 'consignments',
  read: readFilter,
  address: (filter) => paths.consignments(filterParameters(filter)),
  codeOf: ({ tracking_code }) => tracking_code,
  inMemory: (filter) => queryClient.getQueryData(consignmentQueries.list(filter).queryKey),
  load: (filter) => queryClient.ensureQueryData(consignmentQueries.list(filter)),
  useList: (filter, enabled) => useQuery({ ...consignmentQueries.list(filter), enabled }),
}
