import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type ListedArrival, TakeArrivalBody } from '../../../src/contract/arrivals.ts'
import { refreshArrivals } from '../../../src/web/api/arrivals.ts'
import type { StreamEvent } from '../../../src/web/api/event-stream.ts'
import { closeDialog, openDialog } from '../../../src/web/state/dialogs.ts'
import { exampleArrival } from '../../domain/example-records.ts'
import { fakeServer } from '../api/fake-server.ts'
import { openAt, setUpScreens } from './on-screen.tsx'

// Must run before the import of the console, which reads the page once.
const stream = vi.hoisted(() => {
  document.head.innerHTML = '<meta name="capabilities" content="arrivals imports changes">'
  return { send: null as ((event: StreamEvent) => void) | null }
})
vi.mock('../../../src/web/live/share-stream.ts', () => ({
  shareStream(_: string, onEvent: (event: StreamEvent) => void) {
    stream.send = onEvent
    return () => {
      stream.send = null
    }
  },
}))

const OTHERWISE = { message: 'Its source has sent something else meanwhile: check it again.' }
const LEFT_OUT = { message: 'Mere Parata has left it out already.' }
const POSTCODE = 'delivery_address.postcode'
const ARRIVAL = {
  ...exampleArrival(),
  ...{ original: '{}', settled_at: null, settled_by: null, reason: null },
  fields: [
    { field: 'notes', value: 'Gate 4' },
    { field: POSTCODE, value: '011' },
  ],
}

setUpScreens()
beforeEach(() => {
  act(closeDialog)
  // Without a language, pdf.js replaces the navigator when the chunk of labels happens to load.
  vi.stubGlobal('navigator', { ...navigator, language: 'en-NZ', locks: {} })
})

/** The bodies that were posted to an address, in order. */
const posted = (path: string) =>
  fakeServer.sent.filter(({ method, url }) => method === 'POST' && url.endsWith(path)).map(({ body }) => body)
const confirm = (name: string) =>
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }))

// ARR-3
describe('the dialogs', () => {
  /** The server has a newer revision than the list. */
  const serve = (answer: (url: string) => { status?: number; body: unknown }) =>
    fakeServer.answer(({ method, url }) => {
      if (method === 'POST') return answer(url)
      if (url.endsWith('/count')) return { body: { waiting: 2 } }
      return { body: /arrivals\/\d/.test(url) ? { ...ARRIVAL, revision: 2 } : [] }
    })

  test('take a record as it was listed, not as it has come since', async () => {
    serve(() => ({ status: 409, body: OTHERWISE }))
    await openAt('/arrivals')
    act(() => openDialog({ name: 'take-arrivals', arrivals: [exampleArrival()] }))
    await screen.findByRole('dialog', { name: 'Take 1 record' })
    confirm('Take 1 record')
    await screen.findByText(OTHERWISE.message)
    expect(posted('/7/take')).toEqual([{ revision: 1, fields: {} }])
  })

  test('leave out what was listed, and show that another user has left it out', async () => {
    let isRefused = true
    serve((url) =>
      isRefused && url.includes('/8/') ? { status: 409, body: LEFT_OUT } : { body: { success: true } },
    )
    await openAt('/arrivals')
    const arrivals = [exampleArrival(), exampleArrival({ id: '8', revision: 3 })]
    act(() => openDialog({ name: 'leave-out', arrivals }))
    await screen.findByRole('dialog', { name: 'Leave out' })
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'A test order' } })
    confirm('Leave out')
    await screen.findByText(LEFT_OUT.message)
    expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'A test order')
    isRefused = false
    confirm('Leave out')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(posted('/7/leave-out')).toEqual([{ revision: 1, reason: 'A test order' }])
    expect(posted('/8/leave-out')).toEqual([
      { revision: 3, reason: 'A test order' },
      { revision: 3, reason: 'A test order' },
    ])
  })

  test.each([
    ['take-arrivals', 'Take 1 record', '/7/take'],
    ['leave-out', 'Leave out', '/7/leave-out'],
  ] as const)(
    '%s, left before the answer, closes no dialog for another arrival',
    async (name, title, path) => {
      let answer = () => {}
      const answered = new Promise<{ body: unknown }>((resolve) => {
        answer = () => resolve({ body: { success: true } })
      })
      const { handler } = fakeServer
      fakeServer.answer((request) => (request.url.endsWith(path) ? answered : handler(request)))
      await openAt('/arrivals')
      act(() => openDialog({ name, arrivals: [exampleArrival()] }))
      await screen.findByRole('dialog', { name: title })
      confirm(title)
      await waitFor(() => expect(posted(path)).toHaveLength(1))
      act(closeDialog)
      act(() => openDialog({ name, arrivals: [exampleArrival({ id: '8' })] }))
      await act(async () => answer())
      await screen.findByText(/(taken|left out)$/)
      expect(screen.getByRole('dialog', { name: title })).toBeTruthy()
    },
  )

  // ARR-5
  test('keep the reason for leaving out some arrivals, in any order, and preset it for no others', async () => {
    await openAt('/arrivals')
    const [first, second] = [exampleArrival(), exampleArrival({ id: '8' })]
    const open = async (...arrivals: ListedArrival[]) => {
      act(() => openDialog({ name: 'leave-out', arrivals }))
      return screen.findByLabelText('Reason')
    }
    fireEvent.change(await open(first, second), { target: { value: 'A test order' } })
    confirm('Cancel')
    expect(await open(second)).toHaveProperty('value', '')
    confirm('Cancel')
    expect(await open(second, first)).toHaveProperty('value', 'A test order')
  })
})

// ARR-3
describe('a record that comes again otherwise while it is mended', () => {
  const NEWER = {
    ...ARRIVAL,
    revision: 2,
    faults: [{ field: 'notes', reason: 'is too long' }],
    fields: [
      { field: 'notes', value: 'Gate 5' },
      { field: POSTCODE, value: '012' },
    ],
  }
  let arrival: object
  beforeEach(() => {
    arrival = ARRIVAL
    fakeServer.answer(({ method, url }) => {
      if (method === 'POST') {
        arrival = NEWER
        return { status: 409, body: OTHERWISE }
      }
      if (url.endsWith('/count')) return { body: { waiting: 1 } }
      return { body: url.endsWith('/7') ? arrival : [] }
    })
  })
  const postcode = () => screen.findByRole('textbox', { name: 'Delivery address postcode' })

  test('keeps the focus and what was typed, and shows its new faults', async () => {
    await openAt('/arrivals/7')
    const field = await postcode()
    expect(document.activeElement).toBe(field)
    fireEvent.change(field, { target: { value: '0110' } })
    arrival = NEWER
    await act(() => refreshArrivals())
    await screen.findByText('is too long')
    expect(await postcode()).toBe(field)
    expect(field).toHaveProperty('value', '0110')
    expect(document.activeElement).toBe(field)
    expect(screen.queryByText('must be four digits in New Zealand')).toBeNull()
  })

  test('shows the refusal, and is then taken in its new revision', async () => {
    await openAt('/arrivals/7')
    fireEvent.change(await postcode(), { target: { value: '0110' } })
    fireEvent.click(screen.getByRole('button', { name: /^Take/ }))
    await screen.findByText('is too long')
    expect(screen.getByText(OTHERWISE.message)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /^Take/ }))
    await waitFor(() => expect(posted('/7/take')).toHaveLength(2))
    expect(posted('/7/take')).toEqual([
      { revision: 1, fields: { [POSTCODE]: '0110' } },
      { revision: 2, fields: { [POSTCODE]: '0110' } },
    ])
  })
})

// KEY-7
test.each([
  ['there', { body: ARRIVAL }],
  ['gone', { status: 404, body: { message: 'Gone' } }],
])('keys for an arrival that is loading wait until it is %s', async (state, detail) => {
  let answer = () => {}
  const answered = new Promise<typeof detail>((resolve) => {
    answer = () => resolve(detail)
  })
  fakeServer.answer(({ method, url }) => {
    if (method === 'POST') return { body: { success: true, code: '#1001', faults: [] } }
    if (url.endsWith('/count')) return { body: { waiting: 1 } }
    return url.endsWith('/7') ? answered : { body: [] }
  })
  await openAt('/arrivals/7')
  await screen.findByRole('heading', { name: /7/ })
  fireEvent.keyDown(document.body, { key: 'Enter', code: 'Enter', ctrlKey: true })
  expect(posted('/7/take')).toEqual([])
  await act(async () => answer())
  if (state === 'there') await waitFor(() => expect(posted('/7/take')).toEqual([{ revision: 1, fields: {} }]))
  else await screen.findByText(/^Not done: Ctrl Enter/)
})

// ARR-3
describe('a record that lacks two fields, of which one is noticed after the other', () => {
  const CODE = { field: 'code', reason: 'is required' }
  const DATE = { field: 'dates.ordered_at', reason: 'Ordered at is required' }
  const FIELDS = { code: '#1001', 'dates.ordered_at': '2026-11-20' }
  const box = (name: string) => screen.findByRole('textbox', { name })
  const type = async (name: string, value: string) => fireEvent.change(await box(name), { target: { value } })
  const take = async (attempt: number) => {
    fireEvent.click(screen.getByRole('button', { name: /^Take/ }))
    await waitFor(() => expect(posted('/7/take')).toHaveLength(attempt))
  }
  beforeEach(() => {
    fakeServer.answer(({ method, url, body }) => {
      if (method !== 'POST') {
        if (url.endsWith('/count')) return { body: { waiting: 1 } }
        return { body: url.endsWith('/7') ? { ...ARRIVAL, code: null, faults: [CODE] } : [] }
      }
      const { fields } = TakeArrivalBody.parse(body)
      if (!('code' in fields)) return { body: { success: false, code: null, faults: [CODE] } }
      if (!('dates.ordered_at' in fields)) return { body: { success: false, code: null, faults: [DATE] } }
      return { body: { success: true, code: '#1001', faults: [] } }
    })
  })

  test('is taken with both', async () => {
    await openAt('/arrivals/7')
    await type('Code', FIELDS.code)
    await take(1)
    await screen.findByText(DATE.reason)
    expect(await box('Code')).toHaveProperty('value', FIELDS.code)
    await type('Ordered at', FIELDS['dates.ordered_at'])
    await take(2)
    expect(posted('/7/take').at(-1)).toEqual({ revision: 1, fields: FIELDS })
  })

  test('has both again when it is opened again', async () => {
    await openAt('/arrivals/7')
    await type('Code', FIELDS.code)
    await take(1)
    await type('Ordered at', FIELDS['dates.ordered_at'])
    cleanup()
    await openAt('/arrivals/7')
    expect(await box('Ordered at')).toHaveProperty('value', FIELDS['dates.ordered_at'])
    await take(2)
    expect(posted('/7/take').at(-1)).toEqual({ revision: 1, fields: FIELDS })
  })
})

// ARR-1
test('after a gap in the changes, the list, its count and the imports are requested again', async () => {
  let rows = [exampleArrival()]
  fakeServer.answer(({ url }) => {
    if (url.endsWith('/count')) return { body: { waiting: rows.length } }
    if (url.endsWith('/imports'))
      return { body: { running: null, own: null, forbidden: null, limit_mb: 10, sources: [] } }
    return { body: rows }
  })
  await openAt('/arrivals')
  await screen.findByText('Order #1001')
  await waitFor(() => expect(stream.send).not.toBeNull())
  act(() => openDialog({ name: 'import' }))
  await screen.findByText(/It may have up to 10 MB/)
  rows = [exampleArrival({ code: '#1002' })]
  fakeServer.sent = []
  act(() => stream.send?.({ id: null, event: 'reset', data: '' }))
  await screen.findByText('Order #1002')
  const again = () => new Set(fakeServer.sent.map(({ url }) => url.replace(/^.*\/api\/v1/, '')))
  await waitFor(() => expect(again()).toEqual(new Set(['/arrivals', '/arrivals/count', '/imports'])))
})
