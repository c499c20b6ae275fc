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
  error?: string | null
}

interface TextFieldProps extends FieldProps<string> {
  placeholder?: string
  name?: string
  type?: 'text' | 'url' | 'tel' | 'email'
}

/** One line of text. */
export function TextField({ label, value, onChange, hint, error, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          {...input}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="off"
          className="tabular"
        />
      )}
    </Field>
  )
}

/** A value that is there to be read: no field, and so no stop on the way of the hand. */
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

interface FixedFieldProps extends Omit<FieldProps<string>, 'onChange' | 'hint'> {
  /** It is a code or a number that names something. */
  code?: boolean
}

/** A value that is shown and sent but not typed. */
export function FixedField({ label, value, error, code = false }: FixedFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => <Input {...control} readOnly value={value} className={code ? 'font-mono' : 'tabular'} />}
    </Field>
  )
}

/** Text of several lines: Enter breaks the line. */
export function TextAreaField({ label, value, onChange, hint, error }: FieldProps<string>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Textarea {...control} value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

interface SelectFieldProps<Value extends string> extends Omit<FieldProps<Value>, 'value'> {
  /** Blank while none is chosen, for which the placeholder stands. */
  value: Value | ''
  placeholder?: string
  options: readonly Value[]
  labelOf(value: NoInfer<Value>): string
}

/** One of a few. */
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

/** Yes or no. */
export function CheckField({ label, value, onChange }: Omit<FieldProps<boolean>, 'hint' | 'error'>) {
  const id = useId()
  return (
    <div className="flex items-center gap-2 max-sm:min-h-11">
      <Checkbox id={id} checked={value} onChange={(event) => onChange(event.target.checked)} />
      <label htmlFor={id}>{label}</label>
    </div>
  )
}
