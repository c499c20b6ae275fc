import { queryOptions } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import { type EmailEvent, listEmails } from '../../contract/emails.ts'
import { nonBlank } from '../../domain/format/absent.ts'
import type { TextFilter } from '../state/text-filter.ts'
import { send } from './client.ts'
import { LIST_KEPT_MS, queryClient } from './query-client.ts'

/** A page of events, and the token of the page after it; null where it is the last. */
export interface EmailPage {
  events: Rows<EmailEvent>
  next: string | null
  /** How many pages there are in all; null where the server does not say. */
  total: number | null
}

const NO_EVENTS: EmailPage = { events: { rows: [], unreadable: 0 }, next: null, total: null }

/** The queries of emails. */
export const emailQueries = {
  /**
   * Tokens lead forward only (reading 18), so the pages in memory are their stack: a page is asked for with the token
   * that the page before it had, which is asked for first where it is not in memory, as after a reload.
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
      // Their tokens lead to the pages after them.
      gcTime: LIST_KEPT_MS,
    }),
}

/**
 * The token that leads to a page; null where no page before it leads there. The pages on the way are asked for one by
 * one, but none of them where the first says that there are not so many.
 */
async function tokenOf(query: string, page: number): Promise<string | null> {
  let token: string | null = ''
  for (let at = 1; at < page && token !== null; at += 1) {
    const before: EmailPage = await queryClient.ensureQueryData(emailQueries.page({ query, page: at }))
    token = before.total !== null && before.total < page ? null : before.next
  }
  return token
}

/** How many pages from the first one on are in memory, up to a page. */
export function emailPagesInMemory({ query, page }: TextFilter): number {
  let count = 0
  while (count < page && queryClient.getQueryData(emailQueries.page({ query, page: count + 1 }).queryKey)) {
    count += 1
  }
  return count
}
