import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isPostgres } from '../../../src/server/db/dialect/dialect.ts'
import { timestamp } from '../../../src/server/db/times.ts'
import { metrics } from '../../../src/server/platform/metrics.ts'
import { connectEndpoints } from '../../../src/server/webhooks/store.ts'
import { writeEvent } from '../../../src/server/webhooks/write-event.ts'
import { keepAll, refusedOrder } from '../arrivals/harness.ts'
import { payloadFor } from '../consignments/payload-for.ts'
import { onEachDatabase, onPostgres } from '../databases.ts'
import { NOW, signedInApp, TEST_CONFIG } from '../orders/harness.ts'
import { spawnServer, withoutDemo } from '../server-process.ts'

const KEY = '0123456789abcdef'
const CONFIG = { ...TEST_CONFIG, metricsKey: KEY }

/** The connection of a request, in the form that the server passes to it. */
const from = (remoteAddress: string) => ({
  incoming: { socket: { remoteAddress, remotePort: 50_000, remoteFamily: 'IPv4' } },
})
const HERE = from('127.0.0.1')
const ELSEWHERE = from('10.0.0.7')

onEachDatabase((database) => {
  const ask = async (path: string, connection = HERE, headers: Record<string, string> = {}) => {
    const { app } = signedInApp(database.db, undefined, CONFIG)
    return app.request(`http://localhost:3000${path}`, { headers }, connection)
  }
  const away = async (table: string, work: () => Promise<void>) => {
    await sql`alter table ${sql.table(table)} rename to ${sql.table(`${table}_away`)}`.execute(database.db)
    try {
      await work()
    } finally {
      await sql`alter table ${sql.table(`${table}_away`)} rename to ${sql.table(table)}`.execute(database.db)
    }
  }
  beforeEach(() => metrics.resetMetrics())

  describe('/healthz', () => {
    // DB-5
    it('says that the process is alive, without the database', async () => {
      await away('schema_migrations', async () => {
        const answer = await ask('/healthz', ELSEWHERE)
        expect([answer.status, await answer.json()]).toEqual([200, { status: 'alive' }])
        expect(answer.headers.get('cache-control')).toBe('no-store')
      })
    })
  })

  describe('/readyz', () => {
    const CLAIM = {
      quote_id: 'q1',
      order_code: '104823',
      payload: JSON.stringify(payloadFor('104823')),
      holder: 'a dead process',
      leased_until: timestamp(NOW),
      claimed_at: timestamp(NOW - 90_000),
      staff_id: 'local:mere',
      staff_name: 'Mere',
    }
    const none = { count: 0, oldest_seconds: 0 }
    const MAIL = {
      recipient: 'a@example.com',
      subject: 'Packed',
      body: '',
      created_at: timestamp(NOW - 5000),
    }
    afterEach(async () => {
      await database.db.deleteFrom('claims').execute()
      await database.db.deleteFrom('outbox').execute()
      await database.db.deleteFrom('webhook_deliveries').execute()
      await database.db.deleteFrom('arrivals').execute()
    })

    it('reports pending work and its age', async () => {
      const idle = {
        open_claims: none,
        unfinished_deletions: none,
        queued_emails: none,
        undelivered_events: none,
        waiting_arrivals: none,
      }
      expect(await (await ask('/readyz')).json()).toMatchObject({ status: 'ready', reasons: [], ...idle })
      await database.db.insertInto('claims').values(CLAIM).execute()
      const sent = { ...MAIL, sent_at: timestamp(NOW), created_at: timestamp(NOW - 9_000_000) }
      for (const mail of [MAIL, MAIL, sent]) await database.db.insertInto('outbox').values(mail).execute()
      await connectEndpoints(database.db, ['https://shop.example', 'https://books.example'], NOW)
      const event = { type: 'order.paid', subject: '104823', at: NOW - 7000 } as const
      await database.db.transaction().execute((within) => writeEvent(within, event, async () => ({})))
      await connectEndpoints(database.db, ['https://shop.example'], NOW)
      await keepAll(database.db, [refusedOrder()], timestamp(NOW - 3_600_000))
      const answer = await ask('/readyz')
      expect([answer.status, await answer.json()]).toEqual([
        200,
        {
          status: 'ready',
          reasons: [],
          open_claims: { count: 1, oldest_seconds: 90 },
          unfinished_deletions: none,
          queued_emails: { count: 2, oldest_seconds: 5 },
          undelivered_events: { count: 1, oldest_seconds: 7 },
          waiting_arrivals: { count: 1, oldest_seconds: 3600 },
          last_courier_answers: {},
        },
      ])
    })

    // V13.4.5
    it('tells other machines whether it is ready, and nothing else', async () => {
      const answer = await ask('/readyz', ELSEWHERE)
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready' }])
      expect(answer.headers.get('cache-control')).toBe('no-store')
    })

    it('is not ready if a migration is missing', async () => {
      await away('schema_migrations', async () => {
        const answer = await ask('/readyz')
        expect([answer.status, await answer.json()]).toEqual([
          503,
          {
            status: 'not ready',
            reasons: [expect.stringMatching(/^The tables lack 0001-orders, .+: start/)],
          },
        ])
      })
    })

    // DB-5
    it('is not ready if nothing can be saved', async () => {
      await away('leases', async () => {
        const answer = await ask('/readyz')
        expect(answer.status).toBe(503)
        expect(await answer.json()).toMatchObject({
          status: 'not ready',
          reasons: [expect.stringMatching(/^Nothing can be saved: .*leases/)],
          open_claims: none,
        })
      })
    })

    // DB-5
    it('is not ready while the disk is full, and says so', async () => {
      const { db } = database
      const [begins, ends] = isPostgres(db)
        ? [
            [
              `create function refuse_full() returns trigger language plpgsql as
                $$ begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
              'create trigger full_disk before insert on leases for each row execute function refuse_full()',
            ],
            ['drop function refuse_full() cascade'],
          ]
        : [
            [
              `create trigger full_disk before insert on leases
                begin select raise(abort, 'database or disk is full'); end`,
            ],
            ['drop trigger full_disk'],
          ]
      for (const statement of begins) await sql.raw(statement).execute(db)
      const answer = await ask('/readyz')
      for (const statement of ends) await sql.raw(statement).execute(db)
      const reason = isPostgres(db)
        ? 'Nothing can be saved: PostgreSQL failed: could not extend file: No space left on device.'
        : 'Nothing can be saved: The database failed: database or disk is full.'
      expect([answer.status, await answer.json()]).toMatchObject([503, { reasons: [reason] }])
      expect((await ask('/readyz')).status).toBe(200)
    })

    it('leaves nothing behind of the write that it tries', async () => {
      await ask('/readyz')
      expect(await database.db.selectFrom('leases').selectAll().execute()).toEqual([])
    })

    it('is not ready while another part of the server says why', async () => {
      const troubles = [() => 'Changes are not heard.', () => null]
      const { app } = signedInApp(database.db, undefined, CONFIG, { troubles })
      const answer = await app.request('http://localhost:3000/readyz', {}, HERE)
      expect(answer.status).toBe(503)
      expect(await answer.json()).toMatchObject({ reasons: ['Changes are not heard.'] })
    })

    it('is not ready if the database does not respond', async () => {
      await away('outbox', async () => {
        const answer = await ask('/readyz')
        expect([answer.status, await answer.json()]).toEqual([
          503,
          {
            status: 'not ready',
            reasons: [expect.stringMatching(/^The database does not answer: .*outbox/)],
          },
        ])
      })
    })
  })

  describe('/metrics', () => {
    // V13.4.5
    it.each([
      ['this machine', HERE, {}, 200],
      ['this machine over IPv6', from('::1'), {}, 200],
      ['this machine on a socket of both versions', from('::ffff:127.0.0.1'), {}, 200],
      ['another machine', ELSEWHERE, {}, 403],
      ['another machine with the key', ELSEWHERE, { authorization: `Bearer ${KEY}` }, 200],
      ['another machine with another key', ELSEWHERE, { authorization: `Bearer ${KEY}x` }, 403],
      ['a proxy on this machine', HERE, { 'X-Forwarded-For': '10.0.0.7' }, 403],
      ['a proxy that says no more than its name', HERE, { Via: '1.1 proxy' }, 403],
      ['a proxy on this machine, with the key', HERE, { via: 'x', authorization: `Bearer ${KEY}` }, 200],
    ] as const)(
      'are for this machine and the bearer of the key: %s',
      async (_, connection, headers, status) => {
        const answer = await ask('/metrics', connection, headers)
        expect(answer.status).toBe(status)
        expect(answer.headers.get('cache-control')).toBe(status === 200 ? 'no-store' : null)
      },
    )

    it('are not served to a foreign page whose host name resolves to this machine', async () => {
      const { app } = signedInApp(database.db, undefined, CONFIG)
      expect((await app.request('http://evil.example/metrics', {}, HERE)).status).toBe(403)
    })

    it('count requests by the pattern of their route', async () => {
      const asked = ['/api/v1/orders', '/api/v1/orders/104823', '/api/v1/orders/104824', '/api/nothing']
      for (const path of asked) await ask(path, ELSEWHERE)
      const text = await (await ask('/metrics')).text()
      const counts = Array.from(
        text.matchAll(/^http_request_duration_seconds_count\{(.*)\} (\d+)$/gm),
        ([, labels, count]) => `${count} × ${labels}`,
      )
      expect(counts).toEqual([
        '1 × method="GET",route="/api/v1/orders",status="200"',
        '2 × method="GET",route="/api/v1/orders/:code",status="404"',
        '1 × method="GET",route="/api/*",status="404"',
      ])
    })

    it('contain pending work, and omit it while the database does not respond', async () => {
      const text = await (await ask('/metrics')).text()
      expect(text).toMatch(/^claims_open 0\nemails_queued 0$|^claims_open 0$/m)
      expect(text).toMatch(/^emails_queued 0$/m)
      expect(text).toMatch(/^webhook_deliveries_pending 0$/m)
      expect(text).toMatch(/^webhook_deliveries_oldest_age_seconds 0$/m)
      expect(text).toMatch(/^arrivals_waiting 0$/m)
      await away('outbox', async () => {
        const without = await ask('/metrics')
        expect(without.status).toBe(200)
        expect(await without.text()).not.toMatch(
          /^(arrivals_waiting|claims_open|emails_queued|webhook_deliveries_(pending|oldest_age_seconds)) /m,
        )
      })
    })
  })
})

onPostgres((database) => {
  // DB-4
  it('the readiness takes one connection, however long its write waits', async () => {
    const { app } = signedInApp(database.db, undefined, CONFIG)
    const ask = async () => (await app.request('http://localhost:3000/readyz', {}, HERE)).status
    await database.db.transaction().execute(async (within) => {
      await sql`lock table leases in exclusive mode`.execute(within)
      const first = ask()
      // A result is valid for a second.
      await pause(1_100)
      const second = ask()
      expect(await first).toBe(503)
      // The second is still pending, and the write of the first still waits for its lock.
      const { rows } =
        await sql`select from pg_locks where relation = 'leases'::regclass and not granted`.execute(within)
      expect(rows).toHaveLength(1)
      expect(await second).toBe(503)
    })
    await expect.poll(ask).toBe(200)
  })
})

describe('a process', () => {
  let folder = ''
  let server: ReturnType<typeof spawnServer>
  let url = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'console-operations-'))
    server = spawnServer(withoutDemo(folder))
    url = await server.url
  })
  afterAll(async () => {
    server.child.kill('SIGTERM')
    await server.ended
    rmSync(folder, { recursive: true, force: true })
  })

  it('a server that has printed its address is ready, and reports pending work to its own machine', async () => {
    const answer = await fetch(`${url}/readyz`)
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { status: 'ready', open_claims: { count: 0 } },
    ])
  })

  it('its metrics have the process and its event loop', async () => {
    await fetch(`${url}/healthz`)
    const text = await (await fetch(`${url}/metrics`)).text()
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m)
    expect(text).toMatch(
      /^http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} 1$/m,
    )
  })

  it('logs one line of JSON for each event, after the lines of the startup', async () => {
    const answer = await fetch(`${url}/api/v1/orders`)
    const requestId = answer.headers.get('x-request-id')
    await expect.poll(() => server.output()).toContain(requestId)
    const lines = server.output().trimEnd().split('\n')
    expect(lines.slice(0, 2)).toEqual([expect.stringMatching(/^Sign-in: /), `Dispatch console: ${url}`])
    const entries: unknown[] = lines.slice(2).map((line) => JSON.parse(line))
    expect(entries).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        security: 'unauthorised',
        requestId,
        path: '/api/v1/orders',
        from: expect.stringMatching(/127\.0\.0\.1|::1/),
      }),
    )
  })
})
