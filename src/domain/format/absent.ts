/** Shown in a cell or a line whose value is absent. */
export const ABSENT = '—'

/** The trimmed text; null for null, empty and blank. */
export function nonBlank(text: string | null): string | null {
  const trimmed = text?.trim()
  return trimmed ? trimmed : null
}
