import type { Consignment } from '../../../contract/consignments.ts'
import { ABSENT } from '../../../domain/absent.ts'
import { courierLabel } from '../../../domain/couriers.ts'
import { ConsignmentBadge } from './consignment-badge.tsx'
import { localityOf, receiverOf } from './destination.ts'

/** A consignment in two lines, for narrow screens. */
export function ConsignmentPhoneRow({ consignment }: { consignment: Consignment }) {
  const { destination, shipping_company, tracking_code } = consignment
  return (
    <span className="grid h-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 py-[9px] pr-3 pl-3.5">
      <code className="text-[13.5px] font-medium">{tracking_code}</code>
      <span className="justify-self-end">
        <ConsignmentBadge consignment={consignment} />
      </span>
      <span className="truncate text-fg-2">
        {receiverOf(destination) ?? ABSENT} <span className="text-fg-3">{localityOf(destination)}</span>
      </span>
      <span className="justify-self-end text-fg-2">{courierLabel(shipping_company)}</span>
    </span>
  )
}
