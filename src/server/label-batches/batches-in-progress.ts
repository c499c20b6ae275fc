import { RetryLater } from '../http/refusal.ts'

/**
 * Maximum number of simultaneous batches of one user: in two tabs, or a cancelled batch that is still ending and the
 * next one.
 */
const MOST_AT_ONCE = 2
const RETRY_AFTER_S = 5

/**
 * Limits the batches of each user. A batch is collected while its response is sent, when its request no longer counts
 * among those in progress. Without the limit, one user could occupy the couriers with any number of batches.
 */
export function boundBatches() {
  const running = new Map<string, number>()
  const count = (user: string, change: 1 | -1) => {
    const now = (running.get(user) ?? 0) + change
    if (now === 0) running.delete(user)
    else running.set(user, now)
  }
  return {
    /**
     * Counts a batch. Returns a function to call at its end.
     * @throws RetryLater if the user has too many batches
     */
    begin(user: string): () => void {
      if ((running.get(user) ?? 0) >= MOST_AT_ONCE) {
        const words = 'Other batches of labels are still being collected for you. Try again in a moment.'
        throw new RetryLater(429, words, RETRY_AFTER_S)
      }
      count(user, 1)
      return () => count(user, -1)
    },
  }
}
