import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import type { Consignment } from '../../../contract/consignments.ts'
import type { Order } from '../../../contract/orders.ts'
import { formatConsignmentDate } from '../../../domain/calendar/nz-calendar.ts'
import { counted } from '../../../domain/format/counted.ts'
import { shownReference } from '../../../domain/freight/consignment-reference.ts'
import { courierLabel } from '../../../domain/freight/couriers.ts'
import { consignmentQueries } from '../../api/consignments.ts'
import { cn } from '../../lib/cn.ts'
import { paths } from '../../routing/paths.ts'
import { ROW_LINK, ROW_LINKS } from '../../table/row-link.ts'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { CARD_CELL, CARD_HEAD, CARD_ROWS } from '../../ui/card-table.ts'
import { ConsignmentBadge } from '../consignments/consignment-badge.tsx'

/** All consignments of an order except the one whose tracking it shows. Not rendered if there are none. */
export function OtherConsignments({ order }: { order: Order }) {
  const headingId = useId()
  const { data } = useQuery(consignmentQueries.ofOrder(order.code))
  const others = (data?.consignments.rows ?? []).filter(
    ({ tracking_code }) => tracking_code !== order.freight.tracking_code,
  )
  if (others.length === 0) return null
  return (
    <Card className="@container">
      <CardHeader>
        <CardTitle id={headingId}>Other consignments</CardTitle>
        <span className="text-fg-3 tabular">{counted(others.length, 'consignment')}</span>
      </CardHeader>
      <table aria-labelledby={headingId} className="w-full table-fixed border-separate border-spacing-0">
        <thead>
          <tr>
            <th scope="col" className={cn(CARD_HEAD, 'text-left')}>
              Code/Reference
            </th>
            <th scope="col" className={cn(CARD_HEAD, 'w-40 text-left @max-[560px]:hidden')}>
              Courier
            </th>
            <th scope="col" className={cn(CARD_HEAD, 'w-44 text-left @max-[560px]:hidden')}>
              Created
            </th>
            <th scope="col" className={cn(CARD_HEAD, 'w-44 text-left')}>
              Status
            </th>
          </tr>
        </thead>
        <tbody {...ROW_LINKS} className={CARD_ROWS}>
          {others.map((consignment) => (
            <OtherRow key={consignment.tracking_code} consignment={consignment} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function OtherRow({ consignment }: { consignment: Consignment }) {
  const { tracking_code, shipping_company, dates } = consignment
  return (
    <tr className="relative cursor-pointer hover:bg-hover">
      <td className={CARD_CELL}>
        <Link
          to={paths.record('consignment', tracking_code)}
          data-row-link=""
          draggable={false}
          className={cn(ROW_LINK, 'flex min-w-0 flex-wrap gap-x-3')}
        >
          <code className="min-w-28">{tracking_code}</code>
          <code className="text-fg-3">{shownReference(consignment)}</code>
        </Link>
      </td>
      <td className={cn(CARD_CELL, 'truncate @max-[560px]:hidden')}>{courierLabel(shipping_company)}</td>
      <td className={cn(CARD_CELL, 'tabular @max-[560px]:hidden')}>
        {formatConsignmentDate(dates.created_at)}
      </td>
      <td className={CARD_CELL}>
        <ConsignmentBadge consignment={consignment} />
      </td>
    </tr>
  )
}
