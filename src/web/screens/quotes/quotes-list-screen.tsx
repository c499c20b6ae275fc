import { EmptyList } from '../../list/empty-list.tsx'
import { paths } from '../../routing/paths.ts'

const COLUMNS = [
  { title: 'Quote ID', width: 160 },
  { title: 'Date', width: 180 },
  { title: 'Customer' },
  { title: 'Total', width: 130, align: 'right' },
  { title: 'Status', width: 200 },
] as const

/** The quotes (section 2): no call for them is known. */
export function QuotesListScreen() {
  return (
    <EmptyList
      title="Quotes"
      noun="quotes"
      columns={COLUMNS}
      path={paths.quotes}
      newCommand="quote.new"
      searched
    />
  )
}
