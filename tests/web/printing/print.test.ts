import { beforeEach, expect, test, vi } from 'vitest'
import { commandContext } from '../../../src/web/commands/context.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { lastPrintAtom } from '../../../src/web/printing/last-print.ts'
import { printDocument } from '../../../src/web/printing/print.ts'
import { closeDialog, dialogAtom } from '../../../src/web/state/dialogs.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { changeWorkstation, workstation } from '../../../src/web/state/workstation.ts'
import { connectionLost, fakeServer } from '../api/fake-server.ts'
import { MERE } from '../state/tokens.ts'

const LABELS = { kind: 'labels' as const, consignments: ['COC1'] }
const PRINTED = { body: { outcome: 'printed' } }
const notices = () => store.get(toastsAtom).map(({ tone, text }) => `${tone}: ${text}`)
const jobs = () => fakeServer.sent.map(({ body }) => body)

beforeEach(() => {
  storeToken(MERE)
  store.set(toastsAtom, [])
  closeDialog()
  installation.capabilities = new Set(['printing'])
  changeWorkstation({ labelPrinter: 'Bench 2', paperPrinter: null, printWhenBooked: false, sound: true })
})

function withoutPrinting(): void {
  installation.capabilities = new Set()
}

test('a document is printed on the printer of the workstation, and the notice names it', async () => {
  fakeServer.answer(() => PRINTED)
  expect(await printDocument(LABELS)).toBe('printed')
  expect(jobs()).toEqual([
    { job: expect.stringMatching(/^[\w-]{36}$/), printer: 'Bench 2', document: LABELS },
  ])
  expect(notices()).toEqual(['success: Printed on Bench 2'])
  expect(store.get(lastPrintAtom)).toEqual({ document: LABELS })
})

test('a key pressed twice prints once', async () => {
  fakeServer.answer(() => PRINTED)
  await Promise.all([printDocument(LABELS), printDocument(LABELS)])
  expect(jobs()).toHaveLength(1)
})

test('printing again is a new job', async () => {
  fakeServer.answer(() => PRINTED)
  await printDocument(LABELS)
  await printDocument(LABELS)
  const ids = fakeServer.sent.map(({ body }) => JSON.stringify(body))
  expect(new Set(ids).size).toBe(2)
})

test('without a response the same job is requested once more', async () => {
  let calls = 0
  fakeServer.answer(() => {
    calls += 1
    return calls === 1 ? connectionLost() : PRINTED
  })
  expect(await printDocument(LABELS)).toBe('printed')
  const [first, second] = jobs()
  expect(second).toEqual(first)
})

test.each([
  ['the server cannot be reached', connectionLost],
  ['the printer did not confirm', () => ({ body: { outcome: 'unconfirmed' } })],
  ['the server failed', () => ({ status: 500, body: {} })],
])('if %s, the notice says that it may have printed', async (_, answer) => {
  fakeServer.answer(answer)
  expect(await printDocument(LABELS)).toBe('unconfirmed')
  expect(notices()).toEqual([
    'warning: Bench 2 did not confirm. It may still print: look there before printing again.',
  ])
})

test('a printer that cannot print is named with its reason and the alternatives', async () => {
  const message = 'Bench 2 is out of paper.'
  fakeServer.answer(() => ({ status: 503, body: { success: false, message } }))
  expect(await printDocument(LABELS)).toBe('failed')
  expect(store.get(toastsAtom)).toMatchObject([
    { tone: 'error', text: message, commands: ['printing.elsewhere', 'printing.in-browser'] },
  ])
})

test('a slow printer is named while the user waits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let answer: (response: typeof PRINTED) => void = () => undefined
  fakeServer.answer(() => new Promise((resolve) => (answer = resolve)))
  const printing = printDocument(LABELS)
  await vi.advanceTimersByTimeAsync(2000)
  expect(notices()).toEqual(['info: Waiting for Bench 2…'])
  answer(PRINTED)
  expect(await printing).toBe('printed')
  vi.useRealTimers()
})

test.each([
  ['the workstation has no printer', () => changeWorkstation({ labelPrinter: null })],
  ['the back end does not print', withoutPrinting],
])('labels are loaded for the browser if %s', async (_, prepare) => {
  prepare()
  fakeServer.answer(() => ({ status: 404, body: { message: 'No such consignment.' } }))
  await expect(printDocument(LABELS)).rejects.toThrow('No such consignment.')
  expect(fakeServer.sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /api/v1/consignments/COC1/labels',
  ])
})

test('the test label opens the choice of printers if none is set', async () => {
  changeWorkstation({ labelPrinter: null })
  fakeServer.answer(() => PRINTED)
  expect(await printDocument({ kind: 'test-label' })).toBe('failed')
  expect(store.get(dialogAtom)).toEqual({ name: 'choose-printer', choice: { kind: 'label-printer' } })
  expect(fakeServer.sent).toEqual([])
})

test('printing when booked and sounds are toggled for the workstation', () => {
  runCommand('workstation.print-when-booked', 'palette', commandContext())
  runCommand('workstation.sound', 'palette', commandContext())
  expect(workstation()).toMatchObject({ printWhenBooked: true, sound: false })
  expect(notices().at(-1)).toBe('info: Sounds of the ship station are off at this workstation')
  runCommand('workstation.print-when-booked', 'palette', commandContext())
  expect(workstation()).toMatchObject({ printWhenBooked: false, sound: false })
  expect(notices().at(-1)).toBe('info: Printing when booked is off at this workstation')
})

test('what another version stored is read as far as it fits', () => {
  localStorage.setItem('workstation', JSON.stringify({ labelPrinter: 'Bench 4', sound: 'loud', tray: 2 }))
  window.dispatchEvent(
    new StorageEvent('storage', {
      key: 'workstation',
      newValue: localStorage.getItem('workstation'),
      storageArea: localStorage,
    }),
  )
  expect(workstation()).toMatchObject({ labelPrinter: 'Bench 4', sound: true })
})
