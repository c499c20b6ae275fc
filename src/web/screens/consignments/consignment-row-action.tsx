import type { Consignment } from '../../../contract/consignments.ts'
import { consignmentStage } from '../../../domain/freight/consignment-status.ts'
import { RowAction } from '../../table/row-action.tsx'

/** The next step of a row's consignment: its label before pick-up, tracking afterwards. */
export function ConsignmentRowAction({ consignment }: { consignment: Consignment }) {
  const stage = consignmentStage(consignment)
  if (stage === 'deleting') return null
  const targets = { consignment }
  if (stage === 'awaiting') return <RowAction id="consignment.print" label="Print label" targets={targets} />
  return <RowAction id="consignment.track" label="Track" targets={targets} />
}
