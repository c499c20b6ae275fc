import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PickLine, PickRun, PickTick } from '../../../src/contract/pick-runs.ts'
import { followPickRun } from '../../../src/web/api/pick-runs.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { Hotkeys } from '../../../src/web/hotkeys/hotkeys.tsx'
import { playSound } from '../../../src/web/lib/sound.ts'
import { NOTHING_PICKED, pickingAtom, resumeUnsaved } from '../../../src/web/picking/pick-run-store.ts'
import { Component } from '../../../src/web/screens/pick-runs/pick-run-screen.tsx'
import { installation } from '../../../src/web/state/installation.ts'
import { endSession, storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { changeWorkstation } from '../../../src/web/state/workstation.ts'
import { forgetDraftsBut } from '../../../src/web/storage/drafts.ts'
import { connectionLost, fakeServer, type SentRequest } from '../api/fake-server.ts'
import { Providers } from '../providers.tsx'
import { HEMI, MERE } from '../state/tokens.ts'

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
const ends = () => fakeServer.sent.filter(({ url }) => url.endsWith('/end')).map(({ body }) => body)
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
  store.set(pickingAtom, NOTHING_PICKED)
  queryClient.clear()
})

function open(element = <Component />) {
  const router = createMemoryRouter([{ path: '/pick-runs/:id', element }], {
    initialEntries: ['/pick-runs/12'],
  })
  render(
    <main>
      <RouterProvider router={router} />
    </main>,
    { wrapper: Providers },
  )
}
async function opened() {
  open()
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
  waitFor(() => {
    const { unsaved, sending } = store.get(pickingAtom)
    expect({ unsaved, sending }).toEqual({ unsaved: [], sending: {} })
  })

// RUN-3
test('a tick finds all of a line and goes on to the next one; a scan counts what its bar code carries', async () => {
  await opened()
  expect(screen.getByText('A-01').closest('li')?.getAttribute('aria-current')).toBe('true')
  act(() => runCommand('pick-run.tick', 'key'))
  await screen.findByText('1 of 2 lines')
  await waitFor(() => expect(tickOf('NUT').getAttribute('aria-pressed')).toBe('true'))
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

// KEY-7
test('a key for a line waits while the run is loading', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  fakeServer.answer((request) =>
    isTick(request) ? answerTick(request.body as PickTick) : answered.then(() => ({ body: run })),
  )
  open(
    <>
      <Hotkeys />
      <Component />
    </>,
  )
  fireEvent.keyDown(document.body, { key: 'ArrowRight', code: 'ArrowRight' })
  answer()
  await screen.findByText('1 of 5', { selector: 'output' })
  await saved()
  expect(ticks()).toMatchObject([{ kind: 'add', line: '1', amount: 1 }])
})

// RUN-3
test('a scan of more than is needed is said as such, although its product is known', async () => {
  installation.capabilities = new Set(['pick-runs', 'taking-back', 'barcodes'])
  const product = { id: '9', code: 'PIPE', name: 'Pipe', barcodes: [] }
  fakeServer.answer((request) => {
    if (isTick(request)) return answerTick(request.body as PickTick)
    return { body: request.url.includes('/products') ? product : run }
  })
  await opened()
  scan(EAN)
  await screen.findByText('1 of 2 lines')
  scan(EAN)
  await screen.findByText('Too many of PIPE: 4 instead of 2')
  await saved()
  await act(async () => {})
  expect(fakeServer.sent.filter(({ url }) => url.includes('/products'))).toEqual([])
  expect(screen.getByRole('alert').textContent).toBe('Too many of PIPE: 4 instead of 2')
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

// RUN-3, SHIP-4
test('an unknown bar code is said and noted in Arrivals', async () => {
  installation.capabilities = new Set(['pick-runs', 'taking-back', 'barcodes'])
  fakeServer.answer(({ url }) => {
    if (url.includes('/products')) return { status: 404, body: { success: false, message: 'None' } }
    if (url.endsWith('/arrivals/barcodes')) return { body: { success: true, message: null } }
    return { body: run }
  })
  await opened()
  scan('73513537')
  expect((await screen.findByRole('alert')).textContent).toMatch(/73513537/)
  fireEvent.click(await screen.findByRole('button', { name: /^Note it in Arrivals/ }))
  await waitFor(() => expect(store.get(toastsAtom).at(-1)?.text).toBe('Bar code 73513537 noted in Arrivals'))
  const noted = fakeServer.sent.find(({ url }) => url.endsWith('/arrivals/barcodes'))
  expect(noted?.body).toEqual({ barcode: '73513537', pick_run: '12' })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a bar code of a product that is not in the run is said to be its', async () => {
  installation.capabilities = new Set(['pick-runs', 'taking-back', 'barcodes'])
  const product = { id: '9', code: 'ELB-20', name: 'Elbow', barcodes: [] }
  fakeServer.answer(({ url }) => ({ body: url.includes('/products') ? product : run }))
  await opened()
  scan('73513537')
  await screen.findByText('73513537 is ELB-20, which is not in this run')
  expect(screen.queryByRole('button', { name: /^Note it in Arrivals/ })).toBeNull()
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
  store.set(pickingAtom, NOTHING_PICKED)
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
test('what was not saved survives a sign-out, is not sent by another user, and is sent at the next sign-in', async () => {
  answerTick = connectionLost
  await opened()
  scan(EAN)
  await screen.findByText('Not saved yet')
  const sent = ticks().length
  cleanup()
  endSession()
  storeToken(HEMI)
  forgetDraftsBut('hemi@example.com')
  answerTick = carryOut
  resumeUnsaved()
  expect(store.get(pickingAtom).unsaved).toEqual([])
  endSession()
  storeToken(MERE)
  resumeUnsaved()
  await saved()
  expect(ticks().length).toBeGreaterThan(sent)
  expect(run.lines).toMatchObject([{ found: 0 }, { found: 2 }])
})

// RUN-5
test('a change whose answer was lost counts once on the screen when the run is read again', async () => {
  answerTick = (tick) => {
    carryOut(tick)
    return connectionLost()
  }
  await opened()
  scan(EAN)
  await screen.findByText('Not saved yet')
  answerTick = connectionLost
  scan('NUT')
  act(() => followPickRun({ code: '12' }))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(tickOf('PIPE').getAttribute('aria-pressed')).toBe('true')
  expect(row('PIPE').queryByText(/Put back/)).toBeNull()
})

// RUN-5
test('a line whose change gets no answer holds up no other line', async () => {
  answerTick = (tick) => (tick.line === '1' ? connectionLost() : carryOut(tick))
  await opened()
  scan('NUT')
  scan('PIPE')
  await waitFor(() => expect(run.lines[1]?.found).toBe(1))
  await waitFor(() => expect(row('PIPE').queryByText('Not saved')).toBeNull())
  row('NUT').getByText('Not saved')
})

// RUN-5, RUN-7
test('a run is finished after what was ticked before, and not while that waits for the server', async () => {
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  answerTick = async (tick) => {
    await answered
    return carryOut(tick)
  }
  await opened()
  for (const code of ['NUT', 'PIPE']) fireEvent.click(tickOf(code))
  const ended = act(() => store.get(targetsAtom).pickRun?.end('finished'))
  expect(ends()).toEqual([])
  answer()
  await ended
  await waitFor(() => expect(ends()).toEqual([{ as: 'finished' }]))
  await saved()
  answerTick = connectionLost
  act(() => runCommand('pick-run.less', 'key'))
  await screen.findByText('Not saved yet')
  act(() => runCommand('pick-run.more', 'key'))
  await waitFor(() =>
    expect(store.get(targetsAtom).pickRun?.notFinished).toBe('Some changes are not saved yet'),
  )
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
test('each refusal stays until it is closed, and is a toast on other screens', async () => {
  answerTick = ({ line: id }) => ({
    status: 409,
    body: { success: false, message: `Line ${id} is refused.` },
  })
  await opened()
  for (const code of ['NUT', 'PIPE']) fireEvent.click(tickOf(code))
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  fireEvent.click(screen.getByText('Line 1 is refused.'))
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['Line 2 is refused.'])
  fireEvent.click(tickOf('NUT'))
  cleanup()
  await waitFor(() =>
    expect(store.get(toastsAtom).map(({ text }) => text)).toEqual(['Pick run 12: Line 1 is refused.']),
  )
})

// RUN-3
test('keys act on the line that the user sees: another picker’s ticks do not move it, and the focus follows it', async () => {
  await opened()
  const current = () => screen.getAllByRole('listitem').find((one) => one.getAttribute('aria-current'))
  change(line('1', 'NUT', 5, { found: 5, revision: 4 }))
  act(() => followPickRun({ code: '12' }))
  await screen.findByText('1 of 2 lines')
  expect(current()?.textContent).toContain('NUT')
  act(() => tickOf('PIPE').focus())
  expect(current()?.textContent).toContain('PIPE')
  act(() => store.get(targetsAtom).list?.move('previous'))
  expect(current()?.textContent).toContain('NUT')
  expect(document.activeElement).toBe(document.body)
})

// RUN-3, RUN-9
test.each([
  ['104823', '4823'],
  ['1nut', 'NUT'],
  ['4823', '4823'],
])(
  'the code %s of an order counts nothing, although a product is %s, and leads to its first open line',
  async (code, product) => {
    run = { ...run, orders: [order(code)] as PickRun['orders'] }
    run.lines = [line('1', product, 20, { parts: [{ order: code, quantity: 20 }] }), line('2', 'PIPE', 2)]
    await opened()
    scan(code)
    expect((await screen.findByRole('alert')).textContent).toBe(
      `${code} is an order of this run: scan its products`,
    )
    expect(ticks()).toEqual([])
  },
)

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
