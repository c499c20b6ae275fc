import type { Customer } from '../../../contract/customers.ts'
import { nonBlank, withNumberSign } from '../../../domain/format/text.ts'
import { isNowhere } from '../../../domain/freight/address.ts'
import { DEFAULT_PRICING, STOP, shownPricing, termsLabel } from '../../../domain/records/customer-pricing.ts'
import { customerQueries, isCreditStopped } from '../../api/customers.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { defineRecordScreen, type RecordProps } from '../../record/define-record-screen.tsx'
import { AddressCard, CodeFact, EmailFact, FactsCard, TextFact } from '../../record/facts.tsx'
import { RecordColumns, RecordTabs } from '../../record/record-tabs.tsx'
import { Badge } from '../../ui/badge.tsx'
import { customerOrdersList } from '../orders/customer-orders-list.tsx'
import { customersList } from './customers-list.tsx'

/** Always retail (CUS-5). */
const PRICING = shownPricing(DEFAULT_PRICING)

/** A stop of the credit is shown beside the pricing, because nothing may leave on account. */
const STOPPED = shownPricing(STOP)

/** One customer (CUS-5). */
export const { Component } = defineRecordScreen({
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
