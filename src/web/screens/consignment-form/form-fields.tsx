import { memo, type ReactNode } from 'react'
import { CheckField, FixedField, TextAreaField, TextField } from '../../form/fields.tsx'

interface FormTextProps<Name extends string> {
  name: Name
  label: string
  hint?: string
  type?: 'text' | 'tel' | 'email'
  /** A code that is shown and sent but not typed. */
  fixed?: boolean
  /** Several lines. */
  long?: boolean
  value: string
  /** Stable, so that typing in one field draws that field alone. */
  onChange(name: Name, value: string): void
}

function Text<Name extends string>(props: FormTextProps<Name>): ReactNode {
  const { name, label, hint, type = 'text', fixed = false, long = false, value, onChange } = props
  if (fixed) return <FixedField code label={label} value={value} />
  const change = (text: string) => onChange(name, text)
  const common = { name, label, value, onChange: change, ...(hint !== undefined && { hint }) }
  return long ? <TextAreaField {...common} /> : <TextField {...common} type={type} />
}

/** A text field of the consignment form. */
export const FormText: typeof Text = memo(Text)

/** The check box of the consignment form. */
export const FormCheck = memo(CheckField)
