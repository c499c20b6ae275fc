import { useMemo } from 'react'
import type { CommandId } from '../../../../commands/index.ts'
import type { Consignment } from '../../../contract/consignments.ts'
import { joinCodes } from '../../../contract/orders.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { consignmentQueries } from '../../api/consignments.ts'
import { useCommandTarget } from '../../commands/targets.ts'
import type { ExtraProps } from '../../list/define-list.tsx'
import { defineRecordList } from '../../list/define-record-list.ts'
import { rowsOf } from '../../list/row-source.ts'
import { FormCrumb } from '../../record/record-crumb.tsx'
import { paths } from '../../routing/paths.ts'
import { installation } from '../../state/installation.ts'
import { deferred } from '../../ui/deferred.tsx'
import { consignmentColumns } from './consignment-columns.tsx'
import { CONSIGNMENT_FILTER } from './consignment-filter.ts'
import { ConsignmentFilters } from './consignment-filters.tsx'
import { CONSIGNMENT_OPTIONS } from './consignment-options.ts'
import { ConsignmentPhoneRow } from './consignment-phone-row.tsx'
import { ConsignmentRowAction } from './consignment-row-action.tsx'
import { ConsignmentsEmpty } from './consignments-empty.tsx'

/** For the selected rows, if the back end has batches of labels. */
const SELECTION: readonly CommandId[] = ['consignment.print', 'consignment.copy-code', 'list.export']

/** Makes the selected consignments the target of commands. */
function SelectedConsignments({ list: { rows }, selected }: ExtraProps<Consignment>) {
  const consignments = useMemo(
    () => (selected.size > 0 ? rows.filter(({ tracking_code }) => selected.has(tracking_code)) : null),
    [rows, selected],
  )
  useCommandTarget('consignments', consignments)
  return null
}

/** The consignments of one day (section 2). */
export const consignmentsList = defineRecordList({
  kind: 'consignment',
  noun: 'consignments',
  title: 'Consignments',
  filter: CONSIGNMENT_FILTER,
  rows: rowsOf(consignmentQueries.list),
  failure: MESSAGES.consignmentSearch,
  exported: ({ date, query, provider }, selected) => ({
    list: 'consignments',
    filter: { date, query, provider, ...(selected.length > 0 && { codes: joinCodes(selected) }) },
  }),
  ...(installation.capabilities.has('label-batches') && {
    selection: SELECTION,
    Extra: SelectedConsignments,
  }),
  columns: consignmentColumns,
  phoneRow: (consignment) => <ConsignmentPhoneRow consignment={consignment} />,
  rowAction: (consignment) => <ConsignmentRowAction consignment={consignment} />,
  menu: ['consignment.open', 'consignment.labels', ...CONSIGNMENT_OPTIONS],
  commands: ['consignment.new'],
  primary: true,
  Crumb: ({ filter: { from } }) => from && <FormCrumb title="End of day" path={paths.endOfDay()} />,
  Tools: ConsignmentFilters,
  Empty: ConsignmentsEmpty,
  preview: deferred(() => import('./consignment-preview.tsx').then((module) => module.ConsignmentPreview)),
})

export const { Component, loader } = consignmentsList
