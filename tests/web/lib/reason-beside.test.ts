import { expect, test } from 'vitest'
import { reasonBeside } from '../../../src/web/lib/reason-beside.ts'

const MESSAGE = 'Failed to get address details, please try again.'

test.each([
  [null, null],
  ['', null],
  [MESSAGE, null],
  [` ${MESSAGE}\n`, null],
  ['please try again.', null],
  ['There is no such address.', 'There is no such address.'],
  [`${MESSAGE} There is no such address.`, 'There is no such address.'],
])('beside the message, %j adds %j', (reason, added) => {
  expect(reasonBeside(MESSAGE, reason)).toBe(added)
})
