import type { Consignment } from '../../../contract/consignments.ts'
import { consignmentStage, shownStage } from '../../../domain/freight/consignment.ts'
import { Badge } from '../../ui/badge.tsx'

export function ConsignmentBadge({ consignment }: { consignment: Consignment }) {
  const { label, tone } = shownStage(consignmentStage(consignment))
  return <Badge tone={tone}>{label}</Badge>
}
