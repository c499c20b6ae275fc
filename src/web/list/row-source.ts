import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Rows } from '../../contract/call.ts'
import { queryClient } from '../api/query-client.ts'
import type { ListAnswer } from './use-list-rows.ts'

/** Where the rows of a list come from. */
export interface RowSource<Row, Filter> {
  /** The rows of a filter, as a hook. */
  useAnswer(filter: Filter): ListAnswer<Row>
  /** Starts loading them. */
  prefetch(filter: Filter): void
}

/** Rows of one query, which record navigation reads, too. */
export interface QueriedRows<Row, Filter> extends RowSource<Row, Filter> {
  /** The rows as the query cache has them. */
  cached(filter: Filter): Rows<Row> | undefined
  load(filter: Filter): Promise<Rows<Row>>
  /** As a hook, which loads them only when it is enabled. */
  usePage(
    filter: Filter,
    enabled: boolean,
  ): { data: Rows<Row> | undefined; isFetching: boolean; isSuccess: boolean }
}

/**
 * @param narrow picks the rows of a filter, where the call answers with all
 */
export function rowsOf<Row, Filter, Key extends QueryKey>(
  query: (filter: Filter) => UseQueryOptions<Rows<Row>, Error, Rows<Row>, Key>,
  narrow: (rows: Rows<Row>, filter: Filter) => Rows<Row> = (rows) => rows,
): QueriedRows<Row, Filter> {
  return {
    useAnswer(filter) {
      const { data, error, refetch } = useQuery(query(filter))
      const rows = useMemo(() => data && narrow(data, filter), [data, filter, narrow])
      return { data: rows, error, refetch }
    },
    prefetch: (filter) => void queryClient.prefetchQuery(query(filter)),
    cached(filter) {
      const rows = queryClient.getQueryData<Rows<Row>>(query(filter).queryKey)
      return rows && narrow(rows, filter)
    },
    load: async (filter) => narrow(await queryClient.ensureQueryData(query(filter)), filter),
    usePage(filter, enabled) {
      const { data, isFetching, isSuccess } = useQuery({ ...query(filter), enabled })
      return { data: data && narrow(data, filter), isFetching, isSuccess }
    },
  }
}
