/** The number of a piece by its index from 0: '001'. A piece's barcode is the tracking code and this number. */
export function partNumber(index: number): string {
  return String(index + 1).padStart(3, '0')
}
