import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { Order } from '../../../contract/orders.ts'
import { orderQueries } from '../../api/orders.ts'
import { dialogAtom } from '../../state/dialogs.ts'
import { AddTrackingDialog } from './add-tracking-dialog.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { forgetOpenDialog, type OrderDialogName } from './dialog-memory.ts'
import { PackOrderDialog } from './pack-order-dialog.tsx'
import { PayAndPackDialog } from './pay-and-pack-dialog.tsx'
import { RecordCollectionDialog } from './record-collection-dialog.tsx'
import { RecordPaymentDialog } from './record-payment-dialog.tsx'
import { SkipOrderDialog } from './skip-order-dialog.tsx'
import { askedRun } from './use-bulk-run.ts'

const DIALOGS = {
  'record-payment': RecordPaymentDialog,
  'pack-order': PackOrderDialog,
  'pay-and-pack': PayAndPackDialog,
  'record-collection': RecordCollectionDialog,
  'add-tracking': AddTrackingDialog,
  'skip-order': SkipOrderDialog,
}

/** Renders the open dialog of an order. */
export function OrderDialogs() {
  const dialog = useAtomValue(dialogAtom)
  const { pathname } = useLocation()
  const openedAt = useRef(pathname)
  useLayoutEffect(() => {
    // The browser's Back closes the dialog; typed text stays in its draft.
    if (openedAt.current !== pathname) forgetOpenDialog()
  }, [pathname])
  if (dialog?.name === 'bulk-orders')
    return <BulkDialog key={dialog.name} ask={() => askedRun(dialog.action, dialog.orders)} />
  if (dialog?.name === 'bulk-outcome') return <BulkDialog key={dialog.name} ask={() => null} />
  if (dialog === null || !('order' in dialog)) return null
  const { name, order } = dialog
  return <OrderDialog key={`${name}/${order.code}`} name={name} order={order} />
}

interface OrderDialogProps {
  name: OrderDialogName
  /** The order from the screen that opened the dialog, which may be an hour old. */
  order: Order
}

/** Shows and submits the current order, which is reloaded while the dialog opens. */
function OrderDialog({ name, order }: OrderDialogProps) {
  const { data: newest = order } = useQuery({ ...orderQueries.detail(order.code), refetchOnMount: true })
  const Dialog = DIALOGS[name]
  return <Dialog order={newest} />
}
