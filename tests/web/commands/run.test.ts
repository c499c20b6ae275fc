import { beforeEach, describe, expect, test, vi } from 'vitest'
import { keysOf } from '../../../commands/custom-shortcuts.ts'
import { commandById } from '../../../commands/index.ts'
import { CallError } from '../../../src/web/api/client.ts'
import { commandContext } from '../../../src/web/commands/context.ts'
import { nextKeyAtom, recentCommandsAtom, runCommand } from '../../../src/web/commands/run.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { locationAtom } from '../../../src/web/routing/location.ts'
import { closeDialog, dialogAtom } from '../../../src/web/state/dialogs.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { formTargets, recordTarget } from '../../commands/example-context.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { GENEROUS } from '../../time-outs.ts'
import { fakeServer } from '../api/fake-server.ts'
import { MERE } from '../state/tokens.ts'

const AT = '2026-11-20T01:00:00Z'
const said = () => store.get(toastsAtom).map(({ tone, text }) => `${tone}: ${text}`)

beforeEach(() => {
  store.set(toastsAtom, [])
  store.set(targetsAtom, {})
  store.set(recentCommandsAtom, [])
  closeDialog()
})

test('a ready command runs with the effects of the console', () => {
  const navigate = vi.fn()
  store.set(locationAtom, { router: null, committed: { path: '/orders', navigate }, wait: null })
  runCommand('go.customers', 'key')
  expect(navigate).toHaveBeenCalledWith('/customers', { replace: false, flushSync: true })
})

test('a command opens the dialog of its order', () => {
  const order = exampleOrder()
  store.set(targetsAtom, { order })
  runCommand('order.record-payment', 'menu')
  expect(store.get(dialogAtom)).toEqual({ name: 'record-payment', order })
})

test('the availability is checked again, and the reason shown', () => {
  store.set(targetsAtom, { order: exampleOrder({ dates: { paid_at: AT } }) })
  runCommand('order.record-payment', 'button')
  runCommand('order.refund', 'menu')
  expect(store.get(dialogAtom)).toBeNull()
  expect(said()).toEqual(['info: The order is already paid', 'info: Feature not available'])
})

test.each([
  [true, 1, []],
  [false, 0, ['info: No weight']],
])(
  'blocked with the address unverified: %s, freight options search for it %i times and say %o',
  (unverified, times, words) => {
    const searchAddress = vi.fn()
    store.set(targetsAtom, formTargets({}, { noOptions: 'No weight', unverified, searchAddress }))
    runCommand('consignment-form.get-options', 'key')
    expect(searchAddress).toHaveBeenCalledTimes(times)
    expect(said()).toEqual(words)
  },
)

test('without its target a command does nothing', () => {
  runCommand('order.pack', 'key')
  expect([store.get(dialogAtom), said()]).toEqual([null, []])
})

test('a rejection shows the command’s message', async () => {
  store.set(targetsAtom, { order: exampleOrder() })
  const context = commandContext()
  const copy = () => Promise.reject(new Error('no'))
  runCommand('order.copy-code', 'key', { ...context, effects: { ...context.effects, copy } })
  await vi.waitFor(() => expect(said()).toEqual(['error: Something went wrong.']), GENEROUS)
})

test('a refusal shows the server’s reason with the command’s message', async () => {
  const reason = 'Your account is not allowed to do this.'
  installation.capabilities = new Set(['sessions'])
  const others = { others: 1, endOthers: () => Promise.reject(new CallError(403, reason)) }
  store.set(targetsAtom, { sessions: others })
  runCommand('sessions.end-others', 'key')
  const message = 'Failed to end the other sessions, try again.'
  await vi.waitFor(() => expect(said()).toEqual([`error: ${message} ${reason}`]), GENEROUS)
})

test('the open record is the one on screen, and null once the user has left it', () => {
  const record = recordTarget('104823')
  const { openRecord } = commandContext().effects
  expect(openRecord()).toBeNull()
  store.set(targetsAtom, { record })
  expect(openRecord()).toBe(record)
  store.set(locationAtom, (now) => ({ ...now, router: { key: 'another', loading: true } }))
  expect(openRecord()).toBeNull()
  store.set(locationAtom, (now) => ({ ...now, router: null }))
})

test('an unknown id throws', () => {
  // @ts-expect-error a misspelt id does not compile
  expect(() => runCommand('order.nothing', 'key')).toThrow()
})

test('runs from the palette are remembered once, the latest first', () => {
  store.set(locationAtom, { router: null, committed: { path: '/orders', navigate: vi.fn() }, wait: null })
  for (const id of ['go.orders', 'go.emails', 'go.orders'] as const) runCommand(id, 'palette')
  runCommand('go.products', 'key')
  expect(store.get(recentCommandsAtom)).toEqual(['go.orders', 'go.emails'])
})

test('single keys are switched off and on again for this user', () => {
  runCommand('keys.toggle-single', 'palette')
  expect(commandContext().singleKeys).toBe(false)
  expect(Object.entries(localStorage).find(([key]) => key.startsWith('single-keys:'))?.[1]).toBe('false')
  runCommand('keys.toggle-single', 'palette')
  expect(commandContext().singleKeys).toBe(true)
  expect(said()).toEqual(['info: Single-letter keys are off', 'info: Single-letter keys are on'])
})

describe('the context', () => {
  /** Replaces the clipboard's function, and copies a text. Returns the notice that follows. */
  async function noticeOf(text: string, writeText: () => Promise<void>): Promise<string | undefined> {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
    await commandContext().effects.copy(text)
    return store.get(toastsAtom).at(-1)?.text
  }

  test.each([
    ['125.35', 'Copied 125.35'],
    ['104823\n104824', 'Copied 2 codes'],
  ])('a text is named once it has been copied: %j', async (text, notice) => {
    const copied = vi.fn(async () => undefined)
    expect(await noticeOf(text, copied)).toBe(notice)
    expect(copied).toHaveBeenCalledWith(text)
  })

  test.each([
    ['125.35', '125.35'],
    ['104823\n104824', '2 codes'],
  ])('a text that the browser refuses to copy is reported: %j', async (text, named) => {
    const refused = () => Promise.reject(new DOMException('Write permission denied.'))
    expect(await noticeOf(text, refused)).toBe(
      `${named} could not be copied: the browser allows no access to the clipboard.`,
    )
  })

  describe('leaving a field', () => {
    function element(selector: string): HTMLElement {
      const found = document.querySelector<HTMLElement>(selector)
      if (!found) throw new Error(`There is no ${selector}.`)
      return found
    }

    beforeEach(() => {
      document.body.innerHTML = '<main><h1>Orders</h1><input><div role="grid" tabindex="0"></div></main>'
      element('input').focus()
    })

    test('focuses the rows of the list', () => {
      commandContext().effects.leaveField()
      expect(document.activeElement).toBe(element('[role=grid]'))
    })

    test('without rows, as while a list loads, focuses the heading', () => {
      element('[role=grid]').remove()
      commandContext().effects.leaveField()
      expect(document.activeElement).toBe(element('h1'))
    })
  })

  test('a consignment counts as being deleted until the server has answered', async () => {
    localStorage.setItem('session-token', MERE)
    fakeServer.answer(() => ({ status: 409, body: { success: false } }))
    const { effects } = commandContext()
    const deletion = effects.deleteConsignment({ tracking_code: 'COC1' })
    expect([...commandContext().deleting]).toEqual(['COC1'])
    await expect(deletion).rejects.toThrow()
    expect([...commandContext().deleting]).toEqual([])
  })
})

// KEY-12
describe('the key of a command that was run without it', () => {
  const run = (source: 'palette' | 'button' | 'menu' | 'key') => {
    store.set(targetsAtom, { order: exampleOrder() })
    runCommand('order.pay-and-pack', source)
    return store.get(nextKeyAtom)
  }

  test('is named until the next command, three times in all', () => {
    const [key] = keysOf(commandById('order.pay-and-pack'), commandContext())
    const sources = ['key', 'menu', 'key', 'palette', 'button', 'menu'] as const
    expect(sources.map(run)).toEqual([null, key, null, key, key, null])
  })

  test('is not named if the command has none', () => {
    runCommand('theme.toggle', 'button')
    expect(store.get(nextKeyAtom)).toBeNull()
  })
})
