import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EmailEvent } from '../../../contract/emails.ts'
import { type Email, emailsOfPage } from '../../../domain/email.ts'
import { emailQueries } from '../../api/emails.ts'
import type { TextFilter } from '../../state/text-filter.ts'
import type { ListAnswer } from '../../table/use-list-rows.ts'

interface EmailPages {
  answer: ListAnswer<Email>
  /** How many pages are known to exist: the tokens lead from each to the next. */
  pages: number
}

/** The emails of a page; the pages before it and the one after are looked at where they are in memory (reading 18). */
export function useEmailPages({ query, page }: TextFilter): EmailPages {
  const numbers = Array.from({ length: page + 1 }, (_, index) => index + 1)
  const results = useQueries({
    queries: numbers.map((number) => ({
      ...emailQueries.page({ query, page: number }),
      enabled: number === page,
    })),
  })
  const wanted = results[page - 1]
  const { data } = wanted ?? {}
  const known = results.map((result) => result.data?.events.rows ?? NO_EVENTS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages are the same as long as each of them is
  const rows = useMemo(() => data && emailsOfPage(known, page), [page, data, ...known])
  const unreadable = data?.events.unreadable ?? 0
  const answer = useMemo(() => rows && { rows, unreadable }, [rows, unreadable])
  return {
    answer: {
      data: answer,
      isPending: wanted?.isPending ?? true,
      isError: wanted?.isError ?? false,
      refetch: () => wanted?.refetch(),
    },
    pages: data?.next ? page + 1 : page,
  }
}

const NO_EVENTS: EmailEvent[] = []
