import type { Consignment } from '../src/contract/consignments.ts'
import { joinCodes } from '../src/contract/orders.ts'
import { MOST_PRINTED } from '../src/contract/wire.ts'
import { fold } from '../src/domain/format/text.ts'
import {
  BEING_DELETED,
  canDeleteConsignment,
  consignmentStage,
  knownOrderCode,
} from '../src/domain/freight/consignment.ts'
import { MESSAGES } from '../src/domain/records/catalogue.ts'
import type { Given } from '../src/domain/sentences/arguments.ts'
import { copiedOf } from '../src/domain/sentences/record-facts.ts'
import { type Command, defineCommand } from './engine/command.ts'
import type { CommandContext, CommandEffects } from './engine/context.ts'
import { recordCommandsOf, shipNext, showHistory } from './engine/record-commands.ts'
import { offeredWhen } from './engine/rules.ts'
import type { RecordTarget, Targets } from './engine/targets.ts'

const section = 'Consignment'
const target = 'consignment'
const consignment = recordCommandsOf(target)
const NO_ORDER = 'The consignment has no order'
const NO_TRACKING_PAGE = 'The consignment has no tracking link'

const NONE_AWAITING = 'The labels of all consignments of today have been printed'
const TOO_MANY = `At most ${MOST_PRINTED} consignments are printed as one job`
const ONE_AT_A_TIME = 'One consignment at a time. Clear the selection first.'

const selectedConsignments = ({ consignments }: Partial<Targets>) => consignments

/** A command for one consignment must not act on the active row while others are selected. */
function oneAtATime(_: Consignment, { targets }: CommandContext): string | null {
  return targets.consignments ? ONE_AT_A_TIME : null
}

/** The codes of a consignment and its order, whose notices are shown as one. */
function aboutOf({ tracking_code, order_code }: Consignment): string[] {
  return [tracking_code, order_code ?? '']
}

/** The screen of a consignment; null if the user has opened another one in the meantime. */
function openHere(code: string, effects: CommandEffects): RecordTarget | null {
  const record = effects.openRecord()
  return record?.kind === target && fold(record.code) === fold(code) ? record : null
}

/** Asks on which printer labels are printed, with the named one chosen. */
function printOn(consignments: readonly Consignment[], { printer }: Given, effects: CommandEffects): void {
  const document = {
    kind: 'labels',
    consignments: consignments.map(({ tracking_code }) => tracking_code),
  } as const
  effects.openDialog({ name: 'choose-printer', choice: { kind: 'print', document, named: String(printer) } })
}

function turn<Which extends 'previous' | 'next'>(
  which: Which,
  key: string,
  by: 1 | -1,
): Command<`labels.${Which}`> {
  return defineCommand({
    id: `labels.${which}`,
    title: which === 'next' ? 'Next label' : 'Previous label',
    section,
    icon: which,
    target: 'labels',
    // A list uses these keys for paging.
    hiddenWith: ['list'],
    keys: [key],
    movement: true,
    hint: { label: 'Pages', group: 'move' },
    blocked: ({ count, current }) =>
      current + by < 1 || current + by > count
        ? `This is the ${which === 'next' ? 'last' : 'first'} label`
        : null,
    run: (labels) => labels.show(labels.current + by),
  })
}

export const consignmentCommands = [
  consignment.open(),
  consignment.showDetails(['packages', 'timeline', 'receiver']),
  consignment.showTab({
    tab: 'labels',
    title: 'Show label',
    icon: 'label',
    keywords: ['tab', 'pdf'],
    verbs: ['label', 'labels', 'sticker'],
    key: 'l',
    hint: 'Labels',
  }),
  defineCommand({
    id: 'consignment.print',
    sentence: 'print-labels',
    title: 'Print label',
    section,
    icon: 'print',
    keywords: ['printer', 'sticker'],
    verbs: ['print', 'reprint', 'print labels'],
    target,
    keys: ['p'],
    hint: { label: 'Print', group: 'next' },
    failure: MESSAGES.labels,
    bulk: {
      title: 'Print labels',
      noun: target,
      selected: selectedConsignments,
      run(consignments, { effects, typed }) {
        if (consignments.length > MOST_PRINTED) effects.notify('info', TOO_MANY)
        else if (typed?.given?.printer !== undefined) printOn(consignments, typed.given, effects)
        else effects.openDialog({ name: 'print-labels', consignments, isAsked: typed?.isUnseen ?? false })
      },
    },
    blocked: (consignment) => (consignmentStage(consignment) === 'deleting' ? BEING_DELETED : null),
    async run(consignment, { effects, typed }) {
      if (typed?.given?.printer === undefined) await effects.printLabels(consignment.tracking_code)
      else printOn([consignment], typed.given, effects)
    },
  }),
  defineCommand({
    id: 'consignment.print-contents',
    title: 'Print contents of parcels',
    section,
    icon: 'print',
    keywords: ['packing', 'carton', 'items', 'parcel'],
    verbs: ['print contents'],
    target,
    keys: ['shift+i'],
    capability: 'parcel-contents',
    failure: 'Failed to print, try again.',
    offered: ({ parts }) =>
      offeredWhen(
        parts.some(({ contents = [] }) => contents.length > 0),
        'Nothing was scanned into its parcels',
      ),
    run: ({ tracking_code }, { effects }) => effects.print({ kind: 'contents', consignment: tracking_code }),
  }),
  defineCommand({
    id: 'labels.print-awaiting',
    title: 'Print all awaiting labels',
    section,
    icon: 'print',
    keywords: ['batch', 'printer', 'today', 'unprinted', 'sticker'],
    verbs: [
      'print all',
      'print awaiting',
      'print labels of today',
      'print todays labels',
      "print today's labels",
      'todays labels',
      "today's labels",
      'labels today',
      'print labels today',
      'unprinted labels',
    ],
    keys: ['shift+l'],
    capability: 'label-batches',
    failure: MESSAGES.labels,
    leads: true,
    async run({ effects }) {
      const awaiting = await effects.awaitingLabels()
      if (awaiting.length === 0) effects.notify('info', NONE_AWAITING)
      else if (awaiting.length > MOST_PRINTED) effects.notify('info', TOO_MANY)
      else effects.openDialog({ name: 'print-labels', consignments: awaiting, isAsked: true })
    },
  }),
  defineCommand({
    id: 'consignment.open-order',
    title: 'Open order',
    section,
    icon: 'order',
    keywords: ['reference'],
    verbs: ['order', 'view order'],
    target,
    // In a list, this key opens the active row.
    hiddenWith: ['list'],
    keys: ['o'],
    hint: { label: 'Order', group: 'act' },
    blocked: (consignment) => (knownOrderCode(consignment) === null ? NO_ORDER : null),
    run(consignment, { effects, places }) {
      const code = knownOrderCode(consignment)
      if (code !== null) effects.navigate(places.record('order', code))
    },
  }),
  defineCommand({
    id: 'consignment.track',
    title: 'Track',
    section,
    icon: 'tracking',
    keywords: ['courier', 'tracking'],
    verbs: ['trace', 'follow', 'where'],
    target,
    keys: ['t'],
    hint: { label: 'Track', group: 'act' },
    blocked: oneAtATime,
    async run(consignment, { effects }) {
      const page = await effects.trackingPage(consignment)
      if (page === null) effects.notify('info', NO_TRACKING_PAGE)
      else effects.openInNewTab(page)
    },
  }),
  consignment.copyCode({
    selected: selectedConsignments,
    sentence: 'copy-consignment',
    copied: (consignments, given) => copiedOf(target, consignments, given),
  }),
  consignment.exportCsv({
    selected: selectedConsignments,
    sentence: 'export-consignments',
    exported(consignments) {
      const codes = joinCodes(consignments.map(({ tracking_code }) => tracking_code))
      // Of an export by codes, the rest of the filter is ignored.
      return { list: 'consignments', filter: { codes, date: '2000-01-01', query: '', provider: '' } }
    },
  }),
  consignment.openInNewTab(),
  showHistory(target, section, { blocked: oneAtATime }),
  defineCommand({
    id: 'consignment.delete',
    sentence: 'delete-consignment',
    title: 'Delete consignment',
    section,
    icon: 'delete',
    verbs: ['delete', 'bin', 'cancel', 'remove', 'void'],
    target,
    failure: MESSAGES.consignmentDelete,
    leads: true,
    offered: (consignment) => canDeleteConsignment(consignment),
    question: ({ tracking_code }) => ({
      title: 'Warning',
      text: 'Are you sure you want to delete this consignment? This is permanent and cannot be undone.',
      subject: `Consignment ${tracking_code}`,
      confirmLabel: 'Delete',
    }),
    blocked: (consignment, context) =>
      oneAtATime(consignment, context) ??
      (context.deleting.has(consignment.tracking_code) ? BEING_DELETED : null),
    async run(consignment, { effects }) {
      const { tracking_code } = consignment
      await effects.deleteConsignment(consignment)
      effects.notify('success', `Consignment ${tracking_code} deleted`, null, aboutOf(consignment))
      const record = openHere(tracking_code, effects)
      if (record) effects.navigate(record.back)
    },
  }),
  defineCommand({
    id: 'booking.undo',
    title: 'Undo the booking',
    section,
    icon: 'undo',
    keywords: ['booked', 'wrong', 'take back', 'cancel', 'delete'],
    verbs: ['undo'],
    target: 'booking',
    keys: ['z'],
    hint: { label: 'Undo booking', group: 'act' },
    failure: MESSAGES.consignmentDelete,
    leads: true,
    offered: ({ over }) => offeredWhen(over === null, over),
    blocked: ({ code }, { deleting }) => (deleting.has(code) ? BEING_DELETED : null),
    async run({ code, printed, formPath }, { effects }) {
      await effects.deleteConsignment({ tracking_code: code })
      const here = openHere(code, effects) !== null
      const undone = `Booking of consignment ${code} undone`
      effects.notify('success', undone, here ? null : { label: 'Open the form', path: formPath }, [code])
      if (printed) {
        effects.notify('warning', `Throw away the printed label of consignment ${code}`, null, [code])
      }
      if (here) effects.navigate(formPath, 'undone')
    },
  }),
  defineCommand({
    id: 'stopped.delete',
    title: 'Delete its consignment',
    section,
    icon: 'delete',
    keywords: ['stopped', 'cancelled', 'refunded', 'label'],
    target: 'stoppedParcel',
    keys: ['d'],
    hint: { label: 'Delete its consignment', group: 'next' },
    capability: 'holds',
    failure: MESSAGES.consignmentDelete,
    leads: true,
    // The notice may come while the same key is on its way to another command.
    question: ({ order, code }) => ({
      title: 'Warning',
      text: `Order ${order} was stopped. Are you sure you want to delete its consignment? This is permanent and cannot be undone.`,
      subject: `Consignment ${code}`,
      confirmLabel: 'Delete',
    }),
    blocked: ({ code }, { deleting }) => (deleting.has(code) ? BEING_DELETED : null),
    async run({ order, code }, { effects, places }) {
      await effects.deleteConsignment({ tracking_code: code })
      const here = openHere(code, effects)
      effects.notify('success', `Consignment ${code} of order ${order} deleted`, null, [code, order])
      if (here) effects.navigate(places.record('order', order))
    },
  }),
  shipNext(target, section, ({ order_code }) => order_code ?? ''),
  turn('previous', '[', -1),
  turn('next', ']', 1),
  defineCommand({
    id: 'consignment.new',
    title: 'New Consignment',
    section,
    icon: 'consignment',
    keywords: ['create', 'freight', 'courier', 'infusion', 'invoice'],
    verbs: ['book', 'consign', 'ship', 'book freight', 'book courier'],
    // On an order, this key creates a consignment for the order.
    keysYieldTo: ['order'],
    keys: ['c'],
    run: ({ effects, places }) => effects.navigate(places.newConsignment()),
  }),
]
