import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { BulkAction } from '../../../../commands/context.ts'
import type { Order } from '../../../contract/orders.ts'
import { counted } from '../../../domain/counted.ts'
import { refreshOrders } from '../../api/orders.ts'
import { closeDialog } from '../../state/dialogs.ts'
import { deselect } from '../../state/selection.ts'
import { notify } from '../../state/toasts.ts'
import { BULK_KINDS, type BulkKind } from './bulk-actions.ts'
import { BulkRun, type BulkStep } from './bulk-run.ts'

/** An order that is left out, and why. */
export interface LeftOut {
  order: Order
  reason: string
}

export interface Bulk {
  kind: BulkKind
  phase: 'asking' | 'running' | 'ended'
  steps: readonly BulkStep[]
  leftOut: readonly LeftOut[]
  start(): void
  stop(): void
  close(): void
}

/** '1 order', '3 orders'. */
export function ordersIn(count: number): string {
  return counted(count, 'order')
}

/** Runs an action over the selected orders that it can be done to. All done closes the dialog; a failure keeps it. */
export function useBulkRun(action: BulkAction, orders: readonly Order[]): Bulk {
  const kind = BULK_KINDS[action]
  const [{ run, leftOut }] = useState(() => sorted(kind, orders))
  const [phase, setPhase] = useState<Bulk['phase']>('asking')
  const steps = useSyncExternalStore(run.subscribe, run.steps)
  const there = useRef(true)
  useEffect(() => {
    there.current = true
    return () => {
      // Whoever leaves the screen stops what was not sent yet.
      there.current = false
      run.stop()
    }
  }, [run])

  function close(): void {
    if (phase === 'ended') tell(kind, run.steps())
    closeDialog()
  }
  return {
    kind,
    phase,
    steps,
    leftOut,
    start() {
      if (phase === 'running') return
      setPhase('running')
      void run.start().then(() => {
        const done = run.steps().filter(({ state }) => state === 'done')
        deselect(new Set(done.map(({ order }) => order.code)))
        refreshOrders()
        const complete = done.length === run.steps().length
        if (complete || !there.current) tell(kind, run.steps())
        else setPhase('ended')
        if (complete && there.current) closeDialog()
      })
    },
    stop: () => run.stop(),
    close,
  }
}

function sorted(kind: BulkKind, orders: readonly Order[]): { run: BulkRun; leftOut: LeftOut[] } {
  const judged = orders.map((order) => ({ order, reason: kind.refusal(order) }))
  const able = judged.filter(({ reason }) => reason === null).map(({ order }) => order)
  const leftOut = judged.flatMap(({ order, reason }) => (reason === null ? [] : [{ order, reason }]))
  return { run: new BulkRun(able, kind), leftOut }
}

/** The result, which stays to be read when the dialog is gone. */
function tell({ done }: BulkKind, steps: readonly BulkStep[]): void {
  const count = (state: BulkStep['state']) => steps.filter((step) => step.state === state).length
  const [failed, stopped] = [count('failed'), count('stopped')]
  const parts = [
    `${ordersIn(count('done'))} ${done}`,
    failed > 0 && `${failed} failed`,
    stopped > 0 && `${stopped} not started`,
  ]
  notify(failed > 0 ? 'error' : 'success', parts.filter(Boolean).join(', '))
}
