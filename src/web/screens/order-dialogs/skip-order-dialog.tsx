import type { Order } from '../../../contract/orders.ts'
import { nonBlank } from '../../../domain/format/absent.ts'
import { SKIP_FAILED } from '../../../domain/orders/order-can.ts'
import { CallError } from '../../api/client.ts'
import { skipOrder } from '../../api/freight.ts'
import { TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useOrderForm } from './use-order-form.ts'

/** @throws CallError also without a reason, which the next colleague needs */
async function skip({ code }: Order, reason: string): Promise<void> {
  if (reason.trim() === '') throw new CallError(422, 'Enter a reason.', 'reason')
  await skipOrder(code, reason.trim())
}

/** Sets an order aside until tomorrow, with a reason. */
export function SkipOrderDialog({ order }: { order: Order }) {
  const { fields, change, dialog } = useOrderForm({
    order,
    name: 'skip-order',
    initial: { reason: '' },
    texts: ({ reason }) => (nonBlank(reason) === null ? {} : { reason }),
    action: ({ reason }) => skip(order, reason),
    done: 'skipped until tomorrow',
    failureMessage: () => SKIP_FAILED,
  })
  const isNamed = dialog.submission.failure?.field === 'reason'
  return (
    <FormDialog
      title="Skip until tomorrow"
      confirmLabel="Skip order"
      {...dialog}
      failureMessage={isNamed ? null : SKIP_FAILED}
    >
      {(errorOf) => (
        <TextField
          label="Reason"
          value={fields.reason}
          onChange={(reason) => change({ reason })}
          error={errorOf('reason')}
        />
      )}
    </FormDialog>
  )
}
