import type { BranchSender } from '../../domain/freight/branch.ts'
import type { Destination } from '../couriers/courier.ts'

/** The content of a consignment's labels. `renderLabels` makes a PDF of it with a page per piece. */
export interface LabelContent {
  /** The courier's name, such as 'NZ Couriers'. */
  courier: string
  /** The booked service, such as 'Overnight'; omitted if blank. */
  service: string
  /** Whether the label says that no parcel moves. */
  isSimulated: boolean
  /** Null prints none. */
  sender: BranchSender | null
  destination: Destination
  /** Omitted if blank. */
  orderCode: string
  trackingCode: string
  /** Target of the QR code; null puts the tracking code into it. */
  trackingUrl: string | null
  /** In the order of their numbers. */
  pieces: readonly LabelPiece[]
}

export interface LabelPiece {
  /** Text of the piece's barcode, in printable ASCII. */
  barcode: string
  /** Kilograms. */
  weight: number
}
