import type { Order } from '../../../contract/orders.ts'
import { MESSAGES } from '../../../domain/catalogue.ts'
import { orderActions } from '../../api/orders.ts'
import { TextAreaField, TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useOrderForm } from './use-order-form.ts'

/** Records who collected a click & collect order. */
export function RecordCollectionDialog({ order }: { order: Order }) {
  const form = useOrderForm({
    order,
    name: 'record-collection',
    initial: { collected_by: '', notes: '' },
    action: (fields) => orderActions.recordCollection(order.code, fields),
    done: 'collected',
  })
  const { fields, change } = form
  return (
    <FormDialog
      title="Record collection"
      description={form.description}
      confirmLabel="Record collection"
      failureMessage={MESSAGES.markCollected}
      submission={form.submission}
      onCancel={form.cancel}
    >
      {(errorOf) => (
        <>
          <TextField
            label="Collected by"
            value={fields.collected_by}
            onChange={(collected_by) => change({ collected_by })}
            error={errorOf('collected_by')}
          />
          <TextAreaField
            label="Notes"
            hint="optional"
            value={fields.notes}
            onChange={(notes) => change({ notes })}
            error={errorOf('notes')}
          />
        </>
      )}
    </FormDialog>
  )
}
