import '../api/fake-server.ts'
import { QueryObserver } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { consignmentQueries } from '../../../src/web/api/consignments.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { performDeletion, undoBookings } from '../../../src/web/commands/consignment-effects.ts'
import { commandContext } from '../../../src/web/commands/context.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { useLastBooking } from '../../../src/web/commands/undo-targets.ts'
import { printPdf } from '../../../src/web/lib/print-pdf.ts'
import { redraw } from '../../../src/web/live/live-desk.ts'
import { LIVE_KINDS } from '../../../src/web/live/live-kinds.ts'
import { collectBatch } from '../../../src/web/printing/label-batches.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { LabelBatchDialog } from '../../../src/web/screens/label-batch/label-batch-dialog.tsx'
import { background } from '../../../src/web/shell/shell.tsx'
import { ToastStack } from '../../../src/web/shell/toast-stack.tsx'
import { closeDialog, openDialog } from '../../../src/web/state/dialogs.ts'
import { bookingsAtom, noteBooking, noteLabelsPrinted } from '../../../src/web/state/last-booking.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { notify, toastsAtom } from '../../../src/web/state/toasts.ts'
import { exampleConsignment } from '../../domain/example-records.ts'
import { GENEROUS } from '../../time-outs.ts'
import { fakeServer } from '../api/fake-server.ts'
import { Providers } from '../providers.tsx'
import { MERE } from '../state/tokens.ts'

// happy-dom prints nothing, and streams no labels.
vi.mock('../../../src/web/lib/print-pdf.ts', () => ({ printPdf: vi.fn() }))
vi.mock('../../../src/web/printing/label-batches.ts', () => ({
  collectBatch: vi.fn(),
  reportPrintedBatch: vi.fn(async () => undefined),
}))

const CODE = 'COC00014123'
const SECOND = 1_000
const restoreForm = vi.fn()

function Booked({ children }: { children: ReactNode }) {
  useLastBooking()
  return (
    <>
      <ToastStack />
      {children}
    </>
  )
}

beforeEach(() => {
  localStorage.clear()
  storeToken(MERE)
  vi.useFakeTimers()
  restoreForm.mockReset()
  store.set(toastsAtom, [])
  store.set(bookingsAtom, [])
  fakeServer.answer(() => ({ body: { success: true } }))
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

function show(children: ReactNode = null): void {
  const router = createMemoryRouter([{ path: '*', element: <Booked>{children}</Booked> }])
  render(<RouterProvider router={router} />, { wrapper: Providers })
}

function noteBooked(code: string): void {
  const offer = noteBooking({ code, formPath: '/orders/104823?tab=freight', restoreForm })
  notify('success', `Consignment ${code} booked`, offer)
}

/** Shows what follows a booking. */
function book(): void {
  show()
  act(() => noteBooked(CODE))
}

const wait = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * SECOND))
const offered = () => screen.queryByRole('button', { name: /^Undo the booking/ })
const target = () => commandContext().targets.booking

describe('after a booking, a notice', () => {
  test('offers to undo it for 20 seconds, with the seconds left', () => {
    book()
    expect(offered()).not.toBeNull()
    expect(screen.getByText('20 s').getAttribute('aria-hidden')).toBe('true')
    wait(5)
    screen.getByText('15 s')
    wait(14)
    expect(offered()).not.toBeNull()
    wait(2)
    expect(offered()).toBeNull()
    expect(screen.queryByText(/booked/)).toBeNull()
  })

  test('offers it no longer once the courier has the consignment', () => {
    book()
    const picked = exampleConsignment({ tracking_code: CODE, dates: { picked_at: '2026-11-20 14:05:00' } })
    act(() => void queryClient.setQueryData(consignmentQueries.detail(CODE).queryKey, picked))
    wait(0)
    expect(target()?.over).toBe('The consignment has already been picked up')
    expect(offered()).toBeNull()
  })
})

test('the consignment booked last is requested anew where it is shown, and then no longer exists', async () => {
  vi.useRealTimers()
  fakeServer.answer(({ url }) => ({
    body: url.includes(CODE) ? exampleConsignment({ tracking_code: CODE }) : [],
  }))
  const shown = new QueryObserver(queryClient, consignmentQueries.detail(CODE))
  const leave = shown.subscribe(() => undefined)
  await waitFor(() => expect(shown.getCurrentResult().isSuccess).toBe(true))
  book()
  fakeServer.answer(() => ({ status: 404 }))
  await act(() => queryClient.invalidateQueries({ queryKey: consignmentQueries.detail(CODE).queryKey }))
  expect(shown.getCurrentResult().error).toMatchObject({ status: 404 })
  leave()
})

test('after 20 seconds the key says why it does nothing', () => {
  book()
  wait(21)
  act(() => runCommand('booking.undo', 'key'))
  expect(store.get(toastsAtom).map(({ text }) => text)).toEqual([
    'A booking can be undone for 20 seconds. Delete the consignment instead.',
  ])
  expect(fakeServer.sent).toEqual([])
})

test('once undone, its notice is gone and its form is as it was typed', async () => {
  book()
  await act(() => performDeletion({ tracking_code: CODE }))
  expect(restoreForm).toHaveBeenCalledTimes(1)
  expect([target(), store.get(toastsAtom)]).toEqual([undefined, []])
})

test('deleting another consignment changes nothing', async () => {
  book()
  await act(() => performDeletion({ tracking_code: 'OTHER' }))
  expect(restoreForm).not.toHaveBeenCalled()
  expect(target()?.code).toBe(CODE)
})

test('labels printed since are remembered', () => {
  book()
  act(() => noteLabelsPrinted(['OTHER']))
  expect(target()?.printed).toBe(false)
  act(() => noteLabelsPrinted([CODE, 'OTHER']))
  expect(target()?.printed).toBe(true)
})

test.each(['printed', 'saved'] as const)(
  'labels that a batch has %s in the browser are remembered',
  async (done) => {
    vi.useRealTimers()
    vi.mocked(printPdf).mockResolvedValue(done)
    vi.mocked(collectBatch).mockImplementation(async (codes, { onOutcome }) => {
      for (const tracking_code of codes) onOutcome({ tracking_code, reason: null })
      return new Uint8Array()
    })
    book()
    openDialog({
      name: 'print-labels',
      consignments: [exampleConsignment({ tracking_code: CODE })],
      isAsked: false,
    })
    render(<LabelBatchDialog />, { wrapper: Providers })
    await waitFor(() => expect(target()?.printed).toBe(true))
    closeDialog()
  },
)

test('a live update finds a consignment that was booked here, and that the courier has it', async () => {
  vi.useRealTimers()
  await background.preload()
  show(<background.Component />)
  act(() => noteBooked(CODE))
  const dates = { picked_at: '2026-11-20 14:05:00' }
  fakeServer.answer(() => ({ body: exampleConsignment({ tracking_code: CODE, dates }) }))
  const { signal } = new AbortController()
  await act(() => redraw(LIVE_KINDS.consignment, new Map([[CODE, true]]), signal))
  expect(recordIndex.byCode(CODE)?.code).toBe(CODE)
  await waitFor(() => expect(target()?.over).toBe('The consignment has already been picked up'))
  expect(fakeServer.sent).toHaveLength(1)
})

// CON-13
describe('a booking whose undo the courier confirms only later', () => {
  const THROW_AWAY = `Consignment ${CODE} was deleted: throw away its printed label`
  const texts = () => store.get(toastsAtom).flatMap(({ earlier, text }) => [...earlier, text])
  const silent = () =>
    fakeServer.answer(() => ({ status: 503, body: { message: 'NZ Post has not confirmed yet.' } }))
  /** The deletion of a booking is not confirmed, its undo is over, and another consignment is booked. */
  const deleteUnconfirmed = async () => {
    book()
    silent()
    await act(() => performDeletion({ tracking_code: CODE }).catch(() => undefined))
    wait(21)
    act(() => noteBooked('NEXT'))
  }
  /** Another consignment was booked since, and the server says that this one is gone. */
  const confirm = async () => {
    act(() => noteBooked('NEXT'))
    expect(restoreForm).not.toHaveBeenCalled()
    fakeServer.answer(() => ({ status: 404, body: {} }))
    const { signal } = new AbortController()
    await act(() => redraw(LIVE_KINDS.consignment, new Map([[CODE, false]]), signal))
    expect(restoreForm).toHaveBeenCalledTimes(1)
    expect(target()?.code).toBe('NEXT')
    expect(LIVE_KINDS.consignment.followed?.()).toEqual([])
  }

  test('has a label of no use then, also if it was printed only since', async () => {
    await deleteUnconfirmed()
    noteLabelsPrinted([CODE])
    await confirm()
    expect(texts()).toContain(THROW_AWAY)
  })

  test.each([true, false])(
    'restores its form then, and says what becomes of its label: %s',
    async (printed) => {
      book()
      if (printed) noteLabelsPrinted([CODE])
      silent()
      await act(async () => runCommand('booking.undo', 'key'))
      await vi.waitFor(() => expect(texts().join()).toContain('has not confirmed yet'), GENEROUS)
      expect(LIVE_KINDS.consignment.followed?.()).toEqual([CODE])
      wait(21)
      await confirm()
      expect(texts().includes(THROW_AWAY)).toBe(printed)
    },
  )

  test('is restored also if it was one of a run', async () => {
    vi.useRealTimers()
    show()
    silent()
    const done = { title: 'Booking of 1 order', codes: ['104823'], steps: [CODE], isBooking: true, until: 0 }
    await act(() => undoBookings({ ...done, restoreForm }))
    await confirm()
    expect(texts()).toContain(THROW_AWAY)
  })

  test('is no longer awaited once a second try has deleted it', async () => {
    await deleteUnconfirmed()
    fakeServer.answer(() => ({ body: { success: true } }))
    await act(() => performDeletion({ tracking_code: CODE }))
    expect(restoreForm).toHaveBeenCalledTimes(1)
    expect(LIVE_KINDS.consignment.followed?.()).toEqual([])
  })

  test('has its form again also if another was booked before the answer came', async () => {
    let answer = () => {}
    fakeServer.answer(() => new Promise((resolve) => (answer = () => resolve({ body: { success: true } }))))
    book()
    const deletion = performDeletion({ tracking_code: CODE })
    wait(21)
    act(() => noteBooked('NEXT'))
    await vi.waitFor(() => expect(fakeServer.sent).toHaveLength(1), GENEROUS)
    answer()
    await act(() => deletion)
    expect(restoreForm).toHaveBeenCalledTimes(1)
  })
})

test('a booking that another desk undoes has its form again here, and its label is to be thrown away', async () => {
  vi.useRealTimers()
  await background.preload()
  show(<background.Component />)
  act(() => noteBooked(CODE))
  noteLabelsPrinted([CODE])
  fakeServer.answer(() => ({ status: 404, body: {} }))
  const { signal } = new AbortController()
  await act(() => redraw(LIVE_KINDS.consignment, new Map([[CODE, false]]), signal))
  expect(restoreForm).toHaveBeenCalledTimes(1)
  expect(store.get(toastsAtom).map(({ text }) => text)).toEqual([
    `Consignment ${CODE} was deleted: throw away its printed label`,
  ])
})

// CON-13
describe('of two bookings', () => {
  const deleted = () => fakeServer.sent.flatMap(({ url, method }) => (method === 'DELETE' ? [url] : []))
  const toasts = () => store.get(toastsAtom).map(({ text }) => text)
  const bookTwice = () => {
    show()
    act(() => noteBooked('A'))
    wait(5)
    act(() => noteBooked('B'))
  }

  test('the button of each notice undoes its own, and only the last one shows the key', async () => {
    bookTwice()
    const [first, last] = screen.getAllByRole('button', { name: /^Undo the booking/ })
    expect([first?.querySelector('kbd') ?? null, last?.querySelector('kbd')?.textContent]).toEqual([
      null,
      'z',
    ])
    act(() => first?.click())
    await vi.waitFor(() => expect(toasts()).toContain('Booking of consignment A undone'), GENEROUS)
    expect(deleted()).toEqual(['/api/v1/consignments/A'])
    expect(toasts()).toContain('Consignment B booked')
    expect(target()?.code).toBe('B')
  })

  test('the key undoes the last one, then the one before, until each can no longer be undone', async () => {
    bookTwice()
    await performDeletion({ tracking_code: 'B' })
    // Before the next render, as a key that waited for the first undo.
    expect(target()?.code).toBe('A')
    await act(async () => runCommand('booking.undo', 'key'))
    await vi.waitFor(
      () => expect(deleted()).toEqual(['/api/v1/consignments/B', '/api/v1/consignments/A']),
      GENEROUS,
    )
    await vi.waitFor(() => expect(target()).toBeUndefined(), GENEROUS)
    expect(restoreForm).toHaveBeenCalledTimes(2)
  })

  test('the older one is over after its own 20 seconds', async () => {
    bookTwice()
    wait(16)
    expect(toasts()).toEqual(['Consignment B booked'])
    expect(target()).toMatchObject({ code: 'B', over: null })
    await act(() => performDeletion({ tracking_code: 'B' }))
    expect(target()?.over).toMatch(/^A booking can be undone for 20 seconds/)
  })
})
