import { defineEmptyList } from '../../list/define-empty-list.tsx'
import { paths } from '../../routing/paths.ts'

/** The quotes (JOB-1): no call for them is known. */
export const quotesList = defineEmptyList({
  noun: 'quotes',
  title: 'Quotes',
  path: paths.quotes,
  columns: [
    { title: 'Quote ID', width: 160 },
    { title: 'Date', width: 180 },
    { title: 'Customer' },
    { title: 'Total', width: 130, align: 'right' },
    { title: 'Status', width: 200 },
  ],
  commands: ['quote.new'],
  searched: true,
})

/** The notes (JOB-1): no call for them is known. */
export const notesList = defineEmptyList({
  noun: 'notes',
  title: 'Notes',
  path: paths.notes,
  columns: [{ title: 'Note ID', width: 160 }, { title: 'Date', width: 180 }, { title: 'Note' }],
  commands: ['note.new'],
  searched: false,
})

/** The jobs (JOB-1): no call for them is known. */
export const jobsList = defineEmptyList({
  noun: 'jobs',
  title: 'Jobs',
  path: paths.jobs,
  columns: [
    { title: 'Job ID', width: 140, sortable: true },
    { title: 'Name', sortable: true },
    { title: 'Job date', width: 180, sortable: true },
    { title: 'Status', width: 150 },
    { title: 'Phone', width: 160 },
    { title: 'Location' },
  ],
  commands: ['job.new'],
  searched: true,
})
