import type { Customer } from '../../../contract/customers.ts'
import {
  DEFAULT_PRICING,
  hasStopCredit,
  STOP,
  shownPricing,
} from '../../../domain/records/customer-pricing.ts'
import { customerQueries, pricingOf } from '../../api/customers.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { defineRecordScreen, type RecordProps } from '../../record/define-record-screen.tsx'
import { RecordTabs } from '../../record/record-tabs.tsx'
import { Badge } from '../../ui/badge.tsx'
import { customerOrdersList } from '../orders/customer-orders-list.tsx'
import { CustomerDetails } from './customer-details.tsx'
import { customersList } from './customers-list-screen.tsx'

/** Always retail (section 2). */
const PRICING = shownPricing(DEFAULT_PRICING)

/** A stop of the credit is shown beside the pricing, because nothing may leave on account. */
const STOPPED = shownPricing(STOP)

function CustomerHead({ record: customer, missing }: { record: Customer | null; missing: boolean }) {
  const isStopped = customer !== null && hasStopCredit(pricingOf(customer))
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

/** One customer (section 2). */
export const { Component } = defineRecordScreen({
  kind: 'customer',
  list: () => customersList.navigation,
  query: customerQueries.detail,
  heading: (id, customer) => ({ noun: 'Customer', code: `#${customer?.code ?? id}` }),
  Head: CustomerHead,
  Body: CustomerBody,
})
