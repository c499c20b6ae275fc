import { CallError } from './client.ts'
import { refusalOf } from './failure.ts'

/** State of the request for a record, as its screen shows it. */
export interface RecordAnswer<Detail> {
  /** Null while it is loading and if it does not exist. It may be from before a later request that failed. */
  record: Detail | null
  state: 'loading' | 'missing' | 'failed' | 'there'
  /** The server's reason for the failure; null if it gave none. */
  reason: string | null
  retry(): void
}

/** Derives the state from React Query's result. */
export function recordAnswer<Detail>(result: {
  data: Detail | undefined
  error: Error | null
  refetch(): unknown
}): RecordAnswer<Detail> {
  const { data, error, refetch } = result
  const missing = error instanceof CallError && error.notFound
  return {
    record: missing ? null : (data ?? null),
    state: missing ? 'missing' : error ? 'failed' : data === undefined ? 'loading' : 'there',
    reason: refusalOf(error).reason,
    retry: () => void refetch(),
  }
}
