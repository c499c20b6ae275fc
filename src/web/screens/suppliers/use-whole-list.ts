import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { Rows } from '../../../contract/call.ts'
import type { ListAnswer } from '../../list/use-list-rows.ts'

interface WholeList<Row> {
  query: string
  /** The rows that the text of the address finds. */
  answer: ListAnswer<Row>
}

/**
 * A list that comes whole and is searched here. When it is empty the address is cleaned of all but its tab: once, in
 * place of the one before, so that nothing loops (reading 20).
 * @param found the rows that a text finds. Must be stable, as `bare` must be.
 * @param bare the address with the tab alone
 */
export function useWholeList<Row>(
  asked: ListAnswer<Row>,
  found: (rows: Rows<Row>, query: string) => Rows<Row>,
  bare: string,
): WholeList<Row> {
  const [search] = useSearchParams()
  const query = (search.get('query') ?? '').trim()
  const { data, error, refetch } = asked
  const rows = useMemo(() => data && found(data, query), [data, found, query])
  const none = data !== undefined && data.rows.length === 0

  const navigate = useNavigate()
  const redirected = useRef(false)
  useEffect(() => {
    if (!none || redirected.current) return
    redirected.current = true
    void navigate(bare, { replace: true })
  }, [none, navigate, bare])

  return {
    query,
    answer: { data: rows, error, refetch: useCallback(() => refetch(), [refetch]) },
  }
}
