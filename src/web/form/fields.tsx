import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { cn } from '../lib/cn.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { FIELD_STYLE, Input } from '../ui/input.tsx'

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

/** Height of both borders, which `scrollHeight` excludes. */
const BORDERS_PX = 2

/** Multi-line text, as high as its content. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...rest}
      // A function of each render, so that it is called again when the text has changed.
      ref={(box) => {
        if (box && !CSS.supports('field-sizing', 'content')) fitContent(box)
      }}
      className={cn(FIELD_STYLE, 'field-sizing-content min-h-[52px] py-[3px]', className)}
    />
  )
}

/** For browsers without `field-sizing`. */
function fitContent(box: HTMLTextAreaElement): void {
  box.style.height = 'auto'
  box.style.height = `${box.scrollHeight + BORDERS_PX}px`
}

/** The browser's own select, for its keys and its picker on phones. `className` is for the box around it. */
function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative inline-flex w-full', className)}>
      <select
        {...rest}
        className={cn(FIELD_STYLE, 'h-7 appearance-none pr-[26px] text-ellipsis max-sm:h-10')}
      />
      <ChevronDown
        className="icon-14 pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-fg-3"
        aria-hidden="true"
      />
    </span>
  )
}
