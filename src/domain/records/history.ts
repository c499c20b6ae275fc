import {
  HISTORY_TYPES,
  type HistoryDetails,
  type HistoryEntry,
  type HistoryType,
} from '../../contract/history.ts'
import { formatDay } from '../calendar/nz-calendar.ts'
import { formatDateTime } from '../calendar/nz-time.ts'
import { formatCents } from '../format/money.ts'
import { ABSENT, capitalised, counted, nonBlank } from '../format/text.ts'
import { courierLabel } from '../freight/couriers.ts'
import { recordedMethodLabel } from '../orders/payment.ts'
import { shownEmailStatus } from './email.ts'

/** An entry of a history, formatted. */
export interface HistoryLine {
  id: string
  /** Null for a type that this console does not know. */
  type: HistoryType | null
  title: string
  /** The member of staff; null for the server's own actions. */
  by: string | null
  /** '20/11/2026 14:02' in Auckland. */
  at: string
  facts: string[]
}

interface Wording {
  title: string | ((details: HistoryDetails) => string)
  facts(details: HistoryDetails): (string | null)[]
}

const consignment = ({ shipping_company, tracking_code, reference }: HistoryDetails) => [
  nonBlank(shipping_company) && courierLabel(shipping_company),
  tracking_code,
  reference,
]

const WORDINGS: Record<HistoryType, Wording> = {
  'record-payment': {
    title: 'Payment recorded',
    facts: ({ payment_amount, payment_method, date_paid, reference }) => [
      formatCents(payment_amount),
      recordedMethodLabel(payment_method),
      prefixed('paid on', nonBlank(date_paid) && formatDay(date_paid ?? '')),
      prefixed('reference', reference),
    ],
  },
  pack: {
    title: 'Order packed',
    facts: ({ is_pickup, send_notification }) => [
      is_pickup ? 'for collection' : 'for delivery',
      send_notification ? 'customer notified by e-mail' : 'customer not notified',
    ],
  },
  'record-collection': {
    title: 'Collection recorded',
    facts: ({ collected_by, notes }) => [prefixed('collected by', collected_by), notes],
  },
  'add-tracking': { title: 'Tracking added', facts: consignment },
  skip: {
    title: 'Order skipped',
    facts: ({ reason, until }) => [prefixed('until', nonBlank(until) && formatDay(until ?? '')), reason],
  },
  unskip: { title: 'Order no longer skipped', facts: () => [] },
  'create-consignment': { title: 'Consignment created', facts: consignment },
  'request-deletion': { title: 'Deletion of the consignment requested', facts: consignment },
  'delete-consignment': { title: 'Consignment deleted', facts: consignment },
  'print-labels': { title: 'Labels printed', facts: ({ tracking_code }) => [tracking_code] },
  email: {
    title: ({ status }) => `E-mail ${shownEmailStatus(status).label.toLowerCase()}`,
    facts: ({ recipient, subject }) => [recipient, subject],
  },
  event: {
    title: ({ status }) => `Event ${status ?? ABSENT}`,
    facts: ({ tracking_code, delivered, pending, failed }) => [
      tracking_code,
      receivers('received by', delivered),
      receivers('waiting for', pending),
      receivers('given up for', failed),
    ],
  },
}

/** Formats an entry. Each value has the formatter that it has elsewhere. */
export function historyLine({ id, type, at, staff_name, details }: HistoryEntry): HistoryLine {
  const known = HISTORY_TYPES.find((one) => one === type) ?? null
  const { title, facts } = known ? WORDINGS[known] : unknown(type)
  return {
    id,
    type: known,
    title: typeof title === 'string' ? title : title(details),
    by: nonBlank(staff_name),
    at: formatDateTime(at),
    facts: facts(details).flatMap((fact) => nonBlank(fact) ?? []),
  }
}

function unknown(type: string | null): Wording {
  return { title: capitalised(nonBlank(type)?.replaceAll('-', ' ') ?? 'change'), facts: () => [] }
}

function prefixed(words: string, value: string | null): string | null {
  const shown = nonBlank(value)
  return shown === null ? null : `${words} ${shown}`
}

function receivers(words: string, count: number | null): string | null {
  return count ? `${words} ${counted(count, 'receiver')}` : null
}
