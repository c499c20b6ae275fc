import { useState } from 'react'
import { Field } from '../ui/field.tsx'
import { DayInput, type DayInputProps } from './day-input.tsx'

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
