import { useId } from 'react'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'
import { Textarea } from '../ui/textarea.tsx'

interface FieldProps<Value> {
  label: string
  value: Value
  onChange(value: Value): void
  hint?: string
  /** A figure at the end of the label's line, such as '43/50'. */
  count?: string | null
  error?: string | null
}

interface TextFieldProps extends FieldProps<string> {
  placeholder?: string
  name?: string
  type?: 'text' | 'url' | 'tel' | 'email'
  /** Whether a form dialog starts here, and not at its first field. */
  hasInitialFocus?: boolean
}

/** A one-line text field. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, hint, count, error, hasInitialFocus, ...input } = props
  return (
    <Field label={label} hint={hint} count={count} error={error}>
      {(control) => (
        <Input
          {...control}
          {...input}
          data-initial-focus={hasInitialFocus}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="off"
          className="tabular"
        />
      )}
    </Field>
  )
}

/** A read-only value. It is not a field, so Tab skips it. */
export function Figure({ label, value, error }: Pick<FieldProps<string>, 'label' | 'value' | 'error'>) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <output {...control} className="text-panel tabular">
          {value}
        </output>
      )}
    </Field>
  )
}

interface FixedFieldProps extends Omit<FieldProps<string>, 'onChange' | 'hint' | 'count'> {
  /** Whether the value is a code or number, drawn in monospace. */
  code?: boolean
}

/** A value that is shown and submitted but cannot be changed. */
export function FixedField({ label, value, error, code = false }: FixedFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => <Input {...control} readOnly value={value} className={code ? 'font-mono' : 'tabular'} />}
    </Field>
  )
}

/** A multi-line text field, in which Enter breaks the line. */
export function TextAreaField({ label, value, onChange, hint, count, error }: FieldProps<string>) {
  return (
    <Field label={label} hint={hint} count={count} error={error}>
      {(control) => (
        <Textarea {...control} value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

interface SelectFieldProps<Value extends string> extends Omit<FieldProps<Value>, 'value' | 'count'> {
  /** Blank while nothing is chosen; then the placeholder is shown. */
  value: Value | ''
  placeholder?: string
  options: readonly Value[]
  labelOf(value: NoInfer<Value>): string
}

/** A select. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, value, placeholder, onChange, hint, error, options, labelOf } = props
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option === event.target.value)
            if (chosen !== undefined) onChange(chosen)
          }}
        >
          {placeholder && (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option} value={option}>
              {labelOf(option)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** A check box. */
export function CheckField({
  label,
  value,
  onChange,
}: Omit<FieldProps<boolean>, 'hint' | 'count' | 'error'>) {
  const id = useId()
  return (
    <div className="flex items-center gap-2 max-sm:min-h-11">
      <Checkbox id={id} checked={value} onChange={(event) => onChange(event.target.checked)} />
      <label htmlFor={id}>{label}</label>
    </div>
  )
}
