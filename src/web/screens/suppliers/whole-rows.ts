import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Rows } from '../../../contract/call.ts'
import type { TextFilter } from '../../../domain/lists/list-address.ts'
import { type QueriedRows, rowsOf } from '../../list/row-source.ts'

/**
 * The rows of a call without a search, in which the console searches itself (reading 20).
 * @param found selects the rows that match a text
 * @param bare address of the list without a search
 */
export function wholeRows<Row, Key extends QueryKey>(
  query: () => UseQueryOptions<Rows<Row>, Error, Rows<Row>, Key>,
  found: (rows: Rows<Row>, text: string) => Rows<Row>,
  bare: string,
): QueriedRows<Row, TextFilter> {
  const rows = rowsOf<Row, TextFilter, Key>(query, (all, filter) => found(all, filter.query))
  return {
    ...rows,
    useAnswer(filter) {
      const { data } = useQuery(query())
      useCleanAddress(data?.rows.length === 0, bare)
      return rows.useAnswer(filter)
    },
  }
}

/** Removes the search from the address if the list has no rows at all. Once, to avoid a loop (reading 20). */
function useCleanAddress(isEmpty: boolean, bare: string): void {
  const navigate = useNavigate()
  const redirected = useRef(false)
  useEffect(() => {
    if (!isEmpty || redirected.current) return
    redirected.current = true
    void navigate(bare, { replace: true })
  }, [isEmpty, navigate, bare])
}
