import { memo, type ReactNode, type Ref } from 'react'
import type { ConsignmentFilter } from '../../api/consignments.ts'
import { FilterDate, FilterSelect, ListTools } from '../../table/list-tools.tsx'
import { useWanted } from '../../table/use-wanted.ts'
import { COURIER_CHOICES, courierChoiceLabel, courierOf, today } from './consignment-filter.ts'

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
  const [wanted, setWanted] = useWanted(filter)

  function want(change: Partial<ConsignmentFilter>): ConsignmentFilter {
    const next = { ...wanted, ...change }
    setWanted(next)
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
        options={COURIER_CHOICES}
        labelOf={courierChoiceLabel}
        onChange={(provider) => apply(want({ provider }))}
      />
      {children}
    </ListTools>
  )
})
