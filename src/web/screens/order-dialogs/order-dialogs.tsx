import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ComponentType, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Undoable } from '../../../../commands/engine/targets.ts'
import {
  type CollectedBody,
  type Order,
  SHIPPING_COMPANIES,
  type ShippedBody,
} from '../../../contract/orders.ts'
import { capitalised, nonBlank } from '../../../domain/format/text.ts'
import { courierLabel, DEFAULT_COURIER, takesTrackingUrl } from '../../../domain/freight/couriers.ts'
import { canPayAndPack, ORDER_ACTIONS, type OrderDialogName } from '../../../domain/orders/order-actions.ts'
import { isPacked, isPaid } from '../../../domain/orders/order-status.ts'
import { stepsToTakeBack, TAKE_BACK_FAILED } from '../../../domain/orders/taking-back.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import type { Given } from '../../../domain/sentences/arguments.ts'
import type { StepName } from '../../../domain/sentences/order-sentences.ts'
import { stepRule } from '../../../domain/sentences/order-steps.ts'
import { setAside } from '../../api/freight.ts'
import { actOnOrder, orderQueries, putOnHold, releaseHold, sendTakeBack } from '../../api/orders.ts'
import { SelectField, TextAreaField, TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import type { FieldFault } from '../../form/use-submission.ts'
import { OrderNotes } from '../../record/facts.tsx'
import { now } from '../../state/clock.ts'
import { dialogAtom } from '../../state/dialogs.ts'
import { notifyAbout, notifyDone } from '../../state/toasts.ts'
import { noteUndoable } from '../../state/undoables.ts'
import { mergeDraft } from '../../storage/drafts.ts'
import { Alert } from '../../ui/alert.tsx'
import { BookOrdersDialog } from './book-orders-dialog.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { newBulkRun } from './bulk-run.ts'
import { forgetOpenDialog, rememberOpenDialog } from './dialog-memory.ts'
import {
  longTextFault,
  PackingFields,
  PaymentFields,
  pack,
  packingFault,
  payInFull,
  paymentFault,
  paymentToday,
  sendTracking,
  standardPacking,
  typedMessage,
} from './order-fields.tsx'
import { type SendStep, StepsDialog } from './steps-dialog.tsx'
import { orderForm, useOrderForm } from './use-order-form.ts'

/** Renders the open dialog of an order. */
export function OrderDialogs() {
  const dialog = useAtomValue(dialogAtom)
  if (dialog?.name === 'bulk-orders')
    return <BulkDialog key={dialog.name} ask={() => newBulkRun(dialog.action, dialog.orders, dialog.given)} />
  if (dialog?.name === 'book-orders') return <BookOrdersDialog key={dialog.name} request={dialog} />
  if (dialog?.name === 'order-steps')
    return <StepsDialog key={dialog.name} request={dialog} sendStep={sendStep} />
  if (dialog?.name === 'bulk-outcome') return <BulkDialog key={dialog.name} ask={() => null} />
  if (dialog === null || !('order' in dialog)) return null
  const { name, order } = dialog
  return <OrderDialog key={`${name}/${order.code}`} name={name} order={order} />
}

interface OrderDialogProps {
  name: OrderDialogName
  /** The order from the screen that opened the dialog, which may be an hour old. */
  order: Order
}

const DIALOGS: Record<OrderDialogName, ComponentType<{ order: Order }>> = {
  'record-payment': RecordPaymentDialog,
  pack: PackOrderDialog,
  'pay-and-pack': PayAndPackDialog,
  'record-collection': RecordCollectionDialog,
  'add-tracking': AddTrackingDialog,
  'pack-on-account': PackOnAccountDialog,
  'skip-order': SkipOrderDialog,
  'hold-order': HoldOrderDialog,
  'release-order': ReleaseOrderDialog,
  'take-back': TakeBackDialog,
}

/** What the dialog of each step presets, and how it is sent. A sentence sends it without the dialog (PAL-13). */
const FORMS = {
  'record-payment': stepForm(paymentToday, payInFull),
  pack: packingForm('pack'),
  'pack-on-account': packingForm('pack-on-account'),
  'record-collection': stepForm(
    (): CollectedBody => ({ collected_by: '', notes: '' }),
    ({ code }, fields) => actOnOrder('record-collection', code, fields),
  ),
  'add-tracking': stepForm(
    (): ShippedBody => ({ shipping_company: DEFAULT_COURIER, tracking_code: '', tracking_url: '' }),
    ({ code }, fields) => sendTracking(code, fields),
  ),
  'skip-order': reasonForm(setAside),
  'hold-order': reasonForm(putOnHold),
  'release-order': reasonForm(releaseHold),
} satisfies Record<StepName, { sendGiven(order: Order, given: Given): Promise<string | null> }>

const sendStep: SendStep = (name, order, given) => FORMS[name].sendGiven(order, given)

/** @param send returns the id by which the step can be undone; null if there is none */
function stepForm<Fields extends object>(
  preset: (order: Order) => Fields,
  send: (order: Order, fields: Fields) => Promise<string | null>,
) {
  return {
    /** For `useOrderForm`. */
    of: (order: Order) => ({
      initial: preset(order),
      action: async (fields: Fields) => [await send(order, fields)],
    }),
    /** Sends it with values that were typed, in place of those that are preset. */
    sendGiven: (order: Order, given: Given) => send(order, mergeDraft(preset(order), given)),
  }
}

function packingForm(action: 'pack' | 'pack-on-account') {
  return stepForm(standardPacking, (order, packing) => pack(order, packing, action))
}

function reasonForm(act: (code: string, reason: string) => Promise<string | null>) {
  return stepForm(
    () => ({ reason: '' }),
    ({ code }, { reason }) => act(code, reason.trim()),
  )
}

/** Shows and submits the current order, which is reloaded while the dialog opens. Until then it is as on the screen. */
function OrderDialog({ name, order }: OrderDialogProps) {
  const { data, isFetchedAfterMount } = useQuery({ ...orderQueries.detail(order.code), refetchOnMount: true })
  const newest = isFetchedAfterMount && data !== undefined ? data : order
  useMemory(name, order.code)
  const Dialog = DIALOGS[name]
  return <Dialog order={newest} />
}

/** Remembers the dialog until the browser's Back closes it. Typed text stays in its draft. */
function useMemory(name: OrderDialogName, code: string): void {
  const { pathname } = useLocation()
  const openedAt = useRef(pathname)
  useLayoutEffect(() => {
    if (openedAt.current === pathname) rememberOpenDialog(name, code)
    else forgetOpenDialog()
  }, [pathname, name, code])
}

/** Records the payment of an order's total (ORD-36). */
function RecordPaymentDialog({ order }: { order: Order }) {
  const { fields, change, dialog } = useOrderForm({
    ...orderForm('record-payment'),
    ...FORMS['record-payment'].of(order),
    order,
    fault: (fields) => paymentFault(order, fields),
  })
  return (
    <FormDialog title="Record payment" confirmLabel="Record payment" {...dialog}>
      {(errorOf) => <PaymentFields order={order} fields={fields} change={change} errorOf={errorOf} />}
    </FormDialog>
  )
}

function PackOrderDialog({ order }: { order: Order }) {
  return <PackingDialog order={order} action="pack" title="Pack order items" />
}

function PackOnAccountDialog({ order }: { order: Order }) {
  return <PackingDialog order={order} action="pack-on-account" title="Pack on account" />
}

interface PackingDialogProps {
  order: Order
  action: 'pack' | 'pack-on-account'
  title: string
}

/**
 * Marks an order as packed. A check box has the initial focus, so that scanning the next order opens that order and
 * types nothing into the message.
 */
function PackingDialog({ order, action, title }: PackingDialogProps) {
  const { fields, change, dialog } = useOrderForm({
    ...orderForm(action),
    ...FORMS[action].of(order),
    order,
    texts: typedMessage,
    fault: (fields) => packingFault(order, fields),
  })
  return (
    <FormDialog title={title} confirmLabel={title} {...dialog}>
      {(errorOf) => (
        <>
          <OrderNotes order={order} />
          <PackingFields order={order} fields={fields} change={change} errorOf={errorOf} />
        </>
      )}
    </FormDialog>
  )
}

const ONLY_PAID = 'The payment has been recorded. The order has not been packed yet.'

/** A payment that was recorded. */
interface RecordedPayment {
  /** The ids by which it can be undone; none if another user has recorded it. */
  steps: readonly (string | null)[]
  /** When it was recorded, in ms. */
  at: number
}

/** Lets the user undo a payment whose packing failed. Null if that is not possible. */
function notePayment({ code }: Order, payment: RecordedPayment | null): Undoable | null {
  return payment && noteUndoable(`Payment of order ${code}`, [code], payment.steps, payment.at)
}

/** The same, with a notice. While the dialog is open, its button would undo what the dialog shows as recorded. */
function offerUndo(order: Order, payment: RecordedPayment | null): void {
  const undoable = notePayment(order, payment)
  if (undoable) notifyDone([order.code], 'success', `Order ${order.code} paid`, undoable)
}

/**
 * Records the payment of an order and packs it. If only the packing fails, or another user has recorded the payment
 * in the meantime, the dialog says so and repeats only the packing.
 */
function PayAndPackDialog({ order }: { order: Order }) {
  const recorded = useRef<RecordedPayment>(null)
  const isOnlyPaid = () => recorded.current !== null || isPaid(order)
  const { fields, change, dialog } = useOrderForm({
    order,
    name: 'pay-and-pack',
    offer: canPayAndPack,
    isDone: (one) => isPaid(one) && isPacked(one),
    initial: { ...paymentToday(), ...standardPacking(order) },
    texts: typedMessage,
    fault: (fields) => (isOnlyPaid() ? null : paymentFault(order, fields)) ?? packingFault(order, fields),
    async action(fields) {
      const { date_paid, payment_method, reference } = fields
      const pay = async () => [await payInFull(order, { date_paid, payment_method, reference })]
      recorded.current ??= { steps: isPaid(order) ? [] : await pay(), at: now() }
      return [...recorded.current.steps, await pack(order, fields)]
    },
    done: 'paid and packed',
    undone: 'Payment and packing',
    failureMessage() {
      if (!isOnlyPaid()) return MESSAGES.markPaid
      // If the response to the payment was lost, the payment may be recorded while the order is not packed.
      return recorded.current !== null ? `${ONLY_PAID} ${MESSAGES.pack}` : ONLY_PAID
    },
    onFailed(here) {
      if (here) notePayment(order, recorded.current)
      else offerUndo(order, recorded.current)
    },
  })
  function cancel(): void {
    dialog.onCancel()
    offerUndo(order, recorded.current)
  }
  const title = 'Record payment and pack'
  const { failure, busy } = dialog.submission
  const paid = isOnlyPaid()
  return (
    <FormDialog title={title} confirmLabel={paid ? 'Pack order items' : title} {...dialog} onCancel={cancel}>
      {(errorOf) => (
        <>
          {paid && failure === null && !busy && <Alert tone="info">{ONLY_PAID}</Alert>}
          <OrderNotes order={order} />
          {!paid && <PaymentFields order={order} fields={fields} change={change} errorOf={errorOf} />}
          <PackingFields order={order} fields={fields} change={change} errorOf={errorOf} />
        </>
      )}
    </FormDialog>
  )
}

/** Records who collected a click & collect order. */
function RecordCollectionDialog({ order }: { order: Order }) {
  const { fields, change, dialog } = useOrderForm({
    ...orderForm('record-collection'),
    ...FORMS['record-collection'].of(order),
    order,
    texts: ({ notes }) => (nonBlank(notes) === null ? {} : { notes }),
    fault: longTextFault,
  })
  return (
    <FormDialog title="Record collection" confirmLabel="Record collection" {...dialog}>
      {(errorOf) => (
        <>
          <TextField
            label="Collected by"
            value={fields.collected_by}
            onChange={(collected_by) => change({ collected_by })}
            error={errorOf('collected_by')}
          />
          <TextAreaField
            label="Notes"
            hint="optional"
            value={fields.notes}
            onChange={(notes) => change({ notes })}
            error={errorOf('notes')}
          />
        </>
      )}
    </FormDialog>
  )
}

/** Ships the order with a tracking code that is typed in. Only Titus has a tracking URL of its own (ORD-39). */
function AddTrackingDialog({ order }: { order: Order }) {
  const { fields, change, dialog } = useOrderForm({
    ...orderForm('add-tracking'),
    ...FORMS['add-tracking'].of(order),
    order,
    // Nothing can be tracked with a blank code.
    fault: ({ tracking_code, tracking_url }) =>
      tracking_code.trim() === ''
        ? { field: 'tracking_code', reason: 'Enter a tracking code.' }
        : longTextFault({ tracking_code, tracking_url }),
  })
  return (
    <FormDialog title="Add tracking info" confirmLabel="Add tracking info" {...dialog}>
      {(errorOf) => (
        <>
          <SelectField
            label="Shipping company"
            options={SHIPPING_COMPANIES}
            labelOf={courierLabel}
            value={fields.shipping_company}
            onChange={(shipping_company) =>
              change({
                shipping_company,
                ...(!takesTrackingUrl(shipping_company) && { tracking_url: '' }),
              })
            }
            error={errorOf('shipping_company')}
          />
          <TextField
            label="Tracking code"
            value={fields.tracking_code}
            onChange={(tracking_code) => change({ tracking_code })}
            error={errorOf('tracking_code')}
          />
          {takesTrackingUrl(fields.shipping_company) && (
            <TextField
              label="Tracking URL"
              type="url"
              placeholder="Required for Titus"
              value={fields.tracking_url}
              onChange={(tracking_url) => change({ tracking_url })}
              error={errorOf('tracking_url')}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

/** The words of a dialog with only a reason, besides the rule of its step. */
interface ReasonKind {
  name: 'skip-order' | 'hold-order' | 'release-order'
  title: string
  confirmLabel: string
}

const SKIP: ReasonKind = {
  name: 'skip-order',
  title: 'Skip until tomorrow',
  confirmLabel: 'Skip order',
}
const HOLD: ReasonKind = {
  name: 'hold-order',
  title: 'Put on hold',
  confirmLabel: 'Put on hold',
}
const RELEASE: ReasonKind = {
  name: 'release-order',
  title: 'Release',
  confirmLabel: 'Release order',
}

/** Without a reason, the next colleague would not know why. */
function reasonFault({ reason }: { reason: string }): FieldFault | null {
  return nonBlank(reason) === null
    ? { field: 'reason', reason: 'Enter a reason.' }
    : longTextFault({ reason })
}

const typedReason = ({ reason }: { reason: string }) => (nonBlank(reason) === null ? {} : { reason })

function SkipOrderDialog({ order }: { order: Order }) {
  return <ReasonDialog order={order} kind={SKIP} />
}

function HoldOrderDialog({ order }: { order: Order }) {
  return <ReasonDialog order={order} kind={HOLD} />
}

function ReleaseOrderDialog({ order }: { order: Order }) {
  return <ReasonDialog order={order} kind={RELEASE} />
}

/** Sets an order aside until tomorrow, puts it on hold or releases it, with a reason. */
function ReasonDialog({ order, kind }: { order: Order; kind: ReasonKind }) {
  const { failure, ...rule } = stepRule(kind.name)
  const { fields, change, dialog } = useOrderForm({
    ...rule,
    ...FORMS[kind.name].of(order),
    order,
    name: kind.name,
    texts: typedReason,
    fault: reasonFault,
    failureMessage: () => failure,
  })
  const isNamed = dialog.submission.failure?.field === 'reason'
  return (
    <FormDialog
      title={kind.title}
      confirmLabel={kind.confirmLabel}
      {...dialog}
      failureMessage={isNamed ? null : failure}
    >
      {(errorOf) => (
        <TextField
          label="Reason"
          value={fields.reason}
          onChange={(reason) => change({ reason })}
          error={errorOf('reason')}
        />
      )}
    </FormDialog>
  )
}

/** Takes a step of an order back, with a reason (ORD-52). The last one is preset. */
function TakeBackDialog({ order }: { order: Order }) {
  const steps = stepsToTakeBack(order)
  // The preset stays when another desk takes that step back: the one before it is not meant.
  const [preset] = useState(steps[0] ?? 'record-payment')
  const chosen = useRef(preset)
  const { fields, change, dialog } = useOrderForm({
    order,
    name: 'take-back',
    offer: (one) => {
      const offered = stepsToTakeBack(one).length > 0
      return { offered, reason: offered ? null : 'The order has no step to take back' }
    },
    isDone: (one) => ORDER_ACTIONS[chosen.current].stays(one) !== null,
    initial: { step: preset, reason: '' },
    texts: typedReason,
    fault: reasonFault,
    async action({ step, reason }) {
      chosen.current = step
      const message = await sendTakeBack(order.code, { step, reason: reason.trim() })
      if (message !== null) notifyAbout([order.code], 'warning', message)
      return []
    },
    done: 'corrected',
    failureMessage: () => TAKE_BACK_FAILED,
  })
  const isNamed = dialog.submission.failure?.field === 'reason'
  return (
    <FormDialog
      title="Take back"
      confirmLabel="Take back"
      {...dialog}
      failureMessage={isNamed ? null : TAKE_BACK_FAILED}
    >
      {(errorOf) => (
        <>
          <SelectField
            label="Step"
            options={steps.includes(fields.step) ? steps : [fields.step, ...steps]}
            labelOf={(step) => capitalised(ORDER_ACTIONS[step].noun)}
            value={fields.step}
            onChange={(step) => change({ step })}
            error={errorOf('step')}
          />
          <TextField
            label="Reason"
            hasInitialFocus
            value={fields.reason}
            onChange={(reason) => change({ reason })}
            error={errorOf('reason')}
          />
        </>
      )}
    </FormDialog>
  )
}
