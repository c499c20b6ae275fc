import type { BranchSender } from '../../domain/freight/branch.ts'
import type { Destination } from '../couriers/courier.ts'

/** What one consignment's labels say. `renderLabels` of `render-labels.ts` makes the PDF of it, a page for each piece. */
export interface LabelContent {
  /** The courier's name, as 'NZ Couriers'. */
  courier: string
  /** What was booked of it, as 'Overnight'; blank prints nothing. */
  service: string
  /** No parcel moves: the label says so. */
  isSimulated: boolean
  /** Null prints none. */
  sender: BranchSender | null
  destination: Destination
  /** Blank prints nothing. */
  orderCode: string
  trackingCode: string
  /** What the QR code leads to; null puts the tracking code in it. */
  trackingUrl: string | null
  /** In the order of their numbers. */
  pieces: readonly LabelPiece[]
}

export interface LabelPiece {
  /** What the piece's barcode says: printable ASCII. */
  barcode: string
  /** Kilograms. */
  weight: number
}
