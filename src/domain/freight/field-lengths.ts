import { streetParts } from './address.ts'

/** Characters that GoSweetSpot accepts; it limits street and building separately. */
const LIMITS = {
  contact: 50,
  company: 50,
  phone: 50,
  email: 200,
  street: 50,
  suburb: 50,
  city: 50,
  instructions: 120,
}
/** A field of a consignment whose length couriers limit. */
type LimitedField = keyof typeof LIMITS

const LABELS: Record<LimitedField, string> = {
  contact: 'Name',
  company: 'Business name',
  phone: 'Phone',
  email: 'Email',
  street: 'Street',
  suburb: 'Suburb',
  city: 'City',
  instructions: 'Instructions or notes',
}

const FIELDS = ['contact', 'company', 'phone', 'email', 'street', 'suburb', 'city', 'instructions'] as const

/** Above this part of its limit, the length of a field is shown. */
const NEAR_LIMIT = 0.8

/** The length of a field and its limit. */
interface FieldLength {
  length: number
  limit: number
  state: 'short' | 'near' | 'over'
}

export function isLimited(field: string): field is LimitedField {
  return Object.hasOwn(LIMITS, field)
}

/** The characters of a field that count. Of a street it is the longer of its two parts. */
export function fieldLength(field: LimitedField, text: string): FieldLength {
  const limit = LIMITS[field]
  const { street, building } = field === 'street' ? streetParts(text) : { street: text.trim(), building: '' }
  const length = Math.max(street.length, building.length)
  return { length, limit, state: length > limit ? 'over' : length > limit * NEAR_LIMIT ? 'near' : 'short' }
}

/** The message about a field that is too long: '62 characters, the courier accepts 50'. */
export function lengthFault({ length, limit }: FieldLength): string {
  return `${length} characters, the courier accepts ${limit}`
}

/** The first field that is too long, with its length: 'Street: 62 characters, the courier accepts 50'. Null if none is. */
export function whyTooLong(values: Readonly<Record<LimitedField, string>>): string | null {
  for (const field of FIELDS) {
    const length = fieldLength(field, values[field])
    if (length.state === 'over') return `${LABELS[field]}: ${lengthFault(length)}`
  }
  return null
}
