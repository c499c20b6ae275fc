import { useCallback } from 'react'
import { ABSENT, present } from '../../../domain/absent.ts'
import { type Email, shownEmailStatus } from '../../../domain/email.ts'
import { formatDateTime } from '../../../domain/nz-time.ts'
import { paths } from '../../paths.ts'
import { ListBody } from '../../table/list-body.tsx'
import { ListFrame } from '../../table/list-frame.tsx'
import { SearchTools } from '../../table/search-tools.tsx'
import { TextEmpty } from '../../table/text-empty.tsx'
import { useListCommands } from '../../table/use-list-commands.ts'
import { useListRows } from '../../table/use-list-rows.ts'
import { useTextFilter } from '../../table/use-text-filter.ts'
import { Badge } from '../../ui/badge.tsx'
import { emailColumns } from './email-columns.tsx'
import { useEmailPages } from './use-email-pages.ts'

const idOf = (email: Email) => email.id

function phoneRow(email: Email) {
  const { label, tone } = shownEmailStatus(email.status)
  return (
    <span className="grid h-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 py-[9px] pr-3 pl-3.5">
      <span className="truncate">{present(email.recipient) ?? ABSENT}</span>
      <Badge tone={tone} className="justify-self-end">
        {label}
      </Badge>
      <span className="truncate text-fg-2">{present(email.subject) ?? ABSENT}</span>
      <span className="text-small text-fg-3 tabular">{formatDateTime(email.updated_at)}</span>
    </span>
  )
}

/** The emails that were sent (section 2). A row leads nowhere. */
export function EmailsListScreen() {
  const { filter, address, pathOf, searchPath } = useTextFilter(paths.emails)

  const { answer, pages } = useEmailPages(filter)
  const list = useListRows({ noun: 'emails', address, answer, rowId: idOf })
  const { goTo } = list
  const paging = { page: filter.page, pages, pathOf }

  const tools = useListCommands(list, { paging })
  const search = useCallback((query: string) => goTo(searchPath(query)), [goTo, searchPath])

  return (
    <ListFrame title="Emails" count={list.count} busy={list.waiting}>
      <SearchTools label="Search emails" query={filter.query} onApply={search} form={tools} />
      <ListBody
        list={list}
        failure="Failed to load emails, please try again."
        empty={<TextEmpty noun="emails" filter={filter} searchPath={searchPath} />}
        paging={paging}
        label="Emails"
        columns={emailColumns}
        rowId={idOf}
        phoneRow={phoneRow}
        dense
      />
    </ListFrame>
  )
}
