import { useCallback, useEffect, useReducer, useRef } from 'react'
import type { Consignment } from '../../../contract/consignments.ts'
import { closeDialog } from '../../state/dialogs.ts'
import { deselect } from '../../state/selection.ts'
import { codesIn, type LabelBatch, newBatch, reduceBatch } from './batch-state.ts'
import { runBatch } from './run-batch.ts'

/** A batch as its dialog shows it. */
export interface ShownBatch extends LabelBatch {
  /** Starts the batch; after its end, prints the consignments that have failed. */
  start(): void
  /** Stops collecting. */
  stop(): void
}

/**
 * A batch of labels while its dialog is open. A complete one closes the dialog.
 * @param isAsked whether the user must confirm it first
 */
export function useLabelBatch(consignments: readonly Consignment[], isAsked: boolean): ShownBatch {
  const [batch, tell] = useReducer(reduceBatch, consignments, newBatch)
  const running = useRef<AbortController | null>(null)
  const codes = codesIn(batch, batch.phase === 'ended' ? 'failed' : 'waiting')

  const start = useCallback((wanted: readonly string[]) => {
    if (running.current || wanted.length === 0) return
    const stopping = new AbortController()
    running.current = stopping
    tell({ type: 'started' })
    void runBatch(wanted, stopping.signal, tell).finally(() => {
      running.current = null
    })
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once, with the rows that it was opened for
  useEffect(() => {
    if (!isAsked) start(codes)
  }, [])
  useEffect(() => () => running.current?.abort(), [])

  const { phase, rows } = batch
  useEffect(() => {
    if (phase !== 'ended') return
    const printed = rows.filter(({ state }) => state === 'printed')
    deselect(new Set(printed.map(({ consignment }) => consignment.tracking_code)))
    if (printed.length === rows.length) closeDialog()
  }, [phase, rows])

  return { ...batch, start: () => start(codes), stop: () => running.current?.abort() }
}
