import { queryOptions } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import { type EmailEvent, listEmails } from '../../contract/emails.ts'
import { nonBlank } from '../../domain/format/text.ts'
import type { TextFilter } from '../../domain/lists/list-address.ts'
import { send } from './client.ts'
import { LIST_KEPT_MS, queryClient } from './query-client.ts'

/** A page of events, and the token of the next page; null for the last page. */
export interface EmailPage {
  events: Rows<EmailEvent>
  next: string | null
  /** The number of pages; null if the server does not report it. */
  total: number | null
}

const NO_EVENTS: EmailPage = { events: { rows: [], unreadable: 0 }, next: null, total: null }

/** Queries of e-mails. */
export const emailQueries = {
  /**
   * A page of events. Tokens lead forward only (EML-3), so a page is requested with the token from the cached
   * page before it; if that is missing, as after a reload, it is requested first.
   */
  page: ({ query, page }: TextFilter) =>
    queryOptions({
      queryKey: ['emails', query, page],
      queryFn: async ({ signal }): Promise<EmailPage> => {
        const token = await tokenOf(query, page)
        if (token === null) return NO_EVENTS
        const { data, metadata } = await send(listEmails, { query: { query, continue_token: token }, signal })
        const { next_page_token, total_pages } = metadata
        return { events: data, next: nonBlank(next_page_token), total: total_pages || null }
      },
      // Kept as long as a list, because its token leads to the next page.
      gcTime: LIST_KEPT_MS,
    }),
}

/**
 * The token of a page; null if no page before it leads there. Requests the pages in between one by one, but none
 * if the first one reports that there are fewer pages.
 */
async function tokenOf(query: string, page: number): Promise<string | null> {
  let token: string | null = ''
  for (let at = 1; at < page && token !== null; at += 1) {
    const before: EmailPage = await queryClient.ensureQueryData(emailQueries.page({ query, page: at }))
    token = before.total !== null && before.total < page ? null : before.next
  }
  return token
}

/** The number of cached pages, from the first one up to the given page. */
export function emailPagesInMemory({ query, page }: TextFilter): number {
  let count = 0
  while (count < page && queryClient.getQueryData(emailQueries.page({ query, page: count + 1 }).queryKey)) {
    count += 1
  }
  return count
}
