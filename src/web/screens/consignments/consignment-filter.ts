import { useMemo, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isAucklandDay, todayInAuckland } from '../../../domain/calendar/nz-calendar.ts'
import { CONSIGNMENT_COURIERS, courierLabel } from '../../../domain/freight/couriers.ts'
import type { ConsignmentFilter } from '../../api/consignments.ts'
import type { ListFilter } from '../../list/list-filter.ts'
import { paths } from '../../routing/paths.ts'
import { now } from '../../state/clock.ts'

/** Blank means all couriers, as in the call. */
export const COURIER_CHOICES = ['', ...CONSIGNMENT_COURIERS] as const
export type CourierChoice = (typeof COURIER_CHOICES)[number]

export function courierChoiceLabel(choice: CourierChoice): string {
  return choice === '' ? 'All' : courierLabel(choice)
}

/** Today in Auckland. */
export function today(): string {
  return todayInAuckland(now())
}

export function courierOf(text: string): CourierChoice {
  return COURIER_CHOICES.find((courier) => courier === text) ?? ''
}

/** Parses the filter of an address. Without a valid day it is today in Auckland. */
export function readFilter(search: URLSearchParams, otherwise: string = today()): ConsignmentFilter {
  const date = search.get('date') ?? ''
  return {
    date: isAucklandDay(date) ? date : otherwise,
    query: (search.get('query') ?? '').trim(),
    provider: courierOf(search.get('provider') ?? ''),
  }
}

/** The filter as address parameters. Today and blank values are omitted. */
export function filterParameters({ date, query, provider }: ConsignmentFilter): Record<string, string> {
  const parameters: Record<string, string> = {}
  if (date !== today()) parameters.date = date
  if (query.trim() !== '') parameters.query = query.trim()
  if (provider !== '') parameters.provider = provider
  return parameters
}

/** Why the list is empty, in one sentence. */
export function whyEmpty({ query, provider }: ConsignmentFilter): string {
  const courier = provider === '' ? '' : ` with ${courierLabel(provider)}`
  return query === ''
    ? `Nothing was consigned${courier} on this day.`
    : `Nothing matches “${query}”${courier} on this day.`
}

/** Milliseconds between checks whether midnight has passed. */
const NOTICED_MS = 10_000

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, NOTICED_MS)
  return () => clearInterval(timer)
}

/** Today in Auckland. Rerenders after midnight. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, today)
}

/** The filter of the current address. Without a day it changes at midnight. */
function useFilter(): ConsignmentFilter {
  const [search] = useSearchParams()
  const day = useToday()
  return useMemo(() => readFilter(search, day), [search, day])
}

/** The filter of the consignments list. */
export const CONSIGNMENT_FILTER: ListFilter<ConsignmentFilter> = {
  read: ({ searchParams }) => readFilter(searchParams),
  address: (filter) => paths.list('consignment', filterParameters(filter)),
  useFilter,
  // An address without a day leads to another day after midnight.
  isOtherList: (shown, next) => shown.date !== next.date,
}
