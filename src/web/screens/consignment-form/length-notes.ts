import { fieldLength, isLimited, lengthFault } from '../../../domain/freight/field-lengths.ts'
import { installation } from '../../state/installation.ts'

/** The notes that a field shows about its length; both null if the text is short, or no courier limits it. */
interface LengthNotes {
  /** '43/50' */
  count: string | null
  error: string | null
}

const NONE: LengthNotes = { count: null, error: null }

/** Whether the couriers in use limit the length of fields. */
export function hasLengthLimits(): boolean {
  return installation.capabilities.has('courier-lengths')
}

export function lengthNotes(field: string, text: string): LengthNotes {
  if (!isLimited(field) || !hasLengthLimits()) return NONE
  const length = fieldLength(field, text)
  if (length.state === 'short') return NONE
  const error = length.state === 'over' ? `${lengthFault(length)}.` : null
  return { count: `${length.length}/${length.limit}`, error }
}
