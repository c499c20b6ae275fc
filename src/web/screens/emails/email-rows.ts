import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { TextFilter } from '../../../domain/lists/list-address.ts'
import { type Email, emailsOfPage } from '../../../domain/records/email.ts'
import { type EmailPage, emailPagesInMemory, emailQueries } from '../../api/emails.ts'
import { queryClient } from '../../api/query-client.ts'
import type { RowSource } from '../../list/row-source.ts'
import type { ListAnswer } from '../../list/use-list-rows.ts'

/** The e-mails of a page. Also reads the pages before it and the one after, if they are cached (reading 18). */
function useEmails({ query, page }: TextFilter): ListAnswer<Email> {
  const before = emailPagesInMemory({ query, page: page - 1 })
  const combine = useCallback(
    (results: UseQueryResult<EmailPage>[]) => combined(results, before, page),
    [before, page],
  )
  const numbers = [...Array.from({ length: before }, (_, index) => index + 1), page, page + 1]
  return useQueries({
    queries: numbers.map((number) => ({
      ...emailQueries.page({ query, page: number }),
      enabled: number === page,
    })),
    combine,
  })
}

/** @param before number of results for the pages before this one */
function combined(
  results: readonly UseQueryResult<EmailPage>[],
  before: number,
  page: number,
): ListAnswer<Email> {
  const { data, error = null, refetch } = results[before] ?? {}
  const known = results.map((result) => result.data?.events.rows ?? [])
  return {
    data: data && { rows: emailsOfPage(known, before + 1), unreadable: data.events.unreadable },
    error,
    refetch: () => refetch?.(),
    // The response contains a token if there is a next page.
    pages: data?.next ? page + 1 : page,
  }
}

export const emailRows: RowSource<Email, TextFilter> = {
  useAnswer: useEmails,
  prefetch: (filter) => void queryClient.prefetchQuery(emailQueries.page(filter)),
}
