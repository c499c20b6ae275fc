import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { BulkAction } from '../../../../commands/engine/context.ts'
import type { Order } from '../../../contract/orders.ts'
import { counted } from '../../../domain/format/counted.ts'
import { templateFault } from '../../../domain/orders/order-message.ts'
import { refreshOrders } from '../../api/orders.ts'
import { closeDialog, dialogAtom } from '../../state/dialogs.ts'
import { deselect } from '../../state/selection.ts'
import { currentUser } from '../../state/session.ts'
import { store } from '../../state/store.ts'
import { notify } from '../../state/toasts.ts'
import { BULK_KINDS, type BulkKind } from './bulk-actions.ts'
import { type BulkState, forgetRun, keepRun, type Notification } from './bulk-memory.ts'
import { BulkRun, type BulkStep, waitingSteps } from './bulk-run.ts'
import { forgetOpenDialog, isRemembered, rememberOpenDialog } from './dialog-memory.ts'

export interface Bulk {
  kind: BulkKind
  phase: 'asking' | 'running' | 'ended'
  steps: readonly BulkStep[]
  /** Orders on which the action is impossible, with the reason. */
  leftOut: BulkState['leftOut']
  /** The customers' notification; null if they get none. */
  notification: Notification | null
  /** Why the notification cannot be sent; null if it can. The run cannot start before. */
  fault: string | null
  changeNotification(change: Partial<Notification>): void
  start(): void
  stop(): void
  close(): void
}

/** '1 order', '3 orders'. */
export function ordersIn(count: number): string {
  return counted(count, 'order')
}

/** A new run over those of the selected orders on which the action is possible. */
export function askedRun(action: BulkAction, orders: readonly Order[]): BulkState {
  const judged = orders.map((order) => ({ order, reason: BULK_KINDS[action].refusal(order) }))
  return {
    user: currentUser(),
    action,
    notification: BULK_KINDS[action].notification,
    steps: waitingSteps(judged.filter(({ reason }) => reason === null).map(({ order }) => order)),
    leftOut: judged.flatMap(({ order, reason }) => (reason === null ? [] : [{ order, reason }])),
  }
}

/**
 * State of a bulk run, or of the outcome of a run that was interrupted by a reload, a scan or the end of the
 * session. The dialog closes if every order succeeded, and stays after a failure.
 * @param begin returns the initial run; called once
 */
export function useBulkRun(begin: () => BulkState): Bulk {
  const [{ run, action, leftOut, asked, keep, told }] = useState(() => begun(begin()))
  const kind = BULK_KINDS[action]
  const [phase, setPhase] = useState<Bulk['phase']>(asked ? 'asking' : 'ended')
  const steps = useSyncExternalStore(run.subscribe, run.steps)
  const [notification, setNotification] = useState(told.current)
  const fault = notification?.send ? templateFault(notification.message) : null
  const there = useRef(true)
  useEffect(() => {
    there.current = true
    return () => {
      // Leaving the screen stops what has not been sent.
      there.current = false
      run.stop()
    }
  }, [run])
  const started = phase !== 'asking'
  useEffect(() => {
    if (!started) return
    rememberOpenDialog('bulk-outcome', '')
    forgetRun()
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [started, keep])

  function leave(): void {
    if (isOutcomeRemembered()) {
      forgetRun()
      forgetOpenDialog()
    }
    // If the dialog was closed and its outcome reopened, that dialog has nothing left to show.
    if (there.current || store.get(dialogAtom)?.name === 'bulk-outcome') closeDialog()
  }
  return {
    kind,
    phase,
    steps,
    leftOut,
    notification,
    fault,
    changeNotification(change) {
      if (notification === null) return
      told.current = { ...notification, ...change }
      setNotification(told.current)
    },
    start() {
      if (phase === 'running' || fault !== null) return
      setPhase('running')
      void run.start().then(() => {
        const done = run.steps().filter(({ state }) => state === 'done')
        deselect(new Set(done.map(({ order }) => order.code)))
        refreshOrders()
        const complete = done.length === run.steps().length
        if (there.current && !complete) return setPhase('ended')
        tell(kind, run.steps())
        if (complete) leave()
        else keep()
      })
    },
    stop: () => run.stop(),
    close() {
      if (phase === 'asking') return closeDialog()
      tell(kind, run.steps())
      leave()
    },
  }
}

function begun(state: BulkState) {
  const { action, steps, leftOut } = state
  const kind = BULK_KINDS[action]
  const told = { current: state.notification }
  const run = new BulkRun(steps, { ...kind, send: (order) => kind.send(order, told.current) })
  // Not after the dialog was closed, or its user has signed out.
  const keep = () => {
    if (isOutcomeRemembered()) keepRun({ ...state, notification: told.current, steps: [...run.steps()] })
  }
  return { run, action, leftOut, told, asked: steps.every((step) => step.state === 'waiting'), keep }
}

function isOutcomeRemembered(): boolean {
  return isRemembered('bulk-outcome', '')
}

/** Shows a toast with the result, which stays after the dialog has closed. */
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
