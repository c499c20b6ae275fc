/** Finds records of files and database by the names that exports use. */
export interface RecordBook {
  find(name: string): { code: string; isShared: boolean } | null
  /** Keeps the first record of each name. */
  add(code: string, names: readonly string[]): void
}

/** Whose code it is. */
export const CUSTOMER = 'customer'
export const PRODUCT = 'product'

/** The names to keep for a code. A spreadsheet removes the zeros at the beginning of a number. */
export function codeNames(noun: string, code: string): string[] {
  const bare = /^0+(\d+)$/.exec(code)?.[1]
  return bare === undefined ? [`${noun} ${code}`] : [`${noun} ${code}`, `${noun} without zeros ${bare}`]
}

/** The code of the only record that has this code but for zeros at the beginning; null if the code itself is known. */
export function withZeros(noun: string, code: string, book: RecordBook): string | null {
  if (!/^[1-9]\d*$/.test(code) || book.find(`${noun} ${code}`)) return null
  const found = book.find(`${noun} without zeros ${code}`)
  return found && !found.isShared ? found.code : null
}

/** The message to the sender about a code to which leading zeros were added. */
export function zerosAdded(code: string, whole: string): string {
  return `has no zeros at the beginning, ${code}: read as ${whole}`
}
