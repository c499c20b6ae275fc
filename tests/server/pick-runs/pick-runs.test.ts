import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PickRun, PickTick } from '../../../src/contract/pick-runs.ts'
import * as calls from '../../../src/contract/pick-runs.ts'
import { onEachDatabase } from '../databases.ts'
import { type CustomerRow, hoursAgo, type OrderParts, putCustomer, putOrders } from '../orders/harness.ts'
import { desksOn } from '../orders/order-on-test.ts'

const EAN = '4006381333931'

onEachDatabase((database) => {
  const { desk } = desksOn(database)
  const [mere, tane] = [desk('Mere'), desk('Tāne')]
  let customer: CustomerRow
  let name = ''

  beforeAll(async () => {
    const { db } = database
    customer = await putCustomer(db, { code: '1', company: 'Tāmaki Plumbing' })
    const plain = { description: '', price_cents: 100, created_at: hoursAgo(9), updated_at: hoursAgo(9) }
    for (const [code, location] of [
      ['NUT', 'B-02'],
      ['PIPE', 'A-10'],
      ['VALVE', null],
    ] as const) {
      const row = { ...plain, code, name: `A ${code}`, location, search_text: code }
      await db.insertInto('products').values(row).execute()
    }
    const product = await db
      .selectFrom('products')
      .select('id')
      .where('code', '=', 'NUT')
      .executeTakeFirstOrThrow()
    const barcode = { product_id: product.id, code: EAN, quantity: 1, unit: null }
    await db.insertInto('product_barcodes').values(barcode).execute()
  })
  beforeEach(() => {
    name = randomUUID().slice(0, 6)
  })

  /** Stores orders with the items of each: a product's code and its quantity. */
  const put = async (
    orders: readonly [code: string, items: Record<string, number>, parts?: Partial<OrderParts>][],
  ) => {
    for (const [code, items, parts = {}] of orders) {
      await putOrders(database.db, customer, [
        { paid_at: hoursAgo(4), status: 'Paid', ...parts, code: `${name}-${code}` },
      ])
      const { id } = await database.db
        .selectFrom('orders')
        .select('id')
        .where('code', '=', `${name}-${code}`)
        .executeTakeFirstOrThrow()
      const rows = Object.entries(items).map(([product_code, quantity]) => ({
        ...{ order_id: id, product_code, product_name: `A ${product_code}`, quantity },
        ...{ price_cents: 100, subtotal_cents: 100 },
      }))
      if (rows.length > 0) await database.db.insertInto('order_items').values(rows).execute()
    }
  }
  const codes = (...all: string[]) => all.map((code) => `${name}-${code}`)
  const create = async (all: string[], request = randomUUID()) => {
    const answer = await mere.send('POST', '/api/v1/pick-runs', { request, filter: { codes: all.join(',') } })
    return { status: answer.status, run: await read(answer) }
  }
  const read = async (answer: Response): Promise<PickRun> => {
    const body = await answer.json()
    if (answer.status !== 200) throw new Error(body.message)
    return calls.getPickRun.answer.parse(body)
  }
  const get = async ({ id }: PickRun) => read(await mere.send('GET', `/api/v1/pick-runs/${id}`))
  type Change =
    | { kind: 'add'; amount: number }
    | { kind: 'set'; found: number; is_short: boolean; revision: number }
  const tick = async (
    run: PickRun,
    product: string,
    change: Change,
    { by = mere, id = randomUUID() } = {},
  ) => {
    const line = run.lines.find(({ code }) => code === product)?.id ?? ''
    const body = { tick: id, line, ...change } satisfies PickTick
    const answer = await by.send('POST', `/api/v1/pick-runs/${run.id}/ticks`, body)
    const { status } = answer
    const json = await answer.json()
    if (status !== 200) return { status, message: json.message }
    const { line: after, holds } = calls.tickPickLine.answer.parse(json)
    return { status, found: after.found, is_short: after.is_short, revision: after.revision, holds }
  }
  const end = async ({ id }: PickRun, as: string, by = mere) => {
    const answer = await by.send('POST', `/api/v1/pick-runs/${id}/end`, { as })
    return { status: answer.status, ...(await answer.json()) }
  }
  const order = async (code: string) => (await mere.send('GET', `/api/v1/orders/${name}-${code}`)).json()
  const stop = (code: string) =>
    database.db
      .updateTable('orders')
      .set({ status: 'Cancelled', cancelled_at: hoursAgo(0), is_stopped: 1 })
      .where('code', '=', `${name}-${code}`)
      .execute()
  const onlyMessage = (made: Promise<unknown>) =>
    made.then(
      () => null,
      (error: Error) => error.message,
    )

  describe('a run', () => {
    it('RUN-2 has what its orders need, in the order of fetching', async () => {
      await put([
        ['1', { VALVE: 1, NUT: 2 }],
        ['2', { NUT: 3, PIPE: 2.5 }],
      ])
      const { run } = await create(codes('2', '1'))
      expect(run).toMatchObject({ state: 'open', created_by: 'Mere', left_out: [], is_partial: false })
      expect(run.orders).toMatchObject([
        { code: `${name}-2`, receiver: 'Tāmaki Plumbing', state: 'open' },
        { code: `${name}-1`, receiver: 'Tāmaki Plumbing', state: 'open' },
      ])
      expect(
        run.lines.map(({ location, code, by, parts, found }) => [location, code, by, parts, found]),
      ).toEqual([
        ['A-10', 'PIPE', 'measure', [{ order: `${name}-2`, quantity: 2.5 }], 0],
        [
          'B-02',
          'NUT',
          'pieces',
          [
            { order: `${name}-2`, quantity: 3 },
            { order: `${name}-1`, quantity: 2 },
          ],
          0,
        ],
        [null, 'VALVE', 'pieces', [{ order: `${name}-1`, quantity: 1 }], 0],
      ])
      expect(run.barcodes).toEqual([{ code: EAN, quantity: 1, unit: null, product: 'NUT' }])
      expect(await get(run)).toEqual(run)
    })

    it('RUN-1 leaves orders out by name, also those of another open run', async () => {
      await put([
        ['1', { NUT: 1 }],
        ['2', { NUT: 1 }, { status: 'Ordered', paid_at: null }],
        ['3', { NUT: 1 }, { status: 'Cancelled' }],
        ['4', {}],
      ])
      const first = (await create(codes('1', '2', '3', '4'))).run
      expect(first.orders.map(({ code }) => code)).toEqual(codes('1'))
      expect(first.left_out).toEqual([
        { code: `${name}-2`, reason: 'The order is not paid yet' },
        { code: `${name}-3`, reason: 'Cancelled in the shop' },
        { code: `${name}-4`, reason: 'It has nothing to fetch' },
      ])
      expect(await onlyMessage(create(codes('1')))).toBe(
        `None of these orders can be picked. ${name}-1: It is in pick run ${first.id} already.`,
      )
      await end(first, 'given-up')
      expect((await create(codes('1'))).run.orders).toHaveLength(1)
    })

    it('RUN-1 is made of the first page of a list, and once for a repeated request', async () => {
      await put([
        ['1', { NUT: 1 }],
        ['2', { NUT: 4 }],
      ])
      const request = randomUUID()
      const body = { request, filter: { query: name, status: 'paid' } }
      const made = await Promise.all(
        [1, 2].map(() => mere.send('POST', '/api/v1/pick-runs', body).then(read)),
      )
      expect(made[0]?.id).toBe(made[1]?.id)
      expect(made[0]?.orders.map(({ code }) => code)).toEqual(codes('2', '1'))
      const listed = await mere.send('GET', '/api/v1/pick-runs')
      const { rows } = calls.listPickRuns.answer.parse(await listed.json())
      expect(rows[0]).toMatchObject({ id: made[0]?.id, orders: 2, lines: 1, settled: 0 })
    })

    it('refuses what it cannot read, naming the field', async () => {
      const bad = await mere.send('POST', '/api/v1/pick-runs', { request: 'x', filter: {} })
      expect([bad.status, (await bad.json()).message]).toEqual([422, expect.stringContaining('Request')])
      expect((await mere.send('GET', '/api/v1/pick-runs/none')).status).toBe(404)
      expect((await mere.send('GET', '/api/v1/pick-runs/999999')).status).toBe(404)
      expect((await mere.send('GET', '/api/v1/pick-runs/99999999999')).status).toBe(404)
      await put([['1', { NUT: 1 }]])
      const { run } = await create(codes('1'))
      const change = { tick: randomUUID(), line: 'abc', kind: 'add', amount: 1 }
      const noLine = await mere.send('POST', `/api/v1/pick-runs/${run.id}/ticks`, change)
      expect(noLine.status).toBe(404)
    })
  })

  describe('two pickers', () => {
    it('RUN-3 count together, and each change counts once', async () => {
      await put([['1', { NUT: 24 }]])
      const { run } = await create(codes('1'))
      const id = randomUUID()
      expect(await tick(run, 'NUT', { kind: 'add', amount: 12 }, { id })).toMatchObject({
        found: 12,
        revision: 1,
      })
      expect(await tick(run, 'NUT', { kind: 'add', amount: 12 }, { id })).toMatchObject({
        found: 12,
        revision: 1,
      })
      await Promise.all([mere, tane].map((by) => tick(run, 'NUT', { kind: 'add', amount: 5 }, { by })))
      expect((await get(run)).lines).toMatchObject([{ found: 22, revision: 3 }])
      expect(await tick(run, 'NUT', { kind: 'add', amount: 12 }, { by: tane })).toEqual({
        status: 409,
        message: 'Too many of NUT: 34 instead of 24.',
      })
    })

    it('RUN-3 never overwrite what the other found, unless it is the same', async () => {
      await put([['1', { NUT: 5 }]])
      const { run } = await create(codes('1'))
      const all: Change = { kind: 'set', found: 5, is_short: false, revision: 0 }
      expect(await tick(run, 'NUT', all, { by: tane })).toMatchObject({ found: 5 })
      expect(await tick(run, 'NUT', all)).toMatchObject({ status: 200, found: 5, revision: 1 })
      expect(await tick(run, 'NUT', { ...all, found: 0 })).toEqual({
        status: 409,
        message: 'Tāne has changed NUT meanwhile: 5 of 5 found.',
      })
    })
  })

  describe('a shortage', () => {
    const two: Change = { kind: 'set', found: 2, is_short: true, revision: 0 }

    it('RUN-4 holds the orders that get less, once, with the reason and its undo', async () => {
      await put([
        ['1', { NUT: 3 }],
        ['2', { NUT: 2 }],
      ])
      const { run } = await create(codes('1', '2'))
      const id = randomUUID()
      const noted = await tick(run, 'NUT', two, { id })
      expect(noted).toMatchObject({ found: 2, is_short: true })
      expect(noted.holds).toEqual([
        { order: `${name}-1`, step: expect.stringMatching(/^\d+$/), reason: null, is_released: false },
      ])
      const reason = `Pick run ${run.id}: 0 of 3 of NUT found`
      expect((await order('1')).hold).toMatchObject({ by: 'Mere', reason })
      expect((await order('2')).hold).toBeUndefined()
      expect((await tick(run, 'NUT', two, { id })).holds).toEqual([])
      expect((await get(run)).orders).toMatchObject([
        { state: 'held', reason: expect.stringContaining(reason) },
        { state: 'open' },
      ])
      await mere.undo(...(noted.holds ?? []).flatMap(({ step }) => step ?? []))
      expect((await order('1')).hold).toBeUndefined()
    })

    it('RUN-4 stays noted where the hold is refused, which is said', async () => {
      await put([['1', { NUT: 3 }]])
      const { run } = await create(codes('1'))
      await mere.act(`/api/v1/orders/${name}-1/hold`, { reason: 'call first' })
      const noted = await tick(run, 'NUT', two)
      expect(noted.holds).toEqual([
        {
          order: `${name}-1`,
          step: null,
          reason: expect.stringMatching(/^On hold by Mere, .*: call first\.$/),
          is_released: false,
        },
      ])
      expect((await get(run)).lines).toMatchObject([{ found: 2, is_short: true }])
    })
  })

  describe('the hold for a shortage', () => {
    const hold = async () => (await order('1')).hold?.reason
    const short = (found: number, revision = 0): Change => ({ kind: 'set', found, is_short: true, revision })

    it('RUN-4 names all shortages of its order, and the count as it is now', async () => {
      await put([['1', { NUT: 3, VALVE: 2 }]])
      const { run } = await create(codes('1'))
      await tick(run, 'NUT', short(0))
      expect((await tick(run, 'VALVE', short(1))).holds).toEqual([])
      expect(await hold()).toBe(`Pick run ${run.id}: 0 of 3 of NUT, 1 of 2 of VALVE found`)
      expect((await tick(run, 'NUT', { kind: 'add', amount: 1 })).holds).toEqual([])
      expect(await hold()).toBe(`Pick run ${run.id}: 1 of 3 of NUT, 1 of 2 of VALVE found`)
    })

    it('RUN-4 ends when the shortage is taken back or all is found after all', async () => {
      await put([['1', { NUT: 3, VALVE: 2 }]])
      const { run } = await create(codes('1'))
      await tick(run, 'NUT', short(0))
      await tick(run, 'VALVE', short(1))
      const noShortage: Change = { kind: 'set', found: 0, is_short: false, revision: 1 }
      await tick(run, 'NUT', noShortage)
      expect(await hold()).toBe(`Pick run ${run.id}: 1 of 2 of VALVE found`)
      expect((await tick(run, 'VALVE', { kind: 'add', amount: 1 })).holds).toEqual([
        { order: `${name}-1`, step: expect.stringMatching(/^\d+$/), reason: null, is_released: true },
      ])
      expect(await hold()).toBeUndefined()
    })

    it('RUN-4 does not come back by itself after a release, and no other hold is released', async () => {
      await put([['1', { NUT: 3 }]])
      const { run } = await create(codes('1'))
      await tick(run, 'NUT', short(0))
      await mere.act(`/api/v1/orders/${name}-1/release`, { reason: 'send the rest later' })
      expect((await tick(run, 'NUT', { kind: 'add', amount: 1 })).holds).toEqual([])
      expect(await hold()).toBeUndefined()
      await mere.act(`/api/v1/orders/${name}-1/hold`, { reason: 'call first' })
      await tick(run, 'NUT', { kind: 'add', amount: 2 })
      expect(await hold()).toBe('call first')
    })
  })

  it('RUN-6 an order that is sent while the run is open needs nothing any more', async () => {
    await put([
      ['1', { NUT: 3 }],
      ['2', { NUT: 2 }],
    ])
    const { run } = await create(codes('1', '2'))
    await database.db
      .updateTable('orders')
      .set({ status: 'Shipped', shipped_at: hoursAgo(0) })
      .where('code', '=', `${name}-1`)
      .execute()
    await tick(run, 'NUT', { kind: 'add', amount: 2 })
    expect(await end(run, 'finished')).toMatchObject({ status: 200, state: 'finished' })
  })

  it('RUN-6 an order that is stopped meanwhile needs nothing any more', async () => {
    await put([
      ['1', { NUT: 3 }],
      ['2', { NUT: 2 }],
    ])
    const { run } = await create(codes('1', '2'))
    await tick(run, 'NUT', { kind: 'add', amount: 4 })
    await stop('1')
    expect((await get(run)).orders).toMatchObject([
      { state: 'stopped', reason: expect.stringContaining('Cancelled') },
      { state: 'open' },
    ])
    expect(await tick(run, 'NUT', { kind: 'add', amount: 1 })).toMatchObject({ status: 409 })
    expect(await tick(run, 'NUT', { kind: 'add', amount: -2 })).toMatchObject({ found: 2 })
    expect(await end(run, 'finished')).toMatchObject({ status: 200, state: 'finished' })
  })

  it('RUN-7 a run is finished when nothing is open, or is given up, and then stays as it is', async () => {
    await put([
      ['1', { NUT: 1 }],
      ['2', { NUT: 1 }],
    ])
    const { run } = await create(codes('1'))
    expect(await end(run, 'finished')).toMatchObject({ status: 409, message: '1 line is still open.' })
    await tick(run, 'NUT', { kind: 'add', amount: 1 })
    expect(await end(run, 'finished', tane)).toMatchObject({ state: 'finished', ended_by: 'Tāne' })
    expect(await end(run, 'finished')).toMatchObject({ state: 'finished', ended_by: 'Tāne' })
    const after = { status: 409, message: `Pick run ${run.id} was finished by Tāne.` }
    expect(await end(run, 'given-up')).toMatchObject(after)
    expect(await tick(run, 'NUT', { kind: 'add', amount: -1 })).toEqual(after)
    const other = (await create(codes('2'))).run
    expect(await end(other, 'given-up')).toMatchObject({ state: 'given-up', ended_by: 'Mere' })
  })

  it('RUN-3 each change is published', async () => {
    await put([['1', { NUT: 2 }]])
    const { run } = await create(codes('1'))
    const notes = async () => {
      const rows = await database.db.selectFrom('changes').select('note').orderBy('id').execute()
      return rows.flatMap(({ note }) => JSON.parse(note)).filter(({ code }) => code === run.id)
    }
    expect(await notes()).toEqual([{ kind: 'pick-run', code: run.id, is_new: true }])
    await tick(run, 'NUT', { kind: 'add', amount: 1 })
    await end(run, 'given-up')
    expect((await notes()).slice(1)).toEqual([
      { kind: 'pick-run', code: run.id, is_new: false },
      { kind: 'pick-run', code: run.id, is_new: false },
    ])
  })
})
