import { defineCommand } from './command.ts'
import { offeredWhen } from './rules.ts'

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
]
