import { useState } from 'react'

/** The rows on screen and the list address that they belong to. */
export interface ShownList<Answer> {
  address: string
  answer: Answer
}

/**
 * Keeps the last response on screen while the next address loads and, unlike React Query's `keepPreviousData`,
 * also if that fails. Null until the first response.
 */
export function useShownList<Answer>(address: string, answer: Answer | undefined): ShownList<Answer> | null {
  const [kept, setKept] = useState(() => (answer === undefined ? null : { address, answer }))
  if (answer === undefined || (kept?.address === address && kept.answer === answer)) return kept
  const shown = { address, answer }
  setKept(shown)
  return shown
}
