import type { Order } from '../../contract/orders.ts'
import { totalQuantity } from '../../domain/format/money.ts'
import { nonBlank } from '../../domain/format/text.ts'
import { courierLabel } from '../../domain/freight/couriers.ts'
import { shownStatus } from '../../domain/orders/order-status.ts'
import { address, amount, type Column, code, dollars, flag, text, time } from './columns.ts'

/** The columns of exported orders. */
export const ORDER_COLUMNS: readonly Column<Order>[] = [
  code('Order ID', (order) => order.code),
  code('Reference', (order) => order.reference),
  text('Status', (order) => shownStatus(order.status).label),
  time('Ordered', ({ dates }) => dates.ordered_at),
  time('Paid', ({ dates }) => dates.paid_at),
  time('Ready', ({ dates }) => dates.ready_at),
  time('Shipped', ({ dates }) => dates.shipped_at),
  text('Branch', ({ freight }) => freight.branch),
  flag('Pick-up', ({ freight }) => freight.is_pickup),
  code('Customer ID', ({ customer }) => customer.code),
  text('Company', ({ customer }) => customer.company),
  text('Customer', ({ customer }) => customer.name),
  code('Phone', ({ customer }) => customer.phone),
  code('Mobile', ({ customer }) => customer.mobile),
  text('Email', ({ customer }) => customer.email),
  ...address<Order>('Delivery', (order) => order.delivery_address),
  amount('Items', ({ items }) => totalQuantity(items.map(({ quantity }) => quantity))),
  dollars('Freight excl GST', ({ freight }) => freight.subtotal),
  dollars('Subtotal excl GST', ({ costs }) => costs.subtotal),
  dollars('GST', ({ costs }) => costs.tax),
  dollars('Total incl GST', ({ costs }) => costs.total),
  text('Payment method', (order) => order.payment_method),
  code('Payment reference', (order) => order.payment_reference),
  text('Courier', ({ freight }) => {
    const company = nonBlank(freight.tracking_company)
    return company === null ? null : courierLabel(company)
  }),
  code('Tracking code', ({ freight }) => freight.tracking_code),
  text('Collected by', (order) => order.collected_by),
  text('Notes', (order) => order.notes),
]
