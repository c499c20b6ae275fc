import { act, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NoticeTone } from '../../../commands/engine/context.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { ToastStack } from '../../../src/web/shell/toast-stack.tsx'
import { store } from '../../../src/web/state/store.ts'
import { notify, toastsAtom } from '../../../src/web/state/toasts.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND

beforeEach(() => {
  vi.useFakeTimers()
  store.set(toastsAtom, [])
})
afterEach(() => void vi.useRealTimers())

function show() {
  const router = createMemoryRouter([{ path: '*', element: <ToastStack /> }])
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  )
  return router
}

const say = (tone: NoticeTone, text: string, link?: { label: string; path: string }) =>
  act(() => notify(tone, text, link))
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const box = (text: string) => screen.queryByText(text)
const notices = () => store.get(targetsAtom).notices
const dismiss = () => act(() => notices()?.dismiss())

describe('a notice', () => {
  test.each(['warning', 'success', 'info'] as const)(
    'of the type %s disappears by itself, not before 8 s',
    (tone) => {
      show()
      say(tone, 'said')
      wait(7.9 * SECOND)
      expect(box('said')).toBeTruthy()
      wait(SECOND)
      expect(box('said')).toBeNull()
    },
  )

  test('of an error stays until it is dismissed', () => {
    show()
    say('error', 'failed')
    wait(HOUR)
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(box('failed')).toBeNull()
  })

  test('stays while the pointer is over it, and its time restarts after that', () => {
    show()
    say('info', 'said')
    const toast = box('said') ?? document.body
    fireEvent.pointerEnter(toast)
    wait(HOUR)
    expect(box('said')).toBeTruthy()
    fireEvent.pointerLeave(toast)
    wait(7.9 * SECOND)
    expect(box('said')).toBeTruthy()
    wait(SECOND)
    expect(box('said')).toBeNull()
  })

  test('stays while it has the focus', () => {
    show()
    say('info', 'said')
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
    wait(HOUR)
    expect(box('said')).toBeTruthy()
    act(() => screen.getByRole('button', { name: 'Dismiss' }).blur())
    wait(9 * SECOND)
    expect(box('said')).toBeNull()
  })

  test('may have a link, which opens its target and dismisses it', () => {
    const router = show()
    say('success', 'Booked', { label: 'Open label', path: '/consignments/COC1?tab=labels' })
    fireEvent.click(screen.getByRole('link', { name: 'Open label' }))
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/consignments/COC1?tab=labels',
    )
    expect(box('Booked')).toBeNull()
  })
})

describe('Esc', () => {
  test('dismisses nothing if there is no notice', () => {
    show()
    expect(notices()).toBeUndefined()
  })

  test('dismisses the newest error first', () => {
    show()
    for (const text of ['one', 'two']) say('error', text)
    say('info', 'said')
    expect(notices()?.waits).toBe(true)
    dismiss()
    expect([box('one'), box('two'), box('said')].map(Boolean)).toEqual([true, false, true])
    dismiss()
    expect([notices()?.waits, Boolean(box('said'))]).toEqual([false, true])
    dismiss()
    expect(box('said')).toBeNull()
  })

  test('dismisses the focused notice first', () => {
    show()
    say('info', 'said')
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
    say('error', 'failed')
    dismiss()
    expect([box('said'), box('failed')].map(Boolean)).toEqual([false, true])
  })
})
