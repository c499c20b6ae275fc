import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Rows } from '../../contract/call.ts'
import { RECORD_KINDS } from '../../domain/records/record-kind.ts'
import { commandContext } from '../commands/context.ts'
import { focusScreen, isFocusLost } from '../lib/return-focus.ts'
import { useWhenRemoved } from '../lib/use-when-removed.ts'
import { keepAddress } from '../routing/came-from.ts'
import { useGo } from '../routing/location.ts'
import { ARRIVED, beginWait, CANCELLED, endWait, useWait } from '../state/key-queue.ts'
import { type Cursor, useCursor } from '../table/use-cursor.ts'

/** The targets that the rows of a list bring. */
const ROWS = { targets: ['list', 'orders', 'shownOrders', 'consignments', ...RECORD_KINDS] } as const

/** The state of a list's call, as React Query returns it. */
export interface ListAnswer<Row> {
  /** The same object as long as the response is the same. */
  data: Rows<Row> | undefined
  /** The error of the latest call, with the server's reason if it gave one. */
  error: (Error & { reason?: string | null }) | null
  refetch(): unknown
  /** Number of known pages. Default: a full page may have another one after it. */
  pages?: number
}

interface ListParts<Row> {
  /** The plural noun of the rows: 'orders'. Also the key under which the list's last address is stored. */
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
  /** The active row; null if there are no rows. */
  active: Row | null
  /** Number of unreadable rows in the response. */
  unreadable: number
  state: 'loading' | 'failed' | 'empty' | 'rows'
  /** Whether the latest call failed. Rows of an older response may still be shown. */
  failed: boolean
  /** The server's reason for the failure; null if it gave none. */
  reason: string | null
  /** Why the rows of this address are not shown; null if they are. */
  missing: 'loading' | 'failed' | null
  /** Whether the previous address's rows are shown while this one's load. */
  waiting: boolean
  /** After the title: '200 on this page'. */
  count: string | undefined
  /** 'Row 9 of 200'. */
  position: string
  retry(): void
  /**
   * Navigates to another address of the list, or reloads the rows if it is the current one. Changes only with the
   * address.
   */
  goTo(address: string): void
}

/** Rows stay on screen until the rows of the next address are loaded. Each address keeps its own active row. */
export function useListRows<Row>({ noun, address, answer, rowId }: ListParts<Row>): ListRows<Row> {
  const { data, error, refetch } = answer
  const shown = useShownList(address, data)
  const rows = useMemo(() => shown?.answer.rows ?? [], [shown])
  const ids = useMemo(() => rows.map(rowId), [rows, rowId])
  const cursor = useCursor(shown?.address ?? address, ids)
  useEffect(() => keepAddress(noun, address), [noun, address])

  const some = rows.length > 0
  const missing = data ? null : error ? 'failed' : 'loading'
  const enter = useSearchEntry({ cursor, count: rows.length, missing, failure: `Failed to load ${noun}` })
  useWait(missing === 'loading' ? { label: noun, record: null, holds: ROWS } : null)
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

interface SearchEntry {
  cursor: Cursor
  /** Number of shown rows. */
  count: number
  /** Why the rows of the current address are not shown; null if they are. */
  missing: 'loading' | 'failed' | null
  /** The message if they cannot be loaded. */
  failure: string
}

/** A search that was entered, and whose rows are awaited. */
interface Entered {
  address: string
  /** Whether it is the one whose rows are shown already. */
  again: boolean
  /** The field that it was typed into. */
  field: HTMLElement
  /** The element that has the focus since, unless the user has moved it. */
  beside: Element | null
  wait: number
}

function searchWithFocus(): HTMLElement | null {
  const focused = document.activeElement
  return focused instanceof HTMLElement && focused.matches('[role=search] input[type=search]')
    ? focused
    : null
}

/**
 * Enter in a list's search leaves the field at once: the next keys are for the rows, and wait for them. Without results
 * the focus returns to the search. Enter on the same search again opens the row if there is only one,
 * and searches all dates if there is none.
 * @returns a function to call with the searched address and whether it is the current one
 */
function useSearchEntry(entry: SearchEntry): (address: string, again: boolean) => void {
  const entered = useRef<Entered | null>(null)
  const settle = useEffectEvent(() => {
    const { cursor, count, missing, failure } = entry
    const { current } = entered
    if (current?.address !== cursor.address && missing !== 'failed') return
    if (!current || missing === 'loading') return
    entered.current = null
    const { again, field, beside, wait } = current
    if (missing === 'failed') {
      endWait(wait, { type: 'failed', reason: failure })
      return
    }
    const hasMoved = document.activeElement !== beside && !isFocusLost()
    if (count === 0 && !hasMoved) field.focus()
    if (count > 0 && !hasMoved) {
      cursor.control.moveTo(0)
      cursor.control.focus()
    }
    // Deferred until after the commit, because the list's commands are registered at its end and opening renders
    // synchronously.
    queueMicrotask(() => {
      if (again && count === 1) commandContext().targets.list?.openActive?.()
      else if (again && count === 0 && !hasMoved) commandContext().targets.list?.searchAllDates?.()
      endWait(wait, ARRIVED)
    })
  })
  useLayoutEffect(() => settle())
  useWhenRemoved(() => {
    if (entered.current) endWait(entered.current.wait, CANCELLED)
    entered.current = null
  })
  return useCallback((address, again) => {
    const field = searchWithFocus()
    if (!field) return
    const wait = beginWait({ label: 'the search', record: null, holds: 'screen' })
    if (entered.current) endWait(entered.current.wait, CANCELLED)
    focusScreen()
    entered.current = { address, again, field, beside: document.activeElement, wait }
    settle()
  }, [])
}

/** The rows on screen and the list address that they belong to. */
interface ShownList<Answer> {
  address: string
  answer: Answer
}

/**
 * Keeps the last response on screen while the next address loads and, unlike React Query's `keepPreviousData`,
 * also if that fails. Null until the first response.
 */
export function useShownList<Answer>(address: string, answer: Answer | undefined): ShownList<Answer> | null {
  const [kept, setKept] = useState(() => (answer === undefined ? null : { address, answer }))
  if (answer === undefined || (kept?.address === address && kept.answer === answer)) return kept
  const shown = { address, answer }
  setKept(shown)
  return shown
}
