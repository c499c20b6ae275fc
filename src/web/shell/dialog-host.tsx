import { useAtomValue } from 'jotai'
import { useCallback, useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'
import type { DialogRequest } from '../../../commands/engine/context.ts'
import type { OrderDialogName } from '../../domain/orders/order-actions.ts'
import { useWhenIdle } from '../api/when-idle.ts'
import { cancelDialog, closeDialog, dialogAtom, dialogShown } from '../state/dialogs.ts'
import { notify } from '../state/toasts.ts'
import { type Deferred, deferred } from '../ui/deferred.tsx'

export interface DialogProps {
  /** Called if the dialog cannot be loaded. */
  onClose?: () => void
}

/** Renders the open dialog, which it reads from `dialogAtom`. */
type DialogChunk = Deferred<DialogProps>

/** The chunk of each dialog. Those for one order share `order`. */
export type DialogChunks = Record<Exclude<DialogRequest['name'], OrderDialogName> | 'order', DialogChunk>

export const confirmDialog = deferred<DialogProps>(() =>
  import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog),
)

function giveUp(): void {
  cancelDialog()
  notify('error', 'Failed to open, try refreshing the page.')
}

/**
 * Renders the open dialog. Loads all dialogs' chunks when idle, and that of the open one at once. Navigating away
 * or the end of the session closes the dialog.
 */
export function DialogHost({ chunks }: { chunks: DialogChunks }) {
  const dialog = useAtomValue(dialogAtom)
  const { pathname } = useLocation()
  // In a layout effect, so that the dialog is closed before the next screen is painted or opens one. Closed
  // without an answer, because Cancel of the Freight tab's question would navigate.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useLayoutEffect(() => closeDialog, [pathname])
  useWhenIdle(() => {
    for (const chunk of new Set(Object.values(chunks))) chunk.preload()
  })
  const onShown = useCallback(() => dialogShown(dialog), [dialog])
  if (!dialog) return null
  const { Component } = 'order' in dialog ? chunks.order : chunks[dialog.name]
  return <Component onClose={giveUp} onShown={onShown} />
}
