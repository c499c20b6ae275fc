import { atom } from 'jotai'
import { onSignOut } from './session.ts'
import { store } from './store.ts'

/** Rows selected in a list, known by id. A value: the functions below make the next one. */
export interface RowSelection {
  ids: ReadonlySet<string>
  /** The rows from `anchor` to `end` are the range that Shift moves; `outside` are those selected besides it. */
  anchor: string | null
  end: string | null
  outside: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()
export const NO_ROWS: RowSelection = { ids: NONE, anchor: null, end: null, outside: NONE }

/** Takes a row in or out. */
export function toggled({ ids }: RowSelection, id: string): RowSelection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id, end: id, outside: next }
}

/** Selects all rows from one to another, in the order of the list; one of them unknown to it changes nothing. */
export function ranged(
  selection: RowSelection,
  rows: readonly string[],
  from: string,
  to: string,
): RowSelection {
  const [one, other] = [rows.indexOf(from), rows.indexOf(to)]
  if (one === -1 || other === -1) return selection
  // A range that goes on from where it ended grows and shrinks; any other begins anew.
  const outside = selection.anchor === from ? selection.outside : selection.ids
  const range = rows.slice(Math.min(one, other), Math.max(one, other) + 1)
  return { ids: new Set([...outside, ...range]), anchor: from, end: to, outside }
}

/** Without the rows that have left the list: should one come back, nobody has selected it. */
export function among(selection: RowSelection, rows: readonly string[]): RowSelection {
  const there = new Set(rows)
  const { ids, anchor, end, outside } = selection
  const isThere = (id: string | null) => id !== null && there.has(id)
  if ([...ids].every(isThere) && (anchor === null || isThere(anchor))) return selection
  return {
    ids: new Set([...ids].filter(isThere)),
    anchor: isThere(anchor) ? anchor : null,
    end: isThere(end) ? end : null,
    outside: new Set([...outside].filter(isThere)),
  }
}

export function allOf(rows: readonly string[]): RowSelection {
  const ids = new Set(rows)
  return { ids, anchor: null, end: null, outside: ids }
}

/**
 * The selection, of one list address at a time: it stays while a record of that list is read, and goes when another
 * page or filter is shown, so that nothing is ever done to a row that is out of sight.
 */
export const selectionAtom = atom<{ address: string; selection: RowSelection }>({
  address: '',
  selection: NO_ROWS,
})

/** Lets go of rows that something was done to. */
export function deselect(ids: ReadonlySet<string>): void {
  store.set(selectionAtom, ({ address, selection }) => {
    const left = new Set([...selection.ids].filter((id) => !ids.has(id)))
    return { address, selection: { ids: left, anchor: null, end: null, outside: left } }
  })
}

onSignOut(() => store.set(selectionAtom, { address: '', selection: NO_ROWS }))
