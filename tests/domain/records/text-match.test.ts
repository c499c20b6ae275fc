import { expect, test } from 'vitest'
import { matchesText } from '../../../src/domain/records/text-match.ts'

test.each([
  ['', ['Kererū Lofts'], true],
  ['  ', [null], true],
  ['kereru', ['Kererū Lofts', null], true],
  ['LOFTS kererū', ['Kererū Lofts'], true],
  ['po-10 kererū', ['Kererū Lofts', 'PO-1042'], true],
  ['o’neill', ["O'Neill & Sons"], true],
  ['kereru 1043', ['Kererū Lofts', 'PO-1042'], false],
  ['x', [null, ''], false],
])('%j in %j: %s', (query, texts, found) => expect(matchesText(query, texts)).toBe(found))
