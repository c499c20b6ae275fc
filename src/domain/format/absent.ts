/** Shown for an absent value. */
export const ABSENT = '—'

/** The trimmed text; null if it is null or blank. */
export function nonBlank(text: string | null): string | null {
  const trimmed = text?.trim()
  return trimmed ? trimmed : null
}
