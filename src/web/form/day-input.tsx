import { CalendarDays } from 'lucide-react'
import { useCallback, useId, useMemo, useRef, useState } from 'react'
import {
  dayInWords,
  daysAfter,
  formatDay,
  isAucklandDay,
  readDay,
  weekdayOf,
} from '../../domain/calendar/nz-calendar.ts'
import { useCommandTarget } from '../commands/targets.ts'
import { cn } from '../lib/cn.ts'
import { deferred } from '../ui/deferred.tsx'
import { DayText, type DayTextHandlers } from './day-text.tsx'

const dayCalendar = deferred(() => import('./day-calendar.tsx').then((module) => module.DayCalendar))

export interface DayInputProps {
  /** 'yyyy-MM-dd', blank, or unparsed text as typed. */
  value: string
  /** Today in Auckland, 'yyyy-MM-dd'. */
  today: string
  /** The first and last day that arrows and calendar can choose. */
  min?: string
  max?: string
  /** Called with each change of the text, parsed if it is a day. */
  onChange(value: string): void
  /** Called with a day picked from the calendar. Default: `onChange`. */
  onPick?(day: string): void
  /** Called when the field loses the focus. */
  onLeave?(): void
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  /** Class of the text input. */
  className?: string
  /** Omits the name of the day, for phones. */
  narrow?: boolean
}

/**
 * A date as text, dd/mm/yyyy in all browser languages, followed by its weekday. Parses what `readDay` accepts. Arrows
 * change it by a day, Alt and ↓ opens a calendar.
 */
export function DayInput(props: DayInputProps) {
  const { value, today, min, max, onChange, onPick = onChange, onLeave, className, narrow, ...rest } = props
  const [calendarOpen, setCalendarOpen] = useState(false)
  const openCalendar = useCallback(() => setCalendarOpen(true), [])
  const closeCalendar = useCallback(() => setCalendarOpen(false), [])
  const { text, handlers, focused } = useDayText(props, openCalendar)
  const box = useRef<HTMLSpanElement>(null)
  const wordsId = useId()
  useCommandTarget(
    'day',
    useMemo(() => (focused || calendarOpen ? { calendarOpen } : null), [focused, calendarOpen]),
  )
  return (
    <span ref={box} className="relative flex min-w-0">
      <DayText
        {...rest}
        aria-describedby={[rest['aria-describedby'], wordsId].filter(Boolean).join(' ')}
        text={text}
        handlers={handlers}
        className={cn('pr-[68px] tabular max-sm:pr-20', narrow && 'max-sm:pr-8', className)}
      />
      <DayName day={value} wordsId={wordsId} className={narrow ? 'max-sm:hidden' : undefined} />
      {/* Not a tab stop, so that Tab moves on to the next field. Alt and ↓ opens the calendar from the keyboard. */}
      <button
        type="button"
        tabIndex={-1}
        aria-label="Calendar"
        aria-haspopup="dialog"
        aria-expanded={calendarOpen}
        onClick={openCalendar}
        className="absolute inset-y-px right-px grid w-7 place-items-center rounded-m text-fg-3 hover:text-fg max-sm:w-10"
      >
        <CalendarDays className="icon-14" aria-hidden="true" />
      </button>
      {calendarOpen && (
        <dayCalendar.Component
          anchor={box}
          {...{ value, today, min, max }}
          onClose={closeCalendar}
          onPick={(day) => {
            closeCalendar()
            onPick(day)
          }}
        />
      )}
    </span>
  )
}

/** The text in the field, and the handlers of its keys. */
function useDayText({ value, today, min, max, onChange, onLeave }: DayInputProps, openCalendar: () => void) {
  /** The typed text, and the value that it was parsed to. */
  const [typed, setTyped] = useState({ text: '', value: '' })
  const [focused, setFocused] = useState(false)

  function tell(text: string, next: string): void {
    setTyped({ text, value: next })
    onChange(next)
  }
  const now: DayTextHandlers = {
    type: (text) => tell(text, readDay(text, today) ?? text.trim()),
    step(days) {
      if (value !== '' && !isAucklandDay(value)) return
      const next = within(value === '' ? today : daysAfter(value, days), min, max)
      tell(formatDay(next), next)
    },
    open: openCalendar,
    focus: setFocused,
    writeOut: () => setTyped({ text: '', value: '' }),
    leave: () => onLeave?.(),
  }
  const handlers = useRef(now)
  handlers.current = now
  const text = typed.value === value && value !== '' ? typed.text : formatDay(value)
  return { text, handlers, focused }
}

/** The weekday after a date, 'Sun', and the full date for screen readers. */
function DayName({
  day,
  wordsId,
  className,
}: {
  day: string
  wordsId: string
  className: string | undefined
}) {
  return (
    <span
      className={cn(
        'pointer-events-none absolute inset-y-0 right-8 flex items-center text-fg-3 max-sm:right-10',
        className,
      )}
    >
      <span aria-hidden="true">{weekdayOf(day)}</span>
      <span id={wordsId} hidden>
        {dayInWords(day)}
      </span>
    </span>
  )
}

function within(day: string, min: string | undefined, max: string | undefined): string {
  if (min !== undefined && day < min) return min
  return max !== undefined && day > max ? max : day
}
