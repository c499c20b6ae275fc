import { useState } from 'react'
import { Field } from '../ui/field.tsx'
import { DayInput, type DayInputProps } from './day-input.tsx'

interface DateFieldProps extends Omit<DayInputProps, 'id' | 'className' | 'onLeave' | `aria-${string}`> {
  label: string
  /** What is wrong with the value, null when nothing is: said once the field is left. */
  fault: string | null
  /** Said at once: what came of sending it. */
  error?: string | null
}

/** A day in a form. */
export function DateField({ label, fault, error, onChange, ...input }: DateFieldProps) {
  const [left, setLeft] = useState(false)
  const shown = error ?? (left && fault !== null ? `${label}: ${fault}.` : null)
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
