import { EmptyList } from '../../list/empty-list.tsx'
import { paths } from '../../routing/paths.ts'

const COLUMNS = [{ title: 'Note ID', width: 160 }, { title: 'Date', width: 180 }, { title: 'Note' }]

/** The notes (section 2): no call for them is known. */
export function NotesListScreen() {
  return (
    <EmptyList
      title="Notes"
      noun="notes"
      columns={COLUMNS}
      path={paths.notes}
      newCommand="note.new"
      searched={false}
    />
  )
}
