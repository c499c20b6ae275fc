import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Email, emailsOfPage } from '../../../domain/records/email.ts'
import { type EmailPage, emailPagesInMemory, emailQueries } from '../../api/emails.ts'
import type { ListAnswer } from '../../list/use-list-rows.ts'
import type { TextFilter } from '../../state/text-filter.ts'

interface EmailPages {
  answer: ListAnswer<Email>
  /** How many pages are known to exist: a token leads from each to the next. */
  pages: number
}

/** The emails of a page; the pages before it and the one after are looked at where they are in memory (reading 18). */
export function useEmailPages({ query, page }: TextFilter): EmailPages {
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

/** @param before how many results come before the page's own */
function combined(results: readonly UseQueryResult<EmailPage>[], before: number, page: number): EmailPages {
  const { data, error = null, refetch } = results[before] ?? {}
  const known = results.map((result) => result.data?.events.rows ?? [])
  return {
    answer: {
      data: data && { rows: emailsOfPage(known, before + 1), unreadable: data.events.unreadable },
      error,
      refetch: () => refetch?.(),
    },
    pages: data?.next ? page + 1 : page,
  }
}
