import { log } from '../platform/log.ts'
import { DatabaseFailure } from './failure.ts'

/**
 * Logs why work failed. A failure of the database is named by its kind and its message: its stack would only show where
 * the work was when the database became unavailable.
 * @param fields of the entry
 */
export function logFailure(error: unknown, fields: object, message: string): void {
  if (error instanceof DatabaseFailure) {
    log.error({ ...fields, database: error.kind }, `${message}: ${error.message}`)
  } else log.error({ ...fields, err: error }, message)
}
