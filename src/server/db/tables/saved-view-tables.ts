/** A named filter of a list. */
export interface SavedViewTable {
  id: string
  /** The user that it belongs to. */
  staff_id: string
  /** What the rows of its list are: 'orders'. */
  list: string
  name: string
  /** A path of the console. */
  address: string
  /** Its place among the user's views, from 0. */
  place: number
  /** 1 for the view that opens after signing in, of which there is at most one; otherwise 0. */
  is_default: number
}
