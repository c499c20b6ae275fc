import { hashKey, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useCallback, useMemo } from 'react'
import type { Rows } from '../../contract/call.ts'
import { newCountAtom } from '../api/new-rows.ts'
import { queryClient } from '../api/query-client.ts'
import type { ListAnswer } from './use-list-rows.ts'

/** The new records that belong to a list and wait to be loaded with it. */
export interface NewRows {
  count: number
  /** Stable for one list. */
  take(): void
}

/** Loads the rows of a list. */
export interface RowSource<Row, Filter> {
  /** The rows of a filter, as a hook. */
  useAnswer(filter: Filter): ListAnswer<Row>
  /** The new records of a filter, as a hook. Absent if they are not known. */
  useNew?(filter: Filter): NewRows
  /** Starts loading the rows of a filter. */
  prefetch(filter: Filter): void
}

/** A list whose rows are the result of one query. Record navigation reads them, too. */
export interface QueriedRows<Row, Filter> extends RowSource<Row, Filter> {
  /** The rows in the query cache. */
  cached(filter: Filter): Rows<Row> | undefined
  /** The rows, as a hook. Loads them only if enabled. */
  usePage(
    filter: Filter,
    enabled: boolean,
  ): { data: Rows<Row> | undefined; isFetching: boolean; isSuccess: boolean }
}

/** @param narrow selects the rows of a filter, for calls that return all rows */
export function queriedRows<Row, Filter, Key extends QueryKey>(
  query: (filter: Filter) => UseQueryOptions<Rows<Row>, Error, Rows<Row>, Key>,
  narrow: (rows: Rows<Row>, filter: Filter) => Rows<Row> = (rows) => rows,
): QueriedRows<Row, Filter> {
  return {
    useAnswer(filter) {
      const { data, error, refetch } = useQuery(query(filter))
      const rows = useMemo(() => data && narrow(data, filter), [data, filter, narrow])
      return { data: rows, error, refetch }
    },
    useNew(filter) {
      const hash = hashKey(query(filter).queryKey)
      const count = useAtomValue(useMemo(() => newCountAtom(hash), [hash]))
      const take = useCallback(() => {
        void queryClient.refetchQueries({ predicate: ({ queryHash }) => queryHash === hash })
      }, [hash])
      return { count, take }
    },
    prefetch: (filter) => void queryClient.prefetchQuery(query(filter)),
    cached(filter) {
      const rows = queryClient.getQueryData<Rows<Row>>(query(filter).queryKey)
      return rows && narrow(rows, filter)
    },
    usePage(filter, enabled) {
      const { data, isFetching, isSuccess } = useQuery({ ...query(filter), enabled })
      return { data: data && narrow(data, filter), isFetching, isSuccess }
    },
  }
}
