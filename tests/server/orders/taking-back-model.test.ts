import { expect, it } from 'vitest'
import * as z from 'zod'
import { casesOf, fc, MODEL } from '../../properties.ts'
import { onEachDatabase } from '../databases.ts'
import { desksOn } from './desks-on-test.ts'
import { COLLECTED, orderOnTest, PAYMENT, READY, SHIPPED } from './order-on-test.ts'

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
]
const STEPS = ['record-payment', 'pack', 'record-collection', 'add-tracking']

const event = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ type: fc.constant('act' as const), desk: fc.nat(1), which: fc.nat(5) }),
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

  // ORD-50, ORD-52
  it('explains each value of an order by its history, whatever two desks do and undo', MODEL, async () => {
    await target.put({ status: 'Backordered' })
    const pristine = await row()
    await fc.assert(
      fc
        .asyncProperty(fc.array(event, { minLength: 3, maxLength: 14 }), async (events) => {
          /** The steps of each desk with the order before them, oldest first. */
          const steps: { desk: number; id: string; before: typeof pristine }[] = []
          for (const one of events) {
            const before = await row()
            const by = desks[one.type === 'wait' ? 0 : one.desk]
            if (one.type === 'wait') time.now += one.seconds * 1000
            if (one.type === 'act') {
              const [action, body] = ACTIONS[one.which] ?? ['', {}]
              const answer = await by?.send('POST', target.path(action), body)
              if (answer?.status === 200)
                steps.push({ desk: one.desk, id: (await answer.json()).step, before })
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
              if (answer?.success && String(last?.id) === step.id) expect(await row()).toEqual(step.before)
              else expect(await row()).toEqual(before)
            }
            await replay()
          }
        })
        .afterEach(reset),
      { numRuns: RUNS },
    )

    async function standing() {
      const all = await target.events()
      const reverted = new Set(all.map(({ reverts }) => reverts))
      return all.filter(({ id, reverts }) => reverts === null && !reverted.has(id))
    }

    /** The order as its history explains it, and no e-mail of a step that is undone. */
    async function replay(): Promise<void> {
      const values = new Map<string, unknown>(REPLAYED.map((column) => [column, pristine[column]]))
      const all = await target.events()
      for (const { changes } of all) {
        const { before, after } = Recorded.parse(JSON.parse(changes ?? ''))
        for (const [column, value] of Object.entries(before)) expect(values.get(column), column).toBe(value)
        for (const [column, value] of Object.entries(after)) values.set(column, value)
      }
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
      const { db } = database
      await db.deleteFrom('outbox').where('order_id', '=', id).execute()
      await db.deleteFrom('order_events').where('order_id', '=', id).execute()
      await db.updateTable('orders').set(values).where('id', '=', id).execute()
    }
  })
})
