import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Email, emailsOfPage } from '../../../domain/email.ts'
import { type EmailPage, emailQueries } from '../../api/emails.ts'
import type { TextFilter } from '../../state/text-filter.ts'
import type { ListAnswer } from '../../table/use-list-rows.ts'

interface EmailPages {
  answer: ListAnswer<Email>
  /** How many pages are known to exist: a token leads from each to the next. */
  pages: number
}

/** The emails of a page; the pages before it and the one after are looked at where they are in memory (reading 18). */
export function useEmailPages({ query, page }: TextFilter): EmailPages {
  const combine = useCallback((results: UseQueryResult<EmailPage>[]) => combined(results, page), [page])
  const numbers = Array.from({ length: page + 1 }, (_, index) => index + 1)
  return useQueries({
    queries: numbers.map((number) => ({
      ...emailQueries.page({ query, page: number }),
      enabled: number === page,
    })),
    combine,
  })
}

function combined(results: readonly UseQueryResult<EmailPage>[], page: number): EmailPages {
  const { data, isError = false, refetch } = results[page - 1] ?? {}
  const known = results.map((result) => result.data?.events.rows ?? [])
  return {
    answer: {
      data: data && { rows: emailsOfPage(known, page), unreadable: data.events.unreadable },
      isError,
      refetch: () => refetch?.(),
    },
    pages: data?.next ? page + 1 : page,
  }
}
