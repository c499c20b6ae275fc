import type { Outcome } from '../../contract/wire.ts'
import { CallError } from './client.ts'

/** The server's reason for a refusal and the field that it concerns; null if not given. */
export function refusalOf(error: unknown): { reason: string | null; field: string | null } {
  const reason = error instanceof CallError ? error.reason : null
  return error instanceof CallError && reason !== null ? { reason, field: error.field } : NO_REASON
}

const NO_REASON = { reason: null, field: null }

/** Whether a failed call may have taken effect, because no response reported a refusal. */
export function mayHaveHappened(error: unknown): boolean {
  return !(error instanceof CallError && error.status >= 400 && error.status < 500)
}

/**
 * Awaits the response to an action. A missing success flag is a failure, whatever the status (section 5).
 * @throws CallError with the server's reason
 */
export async function succeed(answer: Promise<Outcome>): Promise<void> {
  const { success, message } = await answer
  if (success !== true) throw new CallError(409, message ?? '')
}
