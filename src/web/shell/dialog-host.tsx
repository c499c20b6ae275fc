import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { Dialog } from '../../../commands/context.ts'
import { whenIdle } from '../api/when-idle.ts'
import { cancelDialog, closeDialog, dialogAtom } from '../state/dialogs.ts'
import { notify } from '../state/toasts.ts'
import { type Deferred, deferred } from '../ui/deferred.tsx'

export interface DialogProps {
  /** The dialog cannot be loaded. */
  onClose?: () => void
}

/** Draws the open dialog of these names; it reads `dialogAtom` itself. */
type DialogChunk = Deferred<DialogProps>

export type DialogChunks = Record<Dialog['name'], DialogChunk>

export const confirmDialog = deferred<DialogProps>(() =>
  import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog),
)

function giveUp(): void {
  cancelDialog()
  notify('error', 'Failed to open, try refreshing the page.')
}

/**
 * The place of every dialog: fetches their chunks when idle, and the one that is asked for at once. None outlives it: the
 * next who signs in has not opened it.
 */
export function DialogHost({ chunks }: { chunks: DialogChunks }) {
  const dialog = useAtomValue(dialogAtom)
  useEffect(() => closeDialog, [])
  useEffect(
    () =>
      whenIdle(() => {
        for (const chunk of new Set(Object.values(chunks))) chunk.preload()
      }),
    [chunks],
  )
  if (!dialog) return null
  const { Component } = chunks[dialog.name]
  return <Component onClose={giveUp} />
}
