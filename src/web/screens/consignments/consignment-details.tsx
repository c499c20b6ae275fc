import type { Consignment } from '../../../contract/consignments.ts'
import { consignmentTimeline } from '../../../domain/freight/consignment-events.ts'
import { unreadableIn } from '../../../domain/records/left-out.ts'
import { LeftOutAlert } from '../../record/left-out-alert.tsx'
import { RecordColumns } from '../../record/record-columns.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { ConsignmentStatusCard, ReceiverCard } from './consignment-cards.tsx'
import { ConsignmentPackages } from './consignment-packages.tsx'

/** The Details tab: parcels and events at the left, order and receiver at the right. */
export function ConsignmentDetails({ consignment }: { consignment: Consignment }) {
  return (
    <RecordColumns
      beside={
        <>
          <ConsignmentStatusCard consignment={consignment} />
          <ReceiverCard consignment={consignment} />
        </>
      }
    >
      <LeftOutAlert unreadable={unreadableIn(consignment)} />
      <ConsignmentPackages consignment={consignment} />
      <Timeline events={consignmentTimeline(consignment)} />
    </RecordColumns>
  )
}
