import { expect, it } from 'vitest'
import * as z from 'zod'
import { casesOf, fc, MODEL } from '../../properties.ts'
import { onEachDatabase } from '../databases.ts'
import { intakeOnTest } from '../intake/intake-on-test.ts'
import { COLLECTED, desksOn, orderOnTest, PAYMENT, READY, SHIPPED } from './order-on-test.ts'

const RUNS = casesOf(8, 200)

/** The columns of money, dates and words that the history must explain. */
const REPLAYED = [
  'status',
  'is_pickup',
  'payment_method',
  'payment_reference',
  'paid_at',
  'ready_at',
  'shipped_at',
  'collected_by',
  'tracking_code',
  'tracking_url',
  'tracking_company',
  'skipped_until',
  'skip_reason',
  'skipped_by',
  'reference',
  'freight_cents',
  'subtotal_cents',
  'tax_cents',
  'total_cents',
] as const

const cells = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
const Recorded = z.object({ before: cells, after: cells })

const ACTIONS: [string, object][] = [
  ['payment', PAYMENT],
  ['ready', READY],
  ['ready', { ...READY, is_pickup: true, send_notification: false }],
  ['collected', COLLECTED],
  ['shipped', SHIPPED],
  ['skip', { reason: 'Short' }],
  ['take-source-changes', {}],
  ['keep-source-changes', {}],
]
const line = (quantity: number) => ({ quantity, product: { code: 'PEX-20', name: 'Pipe', price: 1000 } })
/** What the shop says of the order. */
const MESSAGES: object[] = [
  { items: [line(2)] },
  { items: [line(5)] },
  { reference: 'PO 7' },
  { reference: '' },
  { dates: { paid_at: '2026-11-19T20:00:00Z' } },
  {
    freight: { subtotal: 900 },
    items: [line(1), { ...line(3), product: { code: 'SEAL', name: 'Seal', price: 250 } }],
  },
]
/** Steps after which an order still follows its source in everything. */
const NO_WORK = ['skip', 'unskip', 'take-source-changes', 'keep-source-changes']
const STEPS = ['record-payment', 'pack', 'record-collection', 'add-tracking']

const event = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ type: fc.constant('act' as const), desk: fc.nat(1), which: fc.nat(7) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('shop' as const), which: fc.nat(5) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('undo' as const), desk: fc.nat(1), back: fc.nat(2) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('take back' as const), desk: fc.nat(1), which: fc.nat(3) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 30 }) }),
  },
)

onEachDatabase((database) => {
  const target = orderOnTest(database)
  const { desk, time } = desksOn(database)
  const desks = [desk('Mere Parata'), desk('Tama Ngata')]
  const row = () =>
    database.db.selectFrom('orders').selectAll().where('code', '=', target.code).executeTakeFirstOrThrow()
  const mails = () =>
    database.db
      .selectFrom('outbox')
      .innerJoin('orders', 'orders.id', 'outbox.order_id')
      .select(['outbox.step_id', 'outbox.withdrawn_at'])
      .where('orders.code', '=', target.code)
      .execute()

  /** A row without what the shop may have said since. */
  const bare = ({ source_changes, source_kept, search_text, ...order }: Awaited<ReturnType<typeof row>>) =>
    order

  // ORD-50, ORD-52, ORD-80, ORD-82
  it('explains each value of an order by its history, whatever two desks do and undo', MODEL, async () => {
    await target.put({ status: 'Backordered', code_number: '1 #a' })
    const pristine = await row()
    /** What the shop changed itself, and after how many entries of the history. */
    const told: { after: number; column: string; value: unknown }[] = []
    await fc.assert(
      fc
        .asyncProperty(fc.array(event, { minLength: 3, maxLength: 14 }), async (events) => {
          /** The steps of each desk, oldest first, with the order before them and the entries of its history then. */
          const steps: { desk: number; id: string; before: typeof pristine; at: number }[] = []
          for (const one of events) {
            const [before, at] = [await row(), (await target.events()).length]
            const by = desks['desk' in one ? one.desk : 0]
            if (one.type === 'shop') await shop(MESSAGES[one.which] ?? {})
            if (one.type === 'wait') time.now += one.seconds * 1000
            if (one.type === 'act') {
              const [action, body] = ACTIONS[one.which] ?? ['', {}]
              const answer = await by?.send('POST', target.path(action), body)
              if (answer?.status === 200)
                steps.push({ desk: one.desk, id: (await answer.json()).step, before, at })
            }
            if (one.type === 'take back') {
              const body = { step: STEPS[one.which], reason: 'By mistake' }
              await by?.send('POST', target.path('take-back'), body)
            }
            if (one.type === 'undo') {
              const step = steps.filter(({ desk }) => desk === one.desk).at(-1 - one.back)
              if (step === undefined) continue
              const last = (await standing()).at(-1)
              const [answer] = (await by?.undo(step.id)) ?? []
              if (answer?.success && String(last?.id) === step.id)
                expect(bare(await row())).toEqual(bare({ ...step.before, ...toldSince(step.at) }))
              else expect(await row()).toEqual(before)
            }
            await replay()
          }
        })
        .afterEach(reset),
      { numRuns: RUNS },
    )

    /** A message of the shop: it changes the order only while nothing that staff did is in effect. */
    async function shop(message: object): Promise<void> {
      const [before, after] = [await row(), (await target.events()).length]
      const { put } = await intakeOnTest(database.db, { clock: () => time.now })
      const [result] = await put('orders', { code: target.code, ...message })
      expect(result?.outcome).not.toBe('refused')
      const now = await row()
      const changed = REPLAYED.filter((column) => now[column] !== before[column])
      const acted = (await standing()).filter(({ action }) => !NO_WORK.includes(action))
      if (acted.length > 0) expect(changed).toEqual([])
      for (const column of changed) told.push({ after, column, value: now[column] })
    }

    /** What the shop changed itself after a step. */
    function toldSince(at: number): Record<string, unknown> {
      return Object.fromEntries(
        told.flatMap(({ after, column, value }) => (after > at ? [[column, value]] : [])),
      )
    }

    async function standing() {
      const all = (await target.events()).filter(({ action }) => action !== 'source-change')
      const reverted = new Set(all.map(({ reverts }) => reverts))
      return all.filter(({ id, reverts }) => reverts === null && !reverted.has(id))
    }

    /** The order as its history explains it, and no e-mail of a step that is undone. */
    async function replay(): Promise<void> {
      const values = new Map<string, unknown>(REPLAYED.map((column) => [column, pristine[column]]))
      const all = await target.events()
      for (const [index, { changes }] of all.entries()) {
        for (const { after, column, value } of told) if (after === index) values.set(column, value)
        if (changes === null) continue
        const { before, after } = Recorded.parse(JSON.parse(changes ?? ''))
        for (const [column, value] of Object.entries(before))
          if (values.has(column)) expect(values.get(column), column).toBe(value)
        for (const [column, value] of Object.entries(after)) if (values.has(column)) values.set(column, value)
      }
      for (const { after, column, value } of told) if (after === all.length) values.set(column, value)
      const order = await row()
      expect(Object.fromEntries(values)).toEqual(
        Object.fromEntries(REPLAYED.map((column) => [column, order[column]])),
      )
      const undone = new Set(all.map(({ reverts }) => reverts).filter((id) => id !== null))
      for (const { step_id, withdrawn_at } of await mails()) {
        expect(withdrawn_at !== null).toBe(step_id !== null && undone.has(step_id))
      }
    }

    async function reset(): Promise<void> {
      const { id, ...values } = pristine
      told.length = 0
      const { db } = database
      await db.deleteFrom('outbox').where('order_id', '=', id).execute()
      await db.deleteFrom('order_items').where('order_id', '=', id).execute()
      await db.deleteFrom('order_events').where('order_id', '=', id).execute()
      await db.updateTable('orders').set(values).where('id', '=', id).execute()
    }
  })
})
