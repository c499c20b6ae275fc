import type { Capability } from '../src/contract/capabilities.ts'
import { MOST_VIEWS } from '../src/contract/saved-views.ts'
import { listPath } from '../src/domain/lists/list-address.ts'
import { DEFAULT_ORDER_FILTER, orderParameters, QUEUE } from '../src/domain/lists/order-filter.ts'
import { viewTitle } from '../src/domain/lists/saved-view.ts'
import { STOPPED } from '../src/domain/orders/standing.ts'
import { type Command, defineCommand } from './engine/command.ts'
import type { CommandContext } from './engine/context.ts'
import { offeredWhen } from './engine/rules.ts'

const section = 'Saved views'
const capability = 'saved-views'
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
type Digit = (typeof DIGITS)[number]

/** Opens a view of the orders list that every user has. */
function openOrders<Id extends string>(parts: {
  id: Id
  title: string
  verbs: readonly string[]
  key: string
  query: string
  capability: Capability
}): Command<Id> {
  const { key, query, ...rest } = parts
  return defineCommand({
    ...rest,
    section,
    icon: 'filter',
    keywords: ['view', 'filter', 'list'],
    keys: [`v ${key}`],
    run: ({ effects }) =>
      effects.navigate(
        listPath('order', orderParameters({ ...DEFAULT_ORDER_FILTER, daterange: 'all', query })),
      ),
  })
}

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
  openOrders({
    id: 'view.to-pack',
    title: 'Orders to pack',
    verbs: ['pack next', 'what to pack'],
    key: 'p',
    query: QUEUE,
    capability: 'accounts',
  }),
  openOrders({
    id: 'view.stopped',
    title: 'Stopped orders',
    verbs: ['stopped orders'],
    key: 's',
    query: STOPPED,
    capability: 'status-search',
  }),
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
