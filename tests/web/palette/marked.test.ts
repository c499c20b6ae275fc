import { expect, test } from 'vitest'
import { markMatch } from '../../../src/web/palette/marked.tsx'

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
