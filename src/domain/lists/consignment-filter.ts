import type {
  Consignment,
  ConsignmentCriterionName,
  ConsignmentListQuery,
} from '../../contract/consignments.ts'
import { isAucklandDay, parseWallClock, todayInAuckland } from '../calendar/nz-calendar.ts'
import { consignmentTotals } from '../freight/consignment-details.ts'
import { CONSIGNMENT_COURIERS, courierLabel } from '../freight/couriers.ts'
import { type NumberRange, namedRange, parseRange, rangeWords } from './number-range.ts'

/** Filter of the consignments list; `provider` is a courier's slug, blank for all. */
export interface ConsignmentFilter extends ConsignmentListQuery {
  /** The screen to which the list leads back. Not part of the call. */
  from?: typeof FROM_END_OF_DAY
}

const FROM_END_OF_DAY = 'end-of-day'

/** Blank means all couriers, as in the call. */
export const COURIER_CHOICES = ['', ...CONSIGNMENT_COURIERS] as const
type CourierChoice = (typeof COURIER_CHOICES)[number]

export function courierChoiceLabel(choice: CourierChoice): string {
  return choice === '' ? 'All' : courierLabel(choice)
}

export function courierChoiceOf(text: string): CourierChoice {
  return COURIER_CHOICES.find((courier) => courier === text) ?? ''
}

/** The value of each criterion. */
export interface ConsignmentCriteria {
  /** In grams. */
  weight: NumberRange
  service: string
}

interface ConsignmentCriterion<Value> {
  /** The value of its text in an address; null if the text is invalid. */
  parse(text: string): Value | null
  /** The text for an address of a folded phrase; null if the phrase does not name it. */
  named(phrase: string): string | null
  /** In the title of the list: 'over 20 kg'. */
  words(text: string): string
}

/** Kilograms, in grams. */
const WEIGHT = { decimals: 3, words: (grams: number) => `${grams / 1000} kg` }
/** A phrase in kilograms: `over 20 kg`, `20 kg or more`, `5-10kg`, `5 kg to 10 kg`. */
const IN_KILOGRAMS = /^(heavier than|lighter than)?([^$k]*?) ?(?:kgs?|kilos?|kilograms?)( or more|\+)?$/
const SERVICE = /^[\p{L}\d][\p{L}\d -]{1,39}$/u

/** What consignments may be besides their day and courier (CON-14). Each is a parameter of the address of the list. */
export const CONSIGNMENT_CRITERIA: {
  readonly [Name in ConsignmentCriterionName]: ConsignmentCriterion<ConsignmentCriteria[Name]>
} = {
  weight: {
    parse: (text) => parseRange(text, WEIGHT),
    named(phrase) {
      const [, than, numbers = '', more = ''] = IN_KILOGRAMS.exec(phrase.replace(/ ?kg to /, ' to ')) ?? []
      const bound = than === undefined ? '' : than === 'heavier than' ? 'over' : 'under'
      const text = namedRange(`${bound}${numbers}${more}`, String)
      return text === null || parseRange(text, WEIGHT) === null ? null : text
    },
    words: (text) => rangeWords(text, WEIGHT),
  },
  service: {
    parse: (text) => (SERVICE.test(text) ? text.toLowerCase() : null),
    named: (phrase) => /^service ([a-z]+)$/.exec(phrase)?.[1] ?? null,
    words: (text) => `service ${text}`,
  },
}

function isCriterionName(name: string): name is ConsignmentCriterionName {
  return Object.hasOwn(CONSIGNMENT_CRITERIA, name)
}

/** In the order of the title. */
const CRITERION_NAMES: readonly ConsignmentCriterionName[] =
  Object.keys(CONSIGNMENT_CRITERIA).filter(isCriterionName)

/** The criteria of a filter, with their texts in its address and in words. */
export function consignmentCriteria(filter: Pick<ConsignmentFilter, ConsignmentCriterionName>): {
  name: ConsignmentCriterionName
  text: string
  words: string
}[] {
  return CRITERION_NAMES.flatMap((name) => {
    const text = filter[name]
    return text === undefined ? [] : [{ name, text, words: CONSIGNMENT_CRITERIA[name].words(text) }]
  })
}

/** The criterion that a folded phrase names, and its text; null if it names none. */
export function consignmentCriterionNamed(
  phrase: string,
): { name: ConsignmentCriterionName; text: string } | null {
  for (const name of CRITERION_NAMES) {
    const text = CONSIGNMENT_CRITERIA[name].named(phrase)
    if (text !== null) return { name, text }
  }
  return null
}

/**
 * Parses the filter of an address. Without a valid day it is `today`, 'yyyy-MM-dd'.
 * @param hasCriteria whether the back end has them
 */
export function readConsignmentFilter(
  search: URLSearchParams,
  today: string,
  hasCriteria = true,
): ConsignmentFilter {
  const date = search.get('date') ?? ''
  const criteria: Partial<Record<ConsignmentCriterionName, string>> = {}
  for (const name of hasCriteria ? CRITERION_NAMES : []) {
    const text = search.get(name)
    if (text !== null && CONSIGNMENT_CRITERIA[name].parse(text) !== null) criteria[name] = text
  }
  return {
    ...criteria,
    date: isAucklandDay(date) ? date : today,
    query: (search.get('query') ?? '').trim(),
    provider: courierChoiceOf(search.get('provider') ?? ''),
    ...(search.get('from') === FROM_END_OF_DAY && { from: FROM_END_OF_DAY }),
  }
}

/** The filter as address parameters. Today and blank values are omitted. */
export function consignmentParameters(
  { date, query, provider, from, ...criteria }: ConsignmentFilter,
  today: string,
): Record<string, string> {
  const parameters: Record<string, string> = {}
  if (date !== today) parameters.date = date
  if (query.trim() !== '') parameters.query = query.trim()
  if (provider !== '') parameters.provider = provider
  for (const { name, text } of consignmentCriteria(criteria)) parameters[name] = text
  if (from !== undefined) parameters.from = from
  return parameters
}

/** Why the list is empty, in one sentence. */
export function whyNoConsignments({ query, provider, ...rest }: ConsignmentFilter): string {
  const criteria = consignmentCriteria(rest).map(({ words }) => words)
  const named = [...(provider === '' ? [] : [courierLabel(provider)]), ...criteria]
  const courier = named.length === 0 ? '' : ` with ${named.join(', ')}`
  return query === ''
    ? `Nothing was consigned${courier} on this day.`
    : `Nothing matches “${query}”${courier} on this day.`
}

/** Whether a new consignment belongs to the list. False where only the server can tell what it finds, as for a search. */
export function consignmentBelongsTo(
  { date, query, provider, weight, service }: ConsignmentFilter,
  consignment: Consignment,
): boolean {
  const { dates, shipping_company } = consignment
  if (query !== '' || service !== undefined || (provider !== '' && shipping_company !== provider))
    return false
  const grams = Math.round(consignmentTotals(consignment).weight * 1000)
  const { from, to } = CONSIGNMENT_CRITERIA.weight.parse(weight ?? '') ?? { from: null, to: null }
  if ((from !== null && grams < from) || (to !== null && grams > to)) return false
  const at = parseWallClock(dates.created_at)
  return at !== null && todayInAuckland(at) === date
}
