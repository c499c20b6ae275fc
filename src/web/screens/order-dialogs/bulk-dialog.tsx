import { formatDay, todayInAuckland } from '../../../domain/calendar/nz-calendar.ts'
import { formatCents } from '../../../domain/format/money.ts'
import { ABSENT, capitalised, nonBlank } from '../../../domain/format/text.ts'
import { orderedBy } from '../../../domain/orders/order-words.ts'
import { RECORDED_METHODS, USUAL_METHOD } from '../../../domain/orders/payment.ts'
import { CheckField, TextAreaField } from '../../form/fields.tsx'
import { entriesIn } from '../../form/run.ts'
import {
  ENTRY_ICONS,
  LeftOutOrders,
  MOST_UNTYPED,
  RunDialog,
  RunLine,
  RunList,
  RunProgress,
} from '../../form/run-dialog.tsx'
import { reasonBeside } from '../../lib/reason-beside.ts'
import { Fact, Facts, TextFact } from '../../record/facts.tsx'
import { now } from '../../state/clock.ts'
import { Alert } from '../../ui/alert.tsx'
import { type Bulk, ordersIn, useBulkRun } from './bulk-run.ts'
import type { BulkEntry, BulkRun } from './bulk-state.ts'

/**
 * Confirms an action on several orders, then shows its progress and the outcome for each order.
 * @param ask returns the run to confirm, null to show the current one; called once
 */
export function BulkDialog({ ask }: { ask(): BulkRun | null }) {
  const bulk = useBulkRun(ask)
  return bulk && <BulkRunDialog bulk={bulk} />
}

function BulkRunDialog({ bulk }: { bulk: Bulk }) {
  const { kind, phase, entries, fault } = bulk
  const title = `${kind.verb} ${ordersIn(entries.length)}`
  return (
    <RunDialog
      run={bulk}
      title={title}
      description={termsOf(bulk)}
      label="Orders"
      confirmLabel={title}
      numberToType={phase === 'asking' && entries.length > MOST_UNTYPED ? entries.length : null}
      blocked={entries.length === 0 ? `None of these orders can be ${kind.done}` : fault}
      onConfirm={bulk.start}
      onStop={bulk.stop}
      onClose={bulk.close}
    >
      {phase === 'asking' && <Terms bulk={bulk} />}
      {phase === 'asking' && kind.isPayment && fault !== null && <Alert tone="error" title={`${fault}.`} />}
      {phase === 'asking' && <NotificationFields bulk={bulk} />}
      <Progress bulk={bulk} />
      <BulkList bulk={bulk} />
    </RunDialog>
  )
}

/** What is recorded and sent, in sum. */
function Terms({ bulk: { kind, entries, notification, payment } }: { bulk: Bulk }) {
  const total = entries.reduce((sum, { item }) => sum + (item.costs.total ?? 0), 0)
  return (
    <div className="rounded-l border border-line">
      <Facts>
        <Fact name="Sum">
          <span className="font-semibold tabular">{formatCents(total)}</span>
        </Fact>
        {kind.isPayment && (
          <>
            <TextFact name="Date paid" value={formatDay(payment.date_paid)} />
            <TextFact name="Method" value={RECORDED_METHODS[payment.payment_method]} />
            {payment.reference !== '' && <TextFact name="Reference" value={payment.reference} />}
          </>
        )}
        <TextFact name="E-mails" value={notification?.send ? recipientsOf(entries) : 'None'} />
      </Facts>
    </div>
  )
}

function recipientsOf(entries: readonly BulkEntry[]): string {
  const silent = entries.filter(({ item }) => nonBlank(item.customer.email) === null).length
  const reached = `The message below to the customers of ${ordersIn(entries.length - silent)}`
  if (silent === 0) return reached
  return `${reached}. ${ordersIn(silent)} ${silent === 1 ? 'has' : 'have'} no e-mail address.`
}

/** The customers' notification: readable, editable, and can be switched off. */
function NotificationFields({ bulk: { notification, changeNotification, fault } }: { bulk: Bulk }) {
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
function termsOf({ kind, notification, payment }: Bulk): string {
  const isUsual = payment.payment_method === USUAL_METHOD && payment.date_paid === todayInAuckland(now())
  if (kind.isPayment && !isUsual) return 'Each order is recorded as paid in full.'
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
function Progress({ bulk }: { bulk: Bulk }) {
  const { kind, phase, entries, leftOut } = bulk
  if (phase === 'asking') {
    if (leftOut.length === 0) return null
    return (
      <Alert
        tone="warning"
        title={`${entries.length} of the ${entries.length + leftOut.length} selected orders can be ${kind.done}`}
      >
        {reasonsOf(leftOut).map(({ reason, count }) => (
          <p key={reason}>{`${reason}: ${count}`}</p>
        ))}
      </Alert>
    )
  }
  const [done, failed] = [entriesIn(bulk, 'done').length, entriesIn(bulk, 'failed').length]
  const words = `${done} of ${entries.length} ${kind.done}${failed > 0 ? `, ${failed} failed` : ''}`
  return (
    <RunProgress
      label={words}
      total={entries.length}
      done={done}
      failed={failed}
      failure={phase === 'ended' ? kind.failure : null}
    />
  )
}

/** All selected orders with their outcome so far, and the skipped ones grouped by reason. */
function BulkList({ bulk: { kind, phase, entries, leftOut } }: { bulk: Bulk }) {
  return (
    <>
      <RunList>
        {entries.map((entry) => (
          <RunLine
            key={entry.id}
            icon={ENTRY_ICONS[entry.state]}
            code={entry.id}
            name={orderedBy(entry.item) ?? ABSENT}
            notes={kind.isPayment ? null : nonBlank(entry.item.notes)}
          >
            {phase === 'asking' ? formatCents(entry.item.costs.total) : outcome(entry, kind)}
          </RunLine>
        ))}
      </RunList>
      {leftOut.length > 0 && (
        <section className="text-fg-2">
          <h3 className="pb-1 text-micro text-fg-3">Left out</h3>
          <LeftOutOrders leftOut={leftOut} />
        </section>
      )}
    </>
  )
}

function outcome({ state, reason, unsure }: BulkEntry, { done, failure }: Bulk['kind']): string {
  const words = {
    waiting: 'Waiting',
    pending: 'In progress',
    done: capitalised(done),
    stopped: 'Not started',
  }
  if (state !== 'failed') return words[state]
  return reasonBeside(failure, reason) ?? (unsure ? 'No answer from the server' : 'Failed')
}
