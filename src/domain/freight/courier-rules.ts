import type { ConsignmentPayload } from '../../contract/consignments.ts'
import {
  type Conditions,
  type CourierRule,
  type Limits,
  postcodeRange,
} from '../../contract/courier-rules.ts'
import type { Carton } from '../../contract/dispatch.ts'
import { courierLabel } from './couriers.ts'
import type { FreightOption } from './freight-options.ts'

/** The facts with which the conditions of a rule are compared. */
export interface ConsignmentFacts {
  postcode: string
  is_rural: boolean
  /** Kilograms and cubic metres of all pieces, and centimetres of the longest side of any piece. */
  weight_kg: number
  volume_m3: number
  longest_side_cm: number
  /** The pricing and the code of the customer. */
  pricing: string
  customer: string
  /** Whether any product of the order is dangerous goods. */
  dangerous_goods: boolean
}

/**
 * The facts of a consignment.
 * @param known what the payload does not tell: the pricing of its customer, and the goods of its order
 */
export function consignmentFacts(
  {
    customer_id,
    postcode,
    is_rural,
    parcels,
  }: Pick<ConsignmentPayload, 'customer_id' | 'postcode' | 'is_rural' | 'parcels'>,
  known: Pick<ConsignmentFacts, 'pricing' | 'dangerous_goods'>,
): ConsignmentFacts {
  return {
    ...known,
    customer: customer_id.trim(),
    postcode: postcode.trim(),
    is_rural,
    weight_kg: parcels.reduce((total, { weight, quantity }) => total + weight * quantity, 0),
    volume_m3: parcels.reduce((total, { volume }) => total + volume, 0),
    longest_side_cm: Math.max(0, ...parcels.flatMap(({ height, length, width }) => [height, length, width])),
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
  for (const rule of applying(rules, facts)) {
    const option = preferred(rule, options)
    if (option) return { option, reason: sentence(rule, option.courier) }
  }
  return null
}

/** What the rules require, such as 'rule: valuables → signature required (only with GoSweetSpot)': what they warn of comes first. */
export function requirementsByRule(rules: readonly CourierRule[], facts: ConsignmentFacts): string[] {
  const required = applying(rules, facts).flatMap((rule) => [
    ...(rule.signature ? [sentence(rule, 'signature required (only with GoSweetSpot)')] : []),
    ...(rule.refuse ? [sentence(rule, `not by ${namesOf(rule.refuse)}`)] : []),
    ...(rule.only ? [sentence(rule, `only by ${namesOf(rule.only)}`)] : []),
  ])
  return [...warningsByRule(rules, facts), ...required]
}

function namesOf(couriers: readonly string[]): string {
  return couriers.map(courierLabel).join(', ')
}

/** What the rules warn of, such as 'rule: hospital → call first'. */
export function warningsByRule(rules: readonly CourierRule[], facts: ConsignmentFacts): string[] {
  return applying(rules, facts).flatMap((rule) =>
    rule.warn === undefined ? [] : [sentence(rule, rule.warn)],
  )
}

/** Whether a rule requires that the receiver of a consignment signs. */
export function isSignatureRequired(rules: readonly CourierRule[], facts: ConsignmentFacts): boolean {
  return applying(rules, facts).some(({ signature }) => signature)
}

/**
 * Why the rules refuse a courier: 'rule: solvent → not by NZ Post'.
 * @param courier its slug, or its name if it has none
 * @returns null if they do not
 */
export function refusalByRule(
  rules: readonly CourierRule[],
  facts: ConsignmentFacts,
  courier: string,
): string | null {
  const isNamed = (slugs: readonly string[]) => slugs.some((slug) => isSame(slug, courier))
  const refusing = applying(rules, facts).find(
    ({ refuse = [], only }) => isNamed(refuse) || (only !== undefined && !isNamed(only)),
  )
  return refusing ? sentence(refusing, `not by ${courierLabel(courier)}`) : null
}

/** The conditions that depend on the parcels. */
const OF_PARCELS = ['weight_kg', 'longest_side_cm', 'volume_m3'] as const

/**
 * The cartons that a courier may take (PACK-2): not those for couriers only that the rules refuse. Rules that depend on the
 * parcels do not count, because the parcels are not known yet.
 */
export function cartonsTaken(
  cartons: readonly Carton[],
  rules: readonly CourierRule[],
  facts: ConsignmentFacts,
): Carton[] {
  const known = rules.filter(({ when }) => OF_PARCELS.every((name) => when?.[name] === undefined))
  const isTaken = (slug: string) => refusalByRule(known, facts, slug) === null
  return cartons.filter(({ couriers }) => couriers?.some(isTaken) ?? true)
}

function applying(rules: readonly CourierRule[], facts: ConsignmentFacts): CourierRule[] {
  return rules.filter(({ when }) => when === undefined || hold(when, facts))
}

function sentence({ name }: CourierRule, effect: string): string {
  return `rule: ${name} → ${effect}`
}

function preferred(rule: CourierRule, options: readonly FreightOption[]): FreightOption | null {
  const { courier } = rule
  if (courier === undefined) return null
  const isOwn = ({ slug }: FreightOption) => slug !== null && isSame(slug, courier)
  const own = cheapest(options.filter(isOwn))
  const other = cheapest(options.filter((option) => !isOwn(option)))
  if (!own || !other) return own
  return own.cost - other.cost > (rule.unless_cheaper_by_cents ?? Number.POSITIVE_INFINITY) ? null : own
}

function hold(conditions: Conditions, facts: ConsignmentFacts): boolean {
  const { postcodes, rural, weight_kg, longest_side_cm, volume_m3, pricing } = conditions
  const { customers, dangerous_goods } = conditions
  return (
    (postcodes?.some((range) => isWithin(facts.postcode, range)) ?? true) &&
    (rural === undefined || rural === facts.is_rural) &&
    isBetween(facts.weight_kg, weight_kg) &&
    isBetween(facts.longest_side_cm, longest_side_cm) &&
    isBetween(facts.volume_m3, volume_m3) &&
    (pricing?.some((type) => isSame(type, facts.pricing)) ?? true) &&
    (customers?.some((code) => isSame(code, facts.customer)) ?? true) &&
    (dangerous_goods === undefined || dangerous_goods === facts.dangerous_goods)
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
 * The rule that makes another one, which only prefers a courier, useless: an earlier one of the same courier that applies
 * whenever the later one does.
 * An earlier rule of another courier does not, because that courier may give no price.
 */
export function coveredBy(rules: readonly CourierRule[], index: number): CourierRule | null {
  const rule = rules[index]
  if (rule === undefined || rule.refuse || rule.only || rule.signature || rule.warn !== undefined) return null
  return rules.slice(0, index).find((earlier) => covers(earlier, rule)) ?? null
}

function covers(earlier: CourierRule, later: CourierRule): boolean {
  const { when: outer = {}, unless_cheaper_by_cents: outerCents = Number.POSITIVE_INFINITY } = earlier
  const { when: inner = {}, unless_cheaper_by_cents: innerCents = Number.POSITIVE_INFINITY } = later
  return (
    earlier.courier !== undefined &&
    later.courier !== undefined &&
    isSame(earlier.courier, later.courier) &&
    innerCents <= outerCents &&
    areAllIn(inner.postcodes, outer.postcodes, isRangeIn) &&
    (outer.rural === undefined || outer.rural === inner.rural) &&
    areLimitsIn(inner.weight_kg, outer.weight_kg) &&
    areLimitsIn(inner.longest_side_cm, outer.longest_side_cm) &&
    areLimitsIn(inner.volume_m3, outer.volume_m3) &&
    areAllIn(inner.pricing, outer.pricing, isSame) &&
    areAllIn(inner.customers, outer.customers, isSame) &&
    (outer.dangerous_goods === undefined || outer.dangerous_goods === inner.dangerous_goods)
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
