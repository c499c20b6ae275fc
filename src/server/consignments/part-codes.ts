interface Part {
  id: number
  part_number: string
  /** Text of its barcode as far as it is known. */
  label: string
}

/**
 * The barcodes of pieces that their courier's events reveal. A code that consists of the tracking code and a number
 * belongs to the piece with this number. Other codes are assigned in their order, if there is one for each piece.
 * @returns the pieces whose barcode changes, with the new one
 */
export function learnedLabels(
  trackingCode: string,
  parts: readonly Part[],
  codes: readonly string[],
): { id: number; label: string }[] {
  const others = codes.filter((code) => numberAfter(trackingCode, code) === null && code !== trackingCode)
  const learned = parts.flatMap(({ id, part_number }, index) => {
    const own = codes.find((code) => numberAfter(trackingCode, code) === Number(part_number))
    const label = own ?? (others.length === parts.length ? others[index] : undefined)
    return label === undefined ? [] : [{ id, label }]
  })
  return learned.filter(({ id, label }) => parts.some((part) => part.id === id && part.label !== label))
}

/** 2 for 'ABC0001' and 'ABC000102'; null for any other code. */
function numberAfter(trackingCode: string, code: string): number | null {
  if (!code.startsWith(trackingCode)) return null
  const rest = code.slice(trackingCode.length)
  return /^\d+$/.test(rest) ? Number(rest) : null
}
