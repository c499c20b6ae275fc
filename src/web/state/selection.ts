import { privateAtom } from './session.ts'
import { store } from './store.ts'

/** The selected rows of a list, by id. Immutable: the functions below return a new one. */
export interface RowSelection {
  ids: ReadonlySet<string>
  /** Shift changes the range from `anchor` to `end`; `outside` are rows selected in addition to it. */
  anchor: string | null
  end: string | null
  outside: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()
export const NO_ROWS: RowSelection = { ids: NONE, anchor: null, end: null, outside: NONE }

/** Selects or deselects a row. */
export function toggled({ ids }: RowSelection, id: string): RowSelection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id, end: id, outside: next }
}

/** Selects all rows between two, in the order of the list. Does nothing if either is unknown. */
export function ranged(
  selection: RowSelection,
  rows: readonly string[],
  from: string,
  to: string,
): RowSelection {
  const [one, other] = [rows.indexOf(from), rows.indexOf(to)]
  if (one === -1 || other === -1) return selection
  // Extending from the end of the last range changes that range; otherwise a new range begins.
  const outside = selection.anchor === from ? selection.outside : selection.ids
  const range = rows.slice(Math.min(one, other), Math.max(one, other) + 1)
  return { ids: new Set([...outside, ...range]), anchor: from, end: to, outside }
}

/** Drops rows that have left the list, so that a row that returns is not selected. */
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
 * The selection of one list address. It survives opening a record of the list, and ends with another page or
 * filter, so that no command acts on rows out of sight.
 */
export const selectionAtom = privateAtom<{ address: string; selection: RowSelection }>({
  address: '',
  selection: NO_ROWS,
})

/** Deselects rows after an action on them. */
export function deselect(ids: ReadonlySet<string>): void {
  store.set(selectionAtom, ({ address, selection }) => {
    const left = new Set([...selection.ids].filter((id) => !ids.has(id)))
    return { address, selection: { ids: left, anchor: null, end: null, outside: left } }
  })
}
