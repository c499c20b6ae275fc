import { expect, test } from 'vitest'
import { CallError } from '../../../src/web/api/client.ts'
import { refusalOf } from '../../../src/web/api/failure.ts'

const NOTHING = { reason: null, field: null }

test.each([
  [400, { reason: 'Because.', field: 'query' }],
  [409, { reason: 'Because.', field: 'query' }],
  [422, { reason: 'Because.', field: 'query' }],
  [429, { reason: 'Because.', field: 'query' }],
  [507, NOTHING],
  [503, { reason: 'Because.', field: 'query' }],
  [500, NOTHING],
  [502, NOTHING],
  [0, NOTHING],
  [200, NOTHING],
])('the reason of status %i is shown if it helps', (status, refusal) => {
  expect(refusalOf(new CallError(status, 'Because.', 'query'))).toEqual(refusal)
})

test.each([
  ['no words', new CallError(409, ' ')],
  ['words that are not for people', new CallError(409, 'Request failed with status code 409', null, false)],
  ['no call', new Error('Because.')],
])('%s: no reason', (_, error) => expect(refusalOf(error)).toEqual(NOTHING))
