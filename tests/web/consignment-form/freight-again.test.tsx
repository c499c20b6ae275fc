import '../api/fake-server.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { contextAtom } from '../../../src/web/commands/context.ts'
import { hintsOf } from '../../../src/web/hotkeys/hints.ts'
import { Hotkeys } from '../../../src/web/hotkeys/hotkeys.tsx'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { fakeServer } from '../api/fake-server.ts'
import { PAID } from '../orders/order-of.ts'
import { MERE } from '../state/tokens.ts'
import { fillParcel, PRICES, press, showForm, targets, verifyBefore } from './form-on-screen.tsx'

let pricing: () => ReturnType<typeof fakeServer.handler>

beforeEach(() => {
  localStorage.clear()
  storeToken(MERE)
  verifyBefore('104823', 'Mere@Example.com')
  pricing = () => ({ body: PRICES })
  fakeServer.answer(({ url }) => (url.endsWith('/pricing') ? pricing() : { body: [] }))
})
afterEach(() => queryClient.clear())

const panel = () => screen.queryByRole('dialog', { name: 'Freight options' })
const radios = () => screen.queryAllByRole('radio')

async function open(keys: ReactNode = null): Promise<void> {
  showForm(PAID, ['/'], keys)
  fillParcel()
  act(() => targets().consignmentForm?.getOptions())
}

test.each(['Enter', 'mod+Enter'])(
  'options that failed are requested again by %s, which the hint bar says',
  async (key) => {
    pricing = () => ({ status: 503, body: {} })
    await open(<Hotkeys />)
    await screen.findByRole('alert')
    expect(hintsOf(store.get(contextAtom))[0]).toEqual({
      label: 'Try again',
      group: 'next',
      keys: ['Enter', 'mod+Enter'],
      blocked: false,
    })
    pricing = () => ({ body: PRICES })
    act(() => void press('Enter', { ctrlKey: key !== 'Enter' }))
    await waitFor(() => expect(radios()).toHaveLength(3))
    expect(hintsOf(store.get(contextAtom)).map(({ label }) => label)).not.toContain('Try again')
  },
)

describe('options that are overdue', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }))
  afterEach(() => void vi.useRealTimers())

  test('are said after 3 seconds with what is pending, and Cancel ends the request', async () => {
    pricing = () => new Promise(() => {})
    await open()
    act(() => void vi.advanceTimersByTime(2_900))
    expect(screen.queryByText(/Still waiting/)).toBeNull()
    act(() => void vi.advanceTimersByTime(100))
    screen.getByText('Still waiting for the couriers’ prices')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(panel()).toBeNull()
    pricing = () => ({ body: PRICES })
    act(() => targets().consignmentForm?.getOptions())
    await waitFor(() => expect(radios()).toHaveLength(3))
  })
})
