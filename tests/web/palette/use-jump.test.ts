import '../api/fake-server.ts' // first: see there
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useJump } from '../../../src/web/palette/use-jump.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { paletteAtom } from '../../../src/web/state/palette.ts'
import { store } from '../../../src/web/state/store.ts'
import { exampleOrder } from '../../domain/example-order.ts'
import { PATIENT } from '../../patience.ts'
import { fakeServer } from '../api/fake-server.ts'
import { MERE } from '../state/tokens.ts'

const order = exampleOrder()
const onFound = vi.fn()
let answer = () => {}

beforeEach(() => {
  localStorage.setItem('session-token', MERE)
  recordIndex.clear()
  onFound.mockClear()
  const answers = new Promise<void>((resolve) => {
    answer = resolve
  })
  fakeServer.answer(async ({ url }) => {
    await answers
    return url.endsWith(`/v1/orders/${order.code}`) ? { body: order } : { status: 404, body: {} }
  })
})

/** The rows answer the order's code, whatever is typed after it. */
function type(text: string): void {
  store.set(paletteAtom, { open: true, text, answered: order.code })
}

const sameText = (text: string) => text

function asking() {
  type(order.code)
  const query = { scope: 'all' as const, code: order.code }
  const { result } = renderHook(() => useJump(order.code, query, sameText, onFound))
  return result
}

/** Lets the answer come; nothing is drawn until the `act` around it ends. */
async function answerComes(): Promise<void> {
  answer()
  await vi.waitFor(() => expect(recordIndex.byCode(order.code)).not.toBeNull(), PATIENT)
}

test('an Enter that is not drawn yet when its answer comes opens what was found', async () => {
  const jump = asking()
  await act(async () => {
    jump.current.hold(order.code, 'new-tab')
    await answerComes()
  })
  expect(onFound.mock.calls).toEqual([[expect.objectContaining({ code: order.code }), 'new-tab']])
  expect(jump.current.jump.held).toBeNull()
})

test('an answer that is not drawn yet when Enter comes is there for it', async () => {
  const jump = asking()
  await act(async () => {
    await answerComes()
    expect(jump.current.jump.answer).toBeNull()
    expect(jump.current.now(order.code, order.code).answer).toMatchObject({ state: 'found' })
  })
  expect(jump.current.jump.answer).toMatchObject({ state: 'found' })
})

test('neither an answer nor an Enter outlives an edit', async () => {
  const jump = asking()
  await act(async () => {
    jump.current.hold(order.code, 'here')
    await answerComes()
  })
  expect(jump.current.now('1', '1')).toMatchObject({ held: null, answer: null, entered: false })
})

test('an Enter is dropped by an edit whose rows are not drawn yet', async () => {
  const jump = asking()
  act(() => jump.current.hold(order.code, 'here'))
  type(`${order.code}1`)
  await act(answerComes)
  expect(onFound).not.toHaveBeenCalled()
})

test('an Enter is dropped by an edit that was taken back before its rows were drawn', async () => {
  const jump = asking()
  act(() => jump.current.hold(order.code, 'here'))
  type(`${order.code}1`)
  type(order.code)
  await act(answerComes)
  expect(onFound).not.toHaveBeenCalled()
})

const pathsAsked = () => fakeServer.sent.map(({ url }) => new URL(url, 'http://any').pathname)

test('asks only for the kind that the shape of a code suggests, where that has it', async () => {
  asking()
  await act(answerComes)
  expect(pathsAsked()).toEqual([`/api/v1/orders/${order.code}`])
})

test('asks for the other kinds where it has not', async () => {
  const query = { scope: 'all' as const, code: 'VLV-1048-BRS' }
  store.set(paletteAtom, { open: true, text: query.code, answered: query.code })
  const { result } = renderHook(() => useJump(query.code, query, sameText, onFound))
  await vi.waitFor(() => expect(pathsAsked()).toEqual([`/api/v1/products/${query.code}`]), PATIENT)
  answer()
  await vi.waitFor(() => expect(result.current.jump.answer).toEqual({ state: 'missing' }), PATIENT)
  expect(pathsAsked().slice(1).sort()).toEqual([
    `/api/v1/consignments/${query.code}`,
    `/api/v1/customers/${query.code}`,
    `/api/v1/orders/${query.code}`,
    '/api/v1/suppliers/orders',
  ])
})
