import { describe, expect, test } from 'vitest'
import type { EmailEvent } from '../../../src/contract/emails.ts'
import { emailsOfPage, shownEmailStatus } from '../../../src/domain/records/email.ts'

const at = (minute: number) => `2026-11-19T20:${String(minute).padStart(2, '0')}:00Z`

function event(
  email_id: string,
  word: string,
  date: string | null,
  rest: Partial<EmailEvent> = {},
): EmailEvent {
  return { email_id, event: word, date, recipient: 'ruth@example.com', subject: 'Order 104823', ...rest }
}

describe('the badge of an email', () => {
  // EML-1
  test.each([
    ['delivered', 'Delivered', 'green'],
    ['rejected', 'Rejected', 'red'],
    ['soft-bounced', 'Soft-bounced', 'red'],
    ['hard-bounced', 'Hard-bounced', 'red'],
    ['Hard Bounced', 'Hard Bounced', 'red'],
    ['soft_bounced', 'Soft_bounced', 'red'],
    ['queued', 'Queued', 'grey'],
    ['bounced', 'Bounced', 'grey'],
    [null, '—', 'grey'],
    ['', '—', 'grey'],
  ])('%s: %s, %s', (status, label, tone) => expect(shownEmailStatus(status)).toEqual({ label, tone }))
})

describe('events become emails', () => {
  const told = (pages: EmailEvent[][], page = 1) =>
    emailsOfPage(pages, page).map(({ id, status, events }) => [id, status, events.length])

  // EML-2
  test('in the order of their first events, with the status of the latest', () => {
    const events = [
      event('b', 'delivered', at(9)),
      event('a', 'sent', at(8)),
      event('b', 'sent', at(7)),
      event('a', 'opened', at(10)),
    ]
    expect(told([events])).toEqual([
      ['b', 'delivered', 2],
      ['a', 'opened', 2],
    ])
  })

  test('offsets are times, not text', () => {
    const events = [
      event('a', 'sent', '2026-11-20T09:00:00+13:00'),
      event('a', 'delivered', '2026-11-19T20:30:00Z'),
    ]
    expect(told([events])).toEqual([['a', 'delivered', 2]])
  })

  test('of simultaneous events the first is the latest, and one without a date never is', () => {
    const events = [event('a', 'lost', null), event('a', 'delivered', at(1)), event('a', 'sent', at(1))]
    expect(told([events])).toEqual([['a', 'delivered', 3]])
  })

  test('an email with events on two pages is listed on the first, with all of them', () => {
    const pages = [[event('a', 'sent', at(1))], [event('b', 'sent', at(2)), event('a', 'delivered', at(3))]]
    expect(told(pages, 1)).toEqual([['a', 'delivered', 2]])
    expect(told(pages, 2)).toEqual([['b', 'sent', 1]])
    expect(told(pages.slice(0, 1), 1)).toEqual([['a', 'sent', 1]])
    expect(told(pages, 3)).toEqual([])
  })

  test('recipient and subject are those of the latest event that has them', () => {
    const events = [
      event('a', 'delivered', at(3), { subject: null, recipient: 'new@example.com' }),
      event('a', 'sent', at(1), { subject: 'Ready to collect' }),
    ]
    expect(emailsOfPage([events], 1)).toMatchObject([
      { updated_at: at(3), recipient: 'new@example.com', subject: 'Ready to collect' },
    ])
  })

  test('an email with nothing but its id', () => {
    const bare = { email_id: 'a', date: null, event: null, recipient: null, subject: null }
    expect(emailsOfPage([[bare]], 1)).toEqual([
      { id: 'a', updated_at: null, status: null, recipient: null, subject: null, events: [bare] },
    ])
  })
})
