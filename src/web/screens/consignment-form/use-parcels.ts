import {
  type ClipboardEvent,
  type FocusEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { PackedPiece } from '../../../contract/dispatch.ts'
import {
  PARCEL_PRESETS,
  rowToFill,
  withLastParcels,
  withPreset,
} from '../../../domain/freight/parcel-filling.ts'
import {
  firstEmptyCell,
  firstRows,
  MOST_PARCEL_ROWS,
  PARCEL_CELLS,
  type ParcelCell,
  type ParcelRow,
  readBlock,
  withBlock,
  withCell,
  withoutRow,
  withRow,
} from '../../../domain/freight/parcels.ts'
import { useCommandTarget } from '../../commands/targets.ts'
import { notify } from '../../state/toasts.ts'
import { cellOf, enterField, findCell, rowOf } from './form-keys.ts'

interface ParcelsParts {
  rows: ParcelRow[]
  orderCode: string
  /** The reason why nothing can be entered yet; null if it can. */
  locked: string | null
  /** Whether the address is being verified automatically, after which the table is enabled. */
  verifying: boolean
  /** The pieces of the customer's last consignment; undefined while unknown. */
  last: readonly PackedPiece[] | undefined
  /** Must be stable. */
  onChange(edit: (rows: ParcelRow[]) => ParcelRow[]): void
}

/** Props of the parcel table. All functions are stable for the same order. */
export interface Parcels {
  table: RefObject<HTMLTableElement | null>
  changeCell(row: string, cell: ParcelCell, text: string): void
  remove(row: string): void
  paste(event: ClipboardEvent): void
  focusCame(event: FocusEvent): void
  focusWent(event: FocusEvent): void
}

const LAST_UNKNOWN = 'The last consignment of this customer has not been loaded'
const NO_LAST = 'This customer has no earlier consignment'

/** The cell to focus after the rows have changed. */
type Destination = { row: string; cell: string } | 'last' | 'empty'

/** Operations on the rows of the parcel table, for commands and for the table itself. */
export function useParcels(parts: ParcelsParts): Parcels {
  const { rows, orderCode, locked, verifying, last, onChange } = parts
  const table = useRef<HTMLTableElement>(null)
  const destination = useRef<Destination | null>(null)
  const latest = useRef(rows)
  latest.current = rows
  const [row, setRow] = useState<string | null>(null)
  const [cleared, setCleared] = useState<ParcelRow[] | null>(null)

  useLayoutEffect(() => {
    const to =
      destination.current === 'last'
        ? firstEmptyCell(rows.slice(-1))
        : destination.current === 'empty'
          ? firstEmptyCell(rows)
          : destination.current
    destination.current = null
    if (to) enterField(findCell(table.current, to.row, to.cell))
  }, [rows])

  const edit = useCallback(
    (change: (rows: ParcelRow[]) => ParcelRow[], to: Destination | null = null) => {
      destination.current = to
      setCleared(null)
      onChange(change)
    },
    [onChange],
  )
  const remove = useCallback(
    (id: string) => {
      const at = latest.current.findIndex((one) => one.id === id)
      const beside = latest.current[at + 1] ?? latest.current[at - 1]
      if (!beside) return
      const cell = cellOf(document.activeElement) ?? 'reference'
      edit((before) => withoutRow(before, id), { row: beside.id, cell })
    },
    [edit],
  )
  const add = useCallback(() => edit((before) => withRow(before, orderCode), 'last'), [edit, orderCode])
  const reset = useCallback(() => {
    edit(() => firstRows(orderCode))
    setCleared(latest.current)
  }, [edit, orderCode])

  const filling = useMemo(
    () => ({
      noFilling: verifying ? null : locked,
      noLast: last === undefined ? LAST_UNKNOWN : last.length === 0 ? NO_LAST : null,
      fillAsLast: () => edit((before) => withLastParcels(before, last ?? [], orderCode), 'empty'),
      fillPreset(number: number) {
        const [preset, id] = [PARCEL_PRESETS[number - 1], rowToFill(latest.current, row)]
        if (preset && id !== null) edit((before) => withPreset(before, id, preset), 'empty')
      },
    }),
    [verifying, locked, last, orderCode, row, edit],
  )
  const target = useMemo(() => {
    const [first] = cleared ?? []
    const undoReset = first && (() => edit(() => cleared ?? [], { row: first.id, cell: 'reference' }))
    return { rows: rows.length, row, locked, add, remove, reset, undoReset: undoReset ?? null, ...filling }
  }, [rows.length, row, locked, add, remove, reset, cleared, edit, filling])
  useCommandTarget('parcels', target)

  return {
    table,
    remove,
    changeCell: useCallback((id, cell, text) => edit((before) => withCell(before, id, cell, text)), [edit]),
    paste: useCallback(
      (event) => {
        const at = cellAt(event.target)
        const block = readBlock(event.clipboardData.getData('text/plain'))
        if (!at || !block) return
        event.preventDefault()
        edit((before) => withBlock(before, at, block, orderCode), { row: at.id, cell: at.cell })
        const first = latest.current.findIndex(({ id }) => id === at.id)
        const left = first + block.length - MOST_PARCEL_ROWS
        if (left > 0)
          notify(
            'warning',
            `The last ${left} rows were left out: a consignment takes at most ${MOST_PARCEL_ROWS}`,
          )
      },
      [edit, orderCode],
    ),
    focusCame: useCallback((event) => setRow(rowOf(event.target)), []),
    // While a palette or dialog is open over the table, commands still act on the row.
    focusWent: useCallback(({ relatedTarget, currentTarget }) => {
      if (!(relatedTarget instanceof Element) || currentTarget.contains(relatedTarget)) return
      if (relatedTarget.closest('main') !== null) setRow(null)
    }, []),
  }
}

/** The cell that receives pasted text. */
function cellAt(target: EventTarget): { id: string; cell: ParcelCell } | null {
  if (!(target instanceof Element)) return null
  const id = rowOf(target)
  const cell = PARCEL_CELLS.find((one) => one === cellOf(target))
  return id !== null && cell !== undefined ? { id, cell } : null
}
