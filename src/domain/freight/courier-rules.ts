import type { ConsignmentPayload } from '../../contract/consignments.ts'
import {
  type Conditions,
  type CourierRule,
  type Limits,
  postcodeRange,
} from '../../contract/courier-rules.ts'
import type { FreightOption } from './freight-options.ts'

/** The facts with which the conditions of a rule are compared. */
export interface ConsignmentFacts {
  postcode: string
  is_rural: boolean
  /** Kilograms and cubic metres of all pieces, and centimetres of the longest side of any piece. */
  weight_kg: number
  volume_m3: number
  longest_side_cm: number
  pricing: string
}

/**
 * The facts of a consignment.
 * @param pricing that of its customer
 */
export function consignmentFacts(
  { postcode, is_rural, parcels }: Pick<ConsignmentPayload, 'postcode' | 'is_rural' | 'parcels'>,
  pricing: string,
): ConsignmentFacts {
  return {
    postcode: postcode.trim(),
    is_rural,
    weight_kg: parcels.reduce((total, { weight, quantity }) => total + weight * quantity, 0),
    volume_m3: parcels.reduce((total, { volume }) => total + volume, 0),
    longest_side_cm: Math.max(0, ...parcels.flatMap(({ height, length, width }) => [height, length, width])),
    pricing,
  }
}

/** The option that a rule marks, and why: 'rule: rural → NZ Post'. */
export interface OptionByRule {
  option: FreightOption
  reason: string
}

/**
 * The option that the rules mark: the cheapest one of the courier of the first rule that applies. A rule applies if its
 * conditions hold, its courier gave a price, and no other courier is cheaper by more than the rule accepts.
 * @returns null if no rule applies
 */
export function optionByRule(
  rules: readonly CourierRule[],
  facts: ConsignmentFacts,
  options: readonly FreightOption[],
): OptionByRule | null {
  for (const rule of rules) {
    const option = preferred(rule, facts, options)
    if (option) return { option, reason: `rule: ${rule.name} → ${option.courier}` }
  }
  return null
}

function preferred(
  rule: CourierRule,
  facts: ConsignmentFacts,
  options: readonly FreightOption[],
): FreightOption | null {
  if (rule.when && !hold(rule.when, facts)) return null
  const isOwn = ({ slug }: FreightOption) => slug !== null && isSame(slug, rule.courier)
  const own = cheapest(options.filter(isOwn))
  const other = cheapest(options.filter((option) => !isOwn(option)))
  if (!own || !other) return own
  return own.cost - other.cost > (rule.unless_cheaper_by_cents ?? Number.POSITIVE_INFINITY) ? null : own
}

function hold(conditions: Conditions, facts: ConsignmentFacts): boolean {
  const { postcodes, rural, weight_kg, longest_side_cm, volume_m3, pricing } = conditions
  return (
    (postcodes?.some((range) => isWithin(facts.postcode, range)) ?? true) &&
    (rural === undefined || rural === facts.is_rural) &&
    isBetween(facts.weight_kg, weight_kg) &&
    isBetween(facts.longest_side_cm, longest_side_cm) &&
    isBetween(facts.volume_m3, volume_m3) &&
    (pricing?.some((type) => isSame(type, facts.pricing)) ?? true)
  )
}

function isWithin(postcode: string, range: string): boolean {
  const { first, last } = postcodeRange(range)
  return postcode >= first && postcode <= last
}

function isBetween(value: number, limits: Limits | undefined): boolean {
  const { over, upTo } = ends(limits)
  return value > over && value <= upTo
}

/** A measure of 0 is more than no limit. */
function ends({ over, up_to }: Limits = {}): { over: number; upTo: number } {
  return { over: over ?? Number.NEGATIVE_INFINITY, upTo: up_to ?? Number.POSITIVE_INFINITY }
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

function cheapest(options: readonly FreightOption[]): FreightOption | null {
  const [first, ...rest] = options
  return first ? rest.reduce((best, option) => (option.cost < best.cost ? option : best), first) : null
}

/**
 * The rule that makes another one useless: an earlier one of the same courier that applies whenever the later one does.
 * An earlier rule of another courier does not, because that courier may give no price.
 */
export function coveredBy(rules: readonly CourierRule[], index: number): CourierRule | null {
  const rule = rules[index]
  return (rule && rules.slice(0, index).find((earlier) => covers(earlier, rule))) ?? null
}

function covers(earlier: CourierRule, later: CourierRule): boolean {
  const { when: outer = {}, unless_cheaper_by_cents: outerCents = Number.POSITIVE_INFINITY } = earlier
  const { when: inner = {}, unless_cheaper_by_cents: innerCents = Number.POSITIVE_INFINITY } = later
  return (
    isSame(earlier.courier, later.courier) &&
    innerCents <= outerCents &&
    areAllIn(inner.postcodes, outer.postcodes, isRangeIn) &&
    (outer.rural === undefined || outer.rural === inner.rural) &&
    areLimitsIn(inner.weight_kg, outer.weight_kg) &&
    areLimitsIn(inner.longest_side_cm, outer.longest_side_cm) &&
    areLimitsIn(inner.volume_m3, outer.volume_m3) &&
    areAllIn(inner.pricing, outer.pricing, isSame)
  )
}

/** Whether each inner value is in an outer one. No outer list admits any value. */
function areAllIn(
  inner: readonly string[] | undefined,
  outer: readonly string[] | undefined,
  isIn: (one: string, other: string) => boolean,
): boolean {
  return outer === undefined || (inner?.every((one) => outer.some((other) => isIn(one, other))) ?? false)
}

function isRangeIn(inner: string, outer: string): boolean {
  const { first, last } = postcodeRange(inner)
  return isWithin(first, outer) && isWithin(last, outer)
}

function areLimitsIn(inner: Limits | undefined, outer: Limits | undefined): boolean {
  return ends(inner).over >= ends(outer).over && ends(inner).upTo <= ends(outer).upTo
}
