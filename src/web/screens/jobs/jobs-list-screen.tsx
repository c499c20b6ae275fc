import { EmptyList } from '../../list/empty-list.tsx'
import { paths } from '../../routing/paths.ts'

const COLUMNS = [
  { title: 'Job ID', width: 140, sortable: true },
  { title: 'Name', sortable: true },
  { title: 'Job date', width: 180, sortable: true },
  { title: 'Status', width: 150 },
  { title: 'Phone', width: 160 },
  { title: 'Location' },
] as const

/** The jobs (section 2): no call for them is known. */
export function JobsListScreen() {
  return (
    <EmptyList title="Jobs" noun="jobs" columns={COLUMNS} path={paths.jobs} newCommand="job.new" searched />
  )
}
