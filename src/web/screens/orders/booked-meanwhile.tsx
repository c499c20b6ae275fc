import { skipToken, useQuery } from '@tanstack/react-query'
import type { Order } from '../../../contract/orders.ts'
import { formatDateTime } from '../../../domain/calendar/nz-time.ts'
import { historyQuery } from '../../api/history.ts'
import { CommandKeys } from '../../commands/command-keys.tsx'
import { usePausedSingleKeys } from '../../commands/key-settings.ts'
import { installation } from '../../state/installation.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

/** Says, above the form that stays, that the order was sent from elsewhere: by whom, when, and with which code. */
export function BookedMeanwhile({ order, onSeen }: { order: Order; onSeen(): void }) {
  const { code, freight, dates } = order
  usePausedSingleKeys()
  const { data } = useQuery(
    installation.capabilities.has('history')
      ? historyQuery('order', code)
      : { queryKey: ['history', 'order', code], queryFn: skipToken },
  )
  const sent = data?.data.rows.find(({ type }) => type === 'create-consignment' || type === 'add-tracking')
  const by = sent?.staff_name ? ` by ${sent.staff_name}` : ''
  const at = formatDateTime(sent?.at ?? dates.shipped_at)
  return (
    <Alert
      tone="warning"
      title={`Order ${code} was sent${by}, ${at}${freight.tracking_code ? `: ${freight.tracking_code}` : ''}`}
      action={
        <Button onClick={onSeen}>
          Show tracking
          <CommandKeys id="consignment-form.get-options" />
        </Button>
      }
    >
      What is typed here stays. Single keys are off until the tracking is shown.
    </Alert>
  )
}
