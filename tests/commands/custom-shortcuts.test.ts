import { describe, expect, test } from 'vitest'
import {
  type CustomShortcuts,
  isChangeable,
  keyRefusal,
  keysOf,
  withoutShortcut,
  withShortcut,
} from '../../commands/custom-shortcuts.ts'
import { canMeet, keysClash } from '../../commands/engine/check-commands.ts'
import { COMMANDS, type CommandId, commandById } from '../../commands/index.ts'
import { fc } from '../properties.ts'

const keys = (id: CommandId, customShortcuts = {}, singleKeys = true) =>
  keysOf(commandById(id), { customShortcuts, singleKeys })

describe('the keys of a command', () => {
  test.each<[CommandId, CustomShortcuts, string[]]>([
    ['order.pack', {}, ['p']],
    ['order.pack', { 'order.pack': 'b' }, ['b']],
    ['order.pack', { 'order.pack': 'mod+b' }, ['mod+b']],
    ['go.orders', { 'go.orders': 'g h' }, ['g h']],
    ['list.next', { 'list.next': 'm' }, ['m', 'ArrowDown']],
    ['list.open', { 'list.open': 'w' }, ['w', 'Enter']],
    ['record.back', { 'record.back': 'q' }, ['q', 'Escape']],
    ['theme.toggle', { 'theme.toggle': 'w' }, ['w']],
  ])('%s with %o', (id, customShortcuts, expected) => expect(keys(id, customShortcuts)).toEqual(expected))

  test('leave out single keys while they are off', () => {
    expect(keys('order.pack', {}, false)).toEqual([])
    expect(keys('list.next', {}, false)).toEqual(['ArrowDown'])
    expect(keys('order.pack', { 'order.pack': 'mod+b' }, false)).toEqual(['mod+b'])
    expect(keys('menu.choose', {}, false)).toEqual(['ArrowUp', 'ArrowDown'])
  })

  test('can be swapped between two commands', () => {
    const swapped = { 'order.pack': 'r', 'order.record-payment': 'p' }
    expect([keys('order.pack', swapped), keys('order.record-payment', swapped)]).toEqual([['r'], ['p']])
  })

  test.each<[string, Record<string, string>]>([
    ['a key that another has', { 'order.pack': 'r' }],
    ['a command that is gone', { 'order.gone': 'b', 'order.pack': 'p' }],
    ['the empty key', { 'order.pack': '' }],
    ['a key that browsers keep', { 'order.pack': 'mod+t' }],
    ['the key of an element', { 'menu.run': 'b' }],
  ])('stored by another version with %s are the declared ones', (_, customShortcuts) => {
    expect(keys('order.pack', customShortcuts)).toEqual(['p'])
    expect(keys('menu.run', customShortcuts)).toEqual(['Enter'])
  })

  test('whatever is stored, no two commands that can meet have clashing keys', () => {
    const changeable = COMMANDS.filter(isChangeable)
    const ids = fc.constantFrom(...changeable.map(({ id }) => id))
    const strokes = fc.constantFrom('g', 'o', 'p', 'r', 'b', 'g o', 'g b', 'mod+k', 'mod+b', '?', 'x')
    fc.assert(
      fc.property(fc.dictionary(ids, strokes), (customShortcuts) => {
        const keyed = changeable
          .map((command) => ({ command, keys: keys(command.id, customShortcuts) }))
          .filter((one) => one.keys.length > 0)
        const clashing = keyed.flatMap((one, index) =>
          keyed
            .slice(index + 1)
            .filter(({ command }) => canMeet(one.command, command))
            .filter((other) => one.keys.some((key) => other.keys.some((theirs) => keysClash(key, theirs))))
            .map((other) => `${one.command.id} and ${other.command.id}`),
        )
        expect(clashing).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})

describe('a new key', () => {
  test.each<[CommandId, string, RegExp]>([
    ['order.pack', 'r', /Taken by Record payment/],
    ['order.pack', 'g', /Conflicts with/],
    ['order.pack', 'r r', /Conflicts with Record payment/],
    ['order.pack', 'mod+t', /browser/],
    ['order.pack', 'g mod+w', /browser/],
    ['order.pack', 'mod+c', /browser/],
    ['order.pack', 'alt+å', /browser/],
    ['order.pack', 'F5', /browser/],
    ['order.pack', "'", /browser/],
    ['order.pack', 'Enter', /reserved/],
    ['order.pack', 'shift+ArrowDown', /reserved/],
    ['order.pack', 'g Escape', /reserved/],
    ['order.pack', '4', /jump to a code/],
    ['palette.open', 'b', /Needs Ctrl/],
  ])('%s cannot have %s', (id, key, reason) => expect(keyRefusal(id, key, {})?.reason).toMatch(reason))

  test.each<[CommandId, string]>([
    ['order.pack', 'b'],
    ['order.pack', 'p'],
    ['order.pack', 'F2'],
    ['order.pack', 'shift+q'],
    ['order.pack', '='],
    ['go.orders', 'g h'],
    ['palette.open', 'mod+j'],
    ['record.next', 'm'],
  ])('%s can have %s', (id, key) => expect(keyRefusal(id, key, {})).toBeNull())

  test('can be a key that another command gave up, until it is restored there', () => {
    const own = { 'order.record-payment': 'b' }
    expect(keyRefusal('order.pack', 'r', own)).toBeNull()
    expect(keyRefusal('order.pack', 'b', own)?.reason).toBe('Taken by Record payment')
    expect(keyRefusal('order.record-payment', 'r', { ...own, 'order.pack': 'r' })?.reason).toMatch(
      /Taken by Pack/,
    )
  })

  test.each<[string, CommandId, string, CustomShortcuts, CustomShortcuts | null]>([
    ['keys with another', 'order.pack', 'r', {}, { 'order.pack': 'r', 'order.record-payment': 'p' }],
    ['keys with another again', 'order.pack', 'p', { 'order.pack': 'r', 'order.record-payment': 'p' }, {}],
    ['a key that a third command has as well', 'order.pack', 'j', {}, null],
    ['nothing where there is none to give', 'theme.toggle', 'r', {}, null],
    ['the start of a sequence', 'order.pack', 'g', {}, null],
  ])('changes %s', (_, id, key, own, expected) => {
    expect(keyRefusal(id, key, own)?.swapped).toEqual(expected)
  })

  test('that begins another command’s sequence can be continued', () => {
    expect(keyRefusal('order.pack', 'g', {})?.begins).toBe(true)
    expect(keyRefusal('order.pack', 'r', {})?.begins).toBe(false)
  })

  test('taken by another command is restored with it', () => {
    const own = { 'order.record-payment': 'b', 'order.pack': 'r', 'go.orders': 'g h' }
    expect(withoutShortcut(own, 'order.record-payment')).toEqual({ 'go.orders': 'g h' })
  })

  test('is stored only if it differs from the declared one', () => {
    expect(withShortcut({}, 'order.pack', 'b')).toEqual({ 'order.pack': 'b' })
    expect(withShortcut({ 'order.pack': 'b' }, 'order.pack', 'p')).toEqual({})
    expect(withoutShortcut({ 'order.pack': 'b', 'go.orders': 'g h' }, 'order.pack')).toEqual({
      'go.orders': 'g h',
    })
  })
})
