import { type Command, defineCommand, nameKeys } from './engine/command.ts'
import { EXPORT_FAILED } from './engine/record-commands.ts'
import { offeredWhen } from './engine/rules.ts'
import type { ListMove, ListTarget, SelectionChange } from './engine/targets.ts'

const section = 'List'
const NO_ROWS = 'There are no rows'

function movement<Id extends string>(
  id: Id,
  title: string,
  to: ListMove,
  keys: string[],
  hinted = false,
): Command<Id> {
  return defineCommand({
    id,
    title,
    section,
    target: 'list',
    keys,
    movement: true,
    inPalette: false,
    ...(hinted && { hint: { label: 'Move', group: 'move' } }),
    blocked: (list) => (list.isEmpty ? NO_ROWS : null),
    run: (list) => list.move(to),
  })
}

function selection<Id extends string>(
  id: Id,
  title: string,
  change: SelectionChange,
  keys: string[],
): Command<Id> {
  const held = change === 'to-next' || change === 'to-previous'
  return defineCommand({
    id,
    title,
    section,
    icon: 'select',
    keywords: ['several', 'more'],
    target: 'list',
    keys,
    // In a field, mod+A selects the text.
    fields: 'outside',
    movement: held,
    inPalette: !held,
    ...(change === 'toggle' && { hint: { label: 'Select', group: 'move' } }),
    offered: (list) => offeredWhen(list.select !== undefined),
    blocked: (list) => (list.isEmpty ? NO_ROWS : null),
    run: (list) => list.select?.(change),
  })
}

function noNextPage({ nextUnknown }: ListTarget): string {
  if (nextUnknown === 'loading') return 'The page is still loading'
  if (nextUnknown === 'failed') return 'The page could not be loaded'
  return 'This is the last page'
}

export const listCommands = [
  movement('list.next', 'Next row', 'next', ['j', 'ArrowDown'], true),
  movement('list.previous', 'Previous row', 'previous', ['k', 'ArrowUp'], true),
  movement('list.page-down', 'Page down', 'next-page', ['PageDown']),
  movement('list.page-up', 'Page up', 'previous-page', ['PageUp']),
  movement('list.first', 'First row', 'first', ['Home', 'g g']),
  movement('list.last', 'Last row', 'last', ['End', 'shift+g']),
  defineCommand({
    id: 'list.open',
    title: 'Open the active row',
    section,
    target: 'list',
    keys: ['Enter', 'o'],
    hint: { label: 'Open', group: 'next' },
    inPalette: false,
    // In an empty list, Enter may try again or search all dates.
    offered: ({ openActive, isEmpty, searchAllDates }, { targets }) =>
      offeredWhen(
        openActive !== undefined && !(isEmpty && (searchAllDates ?? targets.failure) !== undefined),
      ),
    blocked: (list) => (list.isEmpty ? NO_ROWS : null),
    run: (list) => list.openActive?.(),
  }),
  defineCommand({
    id: 'list.peek',
    title: 'Preview the active row',
    section,
    icon: 'peek',
    keywords: ['look', 'preview', 'details'],
    target: 'list',
    hiddenWith: ['peek'],
    keys: ['Space'],
    hint: { label: 'Peek', group: 'move' },
    offered: (list) => offeredWhen(list.peek !== undefined),
    blocked: (list) => (list.isEmpty ? NO_ROWS : null),
    run: (list) => list.peek?.(),
  }),
  defineCommand({
    id: 'peek.close',
    title: 'Close preview',
    section,
    target: 'peek',
    keys: ['Space', 'Escape'],
    hint: { label: 'Close preview', group: 'move' },
    inPalette: false,
    run: (peek) => peek.close(),
  }),
  selection('list.select', 'Select the active row', 'toggle', ['x']),
  selection('list.select-next', 'Select down to the next row', 'to-next', ['shift+ArrowDown']),
  selection('list.select-previous', 'Select up to the previous row', 'to-previous', ['shift+ArrowUp']),
  selection('list.select-page', 'Select all rows on the page', 'page', ['mod+a']),
  defineCommand({
    id: 'selection.clear',
    title: 'Clear the selection',
    section,
    icon: 'cancel',
    keywords: ['unselect', 'deselect', 'none'],
    target: 'selection',
    hiddenWith: ['peek'],
    keys: ['Escape'],
    hint: { label: 'Clear', group: 'move' },
    run: (selected) => selected.clear(),
  }),
  defineCommand({
    id: 'list.search',
    title: 'Search this list',
    section,
    icon: 'search',
    keywords: ['find', 'text'],
    target: 'list',
    keys: ['/'],
    hint: { label: 'Search', group: 'find' },
    offered: (list) => offeredWhen(list.focusSearch !== undefined),
    run: (list) => list.focusSearch?.(),
  }),
  defineCommand({
    id: 'list.all-dates',
    title: 'Search all dates',
    section,
    icon: 'search',
    keywords: ['older', 'earlier', 'past', 'archive'],
    target: 'list',
    keys: ['Enter'],
    // Otherwise, this key opens the active row.
    first: true,
    hint: { label: 'Search all dates', group: 'next' },
    offered: (list) => offeredWhen(list.searchAllDates !== undefined),
    run: (list) => list.searchAllDates?.(),
  }),
  nameKeys({
    id: 'list.apply-search',
    title: 'Search, then go to the first row',
    section,
    keys: ['Enter'],
    fields: 'inside',
    offered: ({ targets }) => offeredWhen(targets.list?.focusSearch !== undefined),
  }),
  nameKeys({
    id: 'list.enter-rows',
    title: 'Go from the search to the rows',
    section,
    keys: ['ArrowDown'],
    fields: 'inside',
    offered: ({ targets }) => offeredWhen(targets.list?.focusSearch !== undefined),
  }),
  defineCommand({
    id: 'list.filters',
    title: 'Filter this list',
    section,
    icon: 'filter',
    keywords: ['branch', 'date', 'status'],
    target: 'list',
    keys: ['f'],
    hint: { label: 'Filters', group: 'find' },
    offered: (list) => offeredWhen(list.focusFilters !== undefined),
    run: (list) => list.focusFilters?.(),
  }),
  defineCommand({
    id: 'list.take-new',
    title: 'Show new rows',
    section,
    icon: 'reset',
    keywords: ['refresh', 'reload', 'update'],
    target: 'list',
    keys: ['n'],
    hint: { label: 'Show new', group: 'next' },
    capability: 'changes',
    offered: (list) => offeredWhen(list.takeNew !== undefined, 'There are no new rows'),
    run: (list) => list.takeNew?.(),
  }),
  defineCommand({
    id: 'list.export',
    title: 'Export as CSV',
    section,
    icon: 'export',
    keywords: ['download', 'save', 'file', 'excel', 'spreadsheet'],
    target: 'list',
    keys: ['shift+e'],
    hint: { label: 'Export', group: 'spare' },
    failure: EXPORT_FAILED,
    capability: 'csv',
    offered: (list) => offeredWhen(list.exported !== undefined),
    blocked: (list) => (list.isEmpty ? NO_ROWS : null),
    async run(list, { effects }) {
      const request = list.exported?.()
      if (request) await effects.exportCsv(request)
    },
  }),
  defineCommand({
    id: 'list.previous-page',
    title: 'Previous page',
    section,
    icon: 'previous',
    target: 'list',
    keys: ['['],
    hint: { label: 'Pages', group: 'find' },
    blocked: (list) => (list.page > 1 ? null : 'This is the first page'),
    run: (list) => list.goToPage(list.page - 1),
  }),
  defineCommand({
    id: 'list.next-page',
    title: 'Next page',
    section,
    icon: 'next',
    target: 'list',
    keys: [']'],
    hint: { label: 'Pages', group: 'find' },
    blocked: (list) => (list.hasNextPage ? null : noNextPage(list)),
    run: (list) => list.goToPage(list.page + 1),
  }),
]
