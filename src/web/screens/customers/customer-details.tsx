import type { Customer } from '../../../contract/customers.ts'
import { nonBlank } from '../../../domain/format/text.ts'
import { isNowhere } from '../../../domain/freight/address.ts'
import { AddressCard, CodeFact, EmailFact, FactsCard, TextFact } from '../../record/facts.tsx'
import { RecordColumns } from '../../record/record-tabs.tsx'

/** The Details tab: contact data at the left, addresses at the right. */
export function CustomerDetails({ customer }: { customer: Customer }) {
  const { address, delivery_address } = customer
  // Without a delivery address, goods are sent to the customer's own address (reading 39).
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
      </FactsCard>
    </RecordColumns>
  )
}
