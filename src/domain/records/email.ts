import type { EmailEvent } from '../../contract/emails.ts'
import { parseInstant } from '../calendar/nz-time.ts'
import type { ShownStatus, Tone } from '../format/badge.ts'
import { ABSENT, capitalised, nonBlank } from '../format/text.ts'

/** An email, assembled from its events (EML-2). */
export interface Email {
  id: string
  /** Date of its latest event, which also decides the status. */
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

/** The badge of an email's status (EML-1). Unknown words are grey. */
export function shownEmailStatus(status: string | null): ShownStatus {
  const word = nonBlank(status)
  if (word === null) return { label: ABSENT, tone: 'grey' }
  const known = word.toLowerCase().replace(/[\s_]+/g, '-')
  return { label: capitalised(word), tone: TONES.get(known) ?? 'grey' }
}

/**
 * The emails of one page of events, in the order of their first events. The events of an email may be on several
 * pages (EML-2): the email is listed on the first of them, with its events from all of them.
 * @param pages the known pages, from the first one
 * @param page the number of the requested page, from 1
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
  // Of simultaneous events the first one in the list is the latest, because lists are sorted newest first.
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
