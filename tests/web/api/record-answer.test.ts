import { expect, test } from 'vitest'
import { CallError } from '../../../src/web/api/client.ts'
import { recordAnswer } from '../../../src/web/api/record-answer.ts'

const refetch = () => undefined
const BUSY = 'The server is busy. Try again in a moment.'

test.each([
  ['is awaited', undefined, null, 'loading', null],
  ['is there', { code: '1' }, null, 'there', null],
  ['is nowhere', { code: '1' }, new CallError(404, 'Order not found.'), 'missing', 'Order not found.'],
  ['cannot be read for now', { code: '1' }, new CallError(503, BUSY), 'failed', BUSY],
  [
    'cannot be read for a fault',
    undefined,
    new CallError(500, 'The server could not do this.'),
    'failed',
    null,
  ],
])('a record that %s', (_, data, error, state, reason) => {
  const record = state === 'missing' ? null : (data ?? null)
  expect(recordAnswer({ data, error, refetch })).toMatchObject({ record, state, reason })
})
