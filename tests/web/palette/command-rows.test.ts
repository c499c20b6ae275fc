import { expect, test } from 'vitest'
import type { CommandId } from '../../../commands/index.ts'
import { commandRows } from '../../../src/web/palette/command-rows.ts'
import { readQuery } from '../../../src/web/palette/machine/state.ts'
import { contextWith } from '../../commands/example-context.ts'

function titles(text: string, recentCommands: CommandId[] = []): string[] {
  const sources = { query: readQuery(text), context: contextWith(), recentCommands, readings: [] }
  const found = commandRows(sources)
  return found.map(({ title }) => title)
}

test('recently run commands come first among those that match as well', () => {
  const byTitle = titles('>s').filter((title) => title.startsWith('S'))
  const found = titles('>s', ['session.sign-out', 'keys.show'])
  expect(found.slice(0, byTitle.length)).toEqual([
    'Sign out',
    ...byTitle.filter((title) => title !== 'Sign out'),
  ])
  expect(found.indexOf('All keys')).toBeGreaterThanOrEqual(byTitle.length)
})

test('the words of a title come before further words', () => {
  expect(titles('>keys')[0]).toBe('All keys')
  expect(titles('>keys', ['keys.toggle-single'])[0]).toBe('Turn single-letter keys on or off')
})
