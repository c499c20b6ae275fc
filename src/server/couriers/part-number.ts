/** The number of a consignment's piece, by its index from 0: '001'. A piece's barcode says the code and this. */
export function partNumber(index: number): string {
  return String(index + 1).padStart(3, '0')
}
