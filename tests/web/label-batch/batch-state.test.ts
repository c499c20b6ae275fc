import { expect, test } from 'vitest'
import {
  type BatchEvent,
  codesIn,
  newBatch,
  reduceBatch,
} from '../../../src/web/screens/label-batch/use-label-batch.ts'
import { exampleConsignment } from '../../domain/example-records.ts'

const batch = newBatch(['A', 'B', 'C', 'B'].map((tracking_code) => exampleConsignment({ tracking_code })))
const after = (...events: BatchEvent[]) => events.reduce(reduceBatch, batch)
const collected = (tracking_code: string, reason: string | null = null): BatchEvent => ({
  type: 'collected',
  tracking_code,
  reason,
})
const states = ({ rows }: typeof batch) => rows.map(({ state, reason }) => reason ?? state)

test('has each consignment once, in the order of the list', () => {
  expect(codesIn(batch, 'waiting')).toEqual(['A', 'B', 'C'])
})

test('a consignment without labels does not stop the others', () => {
  const events: BatchEvent[] = [
    { type: 'started' },
    collected('A'),
    collected('B', 'No label'),
    collected('C'),
  ]
  const printed = after(...events, { type: 'printing' }, { type: 'printed' })
  expect(states(printed)).toEqual(['printed', 'No label', 'printed'])
  expect(printed.phase).toBe('ended')
})

test('a retry is about the failed ones only', () => {
  const events: BatchEvent[] = [
    { type: 'started' },
    collected('A'),
    collected('B', 'No label'),
    collected('C'),
  ]
  const again = after(...events, { type: 'printing' }, { type: 'printed' }, { type: 'started' })
  expect(states(again)).toEqual(['printed', 'waiting', 'printed'])
  expect(states(reduceBatch(reduceBatch(again, collected('B')), { type: 'printed' }))).toEqual([
    'printed',
    'printed',
    'printed',
  ])
})

test('what may have been printed is not printed again', () => {
  const unsure = after({ type: 'started' }, collected('A'), collected('B', 'No label'), collected('C'), {
    type: 'unconfirmed',
  })
  expect(states(reduceBatch(unsure, { type: 'started' }))).toEqual(['unsure', 'waiting', 'unsure'])
})

test('a consignment without an outcome was not printed', () => {
  expect(states(after({ type: 'started' }, collected('A'), { type: 'printed' }))).toEqual([
    'printed',
    'failed',
    'failed',
  ])
})

test('a job that is stopped or refused fails as a whole, and keeps the reasons that are known', () => {
  const events: BatchEvent[] = [{ type: 'started' }, collected('A'), collected('B', 'No label')]
  expect(states(after(...events, { type: 'failed', reason: 'Stopped' }))).toEqual([
    'Stopped',
    'No label',
    'Stopped',
  ])
})
