import { defineEmptyList } from '../../list/define-empty-list.tsx'
import { paths } from '../../routing/paths.ts'

/** The notes (JOB-1): no call for them is known. */
export const { Component } = defineEmptyList({
  noun: 'notes',
  title: 'Notes',
  path: paths.notes,
  columns: [{ title: 'Note ID', width: 160 }, { title: 'Date', width: 180 }, { title: 'Note' }],
  commands: ['note.new'],
  searched: false,
})
