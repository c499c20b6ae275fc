/** Shorter codes count only as a whole, because other codes could begin with them by chance. */
const SHORTEST_START = 8
/** Longer than any code, so that a long text has few beginnings. */
const LONGEST_CODE = 64

/**
 * The texts of which one may be the code in a scanned barcode: the barcode and its beginnings, longest first. Labels
 * of some carriers add digits to the code of a piece.
 */
export function possibleCodes(barcode: string): string[] {
  const codes = [barcode]
  for (let length = Math.min(barcode.length - 1, LONGEST_CODE); length >= SHORTEST_START; length -= 1) {
    codes.push(barcode.slice(0, length))
  }
  return codes
}

/** Whether a scanned barcode begins with one of these codes, or is one. */
export function beginsWithCode(barcode: string, codes: readonly string[]): boolean {
  return codes.some((code) => code === barcode || (code.length >= SHORTEST_START && barcode.startsWith(code)))
}
