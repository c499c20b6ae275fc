/** An instant as every time in the database: UTC, one width, so that text order is time order. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
