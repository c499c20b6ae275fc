import '../api/fake-server.ts'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Import, ImportCounts, ImportResult } from '../../../src/contract/imports.ts'
import { readImportsAgain } from '../../../src/web/api/imports.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { ImportDialog } from '../../../src/web/imports/import-dialog.tsx'
import { ImportStatus, useImports } from '../../../src/web/imports/import-watch.tsx'
import {
  outcomesInWords,
  percentOf,
  resultNotices,
  takeLabel,
} from '../../../src/web/imports/import-words.ts'
import { NO_UPLOAD, reduceUpload, type Upload } from '../../../src/web/imports/upload.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { fakeServer } from '../api/fake-server.ts'
import { Providers } from '../providers.tsx'
import { MERE } from '../state/tokens.ts'

const PREVIEWED: Import = {
  ...{ id: '1', file_name: 'orders.csv', size: 1000, by: 'Mere Parata', is_own: true },
  ...{ state: 'previewed', is_stopping: false, progress: null, result: null, failure: null },
  options: { before: null, source: null, anyway: false },
  preview: {
    ...{ program: null, kinds: [], faults: [], notices: [] },
    ...{ refusal: 'Most of the file is refused.', can_override: true },
  },
}

let current: { running: Import | null; own: Import | null }
beforeEach(() => {
  storeToken(MERE)
  fakeServer.answer(() => ({ body: { ...current, forbidden: null, limit_mb: 10, sources: [] } }))
})
afterEach(() => queryClient.clear())

const open = () =>
  render(
    <MemoryRouter>
      <ImportStatus />
      <ImportDialog />
    </MemoryRouter>,
    { wrapper: Providers },
  )

// IMP-2
test('another file is not loaded anyway because the one before it would have been', async () => {
  current = { running: null, own: PREVIEWED }
  open()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Load anyway what is right' }))
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', true)
  current = { running: null, own: { ...PREVIEWED, id: '2', file_name: 'old orders.csv' } }
  await act(() => readImportsAgain())
  await screen.findByRole('heading', { name: 'Import old orders.csv' })
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', false)
})

test('the end of an import is told, also if it was never seen loading', async () => {
  const Watch = () => {
    useImports()
    return null
  }
  const { capabilities } = installation
  installation.capabilities = new Set(['imports'])
  onTestFinished(() => {
    installation.capabilities = capabilities
  })
  const kinds = [counts('orders', { new: 2 })]
  const previewed = kinds.map((kind) => ({ ...kind, columns: [], rows: [], changes: [] }))
  const faultless = { program: null, faults: [], notices: [], refusal: null, can_override: false }
  const preview = { ...faultless, kinds: previewed }
  current = { running: null, own: { ...PREVIEWED, preview } }
  render(<Watch />, { wrapper: Providers })
  open()
  const take = await screen.findByRole('button', { name: /^Import 2 orders/ })
  current = {
    running: null,
    own: { ...PREVIEWED, state: 'ended', preview: null, result: { ...RESULT, kinds } },
  }
  fireEvent.click(take)
  const told = resultNotices('1', { ...RESULT, kinds }).map(({ text }) => text)
  expect(told).toHaveLength(1)
  await waitFor(() => expect(store.get(toastsAtom).map(({ text }) => text)).toEqual(told))
})

test('an import is asked to stop only once', async () => {
  const loading: Import = { ...PREVIEWED, state: 'loading', preview: null }
  current = { running: loading, own: loading }
  open()
  const posts = () => fakeServer.sent.filter(({ method }) => method === 'POST')
  const stop = await screen.findByRole('button', { name: 'Stop' })
  current = { running: { ...loading, is_stopping: true }, own: null }
  fireEvent.click(stop)
  await screen.findByText('It stops after its present lot. What was loaded stays.')
  await waitFor(() => expect(stop.getAttribute('aria-busy')).toBeNull())
  fireEvent.click(stop)
  expect(posts()).toHaveLength(1)
})

// FILE-4
test.each([
  [
    'loading',
    'Mere Parata imports orders.csv: 75 %',
    'Mere Parata imports it now. One file is imported at a time.',
  ],
  ['reading', 'Mere Parata reads orders.csv: 75 %', 'Mere Parata has it read now.'],
] as const)(
  'of a file that is %s at another desk it is said whose it is and how far',
  async (state, status, words) => {
    const progress = { step: 'Loading orders', done: 3, total: 4 }
    current = { running: { ...PREVIEWED, state, is_own: false, preview: null, progress }, own: null }
    open()
    await screen.findByText(words)
    expect(screen.getByText(status)).toBeTruthy()
    const stop = screen.queryByRole('button', { name: 'Stop' })
    expect(stop !== null).toBe(state === 'loading')
    if (stop) fireEvent.click(stop)
    const posts = () => fakeServer.sent.filter(({ method }) => method === 'POST').map(({ url }) => url)
    await waitFor(() => expect(posts()).toEqual(stop ? ['/api/v1/imports/1/stop'] : []))
  },
)

const counts = (kind: string, parts: Partial<ImportCounts> = {}): ImportCounts => ({
  kind,
  new: 0,
  changed: 0,
  same: 0,
  kept: 0,
  refused: 0,
  work: 0,
  ...parts,
})
const RESULT: ImportResult = {
  kinds: [],
  faults: [],
  notices: [],
  refusal: null,
  is_stopped: false,
  left: 0,
  waiting: 0,
}

test('the outcomes of a kind name what there is', () => {
  expect(outcomesInWords(counts('orders'))).toBe('')
  expect(outcomesInWords(counts('orders', { new: 12_480, changed: 2, same: 4, kept: 1, refused: 3 }))).toBe(
    '12,480 new, 2 changed, 4 the same, 1 with fields kept as they are here, 3 refused',
  )
})

test('the button names what is imported', () => {
  expect(takeLabel([counts('orders', { new: 1 })])).toBe('Import 1 order')
  expect(takeLabel([counts('supplier-orders', { new: 1, same: 1, refused: 9 })])).toBe(
    'Import 2 supplier orders',
  )
  expect(takeLabel([counts('orders', { new: 40 }), counts('customers', { changed: 2 })])).toBe(
    'Import 42 records',
  )
  expect(takeLabel([])).toBe('Import 0 records')
})

test.each([
  [null, null],
  [{ step: 'Checking', done: 0, total: 0 }, null],
  [{ step: 'Checking', done: 1, total: 3 }, 33],
  [{ step: 'Checking', done: 4, total: 3 }, 100],
])('progress %j is %j %%', (progress, percent) => {
  expect(percentOf({ progress })).toBe(percent)
})

// FILE-6
test('a result says what was loaded, with a link to exactly its orders', () => {
  const kinds = [counts('customers', { new: 1 }), counts('orders', { new: 2, same: 1, refused: 1 })]
  expect(resultNotices('12', { ...RESULT, kinds, waiting: 1 })).toEqual([
    {
      tone: 'success',
      text: '1 customer: 1 new. 3 orders: 2 new, 1 the same.',
      link: { label: 'Show them', path: '/orders?query=import+12&daterange=all' },
    },
    { tone: 'warning', text: '1 record waits', link: { label: 'in Arrivals', path: '/arrivals' } },
  ])
})

test('a result without a change has no link, and a stopped one says what was not reached', () => {
  const same = { ...RESULT, kinds: [counts('orders', { same: 3 })], is_stopped: true, left: 2000 }
  expect(resultNotices('12', same)).toEqual([
    {
      tone: 'warning',
      text: '3 orders: 3 the same. Stopped: 2,000 records were not reached.',
      link: null,
    },
  ])
  expect(resultNotices('12', { ...RESULT, refusal: 'Nothing was right.' })).toEqual([
    { tone: 'error', text: 'Nothing was right.', link: null },
  ])
  expect(resultNotices('12', { ...RESULT, kinds: [counts('products', { changed: 1 })] })).toEqual([
    { tone: 'success', text: '1 product: 1 changed.', link: { label: 'Show them', path: '/products' } },
  ])
})

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
