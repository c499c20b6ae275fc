import { beforeEach, describe, expect, it } from 'vitest'
import { formatDateTime } from '../../../src/domain/calendar/nz-time.ts'
import { checkData } from '../../../src/server/operations/doctor.ts'
import { onEachDatabase } from '../databases.ts'
import { CUSTOMER, ORDER } from '../import/harness.ts'
import { intakeOnTest } from '../intake/intake-on-test.ts'
import { codesOf, NOW, signedInApp } from './harness.ts'
import { desksOn, READY } from './order-on-test.ts'

const PAID = { paid_at: '2026-11-19T20:00:00+13:00', ordered_at: '2026-11-19T20:00:00+13:00' }
const line = (code: string, quantity: number, more = {}) => ({
  quantity,
  product: { code, name: code, price: 1000 },
  ...more,
})
const FIVE = [line('PEX-20', 5), line('SEAL', 1)]
const THREE = [line('PEX-20', 3), line('SEAL', 1)]
const ADDRESS = { street: '4 Port Road', suburb: 'Raumanga', city: 'Whangārei', postcode: '0110' }

onEachDatabase((database) => {
  const { desk, time } = desksOn(database)
  const mere = desk('Mere Parata')
  const path = (action: string) => `/api/v1/orders/104823/${action}`
  const read = async () => (await signedInApp(database.db).get('/api/v1/orders/104823')).json()
  /** A message of the shop about the order. */
  const shop = async (fields: object) => {
    const { put } = await intakeOnTest(database.db, { clock: () => time.now })
    const [result] = await put('orders', { code: '104823', ...fields })
    return result?.outcome
  }
  const changes = async () => (await read()).source_changes ?? []
  const quantities = async () => (await read()).items.map(({ quantity }: { quantity: number }) => quantity)
  const entries = async () => {
    const { data } = await (await signedInApp(database.db).get(path('history'))).json()
    return data
      .filter(({ type }: { type: string }) => !['event', 'email'].includes(type))
      .map(
        ({ type, staff_name, details }: { type: string; staff_name: string; details: { notes: string } }) =>
          [type, staff_name, details.notes].filter(Boolean).join(': '),
      )
  }

  beforeEach(async () => {
    for (const table of ['order_events', 'outbox', 'order_items', 'orders', 'order_days'] as const) {
      await database.db.deleteFrom(table).execute()
    }
    const { put } = await intakeOnTest(database.db)
    await put('customers', CUSTOMER)
    await put('orders', { ...ORDER, items: FIVE, dates: PAID })
    await mere.act(path('ready'), { ...READY, send_notification: false })
  })

  // ORD-80
  describe('a change of the shop after staff have acted', () => {
    it('is noted beside what is here, and changes nothing', async () => {
      const before = await read()
      expect(await shop({ items: THREE })).toBe('kept')
      const after = await read()
      expect(after.source_changes).toEqual([{ field: 'quantity', product: 'PEX-20', here: '5', wanted: '3' }])
      expect({ ...after, source_changes: undefined, items: [] }).toEqual({ ...before, items: [] })
      expect(await quantities()).toEqual([5, 1])
      expect(await entries()).toEqual(['source-change: 3 × PEX-20, here 5', 'pack: Mere Parata'])
    })

    it('is noted once, however often the shop repeats it, and other fields are added', async () => {
      await shop({ items: THREE })
      expect(await shop({ items: THREE })).toBe('kept')
      await shop({ reference: 'PO 77' })
      expect(await changes()).toMatchObject([{ field: 'quantity' }, { field: 'reference', wanted: 'PO 77' }])
      expect((await entries()).filter((entry: string) => entry.startsWith('source-change'))).toHaveLength(2)
    })

    it('ends when the shop wants again what is here', async () => {
      await shop({ items: THREE, reference: 'PO 77' })
      await shop({ items: FIVE })
      expect(await changes()).toMatchObject([{ field: 'reference' }])
      await shop({ reference: '' })
      expect(await changes()).toEqual([])
    })

    it('is none in the names of products, the order of lines, and lines that are split', async () => {
      const open = () =>
        database.db
          .selectFrom('orders')
          .select('source_changes')
          .where('code', '=', '104823')
          .executeTakeFirst()
      const others = [
        [
          line('PEX-20', 5, { product: { code: 'PEX-20', name: 'Pipe 20 mm', price: 1000 } }),
          line('SEAL', 1),
        ],
        [line('SEAL', 1), line('PEX-20', 5)],
        [line('PEX-20', 2), line('SEAL', 1), line('PEX-20', 3)],
      ]
      for (const items of others) {
        await shop({ items })
        expect(await open()).toEqual({ source_changes: null })
      }
      expect(await quantities()).toEqual([5, 1])
    })

    it('is a discount on a line, which is taken with its total', async () => {
      const discounted = line('PEX-20', 5, { costs: { subtotal: 4500 } })
      await shop({ items: [discounted, line('SEAL', 1)] })
      expect(await changes()).toMatchObject([{ field: 'total' }])
      await mere.act(path('take-source-changes'), {})
      expect((await read()).items[0].costs.subtotal).toBe(4500)
      expect(await changes()).toEqual([])
    })

    it('is none if a length is split into two', async () => {
      await shop({ items: [line('PEX-20', 3.6), line('SEAL', 1)] })
      await mere.act(path('take-source-changes'), {})
      await shop({ items: [line('PEX-20', 2.4), line('PEX-20', 1.2), line('SEAL', 1)] })
      expect(await changes()).toEqual([])
    })

    it('is decided also if only the GST of the same total is other', async () => {
      const { costs } = await read()
      const [subtotal, tax] = [costs.subtotal + 100, costs.tax - 100]
      await shop({ costs: { subtotal, tax, total: costs.total } })
      expect(await changes()).toEqual([
        { field: 'tax', product: null, here: String(costs.tax), wanted: String(tax) },
      ])
      await mere.act(path('take-source-changes'), {})
      expect((await read()).costs).toMatchObject({ subtotal, tax, total: costs.total })
    })

    it('has lines that are new, and lines that are gone', async () => {
      await shop({ items: [line('PEX-20', 5), line('ELBOW', 2, { product: { code: 'ELBOW', price: 300 } })] })
      expect(await changes()).toEqual([
        { field: 'quantity', product: 'SEAL', here: '1', wanted: '0' },
        { field: 'quantity', product: 'ELBOW', here: '0', wanted: '2' },
      ])
    })

    it('is no difference in what staff did themselves', async () => {
      await shop({ status: 'Processing', dates: { paid_at: null } })
      expect(await changes()).toEqual([])
    })

    it('follows in its address until the order is booked or has left, and is then noted', async () => {
      await shop({ delivery_address: ADDRESS })
      expect([(await read()).delivery_address.street, await changes()]).toEqual(['4 Port Road', []])
      await mere.act(path('shipped'), { shipping_company: 'aramex', tracking_code: 'T1', tracking_url: '' })
      await shop({ delivery_address: { ...ADDRESS, street: '9 Kauri Street' } })
      expect(await changes()).toEqual([
        {
          field: 'address',
          product: null,
          here: '4 Port Road, Raumanga, Whangārei, 0110',
          wanted: '9 Kauri Street, Raumanga, Whangārei, 0110',
        },
      ])
    })

    it('tells of a payment that only the shop knows, until staff record it', async () => {
      const { put } = await intakeOnTest(database.db)
      await put('orders', { ...ORDER, code: '104900', items: FIVE, dates: { ordered_at: PAID.ordered_at } })
      const other = (action: string) => `/api/v1/orders/104900/${action}`
      await mere.act(other('shipped'), { shipping_company: 'aramex', tracking_code: 'T2', tracking_url: '' })
      await put('orders', { code: '104900', dates: { paid_at: '2026-11-19T22:00:00Z' } })
      const read = async () => (await signedInApp(database.db).get('/api/v1/orders/104900')).json()
      const { costs, source_changes } = await read()
      expect(source_changes).toEqual([
        { field: 'paid', product: null, here: null, wanted: '2026-11-19T22:00:00.000Z' },
      ])
      await mere.act(other('payment'), {
        date_paid: '2026-11-20',
        payment_amount: costs.total,
        payment_method: 'card',
        reference: '',
      })
      expect((await read()).source_changes).toBeUndefined()
    })
  })

  // ORD-80
  it('stays when a step is taken back that ended another difference', async () => {
    const { put } = await intakeOnTest(database.db)
    const of = (action: string) => `/api/v1/orders/104904/${action}`
    const open = async () =>
      (await (await signedInApp(database.db).get(of('').slice(0, -1))).json()).source_changes
    await put('orders', { ...ORDER, code: '104904', items: FIVE, dates: { ordered_at: PAID.ordered_at } })
    await mere.act(of('hold'), { reason: 'Stock' })
    await mere.act(of('release'), { reason: 'Came' })
    await mere.act(of('shipped'), { shipping_company: 'aramex', tracking_code: 'T4', tracking_url: '' })
    await put('orders', { code: '104904', dates: { paid_at: '2026-11-19T22:00:00Z' } })
    const { costs } = await (await signedInApp(database.db).get('/api/v1/orders/104904')).json()
    const payment = {
      date_paid: '2026-11-20',
      payment_amount: costs.total,
      payment_method: 'card',
      reference: '',
    }
    await mere.act(of('payment'), payment)
    await put('orders', { code: '104904', items: THREE })
    expect(await open()).toMatchObject([{ field: 'quantity', wanted: '3' }])
    await mere.act(of('take-back'), { step: 'record-payment', reason: 'Wrong order' })
    expect(await open()).toMatchObject([{ field: 'quantity', wanted: '3' }])
  })

  // ORD-82
  describe('taking the change', () => {
    it('makes the order what the shop wants, and is undone with its lines and sums', async () => {
      await shop({ items: THREE, reference: 'PO 77' })
      const before = await read()
      const step = await mere.act(path('take-source-changes'), {})
      const after = await read()
      expect(after).toMatchObject({ reference: 'PO 77', status: 'Ready To Ship', dates: before.dates })
      expect(after.costs.subtotal).toBe(before.costs.subtotal - 2000)
      expect([await quantities(), after.source_changes]).toEqual([[3, 1], undefined])
      expect(await shop({ items: THREE })).toBe('unchanged')
      expect(await mere.undo(step)).toMatchObject([{ success: true }])
      const undone = await read()
      const bare = (order: typeof before) => ({
        ...order,
        items: order.items.map(({ quantity }: { quantity: number }) => quantity),
      })
      expect(bare(undone)).toEqual(bare(before))
      expect((await entries()).slice(0, 2)).toEqual([
        'undo: Mere Parata',
        'take-source-changes: Mere Parata: 3 × PEX-20, here 5; Reference PO 77, here —',
      ])
    })

    it('is refused without a change, and on a stopped order', async () => {
      const refused = async () => {
        const answer = await mere.send('POST', path('take-source-changes'))
        return [answer.status, (await answer.json()).message]
      }
      expect(await refused()).toEqual([409, 'The shop has not changed the order.'])
      await shop({ items: THREE })
      await shop({ status: 'Cancelled' })
      expect((await refused())[1]).toMatch(/^Cancelled in the shop/)
    })
  })

  it('is decided once: the second desk is told who decided, and when', async () => {
    const hemi = desk('Hemi Walker')
    const told = async (action: string) => {
      const answer = await hemi.send('POST', path(action))
      return [answer.status, (await answer.json()).message]
    }
    const at = formatDateTime(new Date(NOW).toISOString())
    await shop({ items: THREE })
    await mere.act(path('keep-source-changes'), {})
    expect(await told('take-source-changes')).toEqual([409, `Mere Parata kept it as it was on ${at}.`])
    await shop({ items: [line('PEX-20', 2), line('SEAL', 1)] })
    await mere.act(path('take-source-changes'), {})
    expect(await told('keep-source-changes')).toEqual([
      409,
      `Mere Parata took over the shop’s change on ${at}.`,
    ])
  })

  describe('keeping the order as it is', () => {
    it('ends the difference, and notes it again only if the shop wants something else', async () => {
      await shop({ items: THREE })
      const step = await mere.act(path('keep-source-changes'), {})
      expect([await quantities(), await changes()]).toEqual([[5, 1], []])
      await shop({ items: THREE })
      expect(await changes()).toEqual([])
      await shop({ items: [line('PEX-20', 2), line('SEAL', 1)] })
      expect(await changes()).toMatchObject([{ here: '5', wanted: '2' }])
      expect((await mere.undo(step))[0]?.success).toBe(false)
    })

    it('stays decided if only names, the order of lines or what was sent change', async () => {
      await shop({ items: THREE })
      await mere.act(path('keep-source-changes'), {})
      await shop({ items: [line('PEX-20', 3, { fulfilled_quantity: 1 }), line('SEAL', 1)] })
      expect(await changes()).toEqual([])
      const named = line('PEX-20', 3, { product: { code: 'PEX-20', name: 'Pipe', price: 1000 } })
      await shop({ items: [line('SEAL', 1), named] })
      expect(await changes()).toEqual([])
      await shop({ items: [named] })
      expect(await changes()).toMatchObject([{ product: 'PEX-20' }, { product: 'SEAL' }])
    })

    it('can be undone', async () => {
      await shop({ items: THREE })
      const step = await mere.act(path('keep-source-changes'), {})
      expect(await mere.undo(step)).toMatchObject([{ success: true }])
      expect(await changes()).toMatchObject([{ here: '5', wanted: '3' }])
    })
  })

  // ORD-83
  it('is found by its search word, and counted by the doctor', async () => {
    const found = async () => codesOf(await signedInApp(database.db).list('?query=shop+changed'))
    const told = async () => {
      const config = { imageHosts: [] }
      const findings = await checkData({ db: database.db, clock: () => NOW, config })
      return findings.find(({ check }) => check === 'Changes of the shop')
    }
    expect([await found(), (await told())?.needsAttention]).toEqual([[], false])
    await shop({ items: THREE })
    expect([await found(), await told()]).toMatchObject([
      ['104823'],
      { needsAttention: true, detail: "1 order to decide: search for 'shop changed'." },
    ])
    await mere.act(path('keep-source-changes'), {})
    expect([await found(), (await told())?.needsAttention]).toEqual([[], false])
  })

  describe('lines sent elsewhere', () => {
    const sent = (count: number) => [
      line('PEX-20', 5, { fulfilled_quantity: count }),
      line('SEAL', 1, { fulfilled_quantity: 1 }),
    ]
    const fulfilled = async () =>
      (await read()).items.map(({ fulfilled_quantity }: { fulfilled_quantity: number }) => fulfilled_quantity)

    // ORD-90
    it('follow the shop, whatever staff have done, and are no difference', async () => {
      expect(await fulfilled()).toEqual([null, null])
      await shop({ items: sent(2) })
      expect([await fulfilled(), await changes()]).toEqual([[2, 1], []])
      await shop({ items: FIVE })
      expect(await fulfilled()).toEqual([2, 1])
    })

    // ORD-90
    it('are those of their line, if two lines have one product', async () => {
      const { put } = await intakeOnTest(database.db)
      await put('orders', {
        ...ORDER,
        items: [line('PEX-20', 2), line('PEX-20', 5)],
        dates: PAID,
        code: '104903',
      })
      await mere.act('/api/v1/orders/104903/ready', { ...READY, send_notification: false })
      const items = [
        line('PEX-20', 2, { fulfilled_quantity: 2 }),
        line('PEX-20', 5, { fulfilled_quantity: 0 }),
      ]
      const stored = async () => {
        const order = await (await signedInApp(database.db).get('/api/v1/orders/104903')).json()
        const sent = order.items.map((item: { fulfilled_quantity: number }) => item.fulfilled_quantity)
        return [sent, order.source_changes]
      }
      await put('orders', { code: '104903', items })
      expect(await stored()).toEqual([[2, 0], undefined])
      await put('orders', { code: '104903', notes: 'Ring first' })
      expect(await stored()).toEqual([[2, 0], undefined])
    })

    // ORD-82, ORD-90
    it('stay as they are told last when a change is taken and undone', async () => {
      const three = (count: number) => [line('PEX-20', 3, { fulfilled_quantity: count }), line('SEAL', 1)]
      await shop({ items: three(1) })
      await shop({ items: three(2) })
      expect((await entries()).filter((entry: string) => entry.startsWith('source-change'))).toHaveLength(1)
      const step = await mere.act(path('take-source-changes'), {})
      expect([await quantities(), await fulfilled()]).toEqual([
        [3, 1],
        [2, null],
      ])
      await shop({ items: three(3) })
      expect(await mere.undo(step)).toMatchObject([{ success: true }])
      expect([await quantities(), await fulfilled()]).toEqual([
        [5, 1],
        [3, null],
      ])
    })

    // ORD-82
    it('that were kept are not noted again when the shop repeats them', async () => {
      await shop({ items: sent(5) })
      time.now += 60_000
      await shop({ items: sent(5) })
      expect((await entries()).filter((entry: string) => entry.startsWith('source-change'))).toHaveLength(1)
      await mere.act(path('keep-source-changes'), {})
      time.now += 60_000
      await shop({ items: sent(5) })
      expect(await changes()).toEqual([])
    })

    // ORD-91
    it('make an order shipped once all are sent, or a difference if staff have acted on it', async () => {
      await shop({ items: sent(5) })
      expect((await read()).dates.shipped_at).toBeNull()
      expect(await changes()).toMatchObject([{ field: 'shipped', here: null }])
      const { put } = await intakeOnTest(database.db)
      const others = { ...ORDER, dates: PAID }
      await put('orders', [
        { ...others, code: '104901', items: sent(4) },
        { ...others, code: '104902', items: sent(5) },
      ])
      const statusOf = async (code: string) => {
        const order = await (await signedInApp(database.db).get(`/api/v1/orders/${code}`)).json()
        return [order.status, order.dates.shipped_at !== null]
      }
      expect([await statusOf('104901'), await statusOf('104902')]).toEqual([
        ['Paid', false],
        ['Shipped', true],
      ])
      expect((await put('orders', { ...others, code: '104902', items: sent(5) }))[0]?.outcome).toBe(
        'unchanged',
      )
    })
  })
})
