import { memo } from 'react'
import { BRANCHES, DATE_RANGES, STATUS_FILTERS } from '../../../contract/orders.ts'
import type { OrderFilter } from '../../../domain/lists/order-filter.ts'
import {
  BRANCH_LABELS,
  changeFilter,
  DATE_RANGE_LABELS,
  STATUS_LABELS,
} from '../../../domain/lists/order-filter.ts'
import type { ToolsProps } from '../../list/define-list.tsx'
import { FilterSelect, ListTools } from '../../list/list-tools.tsx'
import { useDraftFilter } from '../../list/use-draft-filter.ts'

const BRANCH_CHOICES = ['all', ...BRANCHES] as const
const DATE_RANGE_CHOICES = [...DATE_RANGES, 'all'] as const
const STATUS_CHOICES = ['all', ...STATUS_FILTERS] as const

type OrderFiltersProps = Pick<ToolsProps<OrderFilter>, 'filter' | 'onApply' | 'form'>

/**
 * Search and filters of the orders. A select applies at once, together with the typed text; typed text alone waits
 * for Enter.
 */
export const OrderFilters = memo(function OrderFilters({ filter, onApply, form }: OrderFiltersProps) {
  const [draft, setDraft] = useDraftFilter(filter)

  function want(change: Partial<OrderFilter>): OrderFilter {
    const next = changeFilter(draft, change)
    setDraft(next)
    return next
  }

  return (
    <ListTools
      label="Search orders"
      text={draft.query}
      onText={(query) => want({ query })}
      onApply={() => onApply(changeFilter(draft, {}))}
      form={form}
    >
      <FilterSelect
        label="Branch"
        value={draft.branch}
        options={BRANCH_CHOICES}
        labelOf={(branch) => BRANCH_LABELS[branch]}
        onChange={(branch) => onApply(want({ branch }))}
      />
      <FilterSelect
        label="Date"
        name="Date range"
        value={draft.daterange}
        options={DATE_RANGE_CHOICES}
        labelOf={(daterange) => DATE_RANGE_LABELS[daterange]}
        onChange={(daterange) => onApply(want({ daterange }))}
      />
      <FilterSelect
        label="Status"
        value={draft.status}
        options={STATUS_CHOICES}
        labelOf={(status) => STATUS_LABELS[status]}
        onChange={(status) => onApply(want({ status }))}
      />
    </ListTools>
  )
})
