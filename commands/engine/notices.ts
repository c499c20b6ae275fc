import { defineCommand } from './command.ts'
import { offeredWhen } from './rules.ts'

const retry = {
  title: 'Try again',
  section: 'Console',
  target: 'failure',
  layers: ['page', 'dialog'],
  first: true,
  hint: { label: 'Try again', group: 'next' },
} as const

export const noticeCommands = [
  defineCommand({
    id: 'notice.dismiss',
    title: 'Dismiss the notice',
    section: 'Console',
    target: 'notices',
    keys: ['Escape'],
    first: true,
    hint: { label: 'Dismiss', group: 'move' },
    inPalette: false,
    // Notices that disappear by themselves must not require an extra press of Esc.
    offered: ({ waits }, { targets }) =>
      offeredWhen(waits || !(targets.record || targets.peek || targets.selection)),
    run: (notices) => notices.dismiss(),
  }),
  // Apart from the next one, because a field keeps its Enter.
  defineCommand({
    ...retry,
    id: 'failure.retry-by-enter',
    keys: ['Enter'],
    inPalette: false,
    // With rows of an earlier response, Enter opens one.
    offered: (failure, { layer, targets }) =>
      offeredWhen(failure.layer === layer && (layer === 'dialog' || (targets.list?.isEmpty ?? true))),
    run: (failure) => failure.retry(),
  }),
  defineCommand({
    ...retry,
    id: 'failure.retry',
    icon: 'reset',
    keywords: ['reload', 'refresh', 'load', 'failed'],
    keys: ['mod+Enter'],
    // In a consignment form behind a failed record, this key requests the freight options.
    offered: (failure, { layer, targets }) =>
      offeredWhen(
        layer === 'palette' ||
          (failure.layer === layer && (layer === 'dialog' || targets.consignmentForm === undefined)),
      ),
    run: (failure) => failure.retry(),
  }),
]
