import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../src/server/db/connection.ts'
import type { Connections } from '../../src/server/db/named-connections.ts'
import { startConsole } from '../browser/console-process.ts'
import { SHOP, SHOPIFY_SECRET, shopifyOrder, signatureOf } from '../server/feeds/feeds-on-test.ts'
import { startCluster } from '../server/postgres-cluster.ts'
import { AS_MERE, sessionsOf } from '../server/sign-in/console-app.ts'
import { milliseconds, type Row, summarise } from './figures.ts'

const STAFF = 20
/** Milliseconds between two requests of a member of staff. */
const ASK_EVERY_MS = 500
const WEBHOOKS_A_SECOND = 50
/** How long staff are measured, alone and beside the webhooks, in milliseconds. */
const LASTS_MS = 60_000
/** How long the last webhooks may take to be applied. */
const APPLIED_WITHIN_MS = 60_000

export const WEBHOOK_HEAD = [
  'Database',
  `${STAFF} staff alone, an order or a list, median / p95`,
  `beside ${WEBHOOKS_A_SECOND} webhooks a second, target p95 ≤ 1.1 ×`,
  'a webhook answered, median / p95, target ≤ 1 s',
  'the last one applied after',
  'sent / lost',
]

interface Place {
  databaseUrl: string | null
  dataDir: string
}

/** Response times of staff who open orders and lists by turns. */
async function staff(url: string, tokens: readonly string[], order: string): Promise<number[]> {
  const samples: number[] = []
  const paths = [`/api/v1/orders/${order}`, '/api/v1/orders?daterange=30days']
  const member = async (token: string, index: number) => {
    await pause((index * ASK_EVERY_MS) / STAFF)
    const end = performance.now() + LASTS_MS
    for (let count = index; performance.now() < end; count += 1) {
      const began = performance.now()
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(url + paths[count % paths.length], { headers })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`An order or a list was answered ${answer.status}.`)
      const took = performance.now() - began
      samples.push(took)
      await pause(Math.max(ASK_EVERY_MS - took, 0))
    }
  }
  await Promise.all(tokens.map(member))
  return samples
}

/** Sends a new order at each tick, whether or not the one before has been answered. @returns response times */
async function shop(url: string): Promise<number[]> {
  const send = async (number: number) => {
    const body = JSON.stringify(shopifyOrder({ id: number, name: `#W${number}` }))
    const began = performance.now()
    const answer = await fetch(`${url}/api/v1/intake/shopify`, {
      method: 'POST',
      headers: {
        'x-shopify-topic': 'orders/create',
        'x-shopify-shop-domain': SHOP,
        'x-shopify-webhook-id': String(number),
        'x-shopify-hmac-sha256': signatureOf(SHOPIFY_SECRET, body),
      },
      body,
    })
    if (answer.status !== 200) throw new Error(`A webhook was answered ${answer.status}.`)
    return performance.now() - began
  }
  const sent: Promise<number>[] = []
  const began = performance.now()
  for (let number = 1; performance.now() - began < LASTS_MS; number += 1) {
    sent.push(send(number))
    await pause(Math.max(began + (number * 1000) / WEBHOOKS_A_SECOND - performance.now(), 0))
  }
  return Promise.all(sent)
}

/** Waits until nothing is pending. @returns milliseconds */
async function applied(db: Connections): Promise<number> {
  const began = performance.now()
  const pending = db.selectFrom('feed_messages').select('id').where('settled_at', 'is', null).limit(1)
  while ((await pending.executeTakeFirst()) !== undefined) {
    if (performance.now() - began > APPLIED_WITHIN_MS)
      throw new Error('The webhooks were not applied in time.')
    await pause(20)
  }
  return performance.now() - began
}

async function figuresOf(name: string, place: Place): Promise<Row> {
  const settings = {
    ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
    SHOPIFY_WEBHOOK_SECRET: SHOPIFY_SECRET,
    SHOPIFY_SHOP: SHOP,
  }
  const console = await startConsole(settings, place.dataDir)
  const db = await openDatabase(place)
  try {
    const sessions = sessionsOf(db, Date.now, 'local')
    const tokens: string[] = []
    for (let count = 0; count < STAFF; count += 1) tokens.push(await sessions.begin(AS_MERE, ''))
    const { code } = await db
      .selectFrom('orders')
      .select('code')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const alone = summarise(await staff(console.url, tokens, code))
    const [beside, answers] = await Promise.all([staff(console.url, tokens, code), shop(console.url)])
    const last = await applied(db)
    const { count } = await db
      .selectFrom('orders')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('code', 'like', '#W%')
      .executeTakeFirstOrThrow()
    const [both, answered] = [summarise(beside), summarise(answers)]
    const shown = (one: typeof alone) => `${milliseconds(one.median)} / ${milliseconds(one.p95)}`
    return [
      name,
      shown(alone),
      `${shown(both)} (${(both.p95 / alone.p95).toFixed(2)} ×)`,
      shown(answered),
      milliseconds(last),
      `${answers.length} / ${answers.length - Number(count)}`,
    ]
  } finally {
    await db.destroy()
    await console.stop()
  }
}

/** Staff alone, and beside a shop that sends many orders, on both databases. */
export async function webhookFigures(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'console-bench-'))
  const cluster = await startCluster()
  try {
    const embedded = await figuresOf('embedded', { databaseUrl: null, dataDir: join(folder, 'embedded') })
    if (!cluster) return [embedded]
    const postgres = { databaseUrl: cluster.url, dataDir: join(folder, 'postgres') }
    return [embedded, await figuresOf('PostgreSQL', postgres)]
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
