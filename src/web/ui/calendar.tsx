import { ChevronLeft, ChevronRight } from 'lucide-react'
import { DayPicker, type DayPickerProps } from 'react-day-picker'
import { cn } from '../lib/cn.ts'

const SQUARE = 'grid size-8 place-items-center rounded-m max-sm:size-11'
const NAV = cn(
  SQUARE,
  'text-fg-2 hover:bg-hover-raised aria-disabled:text-fg-off aria-disabled:hover:bg-transparent',
)

/**
 * A month of days to choose from. Arrows move by day and week, Page Up and Page Down by month. Weeks begin on
 * Monday.
 */
export function Calendar(props: DayPickerProps) {
  return (
    <DayPicker
      weekStartsOn={1}
      showOutsideDays
      {...props}
      classNames={{
        months: 'relative',
        nav: 'absolute inset-x-0 top-0 flex justify-between',
        button_previous: NAV,
        button_next: NAV,
        month_caption: 'grid h-8 place-items-center font-semibold max-sm:h-11',
        month_grid: 'mt-1 border-collapse tabular',
        weekday: 'size-8 text-small font-medium text-fg-3 max-sm:w-11',
        day: 'p-0',
        day_button: cn(
          SQUARE,
          'hover:bg-hover-raised disabled:text-fg-off disabled:hover:bg-transparent',
          '[[data-today]>&]:font-semibold [[data-today]:not([aria-selected=true])>&]:text-accent-ink [[data-outside]>&]:text-fg-3',
          '[[aria-selected=true]>&]:bg-accent [[aria-selected=true]>&]:text-on-accent [[aria-selected=true]>&]:hover:bg-accent-hover',
        ),
      }}
      components={{
        Chevron: ({ orientation }) =>
          orientation === 'left' ? <ChevronLeft aria-hidden="true" /> : <ChevronRight aria-hidden="true" />,
      }}
    />
  )
}
