import type { CustomerRow } from '../../../contract/customers.ts'
import { ABSENT, nonBlank } from '../../../domain/format/text.ts'
import { locationLine } from '../../../domain/freight/address.ts'
import { shownPricing } from '../../../domain/records/customer-pricing.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { Badge } from '../../ui/badge.tsx'

/** A customer in two lines, for narrow screens. */
export function CustomerPhoneRow({ customer }: { customer: CustomerRow }) {
  const { label, tone } = shownPricing(customer.pricing)
  return (
    <PhoneRow
      code={customer.code}
      beside={nonBlank(customer.name) ?? ABSENT}
      state={<Badge tone={tone}>{label}</Badge>}
      second={locationLine(customer.address)}
    />
  )
}
