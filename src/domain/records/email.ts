import type { EmailEvent } from '../../contract/emails.ts'
import { parseInstant } from '../calendar/nz-time.ts'
import { ABSENT, nonBlank } from '../format/absent.ts'
import { capitalised } from '../format/capitalised.ts'
import type { Tone } from '../format/tone.ts'
import type { ShownStatus } from '../orders/order-status.ts'

/** An email, put together from its events (section 3). */
export interface Email {
  id: string
  /** That of its latest event, as is its status. */
  updated_at: string | null
  status: string | null
  recipient: string | null
  subject: string | null
  events: EmailEvent[]
}

const TONES = new Map<string, Tone>([
  ['delivered', 'green'],
  ['rejected', 'red'],
  ['soft-bounced', 'red'],
  ['hard-bounced', 'red'],
])

/** The badge of an email's status (section 2): any but these words is grey. */
export function shownEmailStatus(status: string | null): ShownStatus {
  const word = nonBlank(status)
  if (word === null) return { label: ABSENT, tone: 'grey' }
  const known = word.toLowerCase().replace(/[\s_]+/g, '-')
  return { label: capitalised(word), tone: TONES.get(known) ?? 'grey' }
}

/**
 * The emails of one page of events, in the order in which their first events stand there. The events of an email may
 * straddle pages (reading 18): it stands on the first of the pages that has one of them, and has those of all.
 * @param pages the pages known so far, the first one first
 * @param page the number of the page wanted, from 1
 */
export function emailsOfPage(pages: readonly (readonly EmailEvent[])[], page: number): Email[] {
  const emails = new Map<string, { page: number; events: EmailEvent[] }>()
  for (const [index, events] of pages.entries()) {
    for (const event of events) {
      const known = emails.get(event.email_id)
      if (known) known.events.push(event)
      else emails.set(event.email_id, { page: index + 1, events: [event] })
    }
  }
  return [...emails].filter(([, one]) => one.page === page).map(([id, { events }]) => emailOf(id, events))
}

function emailOf(id: string, events: EmailEvent[]): Email {
  const times = events.map(({ date }) => parseInstant(date) ?? Number.NEGATIVE_INFINITY)
  // Of two at the same time the one that stands first: lists come newest first.
  const latest = events[times.indexOf(Math.max(...times))]
  const first = (field: 'recipient' | 'subject') =>
    [latest, ...events].map((event) => nonBlank(event?.[field] ?? null)).find((text) => text !== null) ?? null
  return {
    id,
    updated_at: latest?.date ?? null,
    status: latest?.event ?? null,
    recipient: first('recipient'),
    subject: first('subject'),
    events,
  }
}
