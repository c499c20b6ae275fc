/** A street address in the two fields of couriers: '5 Tory Street' and 'Level 2'. */
export interface StreetParts {
  street: string
  /** Unit, level, property or rural delivery route; blank if there is none. */
  building: string
}

/** A number with an optional letter, or several as in '3/12' and '12-14', and a word after it. Not '1st Floor'. */
const HOUSE_NUMBER = /^\d+[a-z]?(?:\s*[-–/&]\s*\d+[a-z]?)*\s+\S/i

/**
 * Splits a street at its commas. The first part that begins with a house number is the street, otherwise the last
 * part. The others, in their order, are the building.
 */
export function streetParts(text: string): StreetParts {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const numbered = parts.findIndex((part) => HOUSE_NUMBER.test(part))
  const at = numbered < 0 ? parts.length - 1 : numbered
  return { street: parts[at] ?? '', building: parts.filter((_, index) => index !== at).join(', ') }
}
