import {
  HISTORY_TYPES,
  type HistoryDetails,
  type HistoryEntry,
  type HistoryType,
} from '../../contract/history.ts'
import { isOrderAction, type OrderAction } from '../../contract/orders.ts'
import { formatDay } from '../calendar/nz-calendar.ts'
import { formatDateTime } from '../calendar/nz-time.ts'
import { formatCents } from '../format/money.ts'
import { ABSENT, capitalised, counted, nonBlank } from '../format/text.ts'
import { courierLabel } from '../freight/couriers.ts'
import { type HistoryValue, ORDER_ACTIONS } from '../orders/order-actions.ts'
import { recordedMethodLabel } from '../orders/payment.ts'
import { shownEmailStatus } from '../records/email.ts'

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
  values: readonly HistoryValue[]
}

const CONSIGNMENT = [['shipping_company'], ['tracking_code'], ['reference']] as const

/** The entries besides the actions on an order, which have theirs in `ORDER_ACTIONS`. */
const OTHER_WORDINGS: Record<Exclude<HistoryType, OrderAction>, Wording> = {
  skip: { title: 'Order skipped', values: [['until', 'until'], ['reason']] },
  unskip: { title: 'Order no longer skipped', values: [] },
  hold: { title: 'Order put on hold', values: [['reason'], ['status', 'in the shop:']] },
  release: { title: 'Order released', values: [['reason'], ['status', 'in the shop:']] },
  cancel: { title: 'Order stopped', values: [['status', 'in the shop:']] },
  reopen: { title: 'Order reopened', values: [['status', 'in the shop:']] },
  finish: { title: 'Taken in as finished', values: [['until', 'ordered before']] },
  'source-change': { title: 'Changed in the shop', values: [['notes']] },
  'take-source-changes': { title: 'Change of the shop taken', values: [['notes']] },
  'keep-source-changes': { title: 'Change of the shop not taken', values: [['notes']] },
  undo: { title: ({ step }) => `${stepNoun(step)} undone`, values: [] },
  'take-back': { title: ({ step }) => `${stepNoun(step)} taken back`, values: [['reason']] },
  'create-consignment': { title: 'Consignment created', values: CONSIGNMENT },
  'request-deletion': { title: 'Deletion of the consignment requested', values: CONSIGNMENT },
  'delete-consignment': { title: 'Consignment deleted', values: CONSIGNMENT },
  'print-labels': { title: 'Labels printed', values: [['tracking_code']] },
  email: {
    title: ({ status }) => `E-mail ${shownEmailStatus(status).label.toLowerCase()}`,
    values: [['recipient'], ['subject']],
  },
  event: {
    title: ({ status }) => `Event ${status ?? ABSENT}`,
    values: [
      ['tracking_code'],
      ['delivered', 'received by'],
      ['pending', 'waiting for'],
      ['failed', 'given up for'],
    ],
  },
}

/** Each value has the formatter that it has elsewhere. */
const FORMATS: Record<keyof HistoryDetails, (details: HistoryDetails) => string | null> = {
  date_paid: ({ date_paid }) => shownDay(date_paid),
  payment_amount: ({ payment_amount }) => formatCents(payment_amount),
  payment_method: ({ payment_method }) => recordedMethodLabel(payment_method),
  reference: ({ reference }) => reference,
  is_pickup: ({ is_pickup }) => (is_pickup ? 'for collection' : 'for delivery'),
  send_notification: ({ send_notification }) =>
    send_notification ? 'customer notified by e-mail' : 'customer not notified',
  collected_by: ({ collected_by }) => collected_by,
  notes: ({ notes }) => notes,
  step: ({ step }) => step,
  reason: ({ reason }) => reason,
  until: ({ until }) => shownDay(until),
  shipping_company: ({ shipping_company }) => nonBlank(shipping_company) && courierLabel(shipping_company),
  tracking_code: ({ tracking_code }) => tracking_code,
  recipient: ({ recipient }) => recipient,
  subject: ({ subject }) => subject,
  status: ({ status }) => status,
  delivered: ({ delivered }) => receivers(delivered),
  pending: ({ pending }) => receivers(pending),
  failed: ({ failed }) => receivers(failed),
}

/** Formats an entry. */
export function historyLine({ id, type, at, staff_name, details }: HistoryEntry): HistoryLine {
  const known = HISTORY_TYPES.find((one) => one === type) ?? null
  const { title, values } = known === null ? unknown(type) : wordingOf(known)
  return {
    id,
    type: known,
    title: typeof title === 'string' ? title : title(details),
    by: nonBlank(staff_name),
    at: formatDateTime(at),
    facts: values.flatMap(([name, words]) => {
      const shown = nonBlank(FORMATS[name](details))
      return shown === null ? [] : words === undefined ? shown : `${words} ${shown}`
    }),
  }
}

/** What was undone, at the start of a title: 'Packing'. */
function stepNoun(step: string | null): string {
  if (step === 'skip') return 'Skip'
  if (step === 'unskip') return 'End of the skip'
  if (step === 'hold' || step === 'release') return capitalised(step)
  if (step === 'take-source-changes') return 'Change of the shop'
  if (step === 'keep-source-changes') return 'Refusal of the shop’s change'
  return step !== null && isOrderAction(step) ? capitalised(ORDER_ACTIONS[step].noun) : 'Step'
}

function wordingOf(type: HistoryType): Wording {
  return isOrderAction(type) ? ORDER_ACTIONS[type].history : OTHER_WORDINGS[type]
}

function unknown(type: string | null): Wording {
  return { title: capitalised(nonBlank(type)?.replaceAll('-', ' ') ?? 'change'), values: [] }
}

function shownDay(day: string | null): string | null {
  return nonBlank(day) && formatDay(day ?? '')
}

function receivers(count: number | null): string | null {
  return count ? counted(count, 'receiver') : null
}
