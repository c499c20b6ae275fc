import { useMemo, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router-dom'
import { todayInAuckland } from '../../../domain/calendar/nz-calendar.ts'
import {
  type ConsignmentFilter,
  consignmentParameters,
  readConsignmentFilter,
} from '../../../domain/lists/consignment-filter.ts'
import type { ListFilter } from '../../list/list-filter.ts'
import { paths } from '../../routing/paths.ts'
import { now } from '../../state/clock.ts'

/** Today in Auckland. */
export function today(): string {
  return todayInAuckland(now())
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
  return useMemo(() => readConsignmentFilter(search, day), [search, day])
}

/** The filter of the consignments list. */
export const CONSIGNMENT_FILTER: ListFilter<ConsignmentFilter> = {
  read: ({ searchParams }) => readConsignmentFilter(searchParams, today()),
  address: (filter) => paths.list('consignment', consignmentParameters(filter, today())),
  useFilter,
  // An address without a day leads to another day after midnight.
  isOtherList: (shown, next) => shown.date !== next.date,
}
