import type { CourierRule } from '../../contract/courier-rules.ts'
import { coveredBy } from '../../domain/freight/courier-rules.ts'
import { courierLabel, findCourier } from '../../domain/freight/couriers.ts'
import { RATE_CARDS } from '../couriers/rate-cards/cards.ts'
import type { Config } from '../platform/config.ts'
import { attention, type Finding, fine } from './findings.ts'

/** Findings about courier rules that have no effect. Empty if there are no rules. */
export function checkCourierRules(config: Pick<Config, 'courierRules' | 'goSweetSpot'>): Finding[] {
  const { courierRules, goSweetSpot } = config
  if (courierRules === null) return []
  const found = courierRules.flatMap((rule, index) => {
    const fault = courierFault(rule, goSweetSpot !== null) ?? coverFault(coveredBy(courierRules, index))
    return fault === null ? [] : [attention('Courier rules', `${rule.name}: ${fault}`)]
  })
  return found.length > 0 ? found : [fine('Courier rules', `${courierRules.length}, each can apply.`)]
}

function courierFault({ courier }: CourierRule, isGateway: boolean): string | null {
  if (!findCourier(courier)) return `there is no courier '${courier}'.`
  const prices = isGateway || RATE_CARDS.some(({ slug }) => slug === courier.trim().toLowerCase())
  return prices ? null : `it can never apply, because ${courierLabel(courier)} gives no prices here.`
}

function coverFault(earlier: CourierRule | null): string | null {
  return earlier && `it can never apply, because '${earlier.name}' applies before it.`
}
