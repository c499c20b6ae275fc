import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { createColumnHelper } from '@tanstack/react-table'
import { useCallback } from 'react'
import { formatDateTime } from '../../../domain/calendar/nz-time.ts'
import { ABSENT, nonBlank } from '../../../domain/format/text.ts'
import type { TextFilter } from '../../../domain/lists/list-address.ts'
import { type Email, emailsOfPage, shownEmailStatus } from '../../../domain/records/email.ts'
import { type EmailPage, emailPagesInMemory, emailQueries } from '../../api/emails.ts'
import { queryClient } from '../../api/query-client.ts'
import { defineList } from '../../list/define-list.tsx'
import { textList } from '../../list/text-list.tsx'
import type { ListAnswer } from '../../list/use-list-rows.ts'
import { paths } from '../../routing/paths.ts'
import { badgeColumn, dateTimeColumn, textColumn } from '../../table/column-kinds.tsx'
import type { Features } from '../../table/column-layout.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { Badge } from '../../ui/badge.tsx'

const column = createColumnHelper<Features, Email>()

/** The columns of the emails (EML-1). */
const emailColumns = column.columns([
  column.accessor('updated_at', { header: 'Date', ...dateTimeColumn(170) }),
  column.accessor('status', { header: 'Status', ...badgeColumn(140, shownEmailStatus) }),
  column.accessor('recipient', { header: 'Recipient', ...textColumn(320) }),
  column.accessor('subject', { header: 'Subject', ...textColumn() }),
])

/** The list of sent e-mails (EML-1). Its rows cannot be opened. */
export const { Component, loader } = defineList({
  ...textList(paths.emails),
  noun: 'emails',
  title: 'Emails',
  rows: {
    useAnswer: useEmails,
    prefetch: (filter) => void queryClient.prefetchQuery(emailQueries.page(filter)),
  },
  rowId: ({ id }) => id,
  columns: emailColumns,
  phoneRow: (email) => <EmailPhoneRow email={email} />,
})

/** The e-mails of a page. Also reads the pages before it and the one after, if they are cached (EML-2). */
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

function EmailPhoneRow({ email }: { email: Email }) {
  const { label, tone } = shownEmailStatus(email.status)
  return (
    <PhoneRow
      beside={nonBlank(email.recipient) ?? ABSENT}
      state={<Badge tone={tone}>{label}</Badge>}
      second={nonBlank(email.subject) ?? ABSENT}
      figure={<span className="text-small text-fg-3">{formatDateTime(email.updated_at)}</span>}
    />
  )
}
