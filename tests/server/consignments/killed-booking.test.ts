import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bookConsignment } from '../../../src/server/consignments/book.ts'
import { PATIENCE } from '../../../src/server/consignments/deps.ts'
import { priceConsignment } from '../../../src/server/consignments/price.ts'
import { SETTLED_AFTER_MS, settleAbandoned } from '../../../src/server/consignments/settle.ts'
import { findOrder } from '../../../src/server/orders/store.ts'
import { bundle } from '../bundle.ts'
import { onEachDatabase } from '../databases.ts'
import { type CustomerRow, putCustomer, putOrders } from '../orders/harness.ts'
import { bookingsIn, fileCourier } from './file-courier.ts'
import { payloadFor } from './payload-for.ts'

const PROCESS = fileURLToPath(new URL('./booking-process.ts', import.meta.url))
const MERE = { id: 'local:mere', name: 'Mere Parata', givenName: 'Mere', email: 'mere@example.com' }

let bundled = { folder: '', file: '' }
beforeAll(async () => {
  bundled = await bundle(PROCESS)
})
afterAll(() => rmSync(bundled.folder, { recursive: true, force: true }))

onEachDatabase((database) => {
  const folder = mkdtempSync(join(tmpdir(), 'console-killed-'))
  const file = join(folder, 'courier')
  let customer: CustomerRow | undefined
  beforeAll(async () => {
    customer = await putCustomer(database.db, { code: '1' })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** As a minute later: the courier does no more of what it was asked, and what was held is held no more. */
  const deps = () => ({
    db: database.db,
    clock: () => Date.now() + SETTLED_AFTER_MS,
    couriers: [fileCourier(file)],
    patience: PATIENCE,
  })

  const priced = async (code: string): Promise<string> => {
    if (customer) await putOrders(database.db, customer, [{ code }])
    const options = await priceConsignment(deps(), payloadFor(code), new AbortController().signal)
    return options[0]?.id ?? ''
  }

  /** How the process ended, and what it said. */
  const run = async (quoteId: string, code: string, crashAt: number) => {
    const { databaseUrl, dataDir } = database.place
    const args = [databaseUrl ?? '', dataDir, file, quoteId, code, String(crashAt)]
    const child = spawn(process.execPath, [bundled.file, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
    })
    // Not 'exit': what it wrote may come in after that.
    const [, signal] = await once(child, 'close')
    return { signal, output }
  }

  const made = (quoteId: string) => bookingsIn(file).filter(({ reference }) => reference === quoteId)
  const standing = async (code: string) => {
    const { db } = database
    const consignments = await db
      .selectFrom('consignments')
      .select('tracking_code')
      .where('order_code', '=', code)
      .execute()
    const found = await findOrder(db, code)
    const events = await db
      .selectFrom('order_events')
      .select('action')
      .where('order_id', '=', found?.record.id ?? 0)
      .execute()
    const claims = await db.selectFrom('claims').select('quote_id').where('order_code', '=', code).execute()
    return {
      consignments: consignments.map(({ tracking_code }) => tracking_code),
      status: found?.record.status,
      events: events.length,
      claims: claims.length,
    }
  }
  const bookedOnce = (quoteId: string) => ({
    consignments: [`F1-${quoteId}`],
    status: 'Shipped',
    events: 1,
    claims: 0,
  })
  const never = { consignments: [], status: 'Ordered', events: 0 }

  it('books once, wherever it is killed and whoever comes next', { timeout: 300_000 }, async () => {
    const whole = await priced('whole')
    const { output } = await run(whole, 'whole', 0)
    const steps = Number(output)
    expect(steps).toBeGreaterThan(15)
    expect(await standing('whole')).toEqual(bookedOnce(whole))
    for (let crashAt = 1; crashAt <= steps; crashAt += 1) {
      const code = `killed-${crashAt}`
      const quoteId = await priced(code)
      const { signal } = await run(quoteId, code, crashAt)
      expect(signal).toBe('SIGKILL')
      if (crashAt % 2 === (database.place.databaseUrl === null ? 0 : 1)) {
        await settleAbandoned(deps())
        expect(await standing(code)).toMatchObject(made(quoteId).length === 1 ? bookedOnce(quoteId) : never)
      }
      const wish = { quoteId, payload: payloadFor(code), staff: MERE }
      expect(await bookConsignment(deps(), wish)).toBe(`F1-${quoteId}`)
      expect(made(quoteId)).toHaveLength(1)
      expect(await standing(code)).toEqual(bookedOnce(quoteId))
    }
  })
  it('books once for several processes at once', { timeout: 180_000 }, async () => {
    const quoteId = await priced('crowded')
    const ends = await Promise.all([1, 2, 3].map(() => run(quoteId, 'crowded', 0)))
    expect(ends.map(({ signal, output }) => [signal, Number(output) > 0])).toEqual(
      new Array(3).fill([null, true]),
    )
    expect(made(quoteId)).toHaveLength(1)
    expect(await standing('crowded')).toEqual(bookedOnce(quoteId))
  })
})
