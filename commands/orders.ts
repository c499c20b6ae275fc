import type { Capability } from '../src/contract/capabilities.ts'
import { joinCodes, type Order, type OrderAction } from '../src/contract/orders.ts'
import { counted, nonBlank } from '../src/domain/format/text.ts'
import {
  canHold,
  canKeepSourceChanges,
  canPayAndPack,
  canRelease,
  canSkip,
  canTakeSourceChanges,
  HOLD_FAILED,
  ORDER_ACTIONS,
  type OrderDialogName,
  orderCan,
  RELEASE_FAILED,
  SKIP_FAILED,
  whyNotByRule,
} from '../src/domain/orders/order-actions.ts'
import { isPaid } from '../src/domain/orders/order-status.ts'
import { KEEP_CHANGES_FAILED, TAKE_CHANGES_FAILED } from '../src/domain/orders/source-changes.ts'
import { stepsToTakeBack, TAKE_BACK_FAILED, UNDO_FAILED } from '../src/domain/orders/taking-back.ts'
import { MESSAGES } from '../src/domain/records/catalogue.ts'
import { copiedOf } from '../src/domain/sentences/record-facts.ts'
import type { BulkVariant } from './engine/bulk-variant.ts'
import { type Command, defineCommand, type IconName } from './engine/command.ts'
import type { BulkAction, CommandContext } from './engine/context.ts'
import { placeholder } from './engine/placeholders.ts'
import { call, mail, recordCommandsOf, shipNext, showHistory, tabPath } from './engine/record-commands.ts'
import { offeredWhen } from './engine/rules.ts'
import type { Targets, Undoable } from './engine/targets.ts'

const section = 'Order'
const target = 'order'
const order = recordCommandsOf(target)
const ALREADY_PAID = 'The order is already paid'
const NO_TRACKING = 'The order has no tracking code'

const ONE_AT_A_TIME = 'One order at a time. Clear the selection first.'

/**
 * A command for one order must act neither on one of several selected orders nor on the active row while orders are
 * selected.
 */
function oneAtATime(_: Order, { targets }: CommandContext): string | null {
  return targets.orders ? ONE_AT_A_TIME : null
}

/** Whether the form for a consignment of an order is on the screen, so that leading there would do nothing. */
function isOnForm({ code }: Order, { targets: { record, consignmentForm } }: CommandContext): boolean {
  return consignmentForm !== undefined && record?.kind === target && record.code === code
}

const selectedOrders = ({ orders }: Partial<Targets>) => orders

/** Opens the dialog that runs an action on each of the selected orders. */
function inOneRun({ action: bulk, title }: { action: BulkAction; title: string }): BulkVariant<Order> {
  return {
    title,
    noun: target,
    selected: selectedOrders,
    run: (orders, { effects, typed }) =>
      effects.openDialog({ name: 'bulk-orders', action: bulk, orders, given: typed?.given }),
  }
}

/** Opens a dialog of an order, with the values that were typed after the verb. */
function open(name: OrderDialogName, order: Order, { effects, typed }: CommandContext): void {
  effects.openDialog({ name, order, ...typed })
}

/** An action on an order (ORD-30 to ORD-33). It opens a dialog and is offered exactly if the domain rule allows it. */
function action<Action extends OrderAction>(
  name: Action,
  parts: {
    title: string
    key: string
    hint: string
    verbs: string[]
    capability?: Capability
    /** An action, and the title of its bulk variant if it has one. */
    bulk?: { action: BulkAction; title: string }
  },
): Command<`order.${Action}`> {
  const { key, hint, bulk, ...rest } = parts
  const { icon, failure, nextStep } = ORDER_ACTIONS[name]
  return defineCommand({
    ...rest,
    ...(bulk ? { bulk: inOneRun(bulk) } : { blocked: oneAtATime }),
    id: `order.${name}`,
    dialog: name,
    icon,
    failure,
    section,
    target,
    keys: [key],
    hint: { label: hint, group: nextStep === null ? 'act' : 'next' },
    offered: (order) => orderCan(name, order),
    run: (order, context) => open(name, order, context),
  })
}

/** Opens the preview of the steps that were typed in one sentence. */
function openSteps(orders: readonly Order[], { effects, typed }: CommandContext): void {
  const { steps = [], isConfirmed = false, ship } = typed ?? {}
  effects.openDialog({ name: 'order-steps', orders, steps, isConfirmed, ...(ship && { ship }) })
}

function bookByRule(orders: readonly Order[], { effects }: CommandContext): void {
  effects.openDialog({ name: 'book-orders', orders })
}

/** Whether an order is booked by rule without a person looking at it. */
const isBookable = (order: Order) => whyNotByRule(order) === null

/** What was undone: all of it, or the orders that could be. */
function undoneText({ title, codes }: Undoable, undone: readonly string[]): string {
  return undone.length === codes.length ? `${title} undone` : `${counted(undone.length, 'order')} undone`
}

/** Leads to the form of a consignment, with what was typed after the verb. */
function toForm(path: string, { code: order }: Order, isAnother: boolean, context: CommandContext): void {
  const { effects, typed } = context
  const { given, isDoubtful = false } = typed ?? {}
  if (given === undefined) effects.navigate(path)
  else effects.openForm(path, { order, isAnother, given, isPriced: !isDoubtful })
}

/** The disabled items of the menu. */
const inactive = <Id extends string>(id: Id, title: string, icon: IconName, verbs: readonly string[] = []) =>
  placeholder({ id, title, section, icon, verbs, target })

export const orderCommands = [
  order.open(),
  action('record-payment', {
    title: 'Record payment',
    key: 'r',
    hint: 'Record payment',
    verbs: ['pay', 'paid', 'payment', 'payments', 'mark paid', 'mark as paid', 'take payment', 'money'],
    bulk: { action: 'record-payment', title: 'Record payments' },
  }),
  action('pack', {
    title: 'Pack order items',
    key: 'p',
    hint: 'Pack',
    verbs: ['pack', 'packed', 'pick', 'picked', 'ready', 'mark ready', 'mark packed', 'mark as ready'],
    bulk: { action: 'pack', title: 'Pack orders' },
  }),
  defineCommand({
    id: 'order.pay-and-pack',
    dialog: 'pay-and-pack',
    title: 'Record payment and pack',
    section,
    icon: 'pack',
    keywords: ['both', 'one go', 'paid', 'packed'],
    verbs: ['pay and pack'],
    target,
    keys: ['mod+shift+Enter'],
    hint: { label: 'Pay and pack', group: 'act' },
    failure: MESSAGES.markPaid,
    offered: (order) => (isPaid(order) ? offeredWhen(false, ALREADY_PAID) : canPayAndPack(order)),
    blocked: oneAtATime,
    run: (order, context) => open('pay-and-pack', order, context),
  }),
  action('pack-on-account', {
    title: 'Pack on account',
    key: 'shift+a',
    hint: 'Pack on account',
    verbs: ['on account', 'pack on account', 'release on account'],
    capability: 'accounts',
    bulk: { action: 'pack-on-account', title: 'Pack orders on account' },
  }),
  action('record-collection', {
    title: 'Record collection',
    key: 'l',
    hint: 'Record collection',
    verbs: ['collect', 'collected', 'collection', 'pickup', 'pick up', 'picked up', 'mark collected'],
  }),
  action('add-tracking', {
    title: 'Add tracking info',
    key: 'a',
    hint: 'Add tracking',
    verbs: [
      'shipped',
      'dispatched',
      'sent',
      'mark shipped',
      'mark as shipped',
      'tracking info',
      'tracking number',
    ],
  }),
  defineCommand({
    id: 'order.create-consignment',
    sentence: 'ship',
    title: 'Create consignment',
    section,
    icon: 'consignment',
    keywords: ['freight', 'courier'],
    verbs: ['ship', 'book', 'consign', 'send', 'dispatch', 'book freight', 'book courier', 'new consignment'],
    target,
    // The form is where this key leads.
    keysYieldTo: ['consignmentForm'],
    keys: ['c'],
    hint: { label: 'Create consignment', group: 'next' },
    offered: (order) => orderCan('create-consignment', order),
    blocked: (order, context) =>
      oneAtATime(order, context) ??
      // What was typed for it is filled in there.
      (isOnForm(order, context) && !context.typed?.given ? 'Its form is on the screen' : null),
    run: (one, context) => toForm(tabPath(target, one, context, 'freight'), one, false, context),
  }),
  defineCommand({
    id: 'order.book-by-rule',
    sentence: 'ship-several',
    title: 'Book by rule…',
    section,
    icon: 'consignment',
    keywords: ['several', 'freight', 'courier', 'cheapest', 'price', 'all'],
    verbs: ['book by rule'],
    target,
    keys: ['shift+b'],
    // Only then a booking whose answer was lost can be repeated.
    capability: 'book-once',
    offered: (order) => orderCan('create-consignment', order),
    run: (order, context) => bookByRule([order], context),
    bulk: {
      title: 'Book orders by rule…',
      titleOf: (count) => `Book ${count} by rule…`,
      noun: target,
      selected: selectedOrders,
      run: bookByRule,
    },
  }),
  defineCommand({
    id: 'orders.book-by-rule',
    title: 'Book the orders shown by rule…',
    section,
    icon: 'consignment',
    keywords: ['several', 'freight', 'courier', 'cheapest', 'price', 'all', 'list', 'filter', 'page'],
    target: 'shownOrders',
    // Of selected orders, `order.book-by-rule` does the same.
    hiddenWith: ['orders'],
    capability: 'book-once',
    titleIn: (orders) => `Book ${orders.filter(isBookable).length} shown by rule…`,
    offered: (orders) => offeredWhen(orders.some(isBookable), 'No order of this page can be booked'),
    run: (orders, context) => bookByRule(orders.filter(isBookable), context),
  }),
  defineCommand({
    id: 'order.view-consignment',
    title: 'View Consignment',
    section,
    icon: 'label',
    keywords: ['show', 'tracking'],
    verbs: ['label', 'labels', 'print', 'reprint', 'print label', 'connote', 'consignment'],
    target,
    keys: ['h'],
    hint: { label: 'Consignment', group: 'next' },
    offered: ({ freight }) => offeredWhen(nonBlank(freight.tracking_code) !== null, NO_TRACKING),
    blocked: oneAtATime,
    run({ freight }, { effects, places }) {
      const code = nonBlank(freight.tracking_code)
      if (code !== null) effects.navigate(places.record('consignment', code))
    },
  }),
  defineCommand({
    id: 'order.another-consignment',
    sentence: 'ship-another',
    title: 'Another consignment',
    section,
    icon: 'add',
    keywords: ['second', 'further', 'carton', 'left', 'behind', 'freight', 'courier'],
    verbs: ['another', 'another consignment', 'second consignment', 'another carton'],
    target,
    keys: ['shift+c'],
    hint: { label: 'Another consignment', group: 'act' },
    capability: 'another-consignment',
    offered: (order) => orderCan('another-consignment', order),
    blocked: oneAtATime,
    run: (one, context) => toForm(context.places.anotherConsignment(one.code), one, true, context),
  }),
  shipNext(target, section, ({ code }) => code),
  defineCommand({
    id: 'order.skip',
    dialog: 'skip-order',
    title: 'Skip until tomorrow',
    section,
    icon: 'next',
    keywords: ['aside', 'later', 'cannot', 'short', 'stock', 'hold'],
    verbs: ['skip', 'skip order', 'set aside', 'not today'],
    target,
    keys: ['shift+n'],
    hint: { label: 'Skip', group: 'act' },
    capability: 'dispatch',
    failure: SKIP_FAILED,
    offered: (order) => canSkip(order),
    blocked: oneAtATime,
    run: (order, context) => open('skip-order', order, context),
  }),
  defineCommand({
    id: 'order.unskip',
    title: 'End the skip',
    section,
    icon: 'undo',
    keywords: ['skipped', 'again', 'today'],
    verbs: ['unskip', 'no longer skip'],
    target,
    capability: 'dispatch',
    failure: SKIP_FAILED,
    leads: true,
    offered: (order) => offeredWhen(order.skipped !== undefined, 'The order is not skipped'),
    blocked: oneAtATime,
    run: ({ code }, { effects }) => effects.unskip(code),
  }),
  defineCommand({
    id: 'order.steps',
    title: 'Several steps',
    section,
    icon: 'actions',
    target,
    // Only the palette runs it, with the steps of a sentence.
    inPalette: false,
    offered: (_, { typed }) => offeredWhen(typed?.steps !== undefined),
    run: (order, context) => openSteps([order], context),
    bulk: { title: 'Several steps on orders', noun: target, selected: selectedOrders, run: openSteps },
  }),
  defineCommand({
    id: 'step.undo',
    sentence: 'undo',
    title: 'Undo',
    section,
    icon: 'undo',
    keywords: ['wrong', 'mistake', 'back', 'last', 'payment', 'packing', 'collection', 'tracking'],
    verbs: ['undo'],
    target: 'undo',
    // A booking that was made since is undone first.
    hiddenWith: ['booking'],
    keys: ['z'],
    hint: { label: 'Undo', group: 'act' },
    capability: 'taking-back',
    failure: UNDO_FAILED,
    leads: true,
    offered: ({ over }) => offeredWhen(over === null, over),
    async run(done, { effects }) {
      const refused = await effects.undo(done)
      const codes = done.codes.filter((code) => !refused.some((one) => one.code === code))
      if (codes.length > 0) effects.notify('success', undoneText(done, codes), null, codes)
      if (done.isBooking && codes.length > 0) {
        effects.notify('warning', `Throw away the printed labels of ${counted(codes.length, 'order')}`)
      }
      for (const { code, reason } of refused) {
        effects.notify('error', `Order ${code} is not undone. ${reason ?? ''}`.trim(), null, [code])
      }
    },
  }),
  defineCommand({
    id: 'order.hold',
    dialog: 'hold-order',
    title: 'Put on hold',
    section,
    icon: 'hold',
    keywords: ['wait', 'stop', 'pause', 'question'],
    verbs: ['hold order', 'put on hold'],
    target,
    keys: ['shift+h'],
    hint: { label: 'Hold', group: 'act' },
    capability: 'holds',
    failure: HOLD_FAILED,
    offered: (order) => canHold(order),
    blocked: oneAtATime,
    run: (order, context) => open('hold-order', order, context),
  }),
  defineCommand({
    id: 'order.release',
    dialog: 'release-order',
    title: 'Release',
    section,
    icon: 'undo',
    keywords: ['hold', 'held', 'go on', 'resume'],
    verbs: ['release', 'unhold', 'take off hold'],
    target,
    keys: ['shift+u'],
    hint: { label: 'Release', group: 'next' },
    capability: 'holds',
    failure: RELEASE_FAILED,
    offered: (order) => canRelease(order),
    blocked: oneAtATime,
    run: (order, context) => open('release-order', order, context),
  }),
  defineCommand({
    id: 'order.take-source-changes',
    title: 'Take the shop’s change',
    section,
    icon: 'edit',
    keywords: ['source', 'changed', 'difference', 'quantity', 'line', 'address', 'accept', 'update'],
    verbs: ['take change', 'take shop', 'accept change'],
    target,
    keys: ['shift+t'],
    hint: { label: 'Take the shop’s change', group: 'next' },
    capability: 'source-changes',
    failure: TAKE_CHANGES_FAILED,
    leads: true,
    offered: canTakeSourceChanges,
    blocked: oneAtATime,
    run: ({ code }, { effects }) => effects.decideOnSource(code, 'take'),
  }),
  defineCommand({
    id: 'order.keep-source-changes',
    title: 'Keep the order as it is here',
    section,
    icon: 'cancel',
    keywords: ['source', 'changed', 'difference', 'ours', 'leave', 'refuse', 'ignore'],
    verbs: ['keep ours', 'keep order', 'ignore change', 'leave change'],
    target,
    keys: ['shift+k'],
    hint: { label: 'Keep ours', group: 'act' },
    capability: 'source-changes',
    failure: KEEP_CHANGES_FAILED,
    leads: true,
    offered: canKeepSourceChanges,
    blocked: oneAtATime,
    run: ({ code }, { effects }) => effects.decideOnSource(code, 'keep'),
  }),
  defineCommand({
    id: 'order.take-back',
    dialog: 'take-back',
    title: 'Take back…',
    section,
    icon: 'undo',
    keywords: ['undo', 'wrong', 'mistake', 'correct', 'payment', 'packing', 'collection', 'tracking', 'step'],
    verbs: ['take back', 'revert', 'unpay', 'unpack', 'not paid', 'not packed', 'not collected'],
    target,
    capability: 'taking-back',
    failure: TAKE_BACK_FAILED,
    offered: (order) => offeredWhen(stepsToTakeBack(order).length > 0, 'The order has no step to take back'),
    blocked: oneAtATime,
    run: (order, context) => open('take-back', order, context),
  }),
  order.copyCode({
    selected: selectedOrders,
    sentence: 'copy-order',
    copied: (orders, given) => copiedOf(target, orders, given),
  }),
  order.exportCsv({
    selected: selectedOrders,
    sentence: 'export-orders',
    exported: (orders) => ({
      list: 'orders',
      filter: { codes: joinCodes(orders.map(({ code }) => code)) },
    }),
  }),
  mail(target, { section, spoken: (order) => ({ order }), blocked: oneAtATime }),
  call(target, { section, spoken: (order) => ({ order }), blocked: oneAtATime }),
  order.openInNewTab(),
  showHistory(target, section, { blocked: oneAtATime }),
  // On a customer's screen, these keys open the customer's tabs.
  order.showDetails(['items', 'timeline'], ['customer']),
  order.showTab({
    tab: 'freight',
    title: 'Show freight',
    icon: 'consignment',
    keywords: ['tab', 'courier'],
    verbs: ['freight', 'track', 'tracking', 'delivery', 'shipping'],
    key: 't',
    hint: 'Freight',
    openOnly: true,
    hiddenWith: ['customer'],
  }),
  inactive('order.print-invoice', 'Print invoice', 'print'),
  inactive('order.print-packing-slip', 'Print packing slip', 'print', ['packing slip', 'slip']),
  inactive('order.edit', 'Edit order', 'edit', ['edit', 'change']),
  inactive('order.refund', 'Refund', 'refund'),
  inactive('order.return-items', 'Return items', 'return', ['return', 'returns']),
  inactive('order.cancel', 'Cancel order', 'cancel', ['cancel']),
]
