import { daysBefore, formatDay } from '../calendar/nz-calendar.ts'
import { capitalised } from '../format/text.ts'
import { courierLabel } from '../freight/couriers.ts'
import { kindFacts, type RecordKind } from '../records/record-kind.ts'
import { type ConsignmentFilter, consignmentCriteria, consignmentParameters } from './consignment-filter.ts'
import { emailsPath, listPath, type TextFilter, textParameters } from './list-address.ts'
import { type OrderFilter, orderParameters, orderTitle } from './order-filter.ts'

/** The lists that have no filter besides their search. */
type SearchedList = Exclude<RecordKind, 'order' | 'consignment'> | 'email'

/** A list and the filter that it is opened with. */
export type FilteredList =
  | { list: 'order'; filter: OrderFilter }
  | { list: 'consignment'; filter: ConsignmentFilter }
  | { list: SearchedList; filter: TextFilter }

/** The address of a list with its filter. @param today in Auckland, 'yyyy-MM-dd' */
export function listAddress(filtered: FilteredList, today: string): string {
  switch (filtered.list) {
    case 'order':
      return listPath('order', orderParameters(filtered.filter))
    case 'consignment':
      return listPath('consignment', consignmentParameters(filtered.filter, today))
    case 'email':
      return emailsPath(textParameters(filtered.filter))
    default:
      return listPath(filtered.list, textParameters(filtered.filter))
  }
}

/**
 * A list and its filter in words. @param today in Auckland, 'yyyy-MM-dd'
 * @example 'Unpaid orders · Christchurch · all dates · “rolleston”'
 */
export function listWords(filtered: FilteredList, today: string): string {
  const { query } = filtered.filter
  return [...filterWords(filtered, today), query === '' ? null : `“${query}”`]
    .filter((words) => words !== null)
    .join(' · ')
}

function filterWords(filtered: FilteredList, today: string): (string | null)[] {
  switch (filtered.list) {
    case 'order':
      return orderTitle(filtered.filter, today)
    case 'consignment': {
      const { provider, date } = filtered.filter
      const criteria = consignmentCriteria(filtered.filter).map(({ words }) => words)
      return [
        'Consignments',
        provider === '' ? null : courierLabel(provider),
        dayWords(date, today),
        ...criteria,
      ]
    }
    case 'email':
      return ['Emails']
    default:
      return [capitalised(kindFacts(filtered.list).plural)]
  }
}

function dayWords(day: string, today: string): string {
  if (day === today) return 'today'
  return day === daysBefore(today, 1) ? 'yesterday' : formatDay(day)
}
