import { type Command, defineCommand } from './engine/command.ts'
import { offeredWhen } from './engine/rules.ts'
import type { RecordTarget } from './engine/targets.ts'

const section = 'Record'

function adjacent<Which extends 'next' | 'previous'>(
  which: Which,
  title: string,
  key: string,
): Command<`record.${Which}`> {
  return defineCommand({
    id: `record.${which}`,
    title,
    section,
    icon: which,
    target: 'record',
    // In a list inside the record's screen, these keys move within that list.
    hiddenWith: ['list'],
    keys: [key],
    movement: true,
    hint: { label: 'Next, previous', group: 'move' },
    blocked: (record) => (record[which] === null ? noAdjacent(record, which) : null),
    run(record, { effects }) {
      const path = record[which]
      if (path !== null) effects.navigate(path, 'adjacent')
    },
  })
}

function noAdjacent(record: RecordTarget, which: 'next' | 'previous'): string {
  if (record.adjacentPage === 'loading') return 'More of the list is still loading'
  if (record.adjacentPage === 'failed') return 'More of the list could not be loaded'
  if (record.next === null && record.previous === null) return 'Not opened from a list'
  return which === 'next' ? 'This is the last one in the list' : 'This is the first one in the list'
}

export const recordCommands = [
  defineCommand({
    id: 'record.back',
    title: 'Back to where you came from',
    section,
    icon: 'back',
    keywords: ['up', 'close'],
    target: 'record',
    keys: ['u', 'Escape'],
    // Esc closes one layer at a time: first the preview pane, then the selection.
    hiddenWith: ['peek', 'selection'],
    hint: { label: 'Back', group: 'move' },
    run: (record, { effects }) => effects.navigate(record.back),
  }),
  adjacent('next', 'Next in the list', 'j'),
  adjacent('previous', 'Previous in the list', 'k'),
  defineCommand({
    id: 'record.deleted-history',
    title: 'History of a deleted consignment',
    section,
    icon: 'history',
    keywords: ['who', 'when'],
    target: 'record',
    // An order or consignment that exists has another command for this key.
    hiddenWith: ['order', 'consignment'],
    keys: ['i'],
    capability: 'history',
    offered: ({ kind, loading }) => offeredWhen(kind === 'consignment' && !loading),
    run: ({ code }, { effects }) => effects.openDialog({ name: 'history', kind: 'consignment', code }),
  }),
]
