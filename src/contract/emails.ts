import * as z from 'zod/mini'
import { dataCall, rowsOf } from './call.ts'
import { group, id, measure, text } from './wire.ts'

export const EmailEvent = z.object({ email_id: id, date: text, event: text, recipient: text, subject: text })
export type EmailEvent = z.output<typeof EmailEvent>

/** Both parameters are sent even when blank (API-4). */
export const EmailListQuery = z.object({ query: z.string(), continue_token: z.string() })
export type EmailListQuery = z.output<typeof EmailListQuery>

export const listEmails = dataCall({
  method: 'GET',
  path: '/emails',
  query: EmailListQuery,
  answer: z.object({
    data: rowsOf(EmailEvent),
    metadata: group({ total_pages: measure, next_page_token: text }),
  }),
})
