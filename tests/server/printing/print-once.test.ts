import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/server/db/connection.ts'
import { ippPrinter } from '../../../src/server/printing/ipp-printer.ts'
import type { ServerPrinter } from '../../../src/server/printing/printer.ts'
import { bookingOnTest } from '../consignments/booking-on-test.ts'
import { onEachDatabase } from '../databases.ts'
import { readPdf } from '../labels/read-pdf.ts'
import { NOW, signedInApp } from '../orders/harness.ts'
import { type FakePrinter, startFakePrinter } from './fake-printer.ts'

const MINUTE = 60_000
const TEST_LABEL = { kind: 'test-label' } as const

onEachDatabase((database) => {
  const booking = bookingOnTest(database)
  let fake: FakePrinter
  let printers: ServerPrinter[] = []
  let now = NOW
  beforeAll(async () => {
    fake = await startFakePrinter()
    const within = { check: 5000, print: 5000 }
    printers = [ippPrinter({ name: 'Bench 2', paper: '100x150', url: fake.url, within })]
  })
  afterAll(() => fake.stop())
  beforeEach(() => {
    fake.jobs = []
    fake.script = 'print'
    fake.attributes = {}
    now = NOW
  })

  /** The server, as of another process if it has a connection of its own. */
  const app = (db = database.db, at = printers) =>
    signedInApp(db, undefined, undefined, { printers: at, clock: () => now, couriers: [booking.swift] })
  const newJob = (document: object = TEST_LABEL) => ({ job: randomUUID(), printer: 'Bench 2', document })
  const print = async (job: object, on = app()) => {
    const answer = await on.post('/api/v1/print-jobs', job)
    return { status: answer.status, body: await answer.json() }
  }
  const rows = async (job: string) =>
    database.db.selectFrom('print_jobs').selectAll().where('job', '=', job).execute()
  const PRINTED = { status: 200, body: { outcome: 'printed' } }
  const UNCONFIRMED = { status: 200, body: { outcome: 'unconfirmed' } }
  const refused = (status: number, message: string) => ({
    status,
    body: expect.objectContaining({ success: false, message }),
  })

  it('lists the printers by name and paper, without their addresses', async () => {
    expect(await (await app().get('/api/v1/printers')).json()).toEqual([
      { name: 'Bench 2', paper: '100x150' },
    ])
  })

  describe('a job', () => {
    it('is printed once, however often it is sent', async () => {
      const job = newJob()
      expect(await print(job)).toEqual(PRINTED)
      expect(await print(job)).toEqual(PRINTED)
      now += 60 * MINUTE
      expect(await print(job)).toEqual(PRINTED)
      expect(fake.jobs).toHaveLength(1)
    })

    it('has each consignment once, also in another case', async () => {
      const again = { kind: 'labels', consignments: ['SW1', 'sw1'] }
      expect(await print(newJob(again))).toEqual({
        status: 422,
        body: {
          success: false,
          message: 'Document consignments: may have each consignment once.',
          field: 'document.consignments',
        },
      })
    })

    it('is printed once by two processes at the same time', async () => {
      const job = newJob()
      const other = app(await database.openAgain())
      const answers = await Promise.all([print(job), print(job, other), print(job), print(job, other)])
      expect(fake.jobs).toHaveLength(1)
      expect(answers).toEqual([PRINTED, PRINTED, PRINTED, PRINTED])
    })

    it('that is refused is sent to the printer by another waiting request', async () => {
      const job = newJob()
      fake.attributes = { 'printer-state-reasons': 'media-empty' }
      const answers = await Promise.all([print(job), print(job)])
      const empty = refused(503, 'Bench 2 is out of paper.')
      expect(answers).toEqual([empty, empty])
      expect(fake.jobs).toEqual([])
    })

    it('is not reported as refused if its outcome cannot be recorded', async () => {
      const job = newJob()
      const deaf: ServerPrinter = {
        name: 'Bench 2',
        paper: '100x150',
        check: async () => undefined,
        async print({ beforeSending }) {
          await beforeSending()
          await closing.destroy()
        },
      }
      const closing = await openDatabase(database.place)
      expect(await print(job, app(closing, [deaf]))).toEqual(PRINTED)
      now += MINUTE
      expect(await print(job)).toEqual(UNCONFIRMED)
      expect(fake.jobs).toEqual([])
    })

    it.each(['hang up', 'silent'] as const)(
      'is unconfirmed if the printer takes it and is then %s, and is never sent again',
      async (script) => {
        fake.script = script
        const job = newJob()
        expect(await print(job)).toEqual(UNCONFIRMED)
        fake.script = 'print'
        now += 60 * MINUTE
        expect(await print(job)).toEqual(UNCONFIRMED)
        expect(await print(job, app(await database.openAgain()))).toEqual(UNCONFIRMED)
        expect(fake.jobs).toHaveLength(1)
      },
    )

    it('is unconfirmed if its process died after it began to send, and is never sent again', async () => {
      const job = newJob()
      await leaveBehind(job, { sent_at: new Date(NOW).toISOString() })
      now += MINUTE
      expect(await print(job)).toEqual(UNCONFIRMED)
      expect(fake.jobs).toEqual([])
    })

    it('is printed if its process died before it began to send', async () => {
      const job = newJob()
      await leaveBehind(job, { sent_at: null })
      now += MINUTE
      const other = app(await database.openAgain())
      await Promise.all([print(job), print(job, other)])
      expect(fake.jobs).toHaveLength(1)
      expect(await print(job)).toEqual(PRINTED)
    })

    it('that was refused leaves nothing behind and can be sent again', async () => {
      const job = newJob()
      fake.attributes = { 'printer-state-reasons': 'media-empty-error' }
      expect(await print(job)).toEqual(refused(503, 'Bench 2 is out of paper.'))
      expect(await rows(job.job)).toEqual([])
      fake.attributes = {}
      fake.script = { refuse: 'client-error-not-authorized' }
      expect(await print(job)).toEqual(refused(503, 'Bench 2 refused the job (client-error-not-authorized).'))
      fake.script = 'print'
      expect(await print(job)).toEqual(PRINTED)
      expect(fake.jobs).toHaveLength(1)
    })

    it('that failed unexpectedly before it was sent is refused, and can be sent again', async () => {
      const job = newJob()
      const failing: ServerPrinter = {
        name: 'Bench 2',
        paper: '100x150',
        check: async () => undefined,
        print: () => Promise.reject(new TypeError('The label could not be drawn')),
      }
      const message = 'The server could not prepare the document for Bench 2. Nothing was printed.'
      expect(await print(job, app(undefined, [failing]))).toEqual(refused(503, message))
      expect(await rows(job.job)).toEqual([])
      expect(await print(job)).toEqual(PRINTED)
      expect(fake.jobs).toHaveLength(1)
    })

    it('is forgotten after 30 days, when another one is printed', async () => {
      const [old, recent] = [newJob(), newJob()]
      await print(old)
      now += 29 * 24 * 60 * MINUTE
      await print(recent)
      expect(await rows(old.job)).toHaveLength(1)
      now += 2 * 24 * 60 * MINUTE
      await print(newJob())
      expect([await rows(old.job), await rows(recent.job)]).toEqual([[], [expect.anything()]])
    })

    it('cannot become another document', async () => {
      const job = newJob()
      await print(job)
      const other = { ...job, document: { kind: 'labels', consignments: ['COC1'] } }
      expect(await print(other)).toEqual(
        refused(409, 'This job is another document, or for another printer.'),
      )
    })

    async function leaveBehind(job: ReturnType<typeof newJob>, parts: { sent_at: string | null }) {
      const staff = { staff_id: 'local:mere', staff_name: 'Mere Parata' }
      const row = {
        ...staff,
        ...parts,
        claimed_at: new Date(NOW).toISOString(),
        holder: 'dead',
        outcome: null,
      }
      await database.db
        .insertInto('print_jobs')
        .values({ ...row, job: job.job, printer: job.printer, document: JSON.stringify(job.document) })
        .execute()
    }
  })

  it.each([
    [{ printer: 'Bench 7' }, 404, "There is no printer 'Bench 7'.", 'printer'],
    [{ job: 'short' }, 422, 'Job: must be 8 to 64 letters, digits, _ and -.', 'job'],
    [
      { document: { kind: 'labels', consignments: [] } },
      422,
      'Document consignments: must have a consignment.',
      'document.consignments',
    ],
    [
      { document: { kind: 'labels', consignments: ['GONE'] } },
      404,
      expect.stringMatching(/consignment/i),
      undefined,
    ],
  ])('a job with %j is refused with %i', async (parts, status, message, field) => {
    const { status: got, body } = await print({ ...newJob(), ...parts })
    expect([got, body.message, body.field]).toEqual([status, message, field])
    expect(fake.jobs).toEqual([])
  })

  it('labels of several consignments are one file in their order, noted in each history', async () => {
    const codes: string[] = []
    for (const company of ['First Ltd', 'Second Ltd']) {
      const payload = booking.payload({ order_id: '', company })
      const { body } = await booking.book(await booking.quote(payload), payload)
      codes.push(body.data.consignment_id)
    }
    const [first = '', second = ''] = codes
    expect(await print(newJob({ kind: 'labels', consignments: [second, first] }))).toEqual(PRINTED)
    const pages = await readPdf(fake.jobs[0]?.data ?? new Uint8Array())
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual(
      pages.map(() => [100, 150]),
    )
    const companies = pages.flatMap(({ texts }) => texts.filter(({ text }) => text.endsWith(' Ltd')))
    expect([...new Set(companies.map(({ text }) => text))]).toEqual(['Second Ltd', 'First Ltd'])
    expect(fake.jobs[0]?.operation['requesting-user-name']).toBe('Mere Parata')
    for (const code of codes) {
      const { data } = await (await app().get(`/api/v1/consignments/${code}/history`)).json()
      expect(data).toContainEqual(
        expect.objectContaining({ type: 'print-labels', staff_name: 'Mere Parata' }),
      )
    }
  })
})
