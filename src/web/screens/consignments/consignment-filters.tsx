import { memo, useId, useState } from 'react'
import { isAucklandDay } from '../../../domain/calendar/nz-calendar.ts'
import { UNREADABLE_DAY } from '../../../domain/calendar/nz-day.ts'
import {
  COURIER_CHOICES,
  type ConsignmentFilter,
  courierChoiceLabel,
  courierOf,
} from '../../../domain/lists/consignment-filter.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { DayInput } from '../../form/day-input.tsx'
import type { ToolsProps } from '../../list/define-list.tsx'
import { FilterFrame, FilterSelect, ListTools } from '../../list/list-tools.tsx'
import { useDraftFilter } from '../../list/use-draft-filter.ts'
import { useNarrow } from '../../table/use-narrow.ts'
import { today } from './consignment-filter.ts'

type ConsignmentFiltersProps = Pick<ToolsProps<ConsignmentFilter>, 'filter' | 'onApply' | 'form'> &
  Partial<Pick<ToolsProps<ConsignmentFilter>, 'commands'>>

/**
 * Search, day and courier. Day and courier apply at once, together with the typed text; typed text alone waits for
 * Enter.
 */
export const ConsignmentFilters = memo(function ConsignmentFilters(props: ConsignmentFiltersProps) {
  const { filter, onApply, form, commands = [] } = props
  const narrow = useNarrow()
  const [draft, setDraft] = useDraftFilter(filter)
  const errorId = useId()
  /** Whether the day was submitted or lost the focus. Before that, incomplete text is not an error. */
  const [settled, setSettled] = useState(false)
  const wrong = settled && !isDayOrBlank(draft.date)

  function want(change: Partial<ConsignmentFilter>): ConsignmentFilter {
    const next = { ...draft, ...change }
    setDraft(next)
    return next
  }

  /** Applies a filter. Without a day it is today's list, and the field then says so, also if it already was. */
  function apply(next: ConsignmentFilter): void {
    setSettled(true)
    if (isDayOrBlank(next.date)) onApply(want({ ...next, date: next.date === '' ? today() : next.date }))
  }

  return (
    <ListTools
      label="Search consignments"
      text={draft.query}
      onText={(query) => want({ query })}
      onApply={() => apply(draft)}
      form={form}
    >
      <FilterFrame label="Date" className="max-sm:hidden">
        <DayInput
          aria-label="Date"
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? errorId : undefined}
          value={draft.date}
          today={today()}
          onChange={(date) => {
            setSettled(false)
            want({ date })
          }}
          onPick={(date) => apply(want({ date }))}
          onLeave={() => setSettled(true)}
          narrow
          className="h-full w-[168px] border-0 bg-transparent pl-1.5 font-medium outline-none max-sm:h-full max-sm:w-full"
        />
      </FilterFrame>
      <FilterSelect
        label="Courier"
        value={courierOf(draft.provider)}
        options={COURIER_CHOICES}
        labelOf={courierChoiceLabel}
        onChange={(provider) => apply(want({ provider }))}
      />
      {narrow && commands.map((id) => <CommandButton key={id} id={id} label="New" className="max-sm:h-9" />)}
      {wrong && (
        <p id={errorId} role="alert" className="order-last w-full text-small text-danger-ink">
          {UNREADABLE_DAY}
        </p>
      )}
    </ListTools>
  )
})

function isDayOrBlank(text: string): boolean {
  return text === '' || isAucklandDay(text)
}
