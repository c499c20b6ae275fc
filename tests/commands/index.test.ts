import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkCommands } from '../../commands/engine/check-commands.ts'
import { availability, type Command, defineCommand, nameKeys } from '../../commands/engine/command.ts'
import type { ListTarget } from '../../commands/engine/targets.ts'
import { COMMANDS, type CommandId, commandById } from '../../commands/index.ts'
import { fold } from '../../src/domain/format/text.ts'
import { kindOfPhrase } from '../../src/domain/records/kind-words.ts'
import { contextWith, listTarget, recordTarget } from './example-context.ts'

function keyed(id: string, keys: string[], rest: Partial<Parameters<typeof defineCommand>[0]> = {}): Command {
  const { layers, fields, hiddenWith } = rest
  return defineCommand({
    id,
    title: id,
    section: 'Console',
    keys,
    ...(layers && { layers }),
    ...(fields && { fields }),
    ...(hiddenWith && { hiddenWith }),
    run: () => undefined,
  })
}

function onList(id: string, keys: string[]): Command {
  return defineCommand({ id, title: id, section: 'List', keys, target: 'list', run: () => undefined })
}

/** Beside a code these words name its kind, so a verb that is one of them runs its command only without a code. */
test('few verbs of commands are words of kinds of record', () => {
  const shared = COMMANDS.flatMap(({ id, verbs }) =>
    verbs.filter((verb) => kindOfPhrase(fold(verb)) !== null).map((verb) => `${id}: ${verb}`),
  )
  expect(shared).toEqual([
    'order.add-tracking: tracking number',
    'order.view-consignment: connote',
    'order.view-consignment: consignment',
    'order.freight: tracking',
    'consignment.open-order: order',
    'customer.orders: orders',
    'product.suppliers: suppliers',
    'supplier.orders: orders',
    'supplier.orders: purchase orders',
    'supplier.orders: pos',
  ])
})

describe('loading commands with a duplicate id', () => {
  afterEach(() => {
    vi.doUnmock('../../commands/engine/notices.ts')
    vi.unstubAllEnvs()
    vi.resetModules()
  })

  test.each(['development', 'test', undefined])('throws an error with NODE_ENV=%s', async (mode) => {
    await expect(loadWithDuplicate(mode)).rejects.toThrow(/two commands have the id theme\.toggle/i)
  })

  test('is not checked in production', () => expect(loadWithDuplicate('production')).resolves.toBeDefined())
})

function loadWithDuplicate(mode: string | undefined): Promise<unknown> {
  vi.stubEnv('NODE_ENV', mode)
  vi.resetModules()
  vi.doMock('../../commands/engine/notices.ts', () => ({ noticeCommands: [keyed('theme.toggle', [])] }))
  return import('../../commands/index.ts')
}

test('the real commands have no clash', () => expect(() => checkCommands(COMMANDS)).not.toThrow())

describe('a list of commands is refused', () => {
  test.each<[string, Command[], RegExp]>([
    ['with one id twice', [keyed('a.one', []), keyed('a.one', [])], /two commands have the id a\.one/i],
    ['with one key twice', [keyed('a.one', ['x']), keyed('a.two', ['x'])], /a\.one .* a\.two .* clash/],
    ['when a key begins another', [keyed('a.one', ['g']), keyed('a.two', ['g o'])], /clash/],
    ['when another begins a key', [keyed('a.one', ['g o']), keyed('a.two', ['g'])], /clash/],
    [
      'when two fields modes meet',
      [keyed('a.one', ['mod+x']), keyed('a.two', ['mod+x'], { fields: 'inside' })],
      /clash/,
    ],
    ['when a key takes a letter from fields', [keyed('a.one', ['x'], { fields: 'both' })], /from a field/],
  ])('%s', (_, commands, message) => {
    expect(() => checkCommands(commands)).toThrow(message)
  })

  test.each([
    'mod+n',
    'mod+t',
    'mod+w',
    'mod+Tab',
    'mod+l',
    'mod+r',
    'mod+p',
    'mod+f',
    'mod+d',
    'mod+1',
    'alt+a',
    'F5',
    "'",
    'g F12',
  ])('for binding %s', (key) =>
    expect(() => checkCommands([keyed('a.one', [key])])).toThrow(/must never be bound/),
  )
})

describe('one key can be shared', () => {
  test.each<[string, Command[]]>([
    ['on two layers', [keyed('a.one', ['x']), keyed('a.two', ['x'], { layers: ['dialog'] })]],
    [
      'in and outside of fields',
      [keyed('a.one', ['Escape']), keyed('a.two', ['Escape'], { fields: 'inside' })],
    ],
    [
      'where one steps back for the other',
      [onList('a.one', ['j']), keyed('a.two', ['j'], { hiddenWith: ['list'] })],
    ],
    [
      'for keys that are only named',
      [keyed('a.one', ['x']), nameKeys({ id: 'a.two', title: '', section: 'Menu', keys: ['x'] })],
    ],
    ['beside sequences with the same beginning', [keyed('a.one', ['g o']), keyed('a.two', ['g c'])]],
  ])('%s', (_, commands) => expect(() => checkCommands(commands)).not.toThrow())
})

test('every command in the palette has an icon', () => {
  const bare = COMMANDS.filter(({ inPalette, icon }) => inPalette && icon === null)
  expect(bare.map(({ id }) => id)).toEqual([])
})

test('an unknown id is an error', () => {
  // @ts-expect-error a misspelt id does not compile
  expect(() => commandById('order.nothing')).toThrow(/order\.nothing/)
})

test('where a list is on a record screen, j and k are the list’s', () => {
  const both = contextWith({ list: listTarget(), record: recordTarget('1') })
  const next = COMMANDS.filter(
    (command) => command.keys.includes('j') && availability(command, both).state === 'ready',
  )
  expect(next.map(({ id }) => id)).toEqual(['list.next'])
})

describe('lists and records', () => {
  test.each<[CommandId, Partial<ListTarget>, string]>([
    ['list.next-page', { hasNextPage: false }, 'This is the last page'],
    ['list.next-page', { hasNextPage: false, nextUnknown: 'loading' }, 'The page is still loading'],
    ['list.next-page', { hasNextPage: false, nextUnknown: 'failed' }, 'The page could not be loaded'],
    ['list.previous-page', { page: 1 }, 'This is the first page'],
    ['list.next', { isEmpty: true }, 'There are no rows'],
    ['list.open', { isEmpty: true }, 'There are no rows'],
  ])('%s is blocked with a reason', (id, parts, reason) => {
    const context = contextWith({ list: listTarget(parts) })
    expect(availability(commandById(id), context)).toEqual({ state: 'blocked', reason })
  })

  test('pages go one at a time', () => {
    const list = listTarget({ page: 3, hasNextPage: true })
    void commandById('list.next-page').run(contextWith({ list }))
    void commandById('list.previous-page').run(contextWith({ list }))
    expect(list.goToPage).toHaveBeenNthCalledWith(1, 4)
    expect(list.goToPage).toHaveBeenNthCalledWith(2, 2)
  })

  test.each([
    [{ next: null, previous: '/orders/1' }, 'This is the last one in the list'],
    [{ next: null, adjacentPage: 'loading' as const }, 'More of the list is still loading'],
    [{ next: null, adjacentPage: 'failed' as const }, 'More of the list could not be loaded'],
    [{ next: null, previous: null }, 'Not opened from a list'],
  ])('the next record is blocked at the end: %o', (parts, reason) => {
    const context = contextWith({ record: recordTarget('1', parts) })
    expect(availability(commandById('record.next'), context)).toEqual({ state: 'blocked', reason })
  })

  test('all actions open the menu of the screen, else the palette on commands', () => {
    const order = { path: '/orders' }
    const plain = contextWith({}, order)
    expect(availability(commandById('actions.open'), plain).state).toBe('hidden')
    const opened: string[] = []
    void commandById('actions.open').run(
      contextWith({ actions: { label: 'Options', open: () => opened.push('menu') } }),
    )
    void commandById('actions.open').run(plain)
    expect(opened).toEqual(['menu'])
    expect(plain.effects.openPalette).toHaveBeenCalledWith('>')
  })
})
