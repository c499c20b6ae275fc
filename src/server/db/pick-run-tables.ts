import type { Generated, Selectable } from 'kysely'
import type { PickLine, PickRunState } from '../../contract/pick-runs.ts'

/** Runs in which what several orders need is fetched. */
export interface PickRunTable {
  id: Generated<number>
  /** The client's id of the request, so that one that is repeated makes no second run. */
  request: string
  state: PickRunState
  created_at: string
  created_by: string
  /** JSON of the orders that were asked for and are not in the run, each with the reason. */
  left_out: string
  /** 0 or 1: whether the list may have had more orders. */
  is_partial: number
  ended_at: string | null
  ended_by: string | null
}
export type PickRunRow = Selectable<PickRunTable>

/** The orders of a run, in their order. */
export interface PickRunOrderTable {
  id: Generated<number>
  run_id: number
  order_id: number
  place: number
}

/** What is fetched together, in the order of fetching. */
export interface PickLineTable {
  id: Generated<number>
  run_id: number
  place: number
  /** The product's code; null for an item without one. */
  code: string | null
  name: string | null
  /** The product's location when the run was made. */
  location: string | null
  counted_by: PickLine['by']
  found: number
  /** 0 or 1: whether no more can be found. */
  is_short: number
  /** Counts the changes of `found` and `is_short`. */
  revision: number
  changed_by: string | null
}
export type PickLineRow = Selectable<PickLineTable>

/** What each order needs of a line, as it was when the run was made. */
export interface PickPartTable {
  id: Generated<number>
  line_id: number
  order_id: number
  quantity: number
}

/** Changes of lines that were carried out, by the client's id, so that each counts once. */
export interface PickTickTable {
  id: string
  line_id: number
  at: string
  staff_name: string
}
