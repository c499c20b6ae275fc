import { act, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NoticeTone } from '../../../commands/engine/context.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { ToastStack } from '../../../src/web/shell/toast-stack.tsx'
import { cancelDialog, closeDialog, dialogAtom } from '../../../src/web/state/dialogs.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { lastPrintAtom } from '../../../src/web/state/last-booking.ts'
import { endSession, expireSession, storeToken } from '../../../src/web/state/session.ts'
import { notifyStopped } from '../../../src/web/state/stopped-parcel.ts'
import { store } from '../../../src/web/state/store.ts'
import { dismissToast, notify, notifyAbout, toastsAtom } from '../../../src/web/state/toasts.ts'
import { Providers } from '../providers.tsx'
import { HEMI, MERE } from '../state/tokens.ts'

function showStack() {
  const router = createMemoryRouter([{ path: '*', element: <ToastStack /> }])
  render(<RouterProvider router={router} />, { wrapper: Providers })
  return router
}

describe('toasts on the screen', () => {
  const SECOND = 1_000
  const HOUR = 3_600 * SECOND

  beforeEach(() => {
    vi.useFakeTimers()
    store.set(toastsAtom, [])
  })
  afterEach(() => void vi.useRealTimers())

  const say = (tone: NoticeTone, text: string, link?: { label: string; path: string }) =>
    act(() => notify(tone, text, { link: link ?? null }))
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  const box = (text: string) => screen.queryByText(text)
  const notices = () => store.get(targetsAtom).notices
  const dismiss = () => act(() => notices()?.dismiss())

  describe('a notice', () => {
    test.each(['warning', 'success', 'info'] as const)(
      'of the type %s disappears by itself, not before 8 s',
      (tone) => {
        showStack()
        say(tone, 'said')
        wait(7.9 * SECOND)
        expect(box('said')).toBeTruthy()
        wait(SECOND)
        expect(box('said')).toBeNull()
      },
    )

    test('of an error stays until it is dismissed', () => {
      showStack()
      say('error', 'failed')
      wait(HOUR)
      fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
      expect(box('failed')).toBeNull()
    })

    test('stays while the pointer is over it, and its time restarts after that', () => {
      showStack()
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
      showStack()
      say('info', 'said')
      act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
      wait(HOUR)
      expect(box('said')).toBeTruthy()
      act(() => screen.getByRole('button', { name: 'Dismiss' }).blur())
      wait(9 * SECOND)
      expect(box('said')).toBeNull()
    })

    test('may have a link, which opens its target and dismisses it', () => {
      const router = showStack()
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
      showStack()
      expect(notices()).toBeUndefined()
    })

    test('dismisses the newest error first', () => {
      showStack()
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
      showStack()
      say('info', 'said')
      act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
      say('error', 'failed')
      dismiss()
      expect([box('said'), box('failed')].map(Boolean)).toEqual([false, true])
    })
  })
})

test('a notice of a print acts on that print, not on the last one', () => {
  const [labels, last] = ['COC1', 'COC2'].map((code) => ({
    document: { kind: 'labels' as const, consignments: [code] },
  }))
  store.set(toastsAtom, [])
  installation.capabilities = new Set(['printing'])
  store.set(lastPrintAtom, last ?? null)
  showStack()
  act(() => notifyAbout([], 'warning', 'said', { commands: ['printing.elsewhere'], print: labels ?? null }))
  fireEvent.click(screen.getByRole('button', { name: 'Print last job on another printer' }))
  expect(store.get(dialogAtom)).toMatchObject({ choice: { kind: 'print', document: labels?.document } })
  act(() => closeDialog())
  installation.capabilities = new Set()
})

test('a notice still offers what its question was about after Cancel', () => {
  store.set(toastsAtom, [])
  installation.capabilities = new Set(['holds'])
  showStack()
  act(() => notifyStopped('1', 'Stopped', 'COC1'))
  const offer = { name: /^Delete its consignment/ }
  fireEvent.click(screen.getByRole('button', offer))
  expect(store.get(dialogAtom)).toMatchObject({ name: 'confirm', subject: 'Consignment COC1' })
  act(cancelDialog)
  fireEvent.click(screen.getByRole('button', offer))
  expect(store.get(dialogAtom)).toMatchObject({ name: 'confirm', subject: 'Consignment COC1' })
  act(cancelDialog)
  installation.capabilities = new Set()
})

describe('the stored toasts', () => {
  const texts = () => store.get(toastsAtom).map(({ text }) => text)

  beforeEach(() => store.set(toastsAtom, []))

  test('the same text replaces the earlier one, and there are at most three', () => {
    notify('info', 'a')
    notify('info', 'b')
    notify('info', 'a')
    expect(texts()).toEqual(['b', 'a'])
    notify('info', 'c')
    notify('info', 'd')
    expect(texts()).toEqual(['a', 'c', 'd'])
  })

  test('only a new error removes the oldest error', () => {
    notify('error', 'a')
    notify('error', 'b')
    notify('info', 'c')
    notify('success', 'd')
    expect(texts()).toEqual(['a', 'b', 'd'])
    notify('error', 'e')
    expect(texts()).toEqual(['a', 'b', 'e'])
    notify('error', 'f')
    expect(texts()).toEqual(['b', 'e', 'f'])
    notify('info', 'g')
    expect(texts()).toEqual(['e', 'f', 'g'])
  })

  test('toasts about one order fold into one, with all lines, links and commands', () => {
    const link = { label: 'Open order', path: '/orders/1' }
    notifyAbout(['1'], 'success', 'Order 1 paid', { link })
    notify('info', 'between')
    notifyAbout(['2'], 'success', 'Order 2 packed')
    notifyAbout(['1', 'COC1'], 'success', 'Consignment COC1 booked', {
      commands: ['booking.undo'],
      until: 5_000,
    })
    // A label is known by its consignment only.
    notifyAbout(['COC1'], 'warning', 'Throw away the label')
    expect(texts()).toEqual(['between', 'Order 2 packed', 'Throw away the label'])
    expect(store.get(toastsAtom).at(-1)).toMatchObject({
      tone: 'warning',
      earlier: ['Order 1 paid', 'Consignment COC1 booked'],
      about: ['1', 'COC1'],
      link,
      commands: ['booking.undo'],
      until: 5_000,
    })
  })

  test('a folded toast undoes the later one of a step and a booking', () => {
    const undoable = { title: 'Packing of order 1', steps: ['7'], codes: ['1'], until: 4_000 }
    notifyAbout(['1'], 'success', 'Order 1 packed', { commands: ['step.undo'], until: 4_000, undoable })
    notifyAbout(['1'], 'success', 'COC1 booked', {
      commands: ['booking.undo'],
      until: 5_000,
      booking: 'COC1',
    })
    expect(store.get(toastsAtom)).toMatchObject([{ undoable: null, booking: 'COC1', until: 5_000 }])
  })

  test('notices of two stopped orders each delete their own consignment', () => {
    notifyStopped('1', 'Stopped', 'COC1')
    notifyStopped('2', 'Stopped', 'COC2')
    expect(store.get(toastsAtom).map(({ stopped }) => stopped?.code)).toEqual(['COC1', 'COC2'])
  })

  test('notices of stopped orders stay, however many there are', () => {
    const codes = ['COC1', 'COC2', 'COC3', 'COC4']
    for (const code of codes) notifyStopped(code, 'Stopped', code)
    notify('error', 'a')
    notify('info', 'b')
    notify('info', 'c')
    expect(store.get(toastsAtom).map(({ stopped, text }) => stopped?.code ?? text)).toEqual([...codes, 'c'])
  })

  test('the tone of a folded toast is its most serious one', () => {
    notifyAbout(['1'], 'warning', 'unconfirmed')
    notifyAbout(['1'], 'success', 'packed')
    expect(store.get(toastsAtom)).toMatchObject([
      { tone: 'warning', text: 'packed', earlier: ['unconfirmed'] },
    ])
  })

  test('an error about an order stays apart from what succeeded, and folds with its other errors', () => {
    notifyAbout(['1'], 'error', 'not packed')
    notifyAbout(['1'], 'success', 'paid')
    notifyAbout(['1'], 'error', 'not booked')
    expect(store.get(toastsAtom)).toMatchObject([
      { tone: 'success', text: 'paid', earlier: [] },
      { tone: 'error', text: 'not booked', earlier: ['not packed'] },
    ])
  })

  test('a text that is repeated is shown once', () => {
    notifyAbout(['1'], 'success', 'Order 1 packed')
    notifyAbout(['1'], 'success', 'Order 1 packed')
    expect(store.get(toastsAtom)).toMatchObject([{ text: 'Order 1 packed', earlier: [] }])
  })

  test('one is dismissed by its id', () => {
    notify('info', 'a')
    notify('info', 'b')
    dismissToast(store.get(toastsAtom)[0]?.id ?? -1)
    expect(texts()).toEqual(['b'])
  })

  test.each([
    ['signs out', endSession, []],
    ['is followed by somebody else', () => storeToken(HEMI), []],
    ['has to sign in again', expireSession, ['a']],
  ])('a toast for a user who %s is shown to nobody else', (_, end, left) => {
    storeToken(MERE)
    notify('info', 'a')
    end()
    expect(texts()).toEqual(left)
  })
})
