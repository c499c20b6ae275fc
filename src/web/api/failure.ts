import type { Outcome } from '../../contract/wire.ts'
import { CallError } from './client.ts'

/** Why a call was refused: the server's words, and the field that they are about, where it gave any. */
export function refusalOf(error: unknown): { reason: string | null; field: string | null } {
  const reason = error instanceof CallError ? error.reason : null
  return error instanceof CallError && reason !== null ? { reason, field: error.field } : NO_REASON
}

const NO_REASON = { reason: null, field: null }

/** Whether the call may have been carried out all the same: nothing answered that it was refused. */
export function mayHaveHappened(error: unknown): boolean {
  return !(error instanceof CallError && error.status >= 400 && error.status < 500)
}

/** The server's words for a failure, where they say more than the message that they stand beside. */
export function reasonBeside(message: string, error: unknown): string | null {
  const { reason } = refusalOf(error)
  return reason === message ? null : reason
}

/**
 * Waits for an action that is answered with its outcome. A missing success flag is a failure, whatever the status
 * (section 5).
 * @throws CallError with the server's reason
 */
export async function succeed(answer: Promise<Outcome>): Promise<void> {
  const { success, message } = await answer
  if (success !== true) throw new CallError(409, message ?? '')
}
