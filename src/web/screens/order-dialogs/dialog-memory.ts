import { useEffect } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { paletteOpenAtom } from '../../palette/palette-store.ts'
import { dialogAtom, openDialog } from '../../state/dialogs.ts'
import { onSignOut, sessionClaims } from '../../state/session.ts'
import { store } from '../../state/store.ts'

const KEY = 'open-order-dialog'
const NAMES = ['record-payment', 'pack-order', 'record-collection', 'add-tracking', 'bulk-outcome'] as const

type RememberedName = (typeof NAMES)[number]

/** Names of the dialogs for one order. */
export type OrderDialogName = Exclude<RememberedName, 'bulk-outcome'>

const user = () => sessionClaims()?.email

/**
 * Remembers the open dialog of this tab and its screen, so that a reload or a new sign-in opens it again (reading
 * 6). The browser's Back does not.
 * @param code of the dialog's order; blank for the outcome of a bulk run
 */
export function rememberOpenDialog(name: RememberedName, code: string): void {
  sessionStorage.setItem(KEY, JSON.stringify([name, code, location.pathname, user()]))
}

export function forgetOpenDialog(): void {
  sessionStorage.removeItem(KEY)
}

onSignOut(forgetOpenDialog)

function stored(): unknown[] {
  const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
  return Array.isArray(kept) ? kept : []
}

/** Whether this is the remembered dialog: it is open, or was left without being closed. */
export function isRemembered(name: RememberedName, code: string): boolean {
  const [keptName, keptCode] = stored()
  return keptName === name && keptCode === code
}

function remembered(): { name: RememberedName; code: unknown } | null {
  const [keptName, code, path, email] = stored()
  if (path !== location.pathname || email !== user()) return null
  const name = NAMES.find((one) => one === keptName)
  return name ? { name, code } : null
}

/**
 * Opens the remembered dialog again if it was for one of these orders, or for the outcome of a bulk run. Typed
 * text is in its draft.
 */
export function useReopenedDialog(orders: readonly Order[]): void {
  useEffect(() => {
    const open = remembered()
    // Not over the palette or a dialog that a scan has opened, whose keys would run the reopened dialog.
    if (open === null || store.get(dialogAtom) !== null || store.get(paletteOpenAtom)) return
    const { name, code } = open
    if (name === 'bulk-outcome') return openDialog({ name })
    const order = orders.find((one) => one.code === code)
    if (order) openDialog({ name, order })
  }, [orders])
}
