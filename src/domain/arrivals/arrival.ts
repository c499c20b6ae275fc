import {
  ARRIVAL_STATES,
  ARRIVAL_TYPES,
  type Arrival,
  type ArrivalFault,
  type ArrivalState,
  type ArrivalType,
  type ListedArrival,
} from '../../contract/arrivals.ts'
import type { ShownStatus } from '../format/badge.ts'
import { capitalised, counted, nonBlank } from '../format/text.ts'
import { kindFacts, type RecordKind } from '../records/record-kind.ts'

/** The types of what waits, each with its badge and its choice in the filter. */
const TYPES: Record<ArrivalType, ShownStatus & { choice: string }> = {
  record: { label: 'Refused', tone: 'red', choice: 'Refused records' },
  file: { label: 'File', tone: 'red', choice: 'Refused files' },
  difference: { label: 'Changed', tone: 'amber', choice: 'Changed by their source' },
  source: { label: 'Source', tone: 'orange', choice: 'Silent or failing sources' },
}

const STATES: Record<ArrivalState, ShownStatus> = {
  waiting: { label: 'Waiting', tone: 'amber' },
  taken: { label: 'Taken', tone: 'green' },
  'left-out': { label: 'Left out', tone: 'grey' },
  right: { label: 'Came right', tone: 'green' },
}

/** The badge of an arrival: what waits, or what has become of it. */
export function shownArrival({ type, state }: Pick<ListedArrival, 'type' | 'state'>): ShownStatus {
  return state === 'waiting' ? TYPES[type] : STATES[state]
}

/** Blank means all types. */
export const ARRIVAL_TYPE_CHOICES = ['', ...ARRIVAL_TYPES] as const
type ArrivalTypeChoice = (typeof ARRIVAL_TYPE_CHOICES)[number]

export function arrivalTypeLabel(choice: ArrivalTypeChoice): string {
  return choice === '' ? 'All' : TYPES[choice].choice
}

export function arrivalStateLabel(state: ArrivalState): string {
  return STATES[state].label
}

/** The filter of the list of arrivals. */
export interface ArrivalFilter {
  page: number
  query: string
  type: ArrivalTypeChoice
  state: ArrivalState
}

/** The type and the state in an address; unknown ones are all types and what waits. */
export function readArrivalChoices(search: URLSearchParams): Pick<ArrivalFilter, 'type' | 'state'> {
  const [type, state] = [search.get('type'), search.get('state')]
  return {
    type: ARRIVAL_TYPE_CHOICES.find((one) => one === type) ?? '',
    state: ARRIVAL_STATES.find((one) => one === state) ?? 'waiting',
  }
}

/** The type and the state as parameters; the defaults are omitted. */
export function arrivalChoices({ type, state }: Pick<ArrivalFilter, 'type' | 'state'>) {
  return { ...(type !== '' && { type }), ...(state !== 'waiting' && { state }) }
}

/** The kinds of record by their names in imports, in the order in which they are loaded. */
export const IMPORTED_KINDS = {
  suppliers: 'supplier',
  products: 'product',
  customers: 'customer',
  orders: 'order',
  'supplier-orders': 'supplier-order',
} as const satisfies Record<string, RecordKind>
const KINDS: ReadonlyMap<string, RecordKind> = new Map(Object.entries(IMPORTED_KINDS))
export const ARRIVAL_KIND_ORDER: readonly string[] = [...KINDS.keys()]

/** The kind of record of its name in imports; null for an unknown one. */
export function arrivalKind(name: string | null): RecordKind | null {
  return KINDS.get(name ?? '') ?? null
}

type Named = Pick<ListedArrival, 'type' | 'kind' | 'code' | 'origin' | 'source'>

/** What an arrival is, in words: 'Order 104823', 'Order without a code', 'orders.csv'. */
export function arrivalTitle(one: Named): string {
  const { noun, code } = arrivalHeading(one)
  return [noun, code].filter(Boolean).join(' ')
}

/** The noun and the code of the same; the noun is blank for a file and a source. */
export function arrivalHeading({ type, kind: name, code, origin, source }: Named): {
  noun: string
  code: string
} {
  if (type === 'file') return { noun: '', code: nonBlank(origin) ?? 'A file' }
  if (type === 'source') return { noun: '', code: nonBlank(source) ?? 'A source' }
  const kind = arrivalKind(name)
  const noun = capitalised(kind === null ? 'record' : kindFacts(kind).name)
  return { noun, code: nonBlank(code) ?? 'without a code' }
}

/** A fault in words: 'Delivery address postcode: must be four digits in New Zealand'. */
export function faultWords({ field, reason }: ArrivalFault): string {
  const label = nonBlank(field)
  return [label === null ? null : fieldLabel(label), nonBlank(reason)].filter(Boolean).join(': ')
}

/** The first fault in words, and how many there are besides. */
export function faultsInShort(faults: readonly ArrivalFault[]): string {
  const [first, ...others] = faults
  if (first === undefined) return ''
  return others.length === 0
    ? faultWords(first)
    : `${faultWords(first)}, and ${counted(others.length, 'more fault')}`
}

/**
 * The name of a field for staff.
 * @example 'Delivery address postcode' for 'delivery_address.postcode', 'Item 2 product price (cents)' for
 * 'items.2.product.price'
 */
export function fieldLabel(field: string): string {
  const words = field
    .replace(/^items\.(\d+)(?=\.|$)/, 'item $1')
    .replace(/^barcodes(?=\.|$)/, 'bar code')
    .replace(/^dates\./, '')
    .replace(/[._]+/g, ' ')
    .trim()
  return capitalised(words) + (IN_CENTS.test(field) ? ' (cents)' : '')
}

/** Fields with money. */
const IN_CENTS = /(^|\.)(price|cost|subtotal|tax|total)$/

type Field = Arrival['fields'][number]

/** The fields of an arrival: the faulty ones with their reasons first, then the others in their order. */
export function fieldsByFault(
  fields: readonly Field[],
  faults: readonly ArrivalFault[],
): { faulty: (Field & { reason: string })[]; others: Field[]; whole: string[] } {
  const reasons = new Map<string, string>()
  const whole: string[] = []
  for (const { field, reason } of faults) {
    const name = nonBlank(field)
    const words = nonBlank(reason) ?? 'is refused'
    if (name === null) whole.push(words)
    else reasons.set(name, [reasons.get(name), words].filter(Boolean).join('; '))
  }
  const known = new Map(fields.map((one) => [one.field, one]))
  return {
    faulty: Array.from(reasons, ([field, reason]) => ({
      field,
      value: known.get(field)?.value ?? '',
      reason,
    })),
    others: fields.filter(({ field }) => !reasons.has(field)),
    whole,
  }
}

/** A line of what came: where it was, and its value. */
interface OriginalLine {
  name: string
  value: string
}

/** Lines of what came that are shown. */
const MOST_LINES = 500

/**
 * What came, line by line: the columns of each row of a file, or the fields of a message with the names of their groups.
 * @param original JSON; text that is none is one line
 */
export function originalLines(original: string): OriginalLine[] {
  const lines: OriginalLine[] = []
  const add = (value: unknown, name: string): void => {
    if (lines.length >= MOST_LINES) return
    if (Array.isArray(value))
      for (const [index, one] of value.entries()) add(one, joined(name, String(index + 1)))
    else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) add(one, joined(name, key))
    } else if (value !== null && value !== '') lines.push({ name, value: String(value) })
  }
  try {
    const value: unknown = JSON.parse(original)
    // The columns of the only row need no number.
    add(Array.isArray(value) && value.length === 1 ? value[0] : value, '')
  } catch {
    lines.push({ name: '', value: original })
  }
  return lines
}

function joined(group: string, name: string): string {
  return group === '' ? name : `${group} · ${name}`
}

const HOUR_MS = 60 * 60_000
const WEEK_MS = 7 * 24 * HOUR_MS

/** Weeks that are compared. Hours before them are not needed. */
export const COMPARED_WEEKS = 4
/** Silences at the same time of earlier weeks that make a habit: one could be a public holiday. */
const LEAST_WEEKS = 2
/** A silence is unusual when it is this much longer than any of them, and never below an hour, which is how exactly they are known. */
const LONGER = 1.5
export const SHORTEST_SILENCE_MS = 2 * HOUR_MS

/** When a source was heard. All times are in milliseconds since 1970. */
interface HeardSource {
  heardAt: number
  /** The first instants of the hours in which it was heard, in order. */
  hours: readonly number[]
}

/**
 * Whether a source is silent for unusually long (ARR-6): clearly longer than any of the silences around the same time of
 * the last weeks. So a shop that sends nothing at night, or an accounting program that sends once on working days, is not
 * reported when it does what it always does. A source that was heard for less than two weeks, or no more for weeks, has no
 * habit.
 */
export function isUnusualSilence({ heardAt, hours }: HeardSource, now: number): boolean {
  const usual = Array.from({ length: COMPARED_WEEKS }, (_, week) =>
    silenceAround(now - (week + 1) * WEEK_MS, hours),
  ).filter((length) => length !== null)
  const limit = Math.max(SHORTEST_SILENCE_MS, LONGER * Math.max(...usual))
  return usual.length >= LEAST_WEEKS && now - heardAt > limit
}

/** The length of the silence around a moment; null if the source was not heard both before and after it. */
function silenceAround(moment: number, hours: readonly number[]): number | null {
  const before = hours.findLast((hour) => hour <= moment)
  const after = hours.find((hour) => hour > moment)
  return before === undefined || after === undefined ? null : after - before
}
