import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Rows } from '../../../contract/call.ts'
import { type QueriedRows, rowsOf } from '../../list/row-source.ts'
import type { TextFilter } from '../../state/text-filter.ts'

/**
 * The rows of a call that takes no query: the console searches what it answers (reading 20).
 * @param found the rows that a text finds
 * @param bare the address of the list without a search
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

/** When the whole list is empty, its search is removed from the address: once, so that nothing loops (reading 20). */
function useCleanAddress(isEmpty: boolean, bare: string): void {
  const navigate = useNavigate()
  const redirected = useRef(false)
  useEffect(() => {
    if (!isEmpty || redirected.current) return
    redirected.current = true
    void navigate(bare, { replace: true })
  }, [isEmpty, navigate, bare])
}
