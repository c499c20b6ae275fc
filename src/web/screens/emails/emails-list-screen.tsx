import { formatDateTime } from '../../../domain/calendar/nz-time.ts'
import { ABSENT, nonBlank } from '../../../domain/format/text.ts'
import { type Email, shownEmailStatus } from '../../../domain/records/email.ts'
import { defineList } from '../../list/define-list.tsx'
import { textList } from '../../list/text-list.tsx'
import { paths } from '../../routing/paths.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { Badge } from '../../ui/badge.tsx'
import { emailColumns } from './email-columns.tsx'
import { emailRows } from './email-rows.ts'

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

/** The list of sent e-mails (section 2). Its rows cannot be opened. */
export const { Component, loader } = defineList({
  ...textList(paths.emails),
  noun: 'emails',
  title: 'Emails',
  rows: emailRows,
  rowId: ({ id }) => id,
  columns: emailColumns,
  phoneRow: (email) => <EmailPhoneRow email={email} />,
})
