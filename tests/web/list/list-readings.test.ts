import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { interpret } from '../../../commands/interpreter/interpret.ts'
import { CAPABILITIES } from '../../../src/contract/capabilities.ts'
import { aucklandDayStart } from '../../../src/domain/calendar/nz-calendar.ts'
import { searchFilter, textFilter } from '../../../src/web/list/list-filter.ts'
import { paths } from '../../../src/web/routing/paths.ts'
import { CONSIGNMENT_FILTER } from '../../../src/web/screens/consignments/consignments-list.tsx'
import { ORDER_FILTER } from '../../../src/web/screens/orders/orders-list.tsx'
import { CASES, TODAY } from '../../commands/interpreter.cases.ts'

beforeEach(() => void vi.useFakeTimers({ now: aucklandDayStart(TODAY), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** The filters as the screens of the lists read them from an address. */
const READERS = {
  order: ORDER_FILTER,
  consignment: CONSIGNMENT_FILTER,
  customer: textFilter((search) => paths.list('customer', search)),
  product: textFilter((search) => paths.list('product', search)),
  email: textFilter(paths.emails),
  supplier: searchFilter((query) => paths.suppliers(undefined, query)),
  'supplier-order': searchFilter((query) => paths.suppliers('orders', query)),
}

const context = { today: TODAY, kindsOf: () => [], customShortcuts: {}, capabilities: new Set(CAPABILITIES) }
const lists = Object.values(CASES)
  .flat()
  .flatMap(([input]) => interpret(input, context).filter((reading) => reading.kind === 'list'))

test('a list screen reads exactly the filter of a reading from its address', () => {
  expect(lists.length).toBeGreaterThan(80)
  for (const { list, filter, address } of lists) {
    expect(READERS[list].read(new URL(address, 'https://console.example'))).toEqual(filter)
  }
})
