import { type ReactNode, useId } from 'react'
import { cn } from '../lib/cn.ts'

/** Attributes that connect a control with its label and message. */
interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps {
  label: string
  /** Muted text after the label: `optional`. */
  hint?: string | undefined
  /** A figure at the end of the label's line, such as '43/50'. Not part of the field's name. */
  count?: string | null | undefined
  /** Why the value is not accepted; null if it is. */
  error?: string | null | undefined
  className?: string | undefined
  children: (control: FieldControl) => ReactNode
}

/** Label, control and message, connected for screen readers. */
export function Field({ label, hint, count, error, className, children }: FieldProps) {
  const id = useId()
  const messageId = `${id}-message`
  return (
    <div className={cn('grid min-w-0 content-start gap-1', className)}>
      <label htmlFor={id} className="flex items-center gap-1.5 text-small text-fg-2">
        {label}
        {hint && <span className="text-fg-3">{hint}</span>}
        {count && (
          <span aria-hidden="true" className="ml-auto text-fg-3 tabular">
            {count}
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': error ? messageId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={messageId} className="text-small text-danger-ink">
          {error}
        </p>
      )}
    </div>
  )
}
