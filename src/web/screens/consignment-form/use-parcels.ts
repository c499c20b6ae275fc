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
import type { Carton, PackedPiece } from '../../../contract/dispatch.ts'
import { rowToFill, withLastParcels, withPreset } from '../../../domain/freight/parcel-filling.ts'
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
import { useStableCallback } from '../../lib/use-stable-callback.ts'
import { notify } from '../../state/toasts.ts'
import { enterField, findCell, parcelCellOf, rowOf } from './form-keys.ts'

interface ParcelsParts {
  rows: ParcelRow[]
  orderCode: string
  /** The reason why nothing can be entered yet; null if it can. */
  locked: string | null
  /** Whether the address is being verified automatically, after which the table is enabled. */
  verifying: boolean
  /** The pieces of the customer's last consignment; undefined while unknown. */
  last: readonly PackedPiece[] | undefined
  /** The rows that a sentence has replaced; null if it replaced none. */
  replaced: readonly ParcelRow[] | null
  /** The cartons of the branch that sends; undefined while they are not loaded. */
  cartons: readonly Carton[] | undefined
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

type Edit = (change: (rows: ParcelRow[]) => ParcelRow[], to?: Destination | null) => void

/** Operations on the rows of the parcel table, for commands and for the table itself. */
export function useParcels(parts: ParcelsParts): Parcels {
  const { rows, orderCode, locked, onChange } = parts
  const table = useRef<HTMLTableElement>(null)
  const focusNext = useFocusAfterChange(table, rows)
  const [row, setRow] = useState<string | null>(null)
  const [cleared, setCleared] = useState<readonly ParcelRow[] | null>(null)
  const [replaced, setReplaced] = useState(parts.replaced)
  if (replaced !== parts.replaced) {
    setReplaced(parts.replaced)
    setCleared(parts.replaced)
  }

  const edit = useStableCallback<Parameters<Edit>, void>((change, to = null) => {
    focusNext(to)
    setCleared(null)
    onChange(change)
  })
  const remove = useStableCallback((id: string) => {
    const at = rows.findIndex((parcel) => parcel.id === id)
    const beside = rows[at + 1] ?? rows[at - 1]
    if (!beside) return
    const cell = parcelCellOf(document.activeElement) ?? 'reference'
    edit((before) => withoutRow(before, id), { row: beside.id, cell })
  })
  const add = useStableCallback(() => edit((before) => withRow(before, orderCode), 'last'))
  const reset = useStableCallback(() => {
    edit(() => firstRows(orderCode))
    setCleared(rows)
  })
  const filling = useFilling(parts, row, edit)
  const target = useMemo(() => {
    const [first] = cleared ?? []
    const undoReset = first && (() => edit(() => [...(cleared ?? [])], { row: first.id, cell: 'reference' }))
    return { rows: rows.length, row, locked, add, remove, reset, undoReset: undoReset ?? null, ...filling }
  }, [rows.length, row, locked, add, remove, reset, cleared, edit, filling])
  useCommandTarget('parcels', target)

  return {
    table,
    remove,
    changeCell: useCallback((id, cell, text) => edit((before) => withCell(before, id, cell, text)), [edit]),
    paste: useStableCallback((event) => pasteRows(event, rows, orderCode, edit)),
    focusCame: useCallback((event) => setRow(rowOf(event.target)), []),
    // While a palette or dialog is open over the table, commands still act on the row.
    focusWent: useCallback(({ relatedTarget, currentTarget }) => {
      if (!(relatedTarget instanceof Element) || currentTarget.contains(relatedTarget)) return
      if (relatedTarget.closest('main') !== null) setRow(null)
    }, []),
  }
}

/** Returns a function that names the cell to focus after the next change of the rows. */
function useFocusAfterChange(
  table: RefObject<HTMLTableElement | null>,
  rows: readonly ParcelRow[],
): (to: Destination | null) => void {
  const destination = useRef<Destination | null>(null)
  useLayoutEffect(() => {
    const to =
      destination.current === 'last'
        ? firstEmptyCell(rows.slice(-1))
        : destination.current === 'empty'
          ? firstEmptyCell(rows)
          : destination.current
    destination.current = null
    if (to) enterField(findCell(table.current, to.row, to.cell))
  }, [table, rows])
  return useCallback((to) => {
    destination.current = to
  }, [])
}

/** Fills rows with presets, or with the parcels of the customer's last consignment. */
function useFilling(
  { rows, orderCode, locked, verifying, last, cartons }: ParcelsParts,
  row: string | null,
  edit: Edit,
) {
  const fillAsLast = useStableCallback(() =>
    edit((before) => withLastParcels(before, last ?? [], orderCode), 'empty'),
  )
  const fillPreset = useStableCallback((number: number) => {
    const [carton, id] = [cartons?.[number - 1], rowToFill(rows, row)]
    if (carton && id !== null) edit((before) => withPreset(before, id, carton), 'empty')
  })
  const noFilling = verifying ? null : locked
  const noLast = last === undefined ? LAST_UNKNOWN : last.length === 0 ? NO_LAST : null
  return useMemo(
    () => ({ noFilling, noLast, fillAsLast, cartons, fillPreset }),
    [noFilling, noLast, fillAsLast, cartons, fillPreset],
  )
}

/** Pastes cells of a spreadsheet from the focused cell on. */
function pasteRows(event: ClipboardEvent, rows: readonly ParcelRow[], orderCode: string, edit: Edit): void {
  const at = cellAt(event.target)
  const block = readBlock(event.clipboardData.getData('text/plain'))
  if (!at || !block) return
  event.preventDefault()
  edit((before) => withBlock(before, at, block, orderCode), { row: at.id, cell: at.cell })
  const first = rows.findIndex(({ id }) => id === at.id)
  const left = first + block.length - MOST_PARCEL_ROWS
  if (left > 0)
    notify('warning', `The last ${left} rows were left out: a consignment takes at most ${MOST_PARCEL_ROWS}`)
}

/** The cell that receives pasted text. */
function cellAt(target: EventTarget): { id: string; cell: ParcelCell } | null {
  if (!(target instanceof Element)) return null
  const id = rowOf(target)
  const cell = PARCEL_CELLS.find((name) => name === parcelCellOf(target))
  return id !== null && cell !== undefined ? { id, cell } : null
}
