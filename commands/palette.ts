import { type Command, defineCommand, type Hint, nameKeys } from './engine/command.ts'

/** Declares a key that the palette's own field handles, so that it is shown. */
function inside<Id extends string>(id: Id, title: string, keys: string[], hint?: Hint): Command<Id> {
  return nameKeys({
    id,
    title,
    section: 'Palette',
    keys,
    layers: ['palette'],
    fields: 'both',
    ...(hint && { hint }),
  })
}

export const paletteCommands = [
  defineCommand({
    id: 'palette.open',
    title: 'Command palette',
    section: 'Palette',
    icon: 'search',
    keys: ['mod+k'],
    hint: { label: 'Palette', group: 'always' },
    inPalette: false,
    run: ({ effects }) => effects.openPalette(),
  }),
  nameKeys({
    id: 'palette.type-code',
    title: 'Jump to a code by typing it',
    section: 'Palette',
    keys: ['0–9'],
  }),
  inside('palette.choose', 'Choose', ['ArrowUp', 'ArrowDown'], { label: 'Choose', group: 'act' }),
  inside('palette.run', 'Open', ['Enter'], { label: 'Open', group: 'next' }),
  inside('palette.run-new-tab', 'Open in a new tab', ['mod+Enter'], { label: 'New tab', group: 'act' }),
  inside('palette.actions', 'Row actions', ['Tab'], { label: 'Actions', group: 'act' }),
  inside('palette.actions-after-text', 'Row actions, with the caret at the end', ['ArrowRight']),
  inside('palette.back', 'Back from the actions, without text', ['Backspace']),
  inside('palette.pick', 'Pick a row', ['alt+1–9'], { label: 'Pick', group: 'act' }),
  inside('palette.close', 'Close', ['Escape'], { label: 'Close', group: 'spare' }),
]
