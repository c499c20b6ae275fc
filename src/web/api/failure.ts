import type { Outcome } from '../../contract/wire.ts'
import { CallError } from './client.ts'

/** Why a call was refused: the server's words, and the field that they are about, where it gave any. */
export function refusalOf(error: unknown): { reason: string | null; field: string | null } {
  // Of a breakdown or a lost connection the server has nothing to say that helps.
  if (!(error instanceof CallError) || error.status < 400 || error.status >= 500)
    return { reason: null, field: null }
  return { reason: error.message.trim() === '' ? null : error.message, field: error.field }
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
