import { useLocation } from 'react-router-dom'
import { type Origin, originOf } from '../routing/came-from.ts'

/** The screen that the user came from; null if that is `list`, the address of the record's own list. */
export function useOrigin(list: string): Origin | null {
  const { key } = useLocation()
  const origin = originOf(key)
  return origin?.path === list ? null : origin
}
