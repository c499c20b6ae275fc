import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { Paper } from '../../../src/contract/printing.ts'
import { ippPrinter } from '../../../src/server/printing/ipp-printer.ts'
import { PrinterRefused } from '../../../src/server/printing/printer.ts'
import { type FakePrinter, startFakePrinter } from './fake-printer.ts'

const PDF = new TextEncoder().encode('%PDF-1.7 a label')

let fake: FakePrinter
beforeEach(async () => {
  fake = await startFakePrinter()
})
afterEach(() => fake.stop())

const bench = (url = fake.url, paper: Paper = '100x150', within = { check: 5000, print: 5000 }) =>
  ippPrinter({ name: 'Bench 2', paper, url, within })
const beforeSending = vi.fn(async () => undefined)
const print = (printer = bench()) => {
  beforeSending.mockClear()
  const printable = {
    title: 'Labels COC1',
    connotes: null,
    pdf: async () => PDF,
    zpl: async () => null,
    onPrinted: async () => undefined,
  }
  return printer.print({ printable, staffName: 'Mere Parata', beforeSending })
}
const refusal = (message: string) => new PrinterRefused(message)

test('a job has its name, its owner and its file', async () => {
  await print()
  expect(beforeSending).toHaveBeenCalledTimes(1)
  expect(fake.jobs).toMatchObject([
    {
      operation: {
        'job-name': 'Labels COC1',
        'requesting-user-name': 'Mere Parata',
        'document-format': 'application/pdf',
        'printer-uri': fake.url,
      },
      job: {},
      data: PDF,
    },
  ])
})

/** IPP 1.1, successful-ok, request 1: the first bytes of an answer. */
const ANSWER = [1, 1, 0, 0, 0, 0, 0, 1]

// V15.2.2
test.each([
  ['an attribute of negative length', Buffer.from([...ANSWER, 4, 0x44, 0xff, 0xfb, 0, 0, 3])],
  ['a value of negative length', Buffer.from([...ANSWER, 4, 0x44, 0, 1, 0x61, 0xff, 0xf8, 3])],
  ['two megabytes of empty groups', Buffer.concat([Buffer.from(ANSWER), Buffer.alloc(2_000_000, 4)])],
  ['collections in collections', Buffer.concat([Buffer.from(ANSWER), Buffer.alloc(1_000_000, 0x34)])],
])('an answer with %s stops neither the server nor its other requests', async (_, answer) => {
  fake.rawState = answer
  await expect(print()).rejects.toThrow(refusal('Bench 2 does not answer.'))
  expect(fake.jobs).toEqual([])
})

test.each([
  ['100x150', ['iso_a4_210x297mm', 'om_label_100x150mm'], 'om_label_100x150mm'],
  ['A4', ['iso_a4_210x297mm', 'om_label_100x150mm'], 'iso_a4_210x297mm'],
  ['100x150', ['iso_a4_210x297mm'], undefined],
] as const)('paper %s of %j is requested as %s', async (paper, supported, media) => {
  fake.attributes = { 'media-supported': [...supported] }
  await print(bench(fake.url, paper))
  expect(fake.jobs[0]?.job.media).toBe(media)
})

test.each([
  [['none', 'fill', 'auto-fit'], 'auto-fit'],
  [['none', 'fill'], 'none'],
  [['fill'], undefined],
])('of the scalings %j it requests %s', async (supported, scaling) => {
  fake.scalings = supported
  await print()
  expect(fake.jobs[0]?.job['print-scaling']).toBe(scaling)
})

describe('a printer that cannot print gets no job', () => {
  it.each([
    [{ 'printer-state-reasons': 'media-empty' }, 'is out of paper'],
    [{ 'printer-state-reasons': ['none', 'media-empty-error'] }, 'is out of paper'],
    [{ 'printer-state-reasons': 'media-empty-report' }, 'is out of paper'],
    [{ 'printer-state-reasons': 'media-needed-error' }, 'needs paper'],
    [{ 'printer-state-reasons': 'media-jam' }, 'has a paper jam'],
    [{ 'printer-state-reasons': ['toner-low-warning', 'cover-open-error'] }, 'is open'],
    [{ 'printer-state-reasons': 'marker-supply-empty-error' }, 'is out of ink or ribbon'],
    [{ 'printer-state-reasons': 'offline-report' }, 'is offline'],
    [{ 'printer-state-reasons': 'paused', 'printer-state': 'stopped' }, 'is paused'],
    [{ 'printer-state-reasons': 'other-error', 'printer-state': 'stopped' }, 'is stopped'],
    [{ 'printer-is-accepting-jobs': false }, 'accepts no jobs'],
    [{ 'document-format-supported': ['image/urf', 'image/pwg-raster'] }, 'does not print PDF files'],
  ])('%j: %s', async (attributes, words) => {
    fake.attributes = attributes
    await expect(print()).rejects.toThrow(refusal(`Bench 2 ${words}.`))
    await expect(bench().check()).rejects.toThrow(refusal(`Bench 2 ${words}.`))
    expect(beforeSending).not.toHaveBeenCalled()
    expect(fake.jobs).toEqual([])
  })

  it.each([
    { 'printer-state-reasons': 'none' },
    { 'printer-state-reasons': ['toner-low-warning', 'media-low-report'] },
    { 'printer-state-reasons': 'media-empty-warning', 'media-ready': ['iso_a4_210x297mm'] },
    { 'printer-state-reasons': 'door-open-report' },
    { 'printer-state': 'processing' },
  ])('but it prints with the state reason %j', async (attributes) => {
    fake.attributes = attributes
    await bench().check()
    await print()
    expect(fake.jobs).toHaveLength(1)
  })

  it('if it does not report its state in time', async () => {
    fake.tellsState = false
    await expect(print()).rejects.toThrow(refusal('Bench 2 does not answer.'))
    expect(fake.jobs).toEqual([])
  })

  it('if it is not there', async () => {
    const gone = await startFakePrinter()
    await gone.stop()
    await expect(print(bench(gone.url))).rejects.toThrow(refusal('Bench 2 cannot be reached.'))
  })
})

test('a job is sent again to a busy printer, which has accepted nothing', async () => {
  fake.script = { busy: 1 }
  await print()
  expect(beforeSending).toHaveBeenCalledTimes(1)
  expect(fake.jobs).toHaveLength(1)
})

test.each([['client-error-document-format-not-supported'], ['server-error-not-accepting-jobs']])(
  'a job that is answered with %s was not printed',
  async (refuse) => {
    fake.script = { refuse }
    await expect(print()).rejects.toThrow(refusal(`Bench 2 refused the job (${refuse}).`))
  },
)

test.each(['hang up', 'silent', { refuse: 'server-error-internal-error' }] as const)(
  'whether a job was printed is unknown after: %j',
  async (script) => {
    fake.script = script
    // Too short a time has the same result as a silent printer.
    const impatient = bench(fake.url, '100x150', { check: 1000, print: 300 })
    const failure = await print(impatient).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(PrinterRefused)
    expect(beforeSending).toHaveBeenCalledTimes(1)
  },
)
