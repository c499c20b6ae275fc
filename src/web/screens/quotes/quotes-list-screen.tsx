import { defineEmptyList } from '../../list/define-empty-list.tsx'
import { paths } from '../../routing/paths.ts'

/** The quotes (JOB-1): no call for them is known. */
export const { Component } = defineEmptyList({
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
