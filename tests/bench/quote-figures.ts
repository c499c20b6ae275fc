import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createCouriers } from '../../src/server/couriers/known/api-couriers.ts'
import { openDatabase } from '../../src/server/db/connection.ts'
import { seedDemoData } from '../../src/server/demo/seed.ts'
import { readAccounts } from '../../src/server/platform/courier-settings.ts'
import { payloadFor } from '../server/consignments/payload-for.ts'
import { signedInApp } from '../server/orders/harness.ts'
import { startCluster } from '../server/postgres-cluster.ts'
import { milliseconds, type Row, summarise } from './figures.ts'

// Together the requests that a session may make in a minute.
const WARM_UP = 20
const REPEATS = 100

/** Response time of `POST /consignments/pricing`: six rate cards are priced and their quotes stored. */
async function quoteFigure(name: string, place: Parameters<typeof openDatabase>[0]): Promise<Row> {
  const db = await openDatabase(place)
  try {
    await seedDemoData(db, Date.now())
    const couriers = createCouriers({
      config: { titusHost: 'track.titus.example', accounts: readAccounts({}) },
      db,
      clock: Date.now,
    })
    const { post } = signedInApp(db, undefined, undefined, { couriers, clock: Date.now })
    const samples: number[] = []
    for (let time = 0; time < WARM_UP + REPEATS; time += 1) {
      const began = performance.now()
      const answer = await post('/api/v1/consignments/pricing', payloadFor('104823'))
      await answer.text()
      if (answer.status !== 200) throw new Error(`Pricing answered ${answer.status}.`)
      if (time >= WARM_UP) samples.push(performance.now() - began)
    }
    const { median, p95 } = summarise(samples)
    return [
      `Prices of ${couriers.length} couriers, ${name}`,
      '≤ 30 ms',
      milliseconds(median),
      milliseconds(p95),
    ]
  } finally {
    await db.destroy()
  }
}

/** Time to price a consignment with the built-in couriers, on both databases. */
export async function quoteFigures(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'console-bench-'))
  const cluster = await startCluster()
  try {
    const rows = [await quoteFigure('embedded', { databaseUrl: null, dataDir: folder })]
    if (cluster) rows.push(await quoteFigure('PostgreSQL', { databaseUrl: cluster.url, dataDir: folder }))
    return rows
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
