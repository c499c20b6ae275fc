import { memo, type Ref, useState } from 'react'
import { BRANCHES, DATE_RANGES, STATUS_FILTERS } from '../../../contract/orders.ts'
import type { OrderFilter } from '../../api/orders.ts'
import { FilterSelect, ListTools } from '../../table/list-tools.tsx'
import { BRANCH_LABELS, changeFilter, DATE_RANGE_LABELS, STATUS_LABELS } from './order-filter.ts'

const BRANCH_ORDER = ['all', ...BRANCHES] as const
const DATE_RANGE_ORDER = [...DATE_RANGES, 'all'] as const
const STATUS_ORDER = ['all', ...STATUS_FILTERS] as const

interface OrderFiltersProps {
  filter: OrderFilter
  onApply(filter: OrderFilter): void
  form: Ref<HTMLFormElement>
}

/** Search and filters of the orders. A select applies at once and takes the typed text along; the text waits for Enter. */
export const OrderFilters = memo(function OrderFilters({ filter, onApply, form }: OrderFiltersProps) {
  const [chosen, setChosen] = useState({ filter, wanted: filter })
  if (chosen.filter !== filter) setChosen({ filter, wanted: filter })
  const { wanted } = chosen

  function want(change: Partial<OrderFilter>): OrderFilter {
    const next = changeFilter(wanted, change)
    setChosen({ filter, wanted: next })
    return next
  }

  return (
    <ListTools
      label="Search orders"
      text={wanted.query}
      onText={(query) => want({ query })}
      onApply={() => onApply(changeFilter(wanted, {}))}
      form={form}
    >
      <FilterSelect
        label="Branch"
        value={wanted.branch}
        options={BRANCH_LABELS}
        order={BRANCH_ORDER}
        onChange={(branch) => onApply(want({ branch }))}
      />
      <FilterSelect
        label="Date"
        name="Date range"
        value={wanted.daterange}
        options={DATE_RANGE_LABELS}
        order={DATE_RANGE_ORDER}
        onChange={(daterange) => onApply(want({ daterange }))}
      />
      <FilterSelect
        label="Status"
        value={wanted.status}
        options={STATUS_LABELS}
        order={STATUS_ORDER}
        onChange={(status) => onApply(want({ status }))}
      />
    </ListTools>
  )
})
