import { describe, expect, test } from 'vitest'
import type { CommandId } from '../../../commands/index.ts'
import { exampleOf } from '../../../commands/interpreter/interpret.ts'
import { readQuery } from '../../../commands/interpreter/query.ts'
import { commandRows } from '../../../src/web/palette/command-rows.ts'
import { markMatch } from '../../../src/web/record-index/shown-record.ts'
import { contextWith } from '../../commands/example-context.ts'
import { recordOf } from './state-events.ts'

describe('the examples of an empty palette', () => {
  const recent = [recordOf('108856')]

  test('another example is shown each time, with the order that was opened last', () => {
    expect(exampleOf(1, recent)).toMatchObject({ text: '108856 pay' })
    const shown = Array.from({ length: 7 }, (_, index) => exampleOf(index + 1, recent)?.text)
    expect(new Set(shown).size).toBe(7)
    expect(shown).toContain('ship 108856 22x60x30 11.4')
    expect(exampleOf(8, recent)).toMatchObject({ text: '108856 pay' })
  })

  test('examples name no order where none was opened', () => {
    expect(exampleOf(1, [])).toMatchObject({ text: 'unpaid christchurch' })
  })
})

describe('the rows of commands', () => {
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
})

describe('the marked pieces of a row', () => {
  /** The text with its matching pieces in brackets. */
  function marked(text: string, typed: string): string {
    return markMatch(text, typed)
      .map((piece) => (piece.match ? `[${piece.text}]` : piece.text))
      .join('')
  }

  test.each([
    ['104823', '1048', '[1048]23'],
    ['Tāmaki Plumbing', 'TAMA', '[Tāma]ki Plumbing'],
    ['Tidewrack Plumbing', 'plum tide', '[Tide]wrack [Plum]bing'],
    ['Tidewrack Plumbing', 'tdwk', '[T]i[d]e[w]rac[k] Plumbing'],
    ['O’Neill', "o'n", '[O’N]eill'],
    ['104823', '1O48', '104823'],
    ['Tidewrack', '', 'Tidewrack'],
  ])('%s for %j: %s', (text, typed, expected) => expect(marked(text, typed)).toBe(expected))
})
