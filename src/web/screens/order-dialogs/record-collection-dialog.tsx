import type { Order } from '../../../contract/orders.ts'
import { nonBlank } from '../../../domain/format/absent.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { orderActions } from '../../api/orders.ts'
import { TextAreaField, TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useOrderForm } from './use-order-form.ts'

/** Records who collected a click & collect order. */
export function RecordCollectionDialog({ order }: { order: Order }) {
  const { fields, change, dialog } = useOrderForm({
    order,
    name: 'record-collection',
    initial: { collected_by: '', notes: '' },
    texts: ({ notes }) => (nonBlank(notes) === null ? {} : { notes }),
    action: (fields) => orderActions.recordCollection(order.code, fields),
    done: 'collected',
    failureMessage: () => MESSAGES.markCollected,
  })
  return (
    <FormDialog title="Record collection" confirmLabel="Record collection" {...dialog}>
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
