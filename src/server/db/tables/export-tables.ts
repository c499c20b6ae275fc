/** An export that waits for its download. */
export interface ExportTicketTable {
  /** The hash of its ticket. */
  id: string
  /** The session that requested it. */
  session_id: string
  /** JSON of `ExportRequest`. */
  request: string
  expires_at: string
}
