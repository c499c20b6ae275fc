import { useMemo, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isAucklandDay, todayInAuckland } from '../../../domain/calendar/nz-calendar.ts'
import { CONSIGNMENT_COURIERS, courierLabel } from '../../../domain/freight/couriers.ts'
import type { ConsignmentFilter } from '../../api/consignments.ts'
import type { ListFilter } from '../../list/list-filter.ts'
import { paths } from '../../routing/paths.ts'
import { now } from '../../state/clock.ts'

/** Blank is all of them, as the call has it. */
export const COURIER_CHOICES = ['', ...CONSIGNMENT_COURIERS] as const
export type CourierChoice = (typeof COURIER_CHOICES)[number]

export function courierChoiceLabel(choice: CourierChoice): string {
  return choice === '' ? 'All' : courierLabel(choice)
}

/** The day it is in Auckland at this moment. */
export function today(): string {
  return todayInAuckland(now())
}

export function courierOf(text: string): CourierChoice {
  return COURIER_CHOICES.find((courier) => courier === text) ?? ''
}

/** Reads the filter from an address: without a day that exists it is Auckland's today. */
export function readFilter(search: URLSearchParams, otherwise: string = today()): ConsignmentFilter {
  const date = search.get('date') ?? ''
  return {
    date: isAucklandDay(date) ? date : otherwise,
    query: (search.get('query') ?? '').trim(),
    provider: courierOf(search.get('provider') ?? ''),
  }
}

/** The address parameters of a filter: today and what is blank are left out. */
export function filterParameters({ date, query, provider }: ConsignmentFilter): Record<string, string> {
  const parameters: Record<string, string> = {}
  if (date !== today()) parameters.date = date
  if (query.trim() !== '') parameters.query = query.trim()
  if (provider !== '') parameters.provider = provider
  return parameters
}

/** Why a list is empty, in one sentence. */
export function whyEmpty({ query, provider }: ConsignmentFilter): string {
  const courier = provider === '' ? '' : ` with ${courierLabel(provider)}`
  return query === ''
    ? `Nothing was consigned${courier} on this day.`
    : `Nothing matches “${query}”${courier} on this day.`
}

/** How late midnight may be noticed by a screen that nothing else draws. */
const NOTICED_MS = 10_000

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, NOTICED_MS)
  return () => clearInterval(timer)
}

/** The day it is in Auckland: a screen that is open over midnight goes on to the next. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, today)
}

/** The open address, read again when the day changes: without a day it is that of today's list. */
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
  // Since midnight the address of today is that of another day.
  isOtherList: (shown, next) => shown.date !== next.date,
}
