import { useEffect } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { dialogAtom, openDialog } from '../../state/dialogs.ts'
import { onSignOut } from '../../state/session.ts'
import { store } from '../../state/store.ts'

const KEY = 'open-order-dialog'
const NAMES = ['record-payment', 'pack-order', 'record-collection', 'add-tracking'] as const

export type OrderDialogName = (typeof NAMES)[number]

/**
 * Notes which dialog is open in this tab and on which screen, so that a reload or a sign-in in the middle of it comes
 * back to it (reading 6), and the browser's Back does not.
 */
export function rememberOpenDialog(name: OrderDialogName, code: string): void {
  sessionStorage.setItem(KEY, JSON.stringify([name, code, location.pathname]))
}

export function forgetOpenDialog(): void {
  sessionStorage.removeItem(KEY)
}

onSignOut(forgetOpenDialog)

function remembered(): { name: OrderDialogName; code: string } | null {
  const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
  if (!Array.isArray(kept) || kept[2] !== location.pathname) return null
  const name = NAMES.find((one) => one === kept[0])
  return name && typeof kept[1] === 'string' ? { name, code: kept[1] } : null
}

/** Opens the dialog again that was open for one of these orders; what was typed is in its draft. */
export function useReopenedDialog(orders: readonly Order[]): void {
  useEffect(() => {
    const open = remembered()
    const order = orders.find(({ code }) => code === open?.code)
    if (open && order && store.get(dialogAtom) === null) openDialog({ name: open.name, order })
  }, [orders])
}
