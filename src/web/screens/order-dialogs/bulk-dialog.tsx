import { Circle, CircleAlert, CircleCheck, CircleMinus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { formatDay } from '../../../domain/calendar/nz-calendar.ts'
import { formatCents } from '../../../domain/format/money.ts'
import { ABSENT, nonBlank } from '../../../domain/format/text.ts'
import { orderedBy } from '../../../domain/orders/order-words.ts'
import { RECORDED_METHODS } from '../../../domain/orders/payment.ts'
import { CheckField, TextAreaField } from '../../form/fields.tsx'
import { RunDialog, RunProgress } from '../../form/run-dialog.tsx'
import { reasonBeside } from '../../lib/reason-beside.ts'
import { Fact, Facts, TextFact } from '../../record/facts.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { type Bulk, ordersIn, useBulkRun } from './bulk-run.ts'
import type { BulkRun, BulkStep } from './bulk-state.ts'

/** Runs over more orders are confirmed by typing their number. */
const MOST_UNTYPED = 20

const WAITING = 'Waiting for the server'

/**
 * Confirms an action on several orders, then shows its progress and the outcome for each order.
 * @param ask returns the run to confirm, null to show the current one; called once
 */
export function BulkDialog({ ask }: { ask(): BulkRun | null }) {
  const bulk = useBulkRun(ask)
  return bulk && <BulkRunDialog bulk={bulk} />
}

function BulkRunDialog({ bulk }: { bulk: Bulk }) {
  const { kind, phase, steps } = bulk
  const fault = bulk.fault === null ? null : `Message ${bulk.fault}`
  const running = phase === 'running'
  const left = steps.filter(({ state }) => state !== 'done').length
  const title = `${kind.verb} ${ordersIn(steps.length)}`
  return (
    <RunDialog
      title={title}
      description={termsOf(bulk)}
      label="Orders"
      confirmLabel={phase === 'ended' ? `Try ${left} again` : title}
      cancelLabel={{ asking: 'Cancel', running: 'Stop', ended: 'Close' }[phase]}
      busy={running}
      numberToType={phase === 'asking' && steps.length > MOST_UNTYPED ? steps.length : null}
      blocked={running ? WAITING : steps.length === 0 ? `None of these orders can be ${kind.done}` : fault}
      onConfirm={bulk.start}
      onCancel={running ? bulk.stop : bulk.close}
    >
      {phase === 'asking' && <Terms bulk={bulk} />}
      {phase === 'asking' && <NotificationFields bulk={bulk} fault={fault} />}
      <Progress bulk={bulk} />
      <BulkList bulk={bulk} />
    </RunDialog>
  )
}

/** What is recorded and sent, in sum. */
function Terms({ bulk: { kind, steps, notification, day } }: { bulk: Bulk }) {
  const total = steps.reduce((sum, { order }) => sum + (order.costs.total ?? 0), 0)
  return (
    <div className="rounded-l border border-line">
      <Facts>
        <Fact name="Sum">
          <span className="font-semibold tabular">{formatCents(total)}</span>
        </Fact>
        {kind.payment && (
          <>
            <TextFact name="Date paid" value={formatDay(day)} />
            <TextFact name="Method" value={RECORDED_METHODS[kind.payment.method]} />
          </>
        )}
        <TextFact name="E-mails" value={notification?.send ? recipientsOf(steps) : 'None'} />
      </Facts>
    </div>
  )
}

function recipientsOf(steps: readonly BulkStep[]): string {
  const silent = steps.filter(({ order }) => nonBlank(order.customer.email) === null).length
  const reached = `The message below to the customers of ${ordersIn(steps.length - silent)}`
  if (silent === 0) return reached
  return `${reached}. ${ordersIn(silent)} ${silent === 1 ? 'has' : 'have'} no e-mail address.`
}

/** The customers' notification: readable, editable, and can be switched off. */
function NotificationFields({
  bulk: { notification, changeNotification },
  fault,
}: {
  bulk: Bulk
  fault: string | null
}) {
  if (notification === null) return null
  return (
    <>
      <CheckField
        label="Send notification"
        value={notification.send}
        onChange={(send) => changeNotification({ send })}
      />
      {notification.send && (
        <TextAreaField
          label="Message"
          hint="words in braces are filled in for each order"
          value={notification.message}
          onChange={(message) => changeNotification({ message })}
          error={fault && `${fault}.`}
        />
      )}
    </>
  )
}

/** The effect on each order, including the notification. */
function termsOf({ kind, notification }: Bulk): string {
  if (notification === null || notification === kind.notification) return kind.terms
  if (!notification.send) return 'No customer is notified.'
  return notification.message === kind.notification?.message ? kind.terms : 'Each customer gets this message.'
}

function reasonsOf(leftOut: BulkRun['leftOut']): { reason: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { reason } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return Array.from(counts, ([reason, count]) => ({ reason, count }))
}

/** Before the run: how many orders it skips. During the run: its progress. Afterwards: its failures. */
function Progress({ bulk: { kind, phase, steps, leftOut } }: { bulk: Bulk }) {
  if (phase === 'asking') {
    if (leftOut.length === 0) return null
    return (
      <Alert
        tone="warning"
        title={`${steps.length} of the ${steps.length + leftOut.length} selected orders can be ${kind.done}`}
      >
        {reasonsOf(leftOut).map(({ reason, count }) => (
          <p key={reason}>{`${reason}: ${count}`}</p>
        ))}
      </Alert>
    )
  }
  const done = steps.filter(({ state }) => state === 'done').length
  const failed = steps.filter(({ state }) => state === 'failed').length
  const words = `${done} of ${steps.length} ${kind.done}${failed > 0 ? `, ${failed} failed` : ''}`
  return (
    <RunProgress
      label={words}
      total={steps.length}
      done={done}
      failed={failed}
      failure={phase === 'ended' ? kind.failure : null}
    />
  )
}

const ICONS: Record<BulkStep['state'], ReactNode> = {
  waiting: <Circle className="icon-14 text-fg-off" aria-hidden="true" />,
  sent: <Spinner />,
  done: <CircleCheck className="icon-14 text-dot-green" aria-hidden="true" />,
  failed: <CircleAlert className="icon-14 text-danger-ink" aria-hidden="true" />,
  stopped: <CircleMinus className="icon-14 text-fg-3" aria-hidden="true" />,
}

/** All selected orders with their outcome so far, and the skipped ones grouped by reason. */
function BulkList({ bulk: { action, kind, phase, steps, leftOut } }: { bulk: Bulk }) {
  return (
    <>
      <ul className="rounded-l border border-line [&>li+li]:border-t [&>li]:border-line-soft">
        {steps.map((step) => (
          <Line
            key={step.order.code}
            order={step.order}
            icon={ICONS[step.state]}
            notes={action === 'pack' ? nonBlank(step.order.notes) : null}
          >
            {phase === 'asking' ? formatCents(step.order.costs.total) : outcome(step, kind)}
          </Line>
        ))}
      </ul>
      {leftOut.length > 0 && (
        <section>
          <h3 className="pb-1 text-micro text-fg-3">Left out</h3>
          <ul className="rounded-l border border-line text-fg-2 [&>li+li]:border-t [&>li]:border-line-soft">
            {leftOut.map(({ order, reason }) => (
              <Line key={order.code} order={order} icon={ICONS.stopped}>
                {reason}
              </Line>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

interface LineProps {
  order: Order
  icon: ReactNode
  /** The notes of an order that is to be packed; null if it has none. */
  notes?: string | null
  children: string
}

function Line({ order, icon, notes = null, children }: LineProps) {
  return (
    <li>
      <div className="flex min-h-8 items-center gap-2.5 px-3">
        {icon}
        <code className="code-block min-w-14 shrink-0">{order.code}</code>
        <span className="min-w-0 flex-1 truncate">{orderedBy(order) ?? ABSENT}</span>
        <span className="shrink-0 text-small tabular">{children}</span>
      </div>
      {notes !== null && (
        <p className="mx-3 mb-2 ml-9 rounded-m bg-amber-bg px-2 py-1 text-small wrap-anywhere whitespace-pre-line inset-ring inset-ring-amber-line">
          <span className="font-semibold text-amber-ink">Notes</span> <span>{notes}</span>
        </p>
      )}
    </li>
  )
}

function outcome({ state, reason, unsure }: BulkStep, { done, failure }: Bulk['kind']): string {
  switch (state) {
    case 'waiting':
      return 'Waiting'
    case 'sent':
      return 'In progress'
    case 'done':
      return `${done.charAt(0).toUpperCase()}${done.slice(1)}`
    case 'stopped':
      return 'Not started'
    case 'failed':
      return reasonBeside(failure, reason) ?? (unsure ? 'No answer from the server' : 'Failed')
  }
}
