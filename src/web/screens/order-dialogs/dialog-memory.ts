import { useEffect } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { paletteOpenAtom } from '../../palette/palette-store.ts'
import { dialogAtom, openDialog } from '../../state/dialogs.ts'
import { onSignOut, sessionClaims } from '../../state/session.ts'
import { store } from '../../state/store.ts'

const KEY = 'open-order-dialog'
const NAMES = ['record-payment', 'pack-order', 'record-collection', 'add-tracking', 'bulk-outcome'] as const

type RememberedName = (typeof NAMES)[number]

/** The dialogs of one order. */
export type OrderDialogName = Exclude<RememberedName, 'bulk-outcome'>

const user = () => sessionClaims()?.email

/**
 * Notes which dialog is open in this tab and on which screen, so that a reload or a sign-in in the middle of it comes
 * back to it (reading 6), and the browser's Back does not.
 * @param code of its order; blank for what came of several
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

/** Whether it is this dialog that would be opened again: it is open, or was left and not closed. */
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
 * Opens the dialog again that was open for one of these orders, or for what came of several; what was typed is in its
 * draft.
 */
export function useReopenedDialog(orders: readonly Order[]): void {
  useEffect(() => {
    const open = remembered()
    // Not over what a scan has opened: a key that is meant for that would run it.
    if (open === null || store.get(dialogAtom) !== null || store.get(paletteOpenAtom)) return
    const { name, code } = open
    if (name === 'bulk-outcome') return openDialog({ name })
    const order = orders.find((one) => one.code === code)
    if (order) openDialog({ name, order })
  }, [orders])
}
