/** A named filter of a list. */
export interface SavedViewTable {
  id: string
  /** The user that it belongs to. */
  staff_id: string
  /** The plural noun of the list's rows: 'orders'. */
  list: string
  name: string
  /** A path of the console. */
  address: string
  /** Its place among the user's views, from 0. */
  place: number
  /** 1 for the view that opens after signing in, at most one per user; otherwise 0. */
  is_default: number
}
