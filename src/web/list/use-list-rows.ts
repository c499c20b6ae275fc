import { useCallback, useEffect, useMemo } from 'react'
import type { Rows } from '../../contract/call.ts'
import { keepAddress } from '../table/list-memory.ts'
import { type Cursor, useCursor } from '../table/use-cursor.ts'
import { useGo } from './use-go.ts'
import { useSearchEntry } from './use-search-entry.ts'
import { useShownList } from './use-shown-list.ts'

/** The state of a list's call, as React Query returns it. */
export interface ListAnswer<Row> {
  /** The same object as long as the response is the same. */
  data: Rows<Row> | undefined
  /** The error of the latest call, with the server's reason if it gave one. */
  error: (Error & { reason?: string | null }) | null
  refetch(): unknown
  /** How many pages are known. Default: a full page may have another after it. */
  pages?: number
}

interface ListParts<Row> {
  /** What the rows are, in the plural: 'orders'. The list's address is remembered under it. */
  noun: string
  /** The address of the requested rows. */
  address: string
  answer: ListAnswer<Row>
  /** Must be stable. */
  rowId(row: Row): string
}

/** The rows of a list screen, and the active row. */
export interface ListRows<Row> {
  noun: string
  rows: Row[]
  ids: readonly string[]
  cursor: Cursor
  /** The active row; null while there are none. */
  active: Row | null
  /** How many rows of the response could not be read. */
  unreadable: number
  state: 'loading' | 'failed' | 'empty' | 'rows'
  /** The latest call failed; the rows of an older response may still be shown. */
  failed: boolean
  /** The server's reason for the failure; null if it gave none. */
  reason: string | null
  /** Why the rows of this address are not shown; null when they are. */
  missing: 'loading' | 'failed' | null
  /** The rows of the previous address are shown while those of this one load. */
  waiting: boolean
  /** Shown beside the title: '200 on this page'. */
  count: string | undefined
  /** 'Row 9 of 200'. */
  position: string
  retry(): void
  /** Goes to another address of the list, or loads the rows again when it is this one. Changes only with the address. */
  goTo(address: string): void
}

/** The rows of an address stay on screen until those of the next are loaded. The active row is kept for each address. */
export function useListRows<Row>({ noun, address, answer, rowId }: ListParts<Row>): ListRows<Row> {
  const { data, error, refetch } = answer
  const shown = useShownList(address, data)
  const rows = useMemo(() => shown?.answer.rows ?? [], [shown])
  const ids = useMemo(() => rows.map(rowId), [rows, rowId])
  const cursor = useCursor(shown?.address ?? address, ids)
  useEffect(() => keepAddress(noun, address), [noun, address])

  const some = rows.length > 0
  const missing = data ? null : error ? 'failed' : 'loading'
  const enter = useSearchEntry({ cursor, count: rows.length, isThere: missing === null })
  const go = useGo()
  const goTo = useCallback(
    (wanted: string) => {
      enter(wanted, wanted === address)
      if (wanted === address) void refetch()
      else go(wanted)
    },
    [address, go, refetch, enter],
  )
  return {
    noun,
    rows,
    ids,
    cursor,
    active: rows[cursor.index] ?? null,
    unreadable: shown?.answer.unreadable ?? 0,
    state: some ? 'rows' : shown ? 'empty' : (missing ?? 'empty'),
    failed: error !== null,
    reason: error?.reason ?? null,
    missing,
    waiting: shown !== null && missing === 'loading',
    count: some ? `${rows.length} on this page` : undefined,
    position: some ? `Row ${cursor.index + 1} of ${rows.length}` : '',
    retry: () => void refetch(),
    goTo,
  }
}
