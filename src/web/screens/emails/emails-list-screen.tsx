import { formatDateTime } from '../../../domain/calendar/nz-time.ts'
import { ABSENT, nonBlank } from '../../../domain/format/absent.ts'
import { type Email, shownEmailStatus } from '../../../domain/records/email.ts'
import { TextList } from '../../list/text-list.tsx'
import { useListRows } from '../../list/use-list-rows.ts'
import { useTextFilter } from '../../list/use-text-filter.ts'
import { paths } from '../../routing/paths.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { Badge } from '../../ui/badge.tsx'
import { emailColumns } from './email-columns.tsx'
import { useEmailPages } from './use-email-pages.ts'

const idOf = (email: Email) => email.id

function phoneRow(email: Email) {
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

/** The emails that were sent (section 2). A row leads nowhere. */
export function EmailsListScreen() {
  const control = useTextFilter(paths.emails)
  const { filter, address } = control
  const { answer, pages } = useEmailPages(filter)
  const list = useListRows({ noun: 'emails', address, answer, rowId: idOf })
  return (
    <TextList
      title="Emails"
      list={list}
      control={control}
      pages={pages}
      columns={emailColumns}
      rowId={idOf}
      phoneRow={phoneRow}
    />
  )
}
