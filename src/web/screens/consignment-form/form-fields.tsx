import { memo, type ReactNode } from 'react'
import { CheckField, FixedField, TextAreaField, TextField } from '../../form/fields.tsx'
import { lengthNotes } from './length-notes.ts'

interface FormTextProps<Name extends string> {
  name: Name
  label: string
  hint?: string
  type?: 'text' | 'tel' | 'email'
  /** Whether it is a code that is shown and submitted but cannot be changed. */
  fixed?: boolean
  /** Whether it has several lines. */
  long?: boolean
  value: string
  /** Must be stable, so that typing rerenders only this field. */
  onChange(name: Name, value: string): void
}

function Text<Name extends string>(props: FormTextProps<Name>): ReactNode {
  const { name, label, hint, type = 'text', fixed = false, long = false, value, onChange } = props
  if (fixed) return <FixedField code label={label} value={value} />
  const change = (text: string) => onChange(name, text)
  const notes = lengthNotes(name, value)
  const common = { name, label, value, onChange: change, ...notes, ...(hint !== undefined && { hint }) }
  return long ? <TextAreaField {...common} /> : <TextField {...common} type={type} />
}

/** A text field of the consignment form. */
export const FormText: typeof Text = memo(Text)

/** The check box of the consignment form. */
export const FormCheck = memo(CheckField)
