import { useAtomValue } from 'jotai'
import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'
import type { Dialog } from '../../../commands/engine/context.ts'
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
 * The place of every dialog: fetches their chunks when idle, and the one that is asked for at once. Whoever leaves the
 * screen leaves its dialog behind, and so does the end of a session: the next who signs in has not opened it.
 */
export function DialogHost({ chunks }: { chunks: DialogChunks }) {
  const dialog = useAtomValue(dialogAtom)
  const { pathname } = useLocation()
  // Before the next screen is seen or opens a dialog. Without an answer: Cancel of the Freight tab's question leads back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the path that is left
  useLayoutEffect(() => closeDialog, [pathname])
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
