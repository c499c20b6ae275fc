import { createColumnHelper } from '@tanstack/react-table'
import { Copy } from 'lucide-react'
import type { Customer, ListedCustomer } from '../../../contract/customers.ts'
import { nonBlank, withNumberSign } from '../../../domain/format/text.ts'
import { isNowhere, locationLine } from '../../../domain/freight/address.ts'
import { textQuery } from '../../../domain/lists/list-address.ts'
import {
  DEFAULT_PRICING,
  listedPricing,
  STOP,
  shownPricing,
  termsLabel,
} from '../../../domain/records/customer-pricing.ts'
import { customerQueries, isCreditStopped } from '../../api/customers.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { commandContext } from '../../commands/context.ts'
import { runCommand } from '../../commands/run.ts'
import { defineRecordList } from '../../list/define-record-list.ts'
import { queriedRows } from '../../list/row-source.ts'
import { textList } from '../../list/text-list.tsx'
import { defineRecordScreen, type RecordProps } from '../../record/define-record-screen.tsx'
import { AddressCard, CodeFact, EmailFact, FactsCard, TextFact } from '../../record/facts.tsx'
import { RecordColumns, RecordTabs } from '../../record/record-tabs.tsx'
import { paths } from '../../routing/paths.ts'
import { badgeColumn, dateTimeColumn, Names, textColumn } from '../../table/column-kinds.tsx'
import type { Features } from '../../table/column-layout.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { Badge } from '../../ui/badge.tsx'
import { customerOrdersList } from '../orders/customer-orders-list.tsx'

const column = createColumnHelper<Features, ListedCustomer>()

/**
 * The columns of the customers list (CUS-1). The name contains the row's link, because a click on the code
 * copies it.
 */
const customerColumns = column.columns([
  column.display({
    header: 'Customer ID',
    meta: { width: 124 },
    cell: ({ row: { original: customer } }) => <CustomerCode customer={customer} />,
  }),
  column.accessor(listedPricing, { id: 'pricing', header: 'Pricing', ...badgeColumn(120, shownPricing) }),
  column.display({
    header: 'Name',
    meta: { link: true },
    cell: ({ row: { original: customer } }) => <Names name={customer.company} beside={customer.name} />,
  }),
  column.accessor('phone', { header: 'Phone', ...textColumn(148) }),
  column.accessor('last_ordered_at', { header: 'Last order', ...dateTimeColumn(158) }),
  column.display({
    header: 'Location',
    meta: {},
    cell: ({ row: { original: customer } }) => (
      <span className="truncate">{locationLine(customer.address)}</span>
    ),
  }),
])

/** The customers list (CUS-1). */
export const customersList = defineRecordList({
  ...textList((search) => paths.list('customer', search)),
  kind: 'customer',
  noun: 'customers',
  title: 'Customers',
  rows: queriedRows(customerQueries.list),
  exported: ({ query }) => ({ list: 'customers', filter: textQuery({ page: 1, query }) }),
  columns: customerColumns,
  phoneRow: (customer) => <CustomerPhoneRow customer={customer} />,
  menu: ['customer.open', 'customer.orders', 'customer.copy-code', 'customer.edit'],
  commands: ['customer.new'],
})

/** Whether the code can be copied: browsers allow access to the clipboard only in a secure context. */
function isCopyable(code: string): boolean {
  return nonBlank(code) !== null && 'clipboard' in navigator
}

/** A customer's code in a row. A click copies it, if possible, and does not open the row (CUS-2). */
export function CustomerCode({ customer }: { customer: ListedCustomer }) {
  if (!isCopyable(customer.code)) return <code>{customer.code}</code>
  const copy = () => {
    const context = commandContext()
    runCommand('customer.copy-code', 'button', { ...context, targets: { ...context.targets, customer } })
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      title="Copy"
      // Keeps the focus in the rows.
      onMouseDown={(event) => event.preventDefault()}
      onClick={copy}
      className="group/code relative z-1 -mx-1 inline-flex h-6 items-center gap-1.5 rounded-s px-1 hover:bg-hover-raised"
    >
      <code>{customer.code}</code>
      <Copy aria-hidden="true" className="icon-14 text-fg-3 opacity-0 group-hover/code:opacity-100" />
    </button>
  )
}

/** A customer in two lines, for narrow screens. */
export function CustomerPhoneRow({ customer }: { customer: ListedCustomer }) {
  const { label, tone } = shownPricing(listedPricing(customer))
  return (
    <PhoneRow
      code={customer.code}
      beside={<Names name={customer.company} beside={customer.name} />}
      state={<Badge tone={tone}>{label}</Badge>}
      second={locationLine(customer.address)}
    />
  )
}

/** Always retail (CUS-5). */
const PRICING = shownPricing(DEFAULT_PRICING)

/** A stop of the credit is shown beside the pricing, because nothing may leave on account. */
const STOPPED = shownPricing(STOP)

/** One customer (CUS-5). */
export const customerScreen = defineRecordScreen({
  kind: 'customer',
  list: () => customersList.navigation,
  query: customerQueries.detail,
  heading: (id, customer) => ({ noun: 'Customer', code: withNumberSign(customer?.code ?? id) }),
  Head: CustomerHead,
  Body: CustomerBody,
})

function CustomerHead({ record: customer, missing }: { record: Customer | null; missing: boolean }) {
  const isStopped = customer !== null && isCreditStopped(customer)
  return (
    <>
      {!missing && <Badge tone={PRICING.tone}>{PRICING.label}</Badge>}
      {isStopped && <Badge tone={STOPPED.tone}>{STOPPED.label}</Badge>}
      <span className="ml-auto flex items-center gap-2">
        <CommandButton id="customer.edit" />
      </span>
    </>
  )
}

function CustomerBody({ id, record: customer }: RecordProps<Customer>) {
  return (
    <RecordTabs
      kind="customer"
      id={id}
      tabs={[
        {
          name: 'details',
          title: 'Details',
          command: 'customer.details',
          content: <CustomerDetails customer={customer} />,
        },
        {
          name: 'orders',
          title: 'Orders',
          command: 'customer.orders',
          content: <customerOrdersList.Component />,
          fills: true,
        },
      ]}
    />
  )
}

/** The Details tab: contact data at the left, addresses at the right. */
function CustomerDetails({ customer }: { customer: Customer }) {
  const { address, delivery_address } = customer
  // Without a delivery address, goods are sent to the customer's own address (CUS-5).
  const delivery = delivery_address && !isNowhere(delivery_address) ? delivery_address : address
  return (
    <RecordColumns
      beside={
        <>
          <AddressCard title="Postal address" address={address} />
          <AddressCard title="Delivery address" address={delivery} mapped />
        </>
      }
    >
      <FactsCard title="Customer details">
        <CodeFact name="Account number" value={customer.code} />
        {nonBlank(customer.infusion_key) && <CodeFact name="Sort key" value={customer.infusion_key} />}
        <TextFact name="Name" value={customer.name} />
        <TextFact name="Company" value={customer.company} />
        <TextFact name="Phone" value={customer.phone} />
        <TextFact name="Mobile" value={customer.mobile} />
        <EmailFact name="Email" value={customer.email} />
        {nonBlank(customer.terms) && <TextFact name="Terms" value={termsLabel(customer.terms)} />}
      </FactsCard>
    </RecordColumns>
  )
}
