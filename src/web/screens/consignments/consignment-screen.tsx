import type { Consignment } from '../../../contract/consignments.ts'
import { withNumberSign } from '../../../domain/format/text.ts'
import { consignmentStage } from '../../../domain/freight/consignment.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { consignmentQueries } from '../../api/consignments.ts'
import { useWhenIdle } from '../../api/when-idle.ts'
import { CommandMenu } from '../../commands/command-menu.tsx'
import { defineRecordScreen, type RecordProps } from '../../record/define-record-screen.tsx'
import { RecordTabs } from '../../record/record-tabs.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { ConsignmentBadge } from './consignment-badge.tsx'
import { ConsignmentDetails } from './consignment-details.tsx'
import { CONSIGNMENT_OPTIONS, consignmentsList } from './consignments-list.tsx'
import { LabelsPlace } from './labels-place.tsx'
import type { LabelsTabProps } from './labels-tab.tsx'

/** Loaded separately, because it includes the PDF renderer. */
const labelsTab = deferred<LabelsTabProps>(
  () => import('./labels-tab.tsx').then((module) => module.LabelsTab),
  LabelsPlace,
)

function ConsignmentHead({ record: consignment }: { record: Consignment | null }) {
  if (!consignment) return null
  return (
    <>
      <ConsignmentBadge consignment={consignment} />
      <span className="ml-auto">
        <CommandMenu label="Options" ids={CONSIGNMENT_OPTIONS} />
      </span>
    </>
  )
}

function ConsignmentBody({ id, record: consignment }: RecordProps<Consignment>) {
  useWhenIdle(labelsTab.preload)
  const code = consignment.tracking_code
  const deleting = consignmentStage(consignment) === 'deleting'
  return (
    <RecordTabs
      kind="consignment"
      id={id}
      tabs={[
        {
          name: 'details',
          title: 'Details',
          command: 'consignment.details',
          content: <ConsignmentDetails consignment={consignment} />,
        },
        {
          name: 'labels',
          title: 'Labels',
          command: 'consignment.labels',
          content: <labelsTab.Component code={code} deleting={deleting} />,
          fills: true,
        },
      ]}
    />
  )
}

/** One consignment (CON-4). */
export const { Component } = defineRecordScreen({
  kind: 'consignment',
  list: () => consignmentsList.navigation,
  query: consignmentQueries.detail,
  heading: (id, consignment) => ({
    noun: 'Consignment',
    code: withNumberSign(consignment?.tracking_code ?? id),
  }),
  Head: ConsignmentHead,
  Body: ConsignmentBody,
  missing: MESSAGES.consignmentNotFound,
  missingCommand: 'record.deleted-history',
})
