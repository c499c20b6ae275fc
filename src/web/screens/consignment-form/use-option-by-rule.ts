import { useQuery } from '@tanstack/react-query'
import type { ConsignmentPayload } from '../../../contract/consignments.ts'
import { nonBlank } from '../../../domain/format/text.ts'
import { consignmentFacts, type OptionByRule, optionByRule } from '../../../domain/freight/courier-rules.ts'
import type { FreightOption } from '../../../domain/freight/freight-options.ts'
import { DEFAULT_PRICING } from '../../../domain/records/customer-pricing.ts'
import { courierRulesQuery } from '../../api/freight.ts'

export interface RuledOption {
  /** The option that a courier rule marks; null if none does. */
  marked: OptionByRule | null
  /** Whether the rules could not be loaded. */
  isUnknown: boolean
}

/** The option that the courier rules mark for a consignment. Without the capability there is none. */
export function useOptionByRule(payload: ConsignmentPayload, options: readonly FreightOption[]): RuledOption {
  const { data, isError } = useQuery(courierRulesQuery(payload.customer_id))
  if (data === undefined) return { marked: null, isUnknown: isError }
  const { rules, customer } = data
  // A rule that cannot be read might apply before the others.
  if (rules.unreadable > 0) return { marked: null, isUnknown: true }
  const facts = consignmentFacts(payload, nonBlank(customer.pricing) ?? DEFAULT_PRICING)
  return { marked: optionByRule(rules.rows, facts, options), isUnknown: false }
}
