import { CallError } from './client.ts'
import { refusalOf } from './failure.ts'

/** How the call for one record stands, as its screen shows it. */
export interface RecordAnswer<Detail> {
  /** Null while it is awaited, and when nobody has it. It may be older than a newer call that failed. */
  record: Detail | null
  state: 'loading' | 'missing' | 'failed' | 'there'
  /** Why it failed, in the server's words; null where it has none. */
  reason: string | null
  retry(): void
}

/** Reads it from React Query's result. */
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
