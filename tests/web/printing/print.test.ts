import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { commandContext } from '../../../src/web/commands/context.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { currentTargetsAtom } from '../../../src/web/commands/undo-targets.ts'
import { pdfPictures } from '../../../src/web/lib/pdf-pictures.ts'
import { printPdf } from '../../../src/web/lib/print-pdf.ts'
import { printDocument, printOn } from '../../../src/web/printing/print.ts'
import { closeDialog, dialogAtom } from '../../../src/web/state/dialogs.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { bookingsAtom, lastPrintAtom, noteBooking } from '../../../src/web/state/last-booking.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { changeWorkstation, workstation } from '../../../src/web/state/workstation.ts'
import { GENEROUS } from '../../time-outs.ts'
import { connectionLost, fakeServer } from '../api/fake-server.ts'
import { MERE } from '../state/tokens.ts'

// happy-dom has no canvas. Journeys print real labels.
vi.mock('../../../src/web/lib/pdf-pictures.ts', () => ({ pdfPictures: vi.fn() }))

const LABELS = { kind: 'labels' as const, consignments: ['COC1'] }
const PRINTED = { body: { outcome: 'printed' } }
const notices = () => store.get(toastsAtom).map(({ tone, text }) => `${tone}: ${text}`)
const offers = () => store.get(toastsAtom).map(({ commands }) => commands)
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
  expect(offers()).toEqual([['printing.again', 'printing.elsewhere', 'printing.in-browser']])
  expect(new Set(jobs().map((body) => JSON.stringify(body))).size).toBe(1)
})

test('a printer that cannot print is named with its reason and the alternatives', async () => {
  const message = 'Bench 2 is out of paper.'
  fakeServer.answer(() => ({ status: 503, body: { success: false, message } }))
  expect(await printDocument(LABELS)).toBe('failed')
  expect(store.get(toastsAtom)).toMatchObject([
    {
      tone: 'error',
      text: message,
      commands: ['printing.again', 'printing.elsewhere', 'printing.in-browser'],
    },
  ])
})

test('a notice of a label offers to print it, not what was printed since', async () => {
  fakeServer.answer(() => ({ body: { outcome: 'unconfirmed' } }))
  await printDocument(LABELS)
  fakeServer.answer(() => PRINTED)
  await printDocument({ kind: 'test-label' })
  expect(store.get(toastsAtom)).toMatchObject([{ tone: 'warning', print: { document: LABELS } }, {}])
})

describe('for the undo of its booking, a label counts as printed', () => {
  const isPrinted = () => store.get(currentTargetsAtom).booking?.printed
  beforeEach(() => {
    store.set(bookingsAtom, [])
    noteBooking({ code: 'COC1', formPath: '/', restoreForm: () => undefined })
  })

  test.each([
    ['once it is', () => PRINTED],
    ['if it may be', () => ({ body: { outcome: 'unconfirmed' } })],
    ['if nobody answers', connectionLost],
  ])('on a chosen printer, %s', async (_, answer) => {
    fakeServer.answer(answer)
    await printOn('Bench 3', LABELS)
    expect(isPrinted()).toBe(true)
  })

  test('while it is on its way, and no longer once it was refused', async () => {
    const refused = { status: 503, body: { success: false, message: 'It is out of paper.' } }
    let answer: (response: typeof refused) => void = () => undefined
    fakeServer.answer(() => new Promise((resolve) => (answer = resolve)))
    const printing = printDocument(LABELS)
    await vi.waitFor(() => expect(jobs()).toHaveLength(1), GENEROUS)
    expect(isPrinted()).toBe(true)
    answer(refused)
    expect(await printing).toBe('failed')
    expect(isPrinted()).toBe(false)
  })

  const afterLost = (status: number, message: string) => {
    fakeServer.answer(() =>
      fakeServer.sent.length === 1 ? connectionLost() : { status, body: { success: false, message } },
    )
    return printDocument(LABELS)
  }

  test.each([
    ['that it is busy', 503, 'The server is busy. Try again in a moment.'],
    ['that too much is asked', 429, 'Too many requests at once. Try again in a moment.'],
    ['that it has no such printer', 404, "There is no printer 'Bench 2'."],
  ])('if its answer was lost, and the server then says only %s', async (_, status, message) => {
    expect(await afterLost(status, message)).toBe('unconfirmed')
    expect(notices()).toEqual([
      'warning: Bench 2 did not confirm. It may still print: look there before printing again.',
    ])
    expect([jobs().length, isPrinted()]).toEqual([2, true])
  })

  test('but not if its answer was lost, and the printer then refused it', async () => {
    expect(await afterLost(503, 'Bench 2 is out of paper.')).toBe('failed')
    expect(notices()).toEqual(['error: Bench 2 is out of paper.'])
    expect(isPrinted()).toBe(false)
  })

  test('if a job before the refused one has printed it', async () => {
    fakeServer.answer(() => PRINTED)
    await printDocument(LABELS)
    fakeServer.answer(() => ({ status: 503, body: { success: false, message: 'It is out of paper.' } }))
    await printDocument(LABELS)
    expect(isPrinted()).toBe(true)
  })
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

describe('a PDF that the browser prints', () => {
  const PDF = new Uint8Array([0x25, 0x50, 0x44, 0x46])
  const PICTURES = [
    { url: 'data:image/png;base64,AAAA', width: 100, height: 150 },
    { url: 'data:image/png;base64,BBBB', width: 101.6, height: 101.6 },
  ]
  const frames = () => Array.from(document.querySelectorAll('iframe'))
  const saved: string[] = []
  let paper = document.implementation.createHTMLDocument()

  beforeEach(() => {
    document.head.innerHTML = '<meta name="csp-nonce" content="once">'
    document.body.innerHTML = '<button>Here</button>'
    saved.length = 0
    vi.mocked(pdfPictures).mockResolvedValue(PICTURES)
    // happy-dom loads no frames and logs that as an error.
    vi.spyOn(console, 'error').mockReturnValue()
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:label')
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    vi.spyOn(HTMLImageElement.prototype, 'decode').mockResolvedValue()
  })
  afterEach(() => vi.restoreAllMocks())

  /** Gives frames a window and a document. Without `print`, the browser cannot print. */
  function browserWith(view: { print?: () => void }): void {
    paper = document.implementation.createHTMLDocument()
    vi.spyOn(HTMLIFrameElement.prototype, 'contentDocument', 'get').mockReturnValue(paper)
    vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(
      Object.assign(Object.create(window), { print: undefined, ...view }),
    )
  }

  async function printed(): Promise<string> {
    const done = printPdf([PDF], 'labels-COC1')
    await vi.waitFor(() => expect(frames()).toHaveLength(1), GENEROUS)
    for (const frame of frames()) frame.dispatchEvent(new Event('load'))
    return done
  }

  test('prints each page on paper of its size, from a hidden frame, and leaves the focus where it was', async () => {
    const print = vi.fn()
    browserWith({ print })
    const here = document.querySelector('button')
    here?.focus()
    expect(await printed()).toBe('printed')
    expect(print).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(here)
    expect(frames().map((frame) => [frame.tabIndex, frame.getAttribute('aria-hidden')])).toEqual([
      [-1, 'true'],
    ])
    expect(paper.title).toBe('labels-COC1')
    expect(Array.from(paper.querySelectorAll('img'), ({ src }) => src)).toEqual(
      PICTURES.map(({ url }) => url),
    )
    const style = paper.querySelector('style')
    expect(style?.nonce).toBe('once')
    expect(style?.textContent).toContain('@page page-0 { size: 100mm 150mm; margin: 0 }')
    expect(style?.textContent).toContain('@page page-1 { size: 101.6mm 101.6mm; margin: 0 }')
    expect(saved).toEqual([])
  })

  test('the frame of the previous print is removed', async () => {
    browserWith({ print: () => undefined })
    await printed()
    const [before] = frames()
    await printed()
    expect(frames()).toHaveLength(1)
    expect(frames()).not.toContain(before)
  })

  test('the labels are saved if the browser cannot print', async () => {
    browserWith({})
    expect(await printed()).toBe('saved')
    expect(saved).toEqual(['labels-COC1.pdf'])
    browserWith({ print: () => undefined })
    expect(await printed()).toBe('printed')
    expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:label')
  })
})
