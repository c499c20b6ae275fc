/** Formats an instant for the database: UTC in one width, so that text order is time order. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
