import type { Consignment } from '../../../contract/consignments.ts'
import type { PreviewProps } from '../../list/define-list.tsx'
import { RecordPreview } from '../../record/record-preview.tsx'
import { ConsignmentDetails } from './consignment-details.tsx'

/** The preview pane of a consignment, with the content of its Details tab. */
export function ConsignmentPreview({ row, onClose }: PreviewProps<Consignment>) {
  return (
    <RecordPreview kind="consignment" record={row} onClose={onClose}>
      {(consignment) => <ConsignmentDetails consignment={consignment} />}
    </RecordPreview>
  )
}
