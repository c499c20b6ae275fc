import { Info, Search } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode } from 'react'
import type { ConsignmentFields } from '../../../domain/freight/consignment-payload.ts'
import {
  addressBadge,
  type FormAddress,
  TYPED_ADDRESS_FIELDS,
  type TypedAddressField,
} from '../../../domain/freight/form-address.ts'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { strokeOfEvent } from '../../commands/key-press.ts'
import { useKeys } from '../../commands/key-settings.ts'
import { CheckField, FixedField, TextAreaField, TextField } from '../../form/fields.tsx'
import { cn } from '../../lib/cn.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { lengthNotes, type TextFieldName } from './use-consignment-draft.ts'

interface CustomerFieldsProps {
  form: ConsignmentFields
  /** Whether order and customer number can be typed: only if neither was supplied (FRT-2). */
  numbersEditable: boolean
  onText(name: TextFieldName, value: string): void
  onTracking(value: boolean): void
}

/** The receiver of the consignment. */
export function CustomerFields({ form, numbersEditable, onText, onTracking }: CustomerFieldsProps) {
  const fixed = !numbersEditable
  return (
    <Card>
      <CardHeader>
        <CardTitle>Customer details</CardTitle>
      </CardHeader>
      <div className="grid grid-cols-2 gap-x-3 gap-y-2.5 p-3 max-sm:grid-cols-1">
        <FormText
          name="order_id"
          label="Order number"
          fixed={fixed}
          value={form.order_id}
          onChange={onText}
        />
        <FormText
          name="customer_id"
          label="Customer number"
          fixed={fixed}
          value={form.customer_id}
          onChange={onText}
        />
        <FormText name="contact" label="Name" value={form.contact} onChange={onText} />
        <FormText
          name="company"
          label="Business name"
          hint="optional"
          value={form.company}
          onChange={onText}
        />
        <FormText name="phone" label="Phone" type="tel" value={form.phone} onChange={onText} />
        <FormText name="email" label="Email" type="email" value={form.email} onChange={onText} />
        <div className="col-span-full">
          <FormText
            name="instructions"
            label="Instructions or notes"
            long
            value={form.instructions}
            onChange={onText}
          />
        </div>
        <div className="col-span-full">
          <FormCheck label="Send tracking emails" value={form.send_tracking} onChange={onTracking} />
        </div>
      </div>
    </Card>
  )
}

interface AddressFieldsProps {
  address: FormAddress
  onEdit(field: TypedAddressField, text: string): void
  /** Opens the search with the street as its text, or with a character that was typed into the street. */
  onSearch(typed?: string): void
}

const LABELS: Record<TypedAddressField, { label: string; span: string }> = {
  suburb: { label: 'Suburb', span: 'col-span-3' },
  city: { label: 'City', span: 'col-span-3' },
  region: { label: 'Region', span: 'col-span-4' },
  postcode: { label: 'Postcode', span: 'col-span-2' },
}

/** The destination. The street is filled in by the address search. */
export function AddressFields({ address, onEdit, onSearch }: AddressFieldsProps) {
  const { label, tone } = addressBadge(address.address_state)
  return (
    <Card>
      <CardHeader>
        <CardTitle>Address</CardTitle>
        <Badge tone={tone} role="status">
          {label}
        </Badge>
        {address.is_rural && <Badge>Rural</Badge>}
      </CardHeader>
      <div className="grid grid-cols-6 gap-x-3 gap-y-2.5 p-3">
        <div className="col-span-full">
          <StreetField street={address.street} onSearch={onSearch} />
        </div>
        {TYPED_ADDRESS_FIELDS.map((field) => (
          <div key={field} className={cn('min-w-0', LABELS[field].span)}>
            <FormText name={field} label={LABELS[field].label} value={address[field]} onChange={onEdit} />
          </div>
        ))}
        <p className="col-span-full mt-2.5 flex items-start gap-2 rounded-m bg-surface-2 px-2.5 py-[7px] text-[12px]/[18px] text-fg-2 inset-ring inset-ring-line">
          <Info className="mt-px text-sky-ink" aria-hidden="true" />
          Not seeing pricing for every freight company? Delete the suburb, city, and region fields, and then
          try refreshing the freight options.
        </p>
      </div>
    </Card>
  )
}

interface StreetFieldProps {
  street: string
  onSearch(typed?: string): void
}

/**
 * A read-only field. A click, Enter or typing in it opens the address search (FRT-4); Alt and ↓ does so
 * anywhere in the form.
 */
const StreetField = memo(function StreetField({ street, onSearch }: StreetFieldProps) {
  const { aria } = useKeys('consignment-form.search-address')
  const onKeyDown = (event: KeyboardEvent) => {
    const stroke = strokeOfEvent(event.nativeEvent)
    if (!stroke || event.defaultPrevented) return
    const edits = stroke.chord === 'Backspace' || stroke.chord === 'Delete'
    if (stroke.character === null && stroke.chord !== 'Enter' && !edits) return
    event.preventDefault()
    if (!stroke.repeat) onSearch(stroke.character?.trim() || undefined)
  }
  return (
    <Field label="Street" {...lengthNotes('street', street)}>
      {(control) => (
        <span className="relative flex">
          <Search
            className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-fg-3"
            aria-hidden="true"
          />
          <Input
            {...control}
            name="street"
            readOnly
            value={street}
            data-opens=""
            aria-haspopup="dialog"
            aria-keyshortcuts={aria}
            onClick={() => onSearch()}
            onKeyDown={onKeyDown}
            className="pr-16 pl-[30px] text-ellipsis max-sm:pr-2"
          />
          <CommandKeys
            id="consignment-form.search-address"
            className="pointer-events-none absolute top-1/2 right-1 -translate-y-1/2 max-sm:hidden"
          />
        </span>
      )}
    </Field>
  )
})

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
const FormText: typeof Text = memo(Text)

/** The check box of the consignment form. */
const FormCheck = memo(CheckField)
