import type { Order, SourceChange } from '../../contract/orders.ts'
import { formatDateTime } from '../calendar/nz-time.ts'
import { formatCents } from '../format/money.ts'
import { ABSENT, capitalised, counted, nonBlank } from '../format/text.ts'

/** The fields in which an order may differ from its source, each with its label and how its values are shown. */
const FIELDS = {
  quantity: { label: 'Quantity', shown: (value: string) => value },
  price: { label: 'Price', shown: money },
  freight: { label: 'Freight', shown: money },
  total: { label: 'Total', shown: money },
  tax: { label: 'GST', shown: money },
  address: { label: 'Delivery address', shown: (value: string) => value },
  customer: { label: 'Customer', shown: (value: string) => value },
  reference: { label: 'Reference', shown: (value: string) => value },
  notes: { label: 'Notes', shown: (value: string) => value },
  branch: { label: 'Branch', shown: capitalised },
  pickup: { label: 'Click & collect', shown: (value: string) => (value === '1' ? 'Yes' : 'No') },
  paid: { label: 'Paid', shown: (value: string) => formatDateTime(value) },
  shipped: { label: 'Shipped', shown: (value: string) => formatDateTime(value) },
} as const satisfies Record<string, { label: string; shown(value: string): string }>
export type SourceField = keyof typeof FIELDS

/** A difference between an order and its source, formatted. */
export interface SourceLine {
  label: string
  shop: string
  here: string
}

type Changed = Pick<Order, 'source_changes'>

/** What the source wants beside what is here, line by line (ORD-80). */
export function sourceLines({ source_changes = [] }: Changed): SourceLine[] {
  return source_changes.map((change) => ({
    label: [labelOf(change), nonBlank(change.product)].filter(Boolean).join(' '),
    shop: shownIn(change, change.wanted),
    here: shownIn(change, change.here),
  }))
}

/**
 * The mark of an order that its source has changed; null for any other.
 * @example 'Shop: 3 × PEX-20, here 5'
 */
export function sourceMark({ source_changes = [] }: Changed): string | null {
  const [first, ...others] = source_changes
  if (first === undefined) return null
  const more = others.length === 0 ? '' : `, and ${counted(others.length, 'more change')}`
  return `Shop: ${differenceIn(first)}${more}`
}

/** All differences in one sentence, as the history of the order has them. */
export function sourceSentence({ source_changes = [] }: Changed): string {
  return source_changes.map(differenceIn).join('; ')
}

function differenceIn(change: SourceChange): string {
  const [wanted, here] = [shownIn(change, change.wanted), shownIn(change, change.here)]
  const product = nonBlank(change.product)
  if (change.field === 'quantity' && product !== null) return `${wanted} × ${product}, here ${here}`
  return `${[labelOf(change), product].filter(Boolean).join(' ')} ${wanted}, here ${here}`
}

function labelOf({ field }: SourceChange): string {
  return isField(field) ? FIELDS[field].label : (field ?? ABSENT)
}

function shownIn({ field }: SourceChange, value: string | null): string {
  const text = nonBlank(value)
  if (text === null) return ABSENT
  return isField(field) ? FIELDS[field].shown(text) : text
}

function isField(field: string | null): field is SourceField {
  return field !== null && Object.hasOwn(FIELDS, field)
}

function money(value: string): string {
  return formatCents(Number(value))
}

/** The messages if taking or leaving a change fails. */
export const TAKE_CHANGES_FAILED = 'Failed to take the change of the shop, please try again.'
export const KEEP_CHANGES_FAILED = 'Failed to keep the order as it is, please try again.'
