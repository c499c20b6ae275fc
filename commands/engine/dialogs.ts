import { RECORD_KINDS } from '../../src/domain/records/record-kind.ts'
import { defineCommand, nameKeys } from './command.ts'
import type { CommandContext } from './context.ts'
import { offeredWhen } from './rules.ts'

/** If a calendar is open over a dialog, Esc closes the calendar first. */
function escCancels({ dialog, day }: CommandContext['targets']): boolean {
  return dialog !== undefined && day?.calendarOpen !== true
}

export const dialogCommands = [
  defineCommand({
    id: 'actions.open',
    title: 'All actions',
    section: 'Menu',
    icon: 'actions',
    keywords: ['options', 'menu', 'more'],
    keys: ['.'],
    hint: { label: 'Actions', group: 'act' },
    inPalette: false,
    offered: ({ targets }) =>
      offeredWhen(targets.actions !== undefined || RECORD_KINDS.some((kind) => targets[kind] !== undefined)),
    run({ targets, effects }) {
      if (targets.actions) targets.actions.open()
      else effects.openPalette('>')
    },
  }),
  defineCommand({
    id: 'dialog.confirm',
    title: 'Confirm',
    section: 'Dialog',
    target: 'dialog',
    // The freight panel has another command for this key.
    hiddenWith: ['freight'],
    keys: ['mod+Enter'],
    layers: ['dialog'],
    hint: { label: 'Confirm', group: 'next' },
    inPalette: false,
    blocked: (dialog) => dialog.blocked,
    run: (dialog) => dialog.confirm(),
  }),
  nameKeys({
    id: 'dialog.cancel',
    title: 'Cancel',
    section: 'Dialog',
    keys: ['Escape'],
    layers: ['dialog'],
    fields: 'both',
    hint: { label: 'Cancel', group: 'act' },
    offered: ({ targets }) => offeredWhen(escCancels(targets)),
  }),
  nameKeys({
    id: 'dialog.close',
    title: 'Close',
    section: 'Dialog',
    keys: ['Escape'],
    layers: ['dialog'],
    fields: 'both',
    hint: { label: 'Close', group: 'act' },
    offered: ({ targets }) => offeredWhen(!escCancels(targets)),
  }),
  nameKeys({
    id: 'menu.choose',
    title: 'Choose',
    section: 'Menu',
    keys: ['ArrowUp', 'ArrowDown'],
    layers: ['menu'],
    hint: { label: 'Choose', group: 'move' },
  }),
  nameKeys({
    id: 'menu.run',
    title: 'Run',
    section: 'Menu',
    keys: ['Enter'],
    layers: ['menu'],
    hint: { label: 'Run', group: 'next' },
  }),
  nameKeys({
    id: 'menu.close',
    title: 'Close menu',
    section: 'Menu',
    keys: ['Escape'],
    layers: ['menu'],
    hint: { label: 'Close menu', group: 'move' },
  }),
  defineCommand({
    id: 'field.leave',
    title: 'Exit field',
    section: 'Console',
    keys: ['Escape'],
    fields: 'inside',
    hiddenWith: ['station'],
    hint: { label: 'Exit field', group: 'move' },
    inPalette: false,
    offered: ({ typing }) => offeredWhen(typing, 'Only in a field'),
    run: ({ effects }) => effects.leaveField(),
  }),
]
