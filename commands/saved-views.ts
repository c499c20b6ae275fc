import { MOST_VIEWS } from '../src/contract/saved-views.ts'
import { viewTitle } from '../src/domain/lists/saved-view.ts'
import { type Command, defineCommand } from './engine/command.ts'
import type { CommandContext } from './engine/context.ts'
import { offeredWhen } from './engine/rules.ts'

const section = 'Saved views'
const capability = 'saved-views'
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
type Digit = (typeof DIGITS)[number]

/** Opens the user's view with this digit. Its title is that of the view, so that the palette finds it by name. */
function openView(digit: Digit): Command<`view.open-${Digit}`> {
  const viewIn = ({ savedViews }: CommandContext) => savedViews[Number(digit) - 1]
  return defineCommand({
    id: `view.open-${digit}`,
    title: `Open saved view ${digit}`,
    section,
    icon: 'filter',
    keywords: ['view', 'saved', 'filter'],
    keys: [`v ${digit}`],
    capability,
    titleIn(context) {
      const view = viewIn(context)
      return view ? viewTitle(view, context.savedViews) : null
    },
    offered: (context) => offeredWhen(viewIn(context) !== undefined, `You have no saved view ${digit}`),
    run(context) {
      const view = viewIn(context)
      if (view) context.effects.navigate(view.address)
    },
  })
}

export const savedViewCommands = [
  defineCommand({
    id: 'view.save',
    title: 'Save the filters as a view',
    section,
    icon: 'add',
    keywords: ['name', 'keep', 'filter', 'bookmark', 'favourite'],
    target: 'list',
    keys: ['shift+v'],
    hint: { label: 'Save view', group: 'find' },
    capability,
    offered: ({ viewAddress }) => offeredWhen(viewAddress !== undefined),
    blocked: (_, { savedViews }) =>
      savedViews.length < MOST_VIEWS
        ? null
        : `You have ${MOST_VIEWS} saved views. Delete one in the settings first`,
    run({ noun, viewAddress = '' }, { effects }) {
      effects.openDialog({ name: 'save-view', list: noun, address: viewAddress })
    },
  }),
  ...DIGITS.map(openView),
  defineCommand({
    id: 'view.manage',
    title: 'Rename, order or delete saved views',
    section,
    icon: 'settings',
    keywords: ['edit', 'default', 'sign in', 'move', 'remove'],
    keys: ['v e'],
    capability,
    run: ({ effects, places }) => effects.navigate(places.settings()),
  }),
]
