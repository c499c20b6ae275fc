import { useAtomValue } from 'jotai'
import { useEffect, useMemo } from 'react'
import { useCommandTarget } from '../commands/targets.ts'
import {
  allOf,
  among,
  NO_ROWS,
  type RowSelection,
  ranged,
  selectionAtom,
  toggled,
} from '../state/selection.ts'
import { store } from '../state/store.ts'
import type { CursorControl } from './use-cursor.ts'
import { useNarrow } from './use-narrow.ts'

/** The selected rows of a list. */
export interface Selection {
  /**
   * Only ids of rows in the list. Empty on a narrow screen, which cannot show a selection. Changes identity only
   * with the selection or the list.
   */
  ids: ReadonlySet<string>
  /** Changes the selection by key; undefined on a narrow screen. */
  change: SelectionControl['change'] | undefined
  control: SelectionControl
}

/** The same object for the same rows. */
export interface SelectionControl {
  change(change: 'toggle' | 'to-next' | 'to-previous' | 'page'): void
  /** Selects or deselects a row by the pointer; with `range`, all rows from the last selected one. */
  pick(index: number, range: boolean): void
  /** Selects all rows of the page; if all are selected, deselects them. */
  pickPage(): void
  clear(): void
}

/**
 * State of a list's selection. It is independent of the active row. `address` and `ids` belong to the displayed rows,
 * as for the cursor.
 */
export function useSelection(address: string, ids: readonly string[], cursor: CursorControl): Selection {
  const kept = useAtomValue(selectionAtom, { store })
  const { ids: selected } = kept.address === address ? kept.selection : NO_ROWS
  const narrow = useNarrow()
  const shown = useMemo(() => {
    if (narrow) return NO_ROWS.ids
    const there = ids.filter((id) => selected.has(id))
    return there.length === selected.size ? selected : new Set(there)
  }, [ids, selected, narrow])

  useEffect(() => {
    const { address: of, selection: before } = store.get(selectionAtom)
    // Without rows, the list may still be loading.
    if (of !== address) store.set(selectionAtom, { address, selection: NO_ROWS })
    else if (ids.length > 0) {
      const selection = among(before, ids)
      if (selection !== before) store.set(selectionAtom, { address, selection })
    }
  }, [address, ids])

  const control = useMemo(() => selectionControl(address, ids, cursor), [address, ids, cursor])
  const count = shown.size
  useCommandTarget(
    'selection',
    useMemo(() => (count > 0 ? { count, clear: control.clear } : null), [count, control]),
  )
  return { ids: shown, change: narrow ? undefined : control.change, control }
}

function selectionControl(address: string, rows: readonly string[], cursor: CursorControl): SelectionControl {
  /** The current selection, because a second key may arrive before React renders the first. */
  function now(): RowSelection {
    const { address: of, selection } = store.get(selectionAtom)
    return of === address ? selection : NO_ROWS
  }
  function set(selection: RowSelection): void {
    store.set(selectionAtom, { address, selection })
  }
  function extend(to: 'next' | 'previous'): void {
    const before = now()
    const active = cursor.id()
    cursor.move(to)
    const end = cursor.id()
    if (active === null || end === null) return
    const from = before.end === active && before.anchor !== null ? before.anchor : active
    set(ranged(before, rows, from, end))
  }
  return {
    change(change) {
      const active = cursor.id()
      if (change === 'to-next') extend('next')
      else if (change === 'to-previous') extend('previous')
      else if (change === 'page') set(allOf(rows))
      else if (active !== null) set(toggled(now(), active))
    },
    pick(index, range) {
      const id = rows[index]
      if (id === undefined) return
      const before = now()
      const from = before.anchor ?? cursor.id()
      set(range && from !== null ? ranged(before, rows, from, id) : toggled(before, id))
      cursor.focus()
    },
    pickPage() {
      const all = rows.every((id) => now().ids.has(id))
      set(all ? NO_ROWS : allOf(rows))
      cursor.focus()
    },
    clear() {
      set(NO_ROWS)
      cursor.focus()
    },
  }
}
