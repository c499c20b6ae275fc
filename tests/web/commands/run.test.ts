import { beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../../../src/web/api/client.ts'
import { commandContext } from '../../../src/web/commands/context.ts'
import { recentCommandsAtom, runCommand } from '../../../src/web/commands/run.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { locationAtom } from '../../../src/web/routing/location.ts'
import { closeDialog, dialogAtom } from '../../../src/web/state/dialogs.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { formTargets, recordTarget } from '../../commands/example-context.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { GENEROUS } from '../../time-outs.ts'

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
