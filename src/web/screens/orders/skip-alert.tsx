import type { Order } from '../../../contract/orders.ts'
import { skipNote } from '../../../domain/orders/order-skip.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { Alert } from '../../ui/alert.tsx'

/** That the order is set aside until tomorrow, and why. */
export function SkipAlert({ order }: { order: Order }) {
  const note = skipNote(order)
  return (
    note !== null && (
      <Alert tone="info" action={<CommandButton id="order.unskip" />}>
        {note}
      </Alert>
    )
  )
}
