import { useEffect } from 'react'
import * as z from 'zod/mini'
import type { Order } from '../../../contract/orders.ts'
import { ORDER_DIALOGS, type OrderDialogName } from '../../../domain/orders/order-actions.ts'
import { layerAtom } from '../../commands/targets.ts'
import { paths } from '../../routing/paths.ts'
import { leftDialogAtom, openDialog } from '../../state/dialogs.ts'
import { store } from '../../state/store.ts'
import { jsonStorage } from '../../storage/json-storage.ts'
import { bulkRunAtom } from './bulk-state.ts'

/** A dialog, the code of its order, and the path of the screen on which it opens again. */
const OpenDialog = z.object({ name: z.enum(ORDER_DIALOGS), code: z.string(), path: z.string() })

const KEY = 'open-order-dialog'
const storage = jsonStorage(OpenDialog, sessionStorage)

/**
 * Remembers the open dialog of this tab and its screen, so that a reload or a new sign-in opens it again (SIGN-9).
 * The browser's Back does not.
 */
export function rememberOpenDialog(name: OrderDialogName, code: string): void {
  storage.setItem(KEY, { name, code, path: location.pathname })
}

/** Remembers a dialog that was left: it opens again at its order. */
export function rememberAtOrder(name: OrderDialogName, code: string): void {
  storage.setItem(KEY, { name, code, path: paths.record('order', code) })
}

export function forgetOpenDialog(): void {
  storage.removeItem(KEY)
}

/** Whether this is the remembered dialog: it is open, or was left without being cancelled or completed. */
export function isRemembered(name: OrderDialogName, code: string): boolean {
  const open = storage.getItem(KEY, null)
  return open?.name === name && open.code === code
}

// A scan leads away from a dialog of a list. Back on the list the next keys are for its rows.
store.sub(leftDialogAtom, () => {
  const left = store.get(leftDialogAtom)
  if (left && 'order' in left && isRemembered(left.name, left.order.code)) {
    rememberAtOrder(left.name, left.order.code)
  }
})

/**
 * Reopens the remembered dialog if it was for one of these orders, otherwise the bulk run that was started on this
 * screen. Typed text is in its draft.
 */
export function useReopenedDialog(orders: readonly Order[]): void {
  useEffect(() => {
    // Not over the palette or a dialog that a scan has opened, whose keys would run the reopened dialog.
    if (store.get(layerAtom) !== 'page') return
    const open = storage.getItem(KEY, null)
    const here = location.pathname
    const order = open?.path === here && orders.find(({ code }) => code === open.code)
    if (order) openDialog({ name: open.name, order })
    else if (store.get(bulkRunAtom)?.path === here) openDialog({ name: 'bulk-outcome' })
  }, [orders])
}
