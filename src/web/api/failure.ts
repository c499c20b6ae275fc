import type { Outcome } from '../../contract/wire.ts'
import { CallError } from './client.ts'

/** A courier has not said whether it booked: then staff must know that trying again is safe. */
const UNAVAILABLE = 503

/** Why a call was refused: the server's words, and the field that they are about, where it gave any. */
export function refusalOf(error: unknown): { reason: string | null; field: string | null } {
  if (!(error instanceof CallError) || !error.isWorded || !hasReason(error.status))
    return { reason: null, field: null }
  return { reason: error.message.trim() === '' ? null : error.message, field: error.field }
}

/** Of a breakdown or a lost connection the server has nothing to say that helps. */
function hasReason(status: number): boolean {
  return (status >= 400 && status < 500) || status === UNAVAILABLE
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
