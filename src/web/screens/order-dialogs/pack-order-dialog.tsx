import type { Order } from '../../../contract/orders.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { OrderNotes } from '../../record/order-notes.tsx'
import { PackingFields, pack, packingFault, standardPacking, typedMessage } from './packing-fields.tsx'
import { useOrderForm } from './use-order-form.ts'

/**
 * Marks an order as packed. A check box has the initial focus, so that scanning the next order opens that order and
 * types nothing into the message.
 */
export function PackOrderDialog({ order }: { order: Order }) {
  const { fields, change, dialog } = useOrderForm({
    order,
    name: 'pack-order',
    initial: standardPacking(order),
    texts: typedMessage,
    fault: (fields) => packingFault(order, fields),
    action: (fields) => pack(order, fields),
    done: 'packed',
    failureMessage: () => MESSAGES.markReady,
  })
  return (
    <FormDialog title="Pack order items" confirmLabel="Pack order items" {...dialog}>
      {(errorOf) => (
        <>
          <OrderNotes order={order} />
          <PackingFields order={order} fields={fields} change={change} errorOf={errorOf} />
        </>
      )}
    </FormDialog>
  )
}
