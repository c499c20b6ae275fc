import type { Consignment, ConsignmentListQuery } from '../../contract/consignments.ts'
import { isAucklandDay, parseWallClock, todayInAuckland } from '../calendar/nz-calendar.ts'
import { CONSIGNMENT_COURIERS, courierLabel } from '../freight/couriers.ts'

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

/** Parses the filter of an address. Without a valid day it is `today`, 'yyyy-MM-dd'. */
export function readConsignmentFilter(search: URLSearchParams, today: string): ConsignmentFilter {
  const date = search.get('date') ?? ''
  return {
    date: isAucklandDay(date) ? date : today,
    query: (search.get('query') ?? '').trim(),
    provider: courierChoiceOf(search.get('provider') ?? ''),
    ...(search.get('from') === FROM_END_OF_DAY && { from: FROM_END_OF_DAY }),
  }
}

/** The filter as address parameters. Today and blank values are omitted. */
export function consignmentParameters(
  { date, query, provider, from }: ConsignmentFilter,
  today: string,
): Record<string, string> {
  const parameters: Record<string, string> = {}
  if (date !== today) parameters.date = date
  if (query.trim() !== '') parameters.query = query.trim()
  if (provider !== '') parameters.provider = provider
  if (from !== undefined) parameters.from = from
  return parameters
}

/** Why the list is empty, in one sentence. */
export function whyNoConsignments({ query, provider }: ConsignmentFilter): string {
  const courier = provider === '' ? '' : ` with ${courierLabel(provider)}`
  return query === ''
    ? `Nothing was consigned${courier} on this day.`
    : `Nothing matches “${query}”${courier} on this day.`
}

/** Whether a new consignment belongs to the list. False for a search: only the server can tell what it finds. */
export function consignmentBelongsTo(
  { date, query, provider }: ConsignmentFilter,
  { dates, shipping_company }: Consignment,
): boolean {
  if (query !== '' || (provider !== '' && shipping_company !== provider)) return false
  const at = parseWallClock(dates.created_at)
  return at !== null && todayInAuckland(at) === date
}
