import { defineEmptyList } from '../../list/define-empty-list.tsx'
import { paths } from '../../routing/paths.ts'

/** The jobs (JOB-1): no call for them is known. */
export const { Component } = defineEmptyList({
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
