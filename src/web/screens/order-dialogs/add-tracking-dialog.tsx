import { type Order, SHIPPING_COMPANIES, type ShippedBody } from '../../../contract/orders.ts'
import { courierLabel, DEFAULT_COURIER } from '../../../domain/freight/couriers.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { orderActions } from '../../api/orders.ts'
import { SelectField, TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useOrderForm } from './use-order-form.ts'

/** Ships the order with a tracking code that is typed in. Only Titus has a tracking URL of its own (section 5). */
export function AddTrackingDialog({ order }: { order: Order }) {
  const { fields, change, dialog } = useOrderForm<ShippedBody>({
    order,
    name: 'add-tracking',
    initial: { shipping_company: DEFAULT_COURIER, tracking_code: '', tracking_url: '' },
    // Nothing can be tracked with a blank code.
    fault: ({ tracking_code }) =>
      tracking_code.trim() === '' ? { field: 'tracking_code', reason: 'Enter a tracking code.' } : null,
    action: (fields) =>
      orderActions.addTracking(order.code, { ...fields, tracking_code: fields.tracking_code.trim() }),
    done: 'shipped',
    failureMessage: () => MESSAGES.shippingUpdate,
  })
  return (
    <FormDialog title="Add tracking info" confirmLabel="Add tracking info" {...dialog}>
      {(errorOf) => (
        <>
          <SelectField
            label="Shipping company"
            options={SHIPPING_COMPANIES}
            labelOf={courierLabel}
            value={fields.shipping_company}
            onChange={(shipping_company) =>
              change({ shipping_company, ...(shipping_company !== 'titus' && { tracking_url: '' }) })
            }
            error={errorOf('shipping_company')}
          />
          <TextField
            label="Tracking code"
            value={fields.tracking_code}
            onChange={(tracking_code) => change({ tracking_code })}
            error={errorOf('tracking_code')}
          />
          {fields.shipping_company === 'titus' && (
            <TextField
              label="Tracking URL"
              type="url"
              placeholder="Required for Titus"
              value={fields.tracking_url}
              onChange={(tracking_url) => change({ tracking_url })}
              error={errorOf('tracking_url')}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
