import type { ConsignmentForm } from '../../../domain/freight/consignment-payload.ts'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { FormCheck, FormText } from './form-fields.tsx'
import type { TextFieldName } from './use-consignment-draft.ts'

interface CustomerCardProps {
  form: ConsignmentForm
  /** Whether order and customer number can be typed: only if neither was supplied (section 2). */
  numbersEditable: boolean
  onText(name: TextFieldName, value: string): void
  onTracking(value: boolean): void
}

/** The receiver of the consignment. */
export function CustomerCard({ form, numbersEditable, onText, onTracking }: CustomerCardProps) {
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
