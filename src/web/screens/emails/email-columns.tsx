import { createColumnHelper } from '@tanstack/react-table'
import { type Email, shownEmailStatus } from '../../../domain/records/email.ts'
import { badgeColumn, dateTimeColumn, textColumn } from '../../table/column-kinds.tsx'
import type { Features } from '../../table/features.ts'

const column = createColumnHelper<Features, Email>()

/** The columns of the emails (section 2). */
export const emailColumns = column.columns([
  column.accessor('updated_at', { header: 'Date', ...dateTimeColumn(170) }),
  column.accessor('status', { header: 'Status', ...badgeColumn(140, shownEmailStatus) }),
  column.accessor('recipient', { header: 'Recipient', ...textColumn(320) }),
  column.accessor('subject', { header: 'Subject', ...textColumn() }),
])
