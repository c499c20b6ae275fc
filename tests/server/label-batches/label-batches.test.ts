import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Kysely } from 'kysely'
import PDFKit from 'pdfkit'
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { LabelOutcome } from '../../../src/contract/label-batches.ts'
import { lotsOf } from '../../../src/server/db/dialect/dialect.ts'
import type { Database } from '../../../src/server/db/schema.ts'
import { renderLabels } from '../../../src/server/labels/render-labels.ts'
import type { ServerPrinter } from '../../../src/server/printing/printer.ts'
import { cutEvents } from '../../../src/web/api/event-stream.ts'
import { type FakeCourier, fakeCourier } from '../consignments/fake-courier.ts'
import { onEachDatabase, onEmbedded, type TestDatabase } from '../databases.ts'
import { LABEL } from '../labels/example-label.ts'
import { countPages, scanPdf } from '../labels/read-pdf.ts'
import { hoursAgo, putCustomer, putOrders, signedInApp } from '../orders/harness.ts'

const PLAIN = {
  order_code: '104823',
  provider_name: 'Swift',
  provider_slug: 'swift',
  type: 'Overnight',
  branch: 'auckland',
  company: 'Tāmaki Plumbing',
  contact: 'Siobhán',
  phone: '',
  email: '',
  street: '12 Totara Street',
  suburb: '',
  city: 'Napier',
  postcode: '4110',
  instructions: '',
  is_rural: 0,
  send_tracking: 1,
  cost_cents: 0,
  services: '[]',
  search_text: '',
  staff_id: 'local:mere',
  staff_name: 'Mere',
}

/** Stores a consignment of the courier 'swift', with a label for each piece. */
async function putConsignment(
  db: Kysely<Database>,
  tracking_code: string,
  parts: object,
  pieces: number,
): Promise<void> {
  const row = { ...PLAIN, courier: 'swift', created_at: hoursAgo(1), ...parts, tracking_code }
  const { id } = await db.insertInto('consignments').values(row).returning('id').executeTakeFirstOrThrow()
  const measures = { height: 1, length: 1, width: 1, weight: 1, cost_cents: 0, services: '[]' }
  const rows = Array.from({ length: pieces }, (_, index) => {
    const part_number = String(index + 1).padStart(3, '0')
    const label = `${tracking_code}${part_number}`
    return { ...measures, consignment_id: id, part_number, label, reference: '' }
  })
  for (const lot of lotsOf(rows)) await db.insertInto('consignment_parts').values(lot).execute()
}

/** A batch of 200 labels. */
const MANY = ['MANY1', 'MANY2']

/** The server with the consignments of these tests, and two couriers. */
function batchesOn(database: TestDatabase) {
  /** Its labels are ours. */
  const swift = fakeCourier('swift')
  /** It has labels of its own. */
  let sure: FakeCourier = fakeCourier('sure')
  let label: Uint8Array = new Uint8Array()
  const app = () => signedInApp(database.db, undefined, undefined, { couriers: [swift, sure] })

  const put = (code: string, parts: object = {}, pieces = 1) =>
    putConsignment(database.db, code, parts, pieces)

  /** The server's events for a batch. */
  const collect = async (consignments: string[], with_pdf = true, server = app()) => {
    const answer = await server.post('/api/v1/labels', { consignments, with_pdf })
    const { events } = cutEvents(await answer.text())
    const data = (name: string) =>
      events.filter(({ event }) => event === name).map((one) => JSON.parse(one.data))
    const outcomes: LabelOutcome[] = data('outcome')
    const [pdf]: string[] = data('pdf')
    return {
      outcomes,
      pdf: pdf === undefined ? null : new Uint8Array(Buffer.from(pdf, 'base64')),
      isWhole: events.at(-1)?.event === 'end',
    }
  }

  /** Starts a batch and reads until its events contain this text. */
  const readUntil = async (consignments: string[], text: string) => {
    const { body } = await app().post('/api/v1/labels', { consignments, with_pdf: true })
    if (body === null) throw new Error('The batch has no body.')
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    for (let read = ''; !read.includes(text); ) read += (await reader.read()).value ?? ''
    return reader
  }

  /** The bar codes of the pages. */
  const scanned = async (pdf: Uint8Array | null): Promise<string[]> => {
    if (pdf === null) return []
    const codes: string[] = []
    const count = await countPages(pdf)
    for (let number = 1; number <= count; number += 1) {
      const bars = (await scanPdf(pdf, number, 8)).find(({ format }) => format === 'Code128')
      codes.push(bars?.text ?? '')
    }
    return codes
  }

  beforeAll(async () => {
    const own = { ...LABEL, trackingCode: 'SURE', pieces: [{ barcode: 'SURE-1', weight: 1 }] }
    label = await renderLabels(own)
    for (const code of ['A1', 'A2', 'A3']) await put(code)
    for (let number = 1; number <= 20; number += 1) await put(`OWN${number}`, { courier: 'sure' })
    await put('GOING1', { deleting_since: hoursAgo(0) })
    await put('GONE1', { deleting_since: hoursAgo(0), deleted_at: hoursAgo(0) })
    await put('OLD1', { created_at: hoursAgo(30) })
    for (const code of MANY) await put(code, { created_at: hoursAgo(30) }, 100)
  })
  beforeEach(() => {
    sure = fakeCourier('sure')
    sure.behave({ label: async () => label })
  })
  return {
    app,
    put,
    collect,
    readUntil,
    scanned,
    get sure() {
      return sure
    },
    get label() {
      return label
    },
  }
}

onEachDatabase((database) => {
  const batches = batchesOn(database)
  const { app, put, collect, scanned } = batches

  it('has all labels as one PDF, ours and those of couriers, in the order of the request', async () => {
    const { outcomes, pdf, isWhole } = await collect(['A2', 'OWN1', 'A3', 'A1'])
    expect(outcomes).toEqual(
      ['A2', 'OWN1', 'A3', 'A1'].map((tracking_code) => ({ tracking_code, reason: null })),
    )
    expect(await scanned(pdf)).toEqual(['A2001', 'SURE-1', 'A3001', 'A1001'])
    expect(isWhole).toBe(true)
  })

  it('names those that have no labels, and has the labels of the others', async () => {
    const labels = ['down', 'garbage']
    const own = await renderLabels(LABEL)
    batches.sure.behave({
      async label() {
        const next = labels.shift()
        if (next === 'down') throw new Error('The gateway is down.')
        return next === 'garbage' ? Buffer.from('%PDF-1.7 a label') : own
      },
    })
    const { outcomes, pdf } = await collect(['A1', 'NONE', 'GOING1', 'OWN1', 'OWN2', 'GONE1', 'A2'])
    const missing = 'Failed to find the consignment, check the consignment ID and try again.'
    const failed = expect.stringMatching(/label/i)
    expect(outcomes.map(({ reason }) => reason)).toEqual([
      null,
      missing,
      'The consignment is being deleted.',
      failed,
      failed,
      missing,
      null,
    ])
    expect(await scanned(pdf)).toEqual(['A1001', 'A2001'])
  })

  it('returns today’s labels that have not been printed', async () => {
    const awaiting = async (): Promise<string[]> => {
      const rows: { tracking_code: string }[] = await (await app().get('/api/v1/labels/awaiting')).json()
      return rows.map(({ tracking_code }) => tracking_code)
    }
    const own = Array.from({ length: 20 }, (_, index) => `OWN${20 - index}`)
    expect(await awaiting()).toEqual([...own, 'A3', 'A2', 'A1'])
    const printed = await app().post('/api/v1/labels/printed', { consignments: [...own, 'A2', 'NONE'] })
    expect(await printed.json()).toMatchObject({ success: true })
    expect(await awaiting()).toEqual(['A3', 'A1'])
    const history = await (await app().get('/api/v1/consignments/A2/history')).json()
    expect(history.data[0]).toMatchObject({ type: 'print-labels', staff_name: 'Mere Parata' })
    const picked = { picked_at: hoursAgo(0) }
    await database.db.updateTable('consignments').set(picked).where('tracking_code', '=', 'A3').execute()
    expect(await awaiting()).toEqual(['A1'])
  })

  it('draws no label for a courier with its own, once that is not set up any more', async () => {
    await put('CARD1', { courier: 'posthaste', created_at: hoursAgo(30) })
    const server = signedInApp(database.db, undefined, undefined, { couriers: [] })
    const { outcomes, pdf } = await collect(['OWN1', 'CARD1'], true, server)
    expect(outcomes.map(({ reason }) => reason)).toEqual(['Swift is not set up any more.', null])
    expect(await scanned(pdf)).toEqual(['CARD1001'])
    const answer = await server.get('/api/v1/consignments/OWN1/labels')
    expect([answer.status, (await answer.json()).message]).toEqual([409, 'Swift is not set up any more.'])
  })

  it('leaves out what must not leave, because its order was stopped', async () => {
    const customer = await putCustomer(database.db, { code: '1' })
    await putOrders(database.db, customer, [{ code: 'STOPPED' }, { code: 'SENT' }])
    await put('STOP1', { order_code: 'STOPPED' })
    await put('SENT1', { order_code: 'SENT' })
    const awaiting = async () => JSON.stringify(await (await app().get('/api/v1/labels/awaiting')).json())
    expect(await awaiting()).toContain('STOP1')
    await database.db.updateTable('orders').set({ is_stopped: 1 }).where('code', '=', 'STOPPED').execute()
    expect(await awaiting()).not.toContain('STOP1')
    expect(await awaiting()).toContain('SENT1')
  })

  it.each([
    ['GOING1', 409, 'The consignment is being deleted.'],
    ['GONE1', 404, 'Failed to find the consignment, check the consignment ID and try again.'],
  ])('prints no label of %s on a print agent, which asks for no file', async (code, status, message) => {
    const printed: string[] = []
    const printer: ServerPrinter = {
      name: 'Agent',
      paper: '100x150',
      check: async () => undefined,
      async print({ printable: { connotes }, beforeSending }) {
        await beforeSending()
        printed.push(...(connotes ?? []).map((connote) => connote.code))
      },
    }
    const server = signedInApp(database.db, undefined, undefined, { printers: [printer] })
    const print = (consignments: string[]) =>
      server.post('/api/v1/print-jobs', {
        job: randomUUID(),
        printer: 'Agent',
        document: { kind: 'labels', consignments },
      })
    const refused = await print(['A1', code])
    expect([refused.status, (await refused.json()).message]).toEqual([status, message])
    expect(printed).toEqual([])
    expect((await print(['A1'])).status).toBe(200)
    expect(printed).toEqual(['A1'])
  })
})

// These depend on couriers, memory and the renderer.
onEmbedded((database) => {
  const batches = batchesOn(database)
  const { app, put, collect, readUntil } = batches

  it('ends at 2,000 labels, so that the rest can be the next batch', async () => {
    const codes = ['BIG1', 'BIG2', 'BIG3', 'BIG4', 'A1', 'A2']
    for (const code of codes.slice(0, 4)) await put(code, { created_at: hoursAgo(30) }, 500)
    const full = 'This job is full. Print the rest as another one.'
    const { outcomes } = await collect(['A3', ...codes], false)
    expect(outcomes.map(({ reason }) => reason)).toEqual([null, null, null, null, full, full, full])
    const printer: ServerPrinter = {
      name: 'Bench',
      paper: '100x150',
      check: async () => {},
      print: async ({ printable }) => void (await printable.pdf()),
    }
    const couriers = [fakeCourier('swift')]
    const server = signedInApp(database.db, undefined, undefined, { printers: [printer], couriers })
    const document = { kind: 'labels', consignments: ['A3', ...codes] }
    const refused = await server.post('/api/v1/print-jobs', { job: randomUUID(), printer: 'Bench', document })
    expect([refused.status, (await refused.json()).message]).toEqual([422, full])
    // Exactly 2,000 are one job.
    const { outcomes: most } = await collect(codes.slice(0, 5), false)
    expect(most.map(({ reason }) => reason)).toEqual([null, null, null, null, full])
  })

  it('ends at 64 MB of couriers’ labels, which are in memory', async () => {
    const large = await PDFDocument.load(batches.label)
    large.context.register(large.context.stream(new Uint8Array(30 * 1024 * 1024)))
    const pdf = await large.save()
    batches.sure.behave({ label: async () => pdf })
    const { outcomes } = await collect(['OWN1', 'OWN2', 'OWN3', 'OWN4', 'A1'], false)
    const full = 'This job is full. Print the rest as another one.'
    expect(outcomes.map(({ reason }) => reason)).toEqual([null, null, full, full, full])
  })

  it('is rendered to a file, which is deleted when it was sent, or when the client disconnects', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'label-batches-'))
    vi.stubEnv('TMPDIR', folder)
    onTestFinished(() => {
      vi.unstubAllEnvs()
      rmSync(folder, { recursive: true })
    })
    const reader = await readUntil(MANY, 'event: pdf\ndata: "J')
    expect(readdirSync(folder)).toHaveLength(1)
    await reader.cancel()
    await expect.poll(() => readdirSync(folder)).toEqual([])
    const { pdf } = await collect(MANY)
    expect(await countPages(pdf ?? new Uint8Array())).toBe(200)
    expect(readdirSync(folder)).toEqual([])
  })

  it('stops rendering when the client disconnects', async () => {
    const pages = vi.spyOn(PDFKit.prototype, 'addPage')
    onTestFinished(() => pages.mockRestore())
    const reader = await readUntil(MANY, 'event: pdf')
    await expect.poll(() => pages.mock.calls.length, { interval: 1 }).toBeGreaterThan(0)
    await reader.cancel()
    expect(pages.mock.calls.length).toBeLessThan(200)
  })

  it('has no PDF if none is wanted, or if there are no labels', async () => {
    expect((await collect(['A1'], false)).pdf).toBeNull()
    expect(await collect(['NONE'])).toMatchObject({ pdf: null, isWhole: true })
  })

  it('requests a few labels of a courier at a time, and each once for all steps of a batch', async () => {
    const label = await renderLabels(LABEL)
    let [pending, most, asked] = [0, 0, 0]
    batches.sure.behave({
      async label() {
        asked += 1
        pending += 1
        most = Math.max(most, pending)
        await new Promise(setImmediate)
        pending -= 1
        return label
      },
    })
    const codes = Array.from({ length: 20 }, (_, index) => `OWN${index + 1}`)
    const server = app()
    const { outcomes } = await collect(codes, false, server)
    expect(outcomes.map(({ tracking_code }) => tracking_code)).toEqual(codes)
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(6)
    const { pdf } = await collect(codes, true, server)
    expect(await countPages(pdf ?? new Uint8Array())).toBe(20)
    expect(asked).toBe(20)
  })

  it('requests no further labels after the client has disconnected', async () => {
    const label = await renderLabels(LABEL)
    let asked = 0
    batches.sure.behave({
      async label() {
        asked += 1
        return label
      },
    })
    const consignments = Array.from({ length: 20 }, (_, index) => `OWN${index + 1}`)
    const answer = await app().post('/api/v1/labels', { consignments, with_pdf: true })
    const reader = answer.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    expect(asked).toBeLessThan(20)
  })

  // V15.2.2
  it('collects two batches of a user at a time, so that one user cannot keep the couriers busy', async () => {
    const label = await renderLabels(LABEL)
    let answer: (() => void) | undefined
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    batches.sure.behave({ label: () => answered.then(() => label) })
    const server = app()
    const start = (code: string) => server.post('/api/v1/labels', { consignments: [code], with_pdf: false })
    const [first, second] = await Promise.all([start('OWN1'), start('OWN2')])
    const refused = await start('OWN3')
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      429,
      '5',
      {
        success: false,
        message: 'Other batches of labels are still being collected for you. Try again in a moment.',
      },
    ])
    answer?.()
    expect(await first.text()).toContain('event: end')
    const third = await start('OWN3')
    expect(third.status).toBe(200)
    expect((await start('OWN4')).status).toBe(429)
    await second.body?.cancel()
    await expect.poll(async () => (await start('OWN4')).status).toBe(200)
    await third.body?.cancel()
  })

  it.each([
    [{ consignments: [], with_pdf: true }, 'consignments'],
    [{ consignments: Array(501).fill('A1'), with_pdf: true }, 'consignments'],
    [{ consignments: ['A1', ''], with_pdf: true }, 'consignments.1'],
    [{ consignments: ['A1', 1], with_pdf: true }, 'consignments.1'],
    [{ consignments: ['A1', 'A2', 'A1'], with_pdf: true }, 'consignments'],
    [{ consignments: ['A1', 'a1'], with_pdf: false }, 'consignments'],
    [{ consignments: ['A1'] }, 'with_pdf'],
  ])('refuses a bad batch, naming the field: %#', async (body, field) => {
    const answer = await app().post('/api/v1/labels', body)
    expect([answer.status, (await answer.json()).field]).toEqual([422, field])
  })
})
