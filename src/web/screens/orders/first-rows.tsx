import type { ReactNode } from 'react'
import { gridLayout } from '../../table/column-layout.ts'
import {
  cellClass,
  HEAD_HEIGHT,
  HEAD_ROW,
  headCell,
  headGroup,
  PICK_CELL,
  pickBox,
  ROW_HEIGHT,
  ROW_LINK_ATTRIBUTES,
  rowAttributes,
  rowLine,
} from '../../table/row-frame.ts'
import { ORDER_COLUMNS, OrderAge, orderPhoneRow, type ShownOrder } from './order-row.tsx'

interface FirstRowsProps {
  orders: readonly ShownOrder[]
  /** Below the width at which rows have two lines. */
  phone: boolean
  /** In ms. */
  now: number
}

/** The rows of the orders list as React's table draws them, with the first one active. */
export function FirstRows({ orders, phone, now }: FirstRowsProps) {
  const layout = gridLayout(
    ORDER_COLUMNS.map((column) => column.layout),
    !phone,
  )
  const height = phone ? ROW_HEIGHT.phone : ROW_HEIGHT.dense
  const headHeight = phone ? 0 : HEAD_HEIGHT
  const Age = ({ order }: { order: ShownOrder }) => <OrderAge order={order} now={now} />
  const width = phone ? 0 : layout.minWidth
  const before = phone ? 0 : 1
  return (
    <>
      {phone && <FilterSpace />}
      <table
        className="relative block w-full"
        style={{ height: orders.length * height + headHeight, minWidth: width }}
      >
        <thead className={headGroup(phone)}>
          <tr className={HEAD_ROW} style={{ gridTemplateColumns: layout.template }}>
            {!phone && <th> </th>}
            {ORDER_COLUMNS.map(({ header }, index) => (
              <th key={header} className={headCell(layout.cellClasses[index + before])}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block" style={rowLine(height)}>
          {orders.map((order, index) => {
            const top = headHeight + index * height
            const frame = { index, top, height, selected: phone ? null : false, phone, striped: false }
            return (
              <tr
                key={order.code}
                {...rowAttributes({ ...frame, clickable: true, layout })}
                {...(index === 0 && { 'data-active': '' })}
              >
                {phone ? (
                  <td className="block h-full">{linked(order.code, orderPhoneRow(order, Age))}</td>
                ) : (
                  <>
                    <td className={PICK_CELL}>
                      <span className={pickBox(false)} />
                    </td>
                    {ORDER_COLUMNS.map(({ header, show }, column) => (
                      <td
                        key={header}
                        className={cellClass(layout.cellClasses[column + before], false, false)}
                      >
                        {column === layout.linkColumn
                          ? linked(order.code, show(order, Age))
                          : show(order, Age)}
                      </td>
                    ))}
                  </>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}

/** The line of the filters on a narrow screen, which the console draws. */
function FilterSpace() {
  return (
    <div className="h-[45px] border-b border-line px-3">
      <div className="relative -top-0.5 grid grid-cols-3 gap-2">
        {['Branch', 'Date', 'Status'].map((filter) => (
          <div key={filter} className="h-9 rounded-m border border-line-control"></div>
        ))}
      </div>
    </div>
  )
}

/** The address is that of `paths.record`, whose module would bring the contract into the page: a test compares them. */
function linked(code: string, content: ReactNode) {
  return (
    <a href={`/orders/${encodeURIComponent(code)}`} {...ROW_LINK_ATTRIBUTES}>
      {content}
    </a>
  )
}

type Fields = Readonly<Record<string, unknown>>

const isGroup = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Thrown for an answer in another form than our server's: its rows are left to the console, which accepts more. */
class OtherForm extends Error {}

function text(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value
  throw new OtherForm()
}

function cents(value: unknown): number | null {
  if (value === null) return null
  if (typeof value === 'number' && Number.isInteger(value)) return value
  throw new OtherForm()
}

function group(fields: Fields, name: string): Fields {
  const value = fields[name]
  if (isGroup(value)) return value
  throw new OtherForm()
}

function shownOrder(value: unknown): ShownOrder {
  if (!isGroup(value) || typeof value.code !== 'string' || value.code.trim() === '') throw new OtherForm()
  const [customer, costs, dates] = [group(value, 'customer'), group(value, 'costs'), group(value, 'dates')]
  const [freight, address] = [group(value, 'freight'), group(value, 'delivery_address')]
  if (typeof freight.is_pickup !== 'boolean' || typeof customer.credit_stop !== 'boolean')
    throw new OtherForm()
  return {
    code: value.code,
    status: text(value.status),
    cancelled_by: text(value.cancelled_by),
    hold: shownHold(value),
    customer: {
      company: text(customer.company),
      name: text(customer.name),
      terms: text(customer.terms),
      credit_stop: customer.credit_stop,
    },
    costs: { total: cents(costs.total) },
    dates: {
      ordered_at: text(dates.ordered_at),
      created_at: text(dates.created_at),
      paid_at: text(dates.paid_at),
      ready_at: text(dates.ready_at),
      shipped_at: text(dates.shipped_at),
      cancelled_at: text(dates.cancelled_at),
      refunded_at: text(dates.refunded_at),
    },
    freight: {
      branch: text(freight.branch),
      is_pickup: freight.is_pickup,
      subtotal: cents(freight.subtotal),
      tracking_code: text(freight.tracking_code),
    },
    delivery_address: { region: text(address.region) },
  }
}

function shownHold(order: Fields): ShownOrder['hold'] {
  if (order.hold === undefined) return undefined
  const hold = group(order, 'hold')
  return { at: text(hold.at), by: text(hold.by), reason: text(hold.reason) }
}

/**
 * The orders of an answer of our server; none of any other answer.
 * @param most how many are read, from the first; all by default
 */
export function shownOrders(answer: unknown, most?: number): ShownOrder[] {
  if (!Array.isArray(answer)) return []
  try {
    return answer.slice(0, most).map(shownOrder)
  } catch (error) {
    if (error instanceof OtherForm) return []
    throw error
  }
}
