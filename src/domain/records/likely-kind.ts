import type { RecordKind } from './record-kind.ts'

/** A courier's prefix, seven digits or more, and an optional country: LH1602541, CL010000009NZ. */
const TRACKING_CODE = /^\p{L}{2,3}\d{7,}(\p{L}{2})?$/u
/** Letters and digits joined by separators: VLV-1048-BRS. */
const PRODUCT_CODE = /^(?=.*\p{L}.*)[\p{L}\d]+([-/#.+][\p{L}\d]+){2,}$/u

/** The kind of record that a code probably belongs to, judged by its format. Any other kind may have the same code. */
export function likelyKind(code: string): RecordKind {
  if (TRACKING_CODE.test(code)) return 'consignment'
  return PRODUCT_CODE.test(code) ? 'product' : 'order'
}
