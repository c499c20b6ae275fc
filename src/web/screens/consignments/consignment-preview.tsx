import { useDeferredValue } from 'react'
import type { Consignment } from '../../../contract/consignments.ts'
import { RecordPeek } from '../../record/record-preview.tsx'
import { paths } from '../../routing/paths.ts'
import { ConsignmentDetails } from './consignment-details.tsx'

interface ConsignmentPeekProps {
  /** As the list has it. */
  consignment: Consignment
  onClose(): void
}

/** What a consignment's Details tab shows; while a key is held, the row moves first. */
export function ConsignmentPeek({ consignment: active, onClose }: ConsignmentPeekProps) {
  const consignment = useDeferredValue(active)
  const { tracking_code } = consignment
  return (
    <RecordPeek
      noun="Consignment"
      code={tracking_code}
      path={paths.record('consignment', tracking_code)}
      onClose={onClose}
    >
      <ConsignmentDetails consignment={consignment} />
    </RecordPeek>
  )
}
