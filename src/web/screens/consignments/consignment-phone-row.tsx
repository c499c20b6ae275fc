import type { Consignment } from '../../../contract/consignments.ts'
import { courierLabel } from '../../../domain/freight/couriers.ts'
import { Names } from '../../table/column-kinds.tsx'
import { PhoneRow } from '../../table/phone-row.tsx'
import { ConsignmentBadge } from './consignment-badge.tsx'
import { localityOf, receiverOf } from './destination.ts'

/** A consignment in two lines, for narrow screens. */
export function ConsignmentPhoneRow({ consignment }: { consignment: Consignment }) {
  const { destination, shipping_company, tracking_code } = consignment
  return (
    <PhoneRow
      code={tracking_code}
      state={<ConsignmentBadge consignment={consignment} />}
      second={<Names name={receiverOf(destination)} beside={localityOf(destination)} />}
      figure={courierLabel(shipping_company)}
    />
  )
}
