import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PickLine, PickRun, PickTick } from '../../../src/contract/pick-runs.ts'
import { followPickRun } from '../../../src/web/api/pick-runs.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { playSound } from '../../../src/web/lib/sound.ts'
import { Component } from '../../../src/web/screens/pick-runs/pick-run-screen.tsx'
import { pickingAtom } from '../../../src/web/screens/pick-runs/pick-run-store.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { changeWorkstation } from '../../../src/web/state/workstation.ts'
import { connectionLost, fakeServer, type SentRequest } from '../api/fake-server.ts'
import { Providers } from '../providers.tsx'
import { MERE } from '../state/tokens.ts'

vi.mock('../../../src/web/lib/sound.ts', () => ({ playSound: vi.fn() }))

const EAN = '4006381333931'
const line = (id: string, code: string, quantity: number, parts: Partial<PickLine> = {}): PickLine => ({
  ...{ id, code, name: `A ${code}`, location: `A-0${id}`, by: 'pieces', found: 0, is_short: false },
  ...{ revision: 0, changed_by: null, parts: [{ order: '104823', quantity }] },
  ...parts,
})
const order = (code: string, parts: object = {}) => ({
  ...{ code, receiver: 'Tāmaki Plumbing', is_pickup: false, state: 'open', reason: null },
  ...parts,
})

/** The run on the server, and how it answers a change. */
let run: PickRun
let answerTick: (tick: PickTick) => ReturnType<typeof fakeServer.handler>
const ticks = () => fakeServer.sent.filter(isTick).map(({ body }) => body)
const isTick = ({ url }: SentRequest) => url.endsWith('/ticks')

/** Carries a change out as the server does, for changes that it does not refuse. */
function carryOut(tick: PickTick) {
  const before = run.lines.find(({ id }) => id === tick.line)
  if (!before) throw new Error('There is no such line.')
  const found = tick.kind === 'add' ? before.found + tick.amount : tick.found
  const after = { ...before, found, is_short: tick.kind === 'set' && tick.is_short }
  return change({ ...after, revision: before.revision + 1 })
}

function change(after: PickLine) {
  run = { ...run, lines: run.lines.map((one) => (one.id === after.id ? after : one)) }
  return { body: { line: after, holds: [] } }
}

beforeEach(() => {
  vi.clearAllMocks()
  localStorage.clear()
  storeToken(MERE)
  installation.capabilities = new Set(['pick-runs', 'taking-back'])
  changeWorkstation({ sound: true })
  store.set(toastsAtom, [])
  run = {
    ...{ id: '12', state: 'open', created_at: null, created_by: 'Mere', ended_at: null, ended_by: null },
    ...{ left_out: [{ code: '104900', reason: 'The order is not paid yet' }], is_partial: false },
    orders: [order('104823'), order('104811')] as PickRun['orders'],
    lines: [line('1', 'NUT', 5), line('2', 'PIPE', 2)],
    barcodes: [{ code: EAN, quantity: 2, unit: null, product: 'PIPE' }],
  }
  answerTick = carryOut
  fakeServer.answer((request) => {
    if (isTick(request)) return answerTick(request.body as PickTick)
    return { body: run }
  })
})
afterEach(() => {
  installation.capabilities = new Set()
  store.set(pickingAtom, { unsaved: [], sending: 'idle', alert: null })
  queryClient.clear()
})

async function opened() {
  const router = createMemoryRouter([{ path: '/pick-runs/:id', element: <Component /> }], {
    initialEntries: ['/pick-runs/12'],
  })
  render(
    <main>
      <RouterProvider router={router} />
    </main>,
    { wrapper: Providers },
  )
  await screen.findByText('0 of 2 lines')
}
const row = (code: string) => {
  const found = tickOf(code)
  const item = found.closest('li')
  if (!item) throw new Error('The line has no row.')
  return within(item)
}
const tickOf = (code: string) =>
  screen.getByRole('button', { name: new RegExp(`^Found all \\d+ of ${code}$`) })
const scan = (code: string) => act(() => store.get(targetsAtom).pickRun?.scan(code))
const saved = () =>
  waitFor(() => expect(store.get(pickingAtom)).toMatchObject({ unsaved: [], sending: 'idle' }))

// RUN-3
test('a tick finds all of a line and goes on to the next one; a scan counts what its bar code carries', async () => {
  await opened()
  expect(screen.getByText('A-01').closest('li')?.getAttribute('aria-current')).toBe('true')
  act(() => runCommand('pick-run.tick', 'key'))
  await screen.findByText('1 of 2 lines')
  expect(tickOf('NUT').getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByText('A-02').closest('li')?.getAttribute('aria-current')).toBe('true')
  scan(EAN)
  await screen.findByText('2 of 2 lines')
  await saved()
  expect(ticks()).toMatchObject([
    { kind: 'set', line: '1', found: 5, is_short: false, revision: 0 },
    { kind: 'add', line: '2', amount: 2 },
  ])
  act(() => runCommand('pick-run.less', 'key'))
  screen.getByText('1 of 2', { selector: 'output' })
})

// RUN-3
test('a wrong scan is said in red and with a sound, and nothing is sent', async () => {
  await opened()
  scan('BOLT')
  expect((await screen.findByRole('alert')).textContent).toBe('BOLT is not in this run')
  expect(playSound).toHaveBeenCalledExactlyOnceWith('wrong')
  expect(ticks()).toEqual([])
  fireEvent.click(screen.getByText('BOLT is not in this run'))
  expect(screen.queryByRole('alert')).toBeNull()
})

// RUN-4
test('a shortage says which orders it holds before and after', async () => {
  answerTick = (tick) => {
    const { body } = carryOut(tick)
    return {
      body: {
        ...body,
        holds: [
          { order: '104823', step: '7', reason: null },
          { order: '104811', step: null, reason: 'The order has already been shipped.' },
        ],
      },
    }
  }
  await opened()
  fireEvent.click(screen.getByRole('button', { name: 'One more of NUT' }))
  fireEvent.click(screen.getByRole('button', { name: 'No more: hold 104823' }))
  await screen.findByText('1 short')
  await saved()
  expect(ticks()).toMatchObject([
    { kind: 'add', amount: 1 },
    { kind: 'set', found: 1, is_short: true, revision: 1 },
  ])
  expect(store.get(toastsAtom).map(({ text }) => text)).toEqual([
    'On hold: 104823',
    'Order 104811 is not put on hold. The order has already been shipped.',
  ])
})

// RUN-5
test('what got no answer is shown as not saved, survives a reload, and is sent again with the same id', async () => {
  answerTick = connectionLost
  await opened()
  scan(EAN)
  await screen.findByText('Not saved yet')
  row('PIPE').getByText('Not saved')
  const [first] = ticks()
  // The tab is loaded again.
  store.set(pickingAtom, { unsaved: [], sending: 'idle', alert: null })
  document.body.replaceChildren()
  queryClient.clear()
  answerTick = carryOut
  const router = createMemoryRouter([{ path: '/pick-runs/:id', element: <Component /> }], {
    initialEntries: ['/pick-runs/12'],
  })
  render(<RouterProvider router={router} />, { wrapper: Providers })
  await screen.findByText('1 of 2 lines')
  await saved()
  expect(ticks().at(-1)).toEqual(first)
  expect(Object.keys(localStorage).filter((key) => key.includes('pick-tick'))).toEqual([])
})

// RUN-5
test('a refused change is said and taken back', async () => {
  answerTick = () => {
    change(line('1', 'NUT', 5, { found: 3, revision: 2, changed_by: 'Tāne' }))
    return { status: 409, body: { success: false, message: 'Tāne has changed NUT meanwhile: 3 of 5 found.' } }
  }
  await opened()
  fireEvent.click(tickOf('NUT'))
  expect((await screen.findByRole('alert')).textContent).toBe('Tāne has changed NUT meanwhile: 3 of 5 found.')
  await screen.findByText('3 found')
  screen.getByText('0 of 2 lines')
})

// RUN-5
test('another picker’s ticks are shown, and a late answer undoes no newer one', async () => {
  await opened()
  const old = run
  change(line('1', 'NUT', 5, { found: 5, revision: 4 }))
  act(() => followPickRun({ code: '12' }))
  await screen.findByText('1 of 2 lines')
  run = old
  act(() => followPickRun({ code: '12' }))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  screen.getByText('1 of 2 lines')
})

// RUN-6
test('an order that is stopped meanwhile is marked, and what was found for it is to be put back', async () => {
  await opened()
  fireEvent.click(tickOf('NUT'))
  await saved()
  const reason = 'Cancelled in the shop, 20/11/2026 11:10'
  run = { ...run, orders: [order('104823', { state: 'stopped', reason })] as PickRun['orders'] }
  act(() => followPickRun({ code: null }))
  await screen.findByText('Put back 5')
  screen.getByText(reason)
  screen.getByText('Stopped')
})

// RUN-1, RUN-7
test('the orders that were left out are named, and the run is finished once nothing is open', async () => {
  await opened()
  screen.getByText('The order is not paid yet')
  screen.getByText('104900')
  const finish = screen.getByRole('button', { name: /^Finish/ })
  expect(finish.getAttribute('aria-disabled')).toBe('true')
  expect(store.get(targetsAtom).pickRun?.notFinished).toBe('2 lines are still open')
})
