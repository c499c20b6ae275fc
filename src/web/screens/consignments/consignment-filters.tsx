import { memo, type ReactNode, type Ref, useState } from 'react'
import type { ConsignmentFilter } from '../../api/consignments.ts'
import { FilterDate, FilterSelect, ListTools } from '../../table/list-tools.tsx'
import { COURIER_LABELS, COURIER_ORDER, courierOf, today } from './consignment-filter.ts'

interface ConsignmentFiltersProps {
  filter: ConsignmentFilter
  onApply(filter: ConsignmentFilter): void
  form: Ref<HTMLFormElement>
  /** What stands beside the filters. */
  children?: ReactNode
}

/** Search, day and courier. Day and courier apply at once and take the typed text along; the text waits for Enter. */
export const ConsignmentFilters = memo(function ConsignmentFilters(props: ConsignmentFiltersProps) {
  const { filter, onApply, form, children } = props
  const [chosen, setChosen] = useState({ filter, wanted: filter })
  if (chosen.filter !== filter) setChosen({ filter, wanted: filter })
  const { wanted } = chosen

  function want(change: Partial<ConsignmentFilter>): ConsignmentFilter {
    const next = { ...wanted, ...change }
    setChosen({ filter, wanted: next })
    return next
  }

  /** Without a day it is today's list. */
  function apply(next: ConsignmentFilter): void {
    onApply({ ...next, date: next.date === '' ? today() : next.date })
  }

  return (
    <ListTools
      label="Search consignments"
      text={wanted.query}
      onText={(query) => want({ query })}
      onApply={() => apply(wanted)}
      form={form}
    >
      <FilterDate
        label="Date"
        value={wanted.date}
        onType={(date) => want({ date })}
        onPick={(date) => apply(want({ date }))}
      />
      <FilterSelect
        label="Courier"
        value={courierOf(wanted.provider)}
        options={COURIER_LABELS}
        order={COURIER_ORDER}
        onChange={(provider) => apply(want({ provider }))}
      />
      {children}
    </ListTools>
  )
})
