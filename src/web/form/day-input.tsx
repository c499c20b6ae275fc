import { CalendarDays } from 'lucide-react'
import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  dayInWords,
  daysAfter,
  formatDay,
  isAucklandDay,
  readDay,
  weekdayOf,
} from '../../domain/calendar/nz-calendar.ts'
import { strokeOfEvent } from '../commands/key-press.ts'
import { useCommandTarget } from '../commands/targets.ts'
import { cn } from '../lib/cn.ts'
import { useWaitForLayer } from '../state/key-queue.ts'
import { deferred } from '../ui/deferred.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

const dayCalendar = deferred(() => import('./day-calendar.tsx').then((module) => module.DayCalendar))

interface DayInputProps {
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
  const onCalendarShown = useWaitForLayer('the calendar', calendarOpen, closeCalendar)
  const { focused, ...handlers } = useDayText(props, openCalendar)
  const box = useRef<HTMLSpanElement>(null)
  const wordsId = useId()
  useCommandTarget(
    'day',
    useMemo(() => (focused || calendarOpen ? { calendarOpen } : null), [focused, calendarOpen]),
  )
  return (
    <span ref={box} className="relative flex min-w-0">
      <Input
        {...rest}
        {...handlers}
        data-day=""
        placeholder="dd/mm/yyyy"
        autoComplete="off"
        spellCheck={false}
        aria-keyshortcuts="Alt+ArrowDown"
        aria-describedby={[rest['aria-describedby'], wordsId].filter(Boolean).join(' ')}
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
          onShown={onCalendarShown}
          onPick={(day) => {
            closeCalendar()
            onPick(day)
          }}
        />
      )}
    </span>
  )
}

interface DateFieldProps extends Omit<DayInputProps, 'id' | 'className' | 'onLeave' | `aria-${string}`> {
  label: string
  /** Why the value is not accepted, as a sentence; null if it is. Shown once the field loses the focus. */
  fault: string | null
  /** The server's error after submission. Shown at once. */
  error?: string | null
}

/** A date field in a form. */
export function DateField({ label, fault, error, onChange, ...input }: DateFieldProps) {
  const [left, setLeft] = useState(false)
  const shown = error ?? (left ? fault : null)
  return (
    <Field label={label} error={shown}>
      {(control) => (
        <DayInput
          {...control}
          {...input}
          onLeave={() => setLeft(true)}
          onChange={(value) => {
            setLeft(false)
            onChange(value)
          }}
        />
      )}
    </Field>
  )
}

/** The text in the field, and the handlers of its events. */
function useDayText({ value, today, min, max, onChange, onLeave }: DayInputProps, openCalendar: () => void) {
  /** The typed text, and the value that it was parsed to. */
  const [typed, setTyped] = useState({ text: '', value: '' })
  const [focused, setFocused] = useState(false)

  function change(text: string, next: string): void {
    setTyped({ text, value: next })
    onChange(next)
  }
  function step(days: number): void {
    if (value !== '' && !isAucklandDay(value)) return
    const next = within(value === '' ? today : daysAfter(value, days), min, max)
    change(formatDay(next), next)
  }
  /** Replaces the typed text by the parsed date. */
  const writeOut = () => setTyped({ text: '', value: '' })
  return {
    focused,
    value: typed.value === value && value !== '' ? typed.text : formatDay(value),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      change(target.value, readDay(target.value, today) ?? target.value.trim()),
    onKeyDown(event: KeyboardEvent) {
      const chord = strokeOfEvent(event.nativeEvent)?.chord
      if (chord === 'Enter') writeOut()
      const act = { ArrowUp: () => step(1), ArrowDown: () => step(-1), 'alt+ArrowDown': openCalendar }[
        chord ?? ''
      ]
      if (!act || event.defaultPrevented) return
      event.preventDefault()
      act()
    },
    onFocus({ target }: FocusEvent<HTMLInputElement>) {
      target.select()
      setFocused(true)
    },
    onBlur() {
      setFocused(false)
      writeOut()
      onLeave?.()
    },
  }
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
