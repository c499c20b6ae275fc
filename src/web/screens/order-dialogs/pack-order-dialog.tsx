import type { Order } from '../../../contract/orders.ts'
import { readyMessage } from '../../../domain/orders/order-message.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { orderActions } from '../../api/orders.ts'
import { CheckField, TextAreaField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useOrderForm } from './use-order-form.ts'

/**
 * Marks an order as packed. The message changes with the kind of order until the user edits it. A check box has
 * the initial focus, so that scanning the next order opens that one and types nothing into the message.
 */
export function PackOrderDialog({ order }: { order: Order }) {
  const { fields, change, dialog } = useOrderForm({
    order,
    name: 'pack-order',
    initial: {
      is_pickup: order.freight.is_pickup,
      send_notification: true,
      message: '',
      messageTyped: false,
    },
    action: ({ is_pickup, send_notification, messageTyped, message }) =>
      orderActions.markReady(order.code, {
        is_pickup,
        send_notification,
        message: messageTyped ? message : readyMessage(order, is_pickup),
      }),
    done: 'packed',
    failureMessage: MESSAGES.markReady,
  })
  const message = fields.messageTyped ? fields.message : readyMessage(order, fields.is_pickup)
  return (
    <FormDialog title="Pack order items" confirmLabel="Pack order items" {...dialog}>
      {(errorOf) => (
        <>
          <CheckField
            label="Send notification"
            value={fields.send_notification}
            onChange={(send_notification) => change({ send_notification })}
          />
          <TextAreaField
            label="Message"
            value={message}
            onChange={(typed) => change({ message: typed, messageTyped: true })}
            error={errorOf('message')}
          />
          <CheckField
            label="Click & collect"
            value={fields.is_pickup}
            onChange={(is_pickup) => change({ is_pickup })}
          />
        </>
      )}
    </FormDialog>
  )
}
