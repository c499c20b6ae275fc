import type { Consignment } from '../../../contract/consignments.ts'
import { consignmentTimeline } from '../../../domain/consignment-events.ts'
import { Timeline } from '../../ui/timeline.tsx'
import { ConsignmentStatusCard, ReceiverCard } from './consignment-cards.tsx'
import { ConsignmentPackages } from './consignment-packages.tsx'

/** The Details tab: what was sent and where it has been, beside its order and who receives it. */
export function ConsignmentDetails({ consignment }: { consignment: Consignment }) {
  return (
    <div className="@container">
      <div className="grid grid-cols-1 items-start gap-4 @min-[860px]:grid-cols-[minmax(0,1fr)_344px]">
        <div className="grid min-w-0 gap-4">
          <ConsignmentPackages consignment={consignment} />
          <Timeline events={consignmentTimeline(consignment)} />
        </div>
        <div className="grid min-w-0 gap-4">
          <ConsignmentStatusCard consignment={consignment} />
          <ReceiverCard consignment={consignment} />
        </div>
      </div>
    </div>
  )
}
