import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { consignmentQueries } from '../../api/consignments.ts'
import { defineRecordList } from '../../list/define-record-list.ts'
import { rowsOf } from '../../list/row-source.ts'
import { deferred } from '../../ui/deferred.tsx'
import { consignmentColumns } from './consignment-columns.tsx'
import { CONSIGNMENT_FILTER } from './consignment-filter.ts'
import { ConsignmentFilters } from './consignment-filters.tsx'
import { CONSIGNMENT_OPTIONS } from './consignment-options.ts'
import { ConsignmentPhoneRow } from './consignment-phone-row.tsx'
import { ConsignmentRowAction } from './consignment-row-action.tsx'
import { ConsignmentsEmpty } from './consignments-empty.tsx'

/** The consignments of one day (section 2). */
export const consignmentsList = defineRecordList({
  kind: 'consignment',
  noun: 'consignments',
  title: 'Consignments',
  filter: CONSIGNMENT_FILTER,
  rows: rowsOf(consignmentQueries.list),
  failure: MESSAGES.consignmentSearch,
  exported: (filter) => ({ list: 'consignments', filter }),
  columns: consignmentColumns,
  phoneRow: (consignment) => <ConsignmentPhoneRow consignment={consignment} />,
  rowAction: (consignment) => <ConsignmentRowAction consignment={consignment} />,
  menu: ['consignment.open', 'consignment.labels', ...CONSIGNMENT_OPTIONS],
  commands: ['consignment.new'],
  primary: true,
  Tools: ConsignmentFilters,
  Empty: ConsignmentsEmpty,
  preview: deferred(() => import('./consignment-preview.tsx').then((module) => module.ConsignmentPreview)),
})

export const { Component, loader } = consignmentsList
