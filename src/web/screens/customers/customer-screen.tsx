import type { Customer } from '../../../contract/customers.ts'
import { DEFAULT_PRICING, shownPricing } from '../../../domain/records/customer-pricing.ts'
import { customerQueries } from '../../api/customers.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { defineRecordScreen, type RecordProps } from '../../record/define-record-screen.tsx'
import { RecordTabs } from '../../record/record-tabs.tsx'
import { Badge } from '../../ui/badge.tsx'
import { customerOrdersList } from '../orders/customer-orders-list.tsx'
import { CustomerDetails } from './customer-details.tsx'
import { customersList } from './customers-list-screen.tsx'

/** Always retail (section 2). */
const PRICING = shownPricing(DEFAULT_PRICING)

function CustomerHead({ missing }: { missing: boolean }) {
  return (
    <>
      {!missing && <Badge tone={PRICING.tone}>{PRICING.label}</Badge>}
      <span className="ml-auto flex items-center gap-2">
        <CommandButton id="customer.edit" />
      </span>
    </>
  )
}

function CustomerBody({ record: customer }: RecordProps<Customer>) {
  return (
    <RecordTabs
      kind="customer"
      id={customer.code}
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

/** One customer (section 2). */
export const { Component } = defineRecordScreen({
  kind: 'customer',
  list: () => customersList.navigation,
  query: customerQueries.detail,
  heading: (code) => ({ noun: 'Customer', code: `#${code}` }),
  Head: CustomerHead,
  Body: CustomerBody,
})
