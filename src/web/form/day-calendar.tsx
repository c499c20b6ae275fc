import type { RefObject } from 'react'
import { calendarDate, dayInWords, dayOfCalendar } from '../../domain/calendar/nz-calendar.ts'
import { useLayer } from '../commands/targets.ts'
import { Calendar } from '../ui/calendar.tsx'
import { Popover, PopoverAnchor, PopoverContent } from '../ui/popover.tsx'

interface DayCalendarProps {
  /** The element next to which the calendar opens. */
  anchor: RefObject<HTMLElement | null>
  /** All days are 'yyyy-MM-dd'. With any other value no day is selected. */
  value: string
  today: string
  min: string | undefined
  max: string | undefined
  onPick(day: string): void
  onClose(): void
}

/**
 * Focuses the day when the calendar opens. Deferred, because a dialog around the field releases the focus only now.
 */
function focusDay(event: Event): void {
  event.preventDefault()
  if (!(event.currentTarget instanceof HTMLElement)) return
  event.currentTarget.querySelector<HTMLElement>('[role=grid] button[tabindex="0"]')?.focus()
}

/** The calendar of a date field. Loaded when first opened. */
export function DayCalendar({ anchor, value, today, min, max, onPick, onClose }: DayCalendarProps) {
  useLayer('dialog', true)
  const selected = calendarDate(value)
  const [first, last] = [calendarDate(min ?? ''), calendarDate(max ?? '')]
  const now = calendarDate(today)
  return (
    <Popover open onOpenChange={(open) => !open && onClose()}>
      <PopoverAnchor virtualRef={anchor} />
      <PopoverContent aria-label="Calendar" onOpenAutoFocus={focusDay}>
        <Calendar
          mode="single"
          required
          selected={selected}
          onSelect={(date) => onPick(dayOfCalendar(date))}
          {...(now && { today: now, defaultMonth: selected ?? now })}
          {...(first && { startMonth: first })}
          {...(last && { endMonth: last })}
          disabled={[first && { before: first }, last && { after: last }].filter((one) => one !== undefined)}
          labels={{
            labelDayButton: (date, { today: isToday }) =>
              `${dayInWords(dayOfCalendar(date))}${isToday ? ', today' : ''}`,
          }}
        />
      </PopoverContent>
    </Popover>
  )
}
