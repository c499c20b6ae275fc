import { expect, test } from 'vitest'
import { NO_UPLOAD, reduceUpload, type Upload } from '../../../src/web/imports/upload.ts'

const MIB = 1024 * 1024
const FREE = { running: null, limitMb: 10 }
const file = { name: 'orders.csv', size: 3 * MIB }
const sending: Upload = { phase: 'sending', name: 'orders.csv', size: 3 * MIB, sent: 0 }

test('sends a chosen file, with its progress', () => {
  const { state, effects } = reduceUpload(NO_UPLOAD, { type: 'chosen', files: [file] }, FREE)
  expect([state, effects]).toEqual([sending, [{ do: 'send', file }]])
  const half = reduceUpload(state, { type: 'sent', bytes: MIB }, FREE).state
  expect(half).toEqual({ ...sending, sent: MIB })
  // The head of the request may be counted, too.
  expect(reduceUpload(half, { type: 'sent', bytes: 4 * MIB }, FREE).state).toEqual({
    ...sending,
    sent: 3 * MIB,
  })
  expect(reduceUpload(half, { type: 'arrived' }, FREE)).toEqual({ state: NO_UPLOAD, effects: [] })
})

// FILE-2
test.each([
  [
    'several files',
    [file, file],
    FREE,
    'Only one file can be imported at a time. Drop them one after another.',
  ],
  ['an empty file', [{ name: 'a.csv', size: 0 }], FREE, 'a.csv is empty.'],
  [
    'a large file',
    [{ name: 'a.csv', size: 10 * MIB + 1 }],
    FREE,
    'a.csv has 11 MB. A file may have at most 10 MB.',
  ],
  [
    'a file while another one is imported',
    [file],
    { ...FREE, running: { by: 'Mere Parata', file_name: 'all.csv' } },
    'Mere Parata is importing all.csv. One file is imported at a time.',
  ],
])('sends nothing of %s, and says why', (_, files, world, refusal) => {
  expect(reduceUpload(NO_UPLOAD, { type: 'chosen', files }, world)).toEqual({
    state: { phase: 'idle', refusal },
    effects: [],
  })
})

test('sends a file of any size while the limit is unknown: the server decides', () => {
  const large = { name: 'a.csv', size: 999 * MIB }
  const { effects } = reduceUpload(
    NO_UPLOAD,
    { type: 'chosen', files: [large] },
    { running: null, limitMb: null },
  )
  expect(effects).toEqual([{ do: 'send', file: large }])
})

test('ignores another file while one is sent, and news of one that was cancelled', () => {
  expect(reduceUpload(sending, { type: 'chosen', files: [file] }, FREE)).toEqual({
    state: sending,
    effects: [],
  })
  const cancelled = reduceUpload(sending, { type: 'cancelled' }, FREE)
  expect(cancelled).toEqual({ state: NO_UPLOAD, effects: [{ do: 'abort' }] })
  expect(reduceUpload(cancelled.state, { type: 'sent', bytes: 1 }, FREE).state).toEqual(NO_UPLOAD)
  expect(reduceUpload(NO_UPLOAD, { type: 'chosen', files: [] }, FREE).state).toEqual(NO_UPLOAD)
})

test('keeps the reason of a failure until the next file', () => {
  const failed = reduceUpload(sending, { type: 'failed', reason: 'Too large.' }, FREE).state
  expect(failed).toEqual({ phase: 'idle', refusal: 'Too large.' })
  expect(reduceUpload(failed, { type: 'chosen', files: [file] }, FREE).state).toEqual(sending)
})
