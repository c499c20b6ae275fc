import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useParams } from 'react-router-dom'
import type { Consignment } from '../../../contract/consignments.ts'
import { consignmentStage } from '../../../domain/freight/consignment-status.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { consignmentQueries } from '../../api/consignments.ts'
import { recordAnswer } from '../../api/record-answer.ts'
import { whenIdle } from '../../api/when-idle.ts'
import { CommandMenu } from '../../commands/command-menu.tsx'
import { useCommandTarget } from '../../commands/targets.ts'
import { RecordFrame, RecordTitle } from '../../record/record-frame.tsx'
import { RecordTabs } from '../../record/record-tabs.tsx'
import { useOpened } from '../../record/use-opened.ts'
import { useTrail } from '../../record/use-record-navigation.ts'
import { useRecordTarget } from '../../record/use-record-target.ts'
import { paths } from '../../routing/paths.ts'
import { deferred } from '../../ui/deferred.tsx'
import { ConsignmentBadge } from './consignment-badge.tsx'
import { ConsignmentDetails } from './consignment-details.tsx'
import { CONSIGNMENT_OPTIONS } from './consignment-options.ts'
import { consignmentsTrail } from './consignment-trail.ts'
import type { LabelsTabProps } from './labels-tab.tsx'

const consignmentPath = (code: string, tab?: string) =>
  paths.record('consignment', code, tab === 'labels' ? 'labels' : undefined)

/** What draws a PDF comes along with it. */
const labelsTab = deferred<LabelsTabProps>(() =>
  import('./labels-tab.tsx').then((module) => module.LabelsTab),
)

/** One consignment (section 2), painted at once with what a list has of it. */
export function ConsignmentScreen() {
  const { id = '' } = useParams()
  const answer = recordAnswer(useQuery(consignmentQueries.detail(id)))
  const { record: consignment, state } = answer
  const trail = useTrail(consignmentsTrail, id)

  useRecordTarget({
    kind: 'consignment',
    code: id,
    loading: state === 'loading',
    trail,
    path: consignmentPath,
  })
  useCommandTarget('consignment', consignment)
  useOpened('consignment', consignment?.tracking_code)
  useEffect(() => whenIdle(labelsTab.preload), [])

  return (
    <RecordFrame
      list="Consignments"
      trail={trail}
      title={
        <RecordTitle noun="Consignment" code={`#${id}`}>
          {consignment && (
            <>
              <ConsignmentBadge consignment={consignment} />
              <span className="ml-auto">
                <CommandMenu label="Options" ids={CONSIGNMENT_OPTIONS} />
              </span>
            </>
          )}
        </RecordTitle>
      }
      answer={answer}
      missing={MESSAGES.consignmentNotFound}
      failed={MESSAGES.consignmentDetails}
    >
      {consignment && <ConsignmentTabs key={id} consignment={consignment} />}
    </RecordFrame>
  )
}

function ConsignmentTabs({ consignment }: { consignment: Consignment }) {
  const code = consignment.tracking_code
  const path = useCallback((name: string) => consignmentPath(code, name), [code])
  return (
    <RecordTabs
      path={path}
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
          content: (
            <labelsTab.Component code={code} deleting={consignmentStage(consignment) === 'deleting'} />
          ),
          fills: true,
        },
      ]}
    />
  )
}
