/** What stands in a cell or a line whose value is absent. */
export const ABSENT = '—'

/** Text of the wire with content in it; null for null, empty and blank. */
export function present(text: string | null): string | null {
  const trimmed = text?.trim()
  return trimmed ? trimmed : null
}
